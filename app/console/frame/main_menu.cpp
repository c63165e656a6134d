// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/main_menu.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>

namespace muster::console {

MainMenu::MainMenu(QMenuBar* bar, const std::vector<PageEntry>& pages, Density density)
    : QObject(bar), m_cluster(bar->addMenu(tr("&Cluster"))), m_view(bar->addMenu(tr("&View"))),
      m_help(bar->addMenu(tr("&Help"))) {
    addCluster();
    addView(pages, density);
    addHelp();
}

void MainMenu::addHelp() {
    connect(add(m_help, tr("&Keyboard shortcuts"),
                {QKeySequence(Qt::Key_F1), QKeySequence(QStringLiteral("?"))}),
        &QAction::triggered, this, &MainMenu::shortcutsWanted);
    connect(
        add(m_help, tr("&About Muster"), {}), &QAction::triggered, this, &MainMenu::aboutWanted);
}

QAction* MainMenu::add(QMenu* menu, const QString& words, const QList<QKeySequence>& keys) {
    auto* action = menu->addAction(words);
    action->setShortcuts(keys);
    return action;
}

void MainMenu::addCluster() {
    connect(add(m_cluster, tr("&Submit a job"), {QKeySequence::New}), &QAction::triggered, this,
        [this] { emit pageWanted(QStringLiteral("submit")); });
    connect(add(m_cluster, tr("&Refresh"), {QKeySequence(Qt::Key_F5)}), &QAction::triggered, this,
        &MainMenu::refreshWanted);
    m_cluster->addSeparator();
    auto* quit = add(m_cluster, tr("&Quit"), {QKeySequence(QStringLiteral("Ctrl+Q"))});
    quit->setMenuRole(QAction::QuitRole);
    connect(quit, &QAction::triggered, this, &MainMenu::quitWanted);
}

void MainMenu::addView(const std::vector<PageEntry>& pages, Density density) {
    for (const auto& page : pages) {
        connect(add(m_view, page.word, page.keys), &QAction::triggered, this,
            [this, name = page.name] { emit pageWanted(name); });
    }
    m_view->addSeparator();
    connect(add(m_view, tr("&Filter"),
                {QKeySequence(QStringLiteral("Ctrl+F")), QKeySequence(QStringLiteral("/"))}),
        &QAction::triggered, this, &MainMenu::filterWanted);
    connect(add(m_view, tr("&Clear the filter"), {QKeySequence(Qt::Key_Escape)}),
        &QAction::triggered, this, &MainMenu::clearFilterWanted);
    m_view->addSeparator();
    addDensities(density);
    connect(add(m_view, tr("&Light or dark theme"), {QKeySequence(QStringLiteral("Ctrl+T"))}),
        &QAction::triggered, this, &MainMenu::themeToggleWanted);
    connect(add(m_view, tr("F&ull screen"), {QKeySequence(Qt::Key_F11)}), &QAction::triggered, this,
        &MainMenu::fullScreenWanted);
}

void MainMenu::addDensities(Density density) {
    auto* rows = m_view->addMenu(tr("&Rows"));
    m_densities = new QActionGroup(rows);
    const auto addOne = [&](const QString& words, Density which) {
        auto* action = m_densities->addAction(rows->addAction(words));
        action->setCheckable(true);
        action->setData(static_cast<int>(which));
        connect(action, &QAction::triggered, this, [this, which] { emit densityWanted(which); });
    };
    addOne(tr("&Compact"), Density::Compact);
    addOne(tr("&Normal"), Density::Normal);
    addOne(tr("&Large"), Density::Large);
    setDensity(density);
}

void MainMenu::setDensity(Density density) {
    for (auto* action : m_densities->actions()) {
        action->setChecked(action->data().toInt() == static_cast<int>(density));
    }
}

} // namespace muster::console
