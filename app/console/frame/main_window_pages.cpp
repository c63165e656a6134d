// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The pages of the window: how each is made when it is first wanted, and what is kept of its
// layout.
#include <algorithm>

#include <QListWidget>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>

#include "app/console/commands/command_runner.h"
#include "app/console/commands/list_commands.h"
#include "app/console/frame/main_window.h"
#include "app/console/pages/alerts_page.h"
#include "app/console/pages/gpus_page.h"
#include "app/console/pages/history_page.h"
#include "app/console/pages/nodes_page.h"
#include "app/console/pages/offers_page.h"
#include "app/console/pages/overview_page.h"
#include "app/console/pages/settings_page.h"
#include "app/console/pages/spec_actions.h"
#include "app/console/pages/submit_page.h"
#include "app/console/pages/work_page.h"
#include "widgets/forms/tab_order.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/gpu_model.h"

namespace muster::console {

namespace {
constexpr int kNavigationAir = 14; // px above and below a word together
const auto kColumns = QStringLiteral("columns/");
const auto kFilters = QStringLiteral("filters/");
const auto kHeatMetric = QStringLiteral("heatMetric");
} // namespace

void MainWindow::addPages() {
    const auto add = [this](const char* name, const QString& word, const char* alt,
                         const char* letters, std::function<Page*()> make) {
        addPage({QString::fromLatin1(name), QString::fromLatin1(name), word,
            {QKeySequence(QString::fromLatin1(alt)), QKeySequence(QString::fromLatin1(letters))},
            std::move(make)});
    };
    add("overview", tr("Overview"), "Alt+1", "G, O",
        [this] { return new OverviewPage(m_state, m_totals, this); });
    add("gpus", tr("GPUs"), "Alt+2", "G, G",
        [this] { return new GpusPage(m_state, m_link, *m_commands, this); });
    add("nodes", tr("Nodes"), "Alt+3", "G, N", [this] { return makeNodes(); });
    add("jobs", tr("Jobs"), "Alt+4", "G, J", [this] { return makeJobs(); });
    add("tasks", tr("Tasks"), "Alt+0", "G, T",
        [this] { return new TasksPage(m_state, m_link, m_settings, *m_commands, this); });
    add("offers", tr("Offers"), "Alt+5", "G, F",
        [this] { return new OffersPage(m_state, m_link, *m_commands, this); });
    add("submit", tr("Submit"), "Alt+6", "G, S", [this] { return makeSubmit(); });
    add("history", tr("History"), "Alt+7", "G, H",
        [this] { return new HistoryPage(m_state, m_link, this); });
    add("alerts", tr("Alerts"), "Alt+8", "G, A", [this] { return makeAlerts(); });
    add("settings", tr("Settings"), "Alt+9", "Ctrl+,", [this] { return makeSettings(); });
}

Page* MainWindow::makeNodes() {
    auto* nodes = new NodesPage(m_state, m_link, this);
    addNodeCommands(nodes->list(), m_state, *m_commands);
    return nodes;
}

Page* MainWindow::makeJobs() {
    auto* jobs = new JobsPage(m_state, m_link, m_settings, *m_commands, this);
    connect(&jobs->specs(), &SpecActions::cloneWanted, this,
        [this](const spec::JobText& job, bool whole) {
            submit().clone(job, whole);
            showPage(submit().objectName());
        });
    return jobs;
}

Page* MainWindow::makeSubmit() {
    auto* submit = new SubmitPage(m_state, m_link, m_settings, m_user, this);
    connect(submit, &SubmitPage::jobSubmitted, this, &MainWindow::onSubmitted);
    return submit;
}

Page* MainWindow::makeAlerts() {
    auto* alerts = new AlertsPage(m_state, m_link, m_user, this);
    connect(alerts, &AlertsPage::nodeChosen, this,
        [this](const QString& agent) { showObject(QStringLiteral("nodes"), agent); });
    connect(alerts, &AlertsPage::jobChosen, this,
        [this](const QString& job) { showObject(QStringLiteral("jobs"), job); });
    return alerts;
}

Page* MainWindow::makeSettings() {
    auto* settings = new SettingsPage(this);
    settings->setPreferences(m_preferences);
    settings->setClusters(m_clusters, m_currentCluster);
    connect(settings, &SettingsPage::shortcutsWanted, this, &MainWindow::showShortcuts);
    connect(settings, &SettingsPage::preferencesEdited, this, &MainWindow::preferencesEdited);
    emit settingsPageMade(settings);
    return settings;
}

OverviewPage& MainWindow::overview() {
    return static_cast<OverviewPage&>(page("overview"));
}

GpusPage& MainWindow::gpus() {
    return static_cast<GpusPage&>(page("gpus"));
}

JobsPage& MainWindow::jobs() {
    return static_cast<JobsPage&>(page("jobs"));
}

SubmitPage& MainWindow::submit() {
    return static_cast<SubmitPage&>(page("submit"));
}

HistoryPage& MainWindow::history() {
    return static_cast<HistoryPage&>(page("history"));
}

AlertsPage& MainWindow::alerts() {
    return static_cast<AlertsPage&>(page("alerts"));
}

SettingsPage& MainWindow::settingsPage() {
    return static_cast<SettingsPage&>(page("settings"));
}

void MainWindow::addPage(PageEntry entry) {
    addToNavigation(entry);
    m_pages.push_back(std::move(entry));
}

Page& MainWindow::page(const char* name) {
    return page(m_pages[static_cast<std::size_t>(rowOf(QString::fromLatin1(name)))]);
}

Page& MainWindow::page(PageEntry& entry) {
    if (entry.page == nullptr) {
        entry.page = entry.make();
        entry.page->setObjectName(entry.name);
        entry.page->setAccessibleName(entry.word);
        for (auto* list : entry.page->findChildren<widgets::ListPanel*>()) {
            if (list->table().accessibleName().isEmpty()) {
                list->setTitle(entry.word);
            }
        }
        m_stack->addWidget(entry.page);
        widgets::orderTabs(*entry.page);
        connectPage(*entry.page);
        applyTo(*entry.page);
        restoreLayout(*entry.page);
        entry.page->setKnown(!m_state.empty());
        entry.page->setStale(m_stale && !m_state.empty());
    }
    return *entry.page;
}

void MainWindow::connectPage(Page& page) {
    connect(&page, &Page::notice, this,
        [this](const QString& words, bool) { statusBar()->showMessage(words, kNoticeMs); });
    connect(&page, &Page::listWanted, this, [this](const QString& name, const QString& filter) {
        if (showPage(name)) {
            currentPage().setFilter(filter);
        }
    });
    connect(&page, &Page::submitWanted, this, [this] { showPage(QStringLiteral("submit")); });
    connect(&page, &Page::gpuChosen, this,
        [this](const QString& uuid) { showObject(QStringLiteral("gpus"), uuid); });
}

// What the user has chosen for all pages.
void MainWindow::applyTo(Page& page) {
    for (auto* table : page.findChildren<widgets::ClusterTable*>()) {
        table->setDensity(m_preferences.density);
        table->proxy().setMe(m_user);
    }
    for (auto* model : page.findChildren<models::GpuModel*>()) {
        model->setThresholds(m_preferences.thresholds);
    }
}

void MainWindow::restoreLayout(Page& page) {
    for (auto* table : page.findChildren<widgets::ClusterTable*>()) {
        table->setColumns(m_settings.value(kColumns + table->objectName()).toByteArray());
    }
    for (auto* list : page.findChildren<widgets::ListPanel*>()) {
        const auto filter = m_settings.value(kFilters + list->table().objectName()).toString();
        if (!filter.isEmpty()) {
            list->setFilter(filter);
        }
    }
    if (auto* overview = qobject_cast<OverviewPage*>(&page)) {
        overview->setHeatMetric(m_settings.value(kHeatMetric).toInt());
    }
}

void MainWindow::saveLayout() {
    m_settings.setValue(kLastPage, currentPage().objectName());
    for (const auto* overview : findChildren<OverviewPage*>()) {
        m_settings.setValue(kHeatMetric, overview->heatMetric());
    }
    for (const auto* table : findChildren<widgets::ClusterTable*>()) {
        m_settings.setValue(kColumns + table->objectName(), table->columns());
    }
    for (auto* list : findChildren<widgets::ListPanel*>()) {
        m_settings.setValue(kFilters + list->table().objectName(), list->filterText());
    }
}

void MainWindow::resetLayout() {
    m_settings.remove(kColumns.chopped(1)); // of pages that are not made, too
    for (auto* table : findChildren<widgets::ClusterTable*>()) {
        table->resetColumns();
    }
    saveLayout();
}

void MainWindow::addToNavigation(const PageEntry& entry) {
    auto* item
        = new QListWidgetItem(widgets::icon(entry.icon, QPalette::Text), entry.word, m_navigation);
    item->setToolTip(
        tr("%1 (%2)").arg(entry.word, entry.keys.first().toString(QKeySequence::NativeText)));
    item->setSizeHint({0, fontMetrics().height() + kNavigationAir});
}

void MainWindow::showObject(const QString& page, const QString& key) {
    if (!showPage(page)) {
        statusBar()->showMessage(tr("Unknown page \"%1\"").arg(page), kNoticeMs);
        return;
    }
    m_state.flush(); // rows that are known and not yet in the lists
    m_wantedPage = key.isEmpty() || currentPage().choose(key) ? QString() : page;
    m_wantedKey = key;
    if (m_link.phase() == Link::Phase::Live) {
        chooseWanted();
    }
}

// The lists have their rows before the link is live.
void MainWindow::chooseWanted() {
    const bool shown = currentPage().objectName() == m_wantedPage;
    if (m_wantedPage.isEmpty() || (shown && m_link.phase() != Link::Phase::Live)) {
        return;
    }
    m_wantedPage.clear(); // who went elsewhere meanwhile wants something else
    if (shown && !currentPage().choose(m_wantedKey)) {
        statusBar()->showMessage(tr("%1 is not in this list").arg(m_wantedKey), kNoticeMs);
    }
}

} // namespace muster::console
