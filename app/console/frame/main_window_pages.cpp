// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The pages of the window, and their way into it.
#include <QListWidget>
#include <QStackedWidget>
#include <QStatusBar>

#include "app/console/frame/main_window.h"
#include "app/console/orders/list_orders.h"
#include "app/console/orders/order_desk.h"
#include "app/console/pages/alerts_page.h"
#include "app/console/pages/gpus_page.h"
#include "app/console/pages/history_page.h"
#include "app/console/pages/nodes_page.h"
#include "app/console/pages/overview_page.h"
#include "app/console/pages/settings_page.h"
#include "app/console/pages/spec_actions.h"
#include "app/console/pages/submit_page.h"
#include "app/console/pages/work_page.h"
#include "widgets/models/offer_model.h"

namespace muster::console {

namespace {
constexpr int kNavigationAir = 14; // px above and below a word together
} // namespace

void MainWindow::addPages(const QString& user) {
    const auto keys = [](const char* one, const char* two) {
        return QList<QKeySequence>{
            QKeySequence(QString::fromLatin1(one)), QKeySequence(QString::fromLatin1(two))};
    };
    const auto name = [](const char* word) { return QString::fromLatin1(word); };
    m_overview = new OverviewPage(m_state, m_totals, this);
    m_gpus = new GpusPage(m_state, m_link, *m_desk, this);
    m_jobs = new JobsPage(m_state, m_link, m_settings, *m_desk, this);
    m_submit = new SubmitPage(m_state, m_link, m_settings, user, this);
    m_settingsPage = new SettingsPage(this);
    auto* nodes = new NodesPage(m_state, m_link, this);
    addNodeOrders(nodes->list(), m_state, *m_desk);
    auto* tasks = new TasksPage(m_state, m_link, m_settings, *m_desk, this);
    auto* offers = new ListPage(new models::OfferModel(m_state), name("offers"),
        {name("offers"), tr("No offers outstanding"),
            tr("All free resources were declined, or no framework wants any"), {}},
        this);
    addPage(
        {m_overview, name("overview"), name("overview"), tr("Overview"), keys("Alt+1", "G, O")});
    addPage({m_gpus, name("gpus"), name("gpus"), tr("GPUs"), keys("Alt+2", "G, G")});
    addPage({nodes, name("nodes"), name("nodes"), tr("Nodes"), keys("Alt+3", "G, N")});
    addPage({m_jobs, name("jobs"), name("jobs"), tr("Jobs"), keys("Alt+4", "G, J")});
    addPage({tasks, name("tasks"), name("tasks"), tr("Tasks"), keys("Alt+0", "G, T")});
    addPage({offers, name("offers"), name("offers"), tr("Offers"), keys("Alt+5", "G, F")});
    addPage({m_submit, name("submit"), name("submit"), tr("Submit"), keys("Alt+6", "G, S")});
    addPage({new HistoryPage(m_state, m_link, this), name("history"), name("history"),
        tr("History"), keys("Alt+7", "G, H")});
    addAlertsPage(user);
    addPage({m_settingsPage, name("settings"), name("settings"), tr("Settings"),
        keys("Alt+9", "Ctrl+,")});
    connect(m_submit, &SubmitPage::jobSubmitted, this, &MainWindow::onSubmitted);
    connect(&m_jobs->specs(), &SpecActions::cloneWanted, this,
        [this](const spec::JobText& job, bool whole) {
            m_submit->clone(job, whole);
            showPage(m_submit->objectName());
        });
}

void MainWindow::addAlertsPage(const QString& user) {
    m_alerts = new AlertsPage(m_state, m_link, user, this);
    addPage({m_alerts, QStringLiteral("alerts"), QStringLiteral("alerts"), tr("Alerts"),
        {QKeySequence(QStringLiteral("Alt+8")), QKeySequence(QStringLiteral("G, A"))}});
    connect(m_alerts, &AlertsPage::nodeChosen, this,
        [this](const QString& agent) { showObject(QStringLiteral("nodes"), agent); });
    connect(m_alerts, &AlertsPage::jobChosen, this,
        [this](const QString& job) { showObject(QStringLiteral("jobs"), job); });
}

void MainWindow::addPage(PageEntry entry) {
    auto* page = entry.page;
    page->setObjectName(entry.name);
    page->setAccessibleName(entry.word);
    for (auto* list : page->findChildren<widgets::ListPanel*>()) {
        if (list->table().accessibleName().isEmpty()) {
            list->setTitle(entry.word);
        }
    }
    m_stack->addWidget(page);
    addToNavigation(entry);
    m_pages.push_back(std::move(entry));
    connect(page, &Page::notice, this,
        [this](const QString& words, bool) { statusBar()->showMessage(words, kNoticeMs); });
    connect(page, &Page::listWanted, this, [this](const QString& name, const QString& filter) {
        if (showPage(name)) {
            currentPage().setFilter(filter);
        }
    });
    connect(page, &Page::submitWanted, this, [this] { showPage(QStringLiteral("submit")); });
    connect(page, &Page::gpuChosen, this,
        [this](const QString& uuid) { showObject(QStringLiteral("gpus"), uuid); });
}

void MainWindow::addToNavigation(const PageEntry& entry) {
    auto* item
        = new QListWidgetItem(widgets::icon(entry.icon, QPalette::Text), entry.word, m_navigation);
    item->setToolTip(
        tr("%1 (%2)").arg(entry.word, entry.keys.first().toString(QKeySequence::NativeText)));
    item->setSizeHint({0, fontMetrics().height() + kNavigationAir});
}

} // namespace muster::console
