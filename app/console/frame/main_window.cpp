// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/main_window.h"

#include <algorithm>

#include <QCloseEvent>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/console/frame/badge_delegate.h"
#include "app/console/frame/cluster_menu.h"
#include "app/console/frame/main_menu.h"
#include "app/console/frame/operator_frame.h"
#include "app/console/frame/shortcut_list.h"
#include "app/console/frame/status_line.h"
#include "app/console/orders/order_desk.h"
#include "app/console/pages/alerts_page.h"
#include "app/console/pages/gpus_page.h"
#include "app/console/pages/overview_page.h"
#include "app/console/pages/settings_page.h"
#include "app/console/pages/submit_page.h"
#include "app/console/pages/work_page.h"
#include "widgets/forms/notice_bar.h"
#include "widgets/forms/stale_banner.h"
#include "widgets/models/alert_model.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/gpu_model.h"

namespace muster::console {

namespace {
constexpr QSize kFirstSize(1280, 800);
} // namespace

MainWindow::MainWindow(
    models::ClusterState& state, Link& link, QSettings& settings, const QString& user)
    : m_state(state), m_totals(state), m_link(link), m_settings(settings),
      m_navigation(new QListWidget(this)), m_stack(new QStackedWidget(this)),
      m_banner(new widgets::StaleBanner(this)), m_notice(new widgets::NoticeBar(this)),
      m_mode(new OperatorMode(this)), m_commands(new CommandRunner(link, *m_mode, user, this)),
      m_status(new StatusLine(statusBar())), m_user(user) {
    setWindowIcon(QIcon(QStringLiteral(":/icons/muster.svg")));
    addPages();
    buildLayout();
    buildMenu();
    buildOrders();
    buildClusterMenu();
    setCluster({});
    setPreferences({});
    resize(kFirstSize);
    connect(m_banner, &widgets::StaleBanner::retryWanted, &m_link, &Link::retryNow);
    connect(&m_link, &Link::phaseChanged, this, &MainWindow::onPhase);
    connect(&m_state, &models::ClusterState::changed, this, &MainWindow::showStatus);
    connect(&m_state, &models::ClusterState::changed, this, [this](const models::Changes& changes) {
        if (changes.everything || !changes.of(models::Kind::Alerts).empty()) {
            showAlerts();
        }
    });
    connect(
        m_status, &StatusLine::alertsWanted, this, [this] { showPage(QStringLiteral("alerts")); });
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, &MainWindow::showStatus);
    m_second.start();
    m_navigation->setCurrentRow(std::max(0, rowOf(m_settings.value(kLastPage).toString())));
    showAlerts();
    onPhase();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildLayout() {
    m_navigation->setAccessibleName(tr("Pages"));
    m_navigation->setFrameShape(QFrame::NoFrame);
    m_navigation->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_navigation->setFixedWidth(fontMetrics().averageCharWidth() * 20);
    m_navigation->setIconSize({20, 20});
    m_navigation->setItemDelegate(new BadgeDelegate(m_navigation));
    m_navigation->viewport()->setBackgroundRole(QPalette::Window);
    connect(m_navigation, &QListWidget::currentRowChanged, this,
        [this] { m_stack->setCurrentWidget(&currentPage()); });
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_banner);
    right->addWidget(m_stack, 1);
    auto* below = new QVBoxLayout; // as far from the edges as what the pages show
    below->setContentsMargins(style()->pixelMetric(QStyle::PM_LayoutLeftMargin), 0,
        style()->pixelMetric(QStyle::PM_LayoutRightMargin), 0);
    below->addWidget(m_notice);
    right->addLayout(below);
    auto* central = new QWidget(this);
    auto* row = new QHBoxLayout(central);
    row->setContentsMargins(6, 6, 6, 0);
    row->addWidget(m_navigation);
    row->addLayout(right, 1);
    setCentralWidget(central);
}

void MainWindow::buildMenu() {
    m_corner = new QHBoxLayout(new QWidget(menuBar()));
    m_corner->setContentsMargins(0, 0, 0, 0);
    m_menu = new MainMenu(menuBar(), m_pages, m_preferences.density);
    connect(m_menu, &MainMenu::pageWanted, this, &MainWindow::showPage);
    connect(m_menu, &MainMenu::refreshWanted, &m_link, &Link::resubscribe);
    connect(m_menu, &MainMenu::quitWanted, this, [this] { window()->close(); });
    connect(m_menu, &MainMenu::filterWanted, this, [this] { currentPage().focusFilter(); });
    connect(m_menu, &MainMenu::clearFilterWanted, this, [this] { currentPage().clearFilter(); });
    connect(m_menu, &MainMenu::densityWanted, this, &MainWindow::editDensity);
    connect(m_menu, &MainMenu::themeToggleWanted, this, &MainWindow::toggleTheme);
    connect(m_menu, &MainMenu::fullScreenWanted, this,
        [this] { window()->setWindowState(window()->windowState() ^ Qt::WindowFullScreen); });
    connect(m_menu, &MainMenu::shortcutsWanted, this, &MainWindow::showShortcuts);
    connect(m_menu, &MainMenu::aboutWanted, this, &MainWindow::about);
}

// Under Cluster in the menu bar, and at its right end with the name of the open one.
void MainWindow::buildClusterMenu() {
    m_clusterMenu = new ClusterMenu(this);
    auto* menu = m_menu->cluster();
    menu->insertMenu(menu->actions().first(), m_clusterMenu);
    m_clusterButton = new QToolButton(this);
    m_clusterButton->setPopupMode(QToolButton::InstantPopup);
    m_clusterButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_clusterButton->setAutoRaise(true);
    m_clusterButton->setMenu(m_clusterMenu);
    m_corner->insertWidget(0, m_clusterButton);
    menuBar()->setCornerWidget(m_corner->parentWidget());
    connect(m_clusterMenu, &ClusterMenu::manageWanted, this,
        [this] { showPage(QStringLiteral("settings")); });
}

void MainWindow::buildOrders() {
    auto* cluster = m_menu->cluster();
    auto* before = cluster->actions().last(); // Quit
    cluster->insertActions(before, {m_mode->action(), m_notice->undo()});
    cluster->insertSeparator(before);
    auto* frame = new OperatorFrame(*m_mode, *this);
    m_corner->addWidget(frame->badge());
    connect(m_commands, &CommandRunner::told, m_notice, &widgets::NoticeBar::tell);
    connect(m_notice, &widgets::NoticeBar::undoWanted, m_commands, &CommandRunner::undo);
    connect(m_mode, &OperatorMode::fellBack, this, [this](int idleMs) {
        m_notice->tell(
            tr("Operator mode was switched off: no input for %n min", nullptr, idleMs / 60'000),
            true, false);
    });
}

QString MainWindow::noticeText() const {
    return m_notice->text();
}

void MainWindow::setCluster(const ClusterEntry& cluster) {
    const auto place = tr("%1@%2").arg(m_user, m_link.url().authority());
    setWindowTitle(cluster.name.isEmpty() ? tr("%1 – Muster").arg(place)
                                          : tr("%1 – %2 – Muster").arg(cluster.name, place));
    const auto shown = cluster.name.isEmpty() ? m_link.url().authority() : cluster.name;
    m_clusterButton->setText(shown);
    m_clusterButton->setIcon(cluster.colour.isEmpty()
            ? widgets::icon(QStringLiteral("nodes"), QPalette::ButtonText)
            : clusterIcon(cluster.colour));
    m_clusterButton->setToolTip(place);
    m_clusterButton->setAccessibleName(tr("Cluster %1").arg(shown));
}

void MainWindow::setClusters(const ClusterEntries& clusters, const QString& current) {
    m_clusters = clusters;
    m_currentCluster = current;
    m_clusterMenu->setClusters(clusters, current);
    for (auto* page : findChildren<SettingsPage*>()) {
        page->setClusters(clusters, current);
    }
}

void MainWindow::setPreferences(const Preferences& preferences) {
    m_preferences = preferences;
    for (auto* page : findChildren<Page*>()) {
        applyTo(*page);
    }
    for (auto* page : findChildren<SettingsPage*>()) {
        page->setPreferences(preferences);
    }
    m_menu->setDensity(preferences.density);
}

void MainWindow::editDensity(widgets::ClusterTable::Density density) {
    auto edited = m_preferences;
    edited.density = density;
    setPreferences(edited);
    emit preferencesEdited(edited);
}

void MainWindow::toggleTheme() {
    auto edited = m_preferences;
    edited.theme = widgets::isDark(palette()) ? Theme::Light : Theme::Dark;
    setPreferences(edited);
    emit preferencesEdited(edited);
}

void MainWindow::showShortcuts() {
    for (auto& entry : m_pages) { // its keys are on the list, too
        page(entry);
    }
    auto* list = new ShortcutList(findChildren<QAction*>(), this);
    list->setAttribute(Qt::WA_DeleteOnClose);
    list->open();
}

int MainWindow::rowOf(const QString& name) const {
    const auto found = std::find_if(
        m_pages.begin(), m_pages.end(), [&](const PageEntry& entry) { return entry.name == name; });
    return found == m_pages.end() ? -1 : static_cast<int>(found - m_pages.begin());
}

bool MainWindow::showPage(const QString& name) {
    const int row = rowOf(name);
    if (row < 0) {
        return false;
    }
    m_navigation->setCurrentRow(row);
    show();
    return true;
}

QStringList MainWindow::pageNames() const {
    QStringList names;
    for (const auto& entry : m_pages) {
        names << entry.name;
    }
    return names;
}

Page& MainWindow::currentPage() {
    return page(m_pages[static_cast<std::size_t>(m_navigation->currentRow())]);
}

void MainWindow::onPhase() {
    const bool stale = m_link.phase() != Link::Phase::Live;
    if (stale != m_stale || !m_banner->isVisibleTo(this)) {
        for (auto* page : findChildren<Page*>()) {
            page->setStale(stale && !m_state.empty());
            page->setKnown(!m_state.empty());
        }
    }
    m_stale = stale;
    m_banner->setVisible(stale);
    showStatus();
    chooseWanted();
}

QString MainWindow::bannerText() const {
    return m_stale ? m_banner->text() : QString();
}

void MainWindow::showStatus() {
    m_banner->setTexts(m_state.atMs(), m_link.cause(), m_link.retryInMs());
    m_status->show(m_state, m_totals.now(), m_link.phase(), QDateTime::currentMSecsSinceEpoch());
    if (!m_jobToShow.isEmpty() && jobs().choose(m_jobToShow)) {
        m_jobToShow.clear();
    }
}

void MainWindow::showAlerts() {
    const auto open = models::openAlerts(m_state);
    m_status->showAlerts(open);
    auto* item = m_navigation->item(rowOf(QStringLiteral("alerts")));
    item->setData(BadgeDelegate::CountRole, open.all());
    item->setData(BadgeDelegate::BadgeMarkRole,
        static_cast<int>(open.critical > 0 ? models::Mark::Bad : models::Mark::Waiting));
    item->setData(Qt::AccessibleTextRole,
        open.all() == 0 ? tr("Alerts") : tr("Alerts, %n not acknowledged", nullptr, open.all()));
}

void MainWindow::onSubmitted(const QString& jobId) {
    statusBar()->showMessage(tr("Submitted as %1").arg(jobId), kNoticeMs);
    m_jobToShow = jobId;
    showPage(QStringLiteral("jobs"));
    showStatus();
}

void MainWindow::about() {
    QMessageBox::about(this, tr("About Muster"),
        tr("Muster console %1\nOne pool of the GPUs of many nodes.")
            .arg(QCoreApplication::applicationVersion()));
}

void MainWindow::closeEvent(QCloseEvent* event) {
    saveLayout();
    QMainWindow::closeEvent(event);
}

} // namespace muster::console
