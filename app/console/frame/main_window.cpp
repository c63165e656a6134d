// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/main_window.h"

#include <algorithm>
#include <map>

#include <QCloseEvent>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/console/commands/command_runner.h"
#include "app/console/commands/list_commands.h"
#include "app/console/frame/badge_delegate.h"
#include "app/console/frame/cluster_menu.h"
#include "app/console/frame/main_menu.h"
#include "app/console/frame/operator_frame.h"
#include "app/console/frame/page_stack.h"
#include "app/console/frame/shortcut_list.h"
#include "app/console/frame/status_line.h"
#include "app/console/pages/alerts_page.h"
#include "app/console/pages/gpus_page.h"
#include "app/console/pages/history_page.h"
#include "app/console/pages/nodes_page.h"
#include "app/console/pages/offers_page.h"
#include "app/console/pages/overview_page.h"
#include "app/console/pages/schedules_page.h"
#include "app/console/pages/services_page.h"
#include "app/console/pages/settings_page.h"
#include "app/console/pages/spec_actions.h"
#include "app/console/pages/submit_page.h"
#include "app/console/pages/work_page.h"
#include "core/words/page.h"
#include "widgets/forms/notice_bar.h"
#include "widgets/forms/stale_banner.h"
#include "widgets/models/alert_model.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/text.h"
#include "widgets/theme/theme.h"

namespace muster::console {

using models::text;

namespace {
constexpr QSize kFirstSize(1280, 800);
constexpr int kNavigationAir = 14; // px above and below a word together

// "g o" is G, then O.
QKeySequence keySequence(std::string_view keys) {
    return QKeySequence(text(keys).replace(QLatin1Char(' '), QLatin1String(", ")));
}
} // namespace

MainWindow::MainWindow(
    models::ClusterState& state, Link& link, QSettings& settings, const QString& user)
    : m_state(state), m_totals(state), m_link(link), m_settings(settings),
      m_navigation(new QListWidget(this)), m_pages(new PageStack(settings, this)),
      m_banner(new widgets::StaleBanner(this)), m_notice(new widgets::NoticeBar(this)),
      m_mode(new OperatorMode(this)), m_commands(new CommandRunner(link, *m_mode, user, this)),
      m_status(new StatusLine(statusBar())), m_user(user) {
    setWindowIcon(QIcon(QStringLiteral(":/icons/muster.svg")));
    connect(m_pages, &PageStack::made, this, &MainWindow::onMade);
    addPages();
    buildLayout();
    buildMenu();
    buildOperatorCommands();
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
    m_navigation->setCurrentRow(
        std::max(0, m_pages->rowOf(m_settings.value(kLastPage).toString())));
    showAlerts();
    onPhase();
}

MainWindow::~MainWindow() = default;

void MainWindow::addPages() {
    const std::map<std::string_view, std::function<Page*()>> makers{
        {"overview", [this] { return m_overview = new OverviewPage(m_state, m_totals, m_link, this); }},
        {"gpus", [this] { return m_gpus = new GpusPage(m_state, m_link, *m_commands, this); }},
        {"nodes", [this] { return makeNodes(); }},
        {"jobs", [this] { return makeJobs(); }},
        {"tasks", [this] { return new TasksPage(m_state, m_link, m_settings, *m_commands, this); }},
        {"services", [this] { return makeServices(); }},
        {"schedules", [this] { return makeSchedules(); }},
        {"offers", [this] { return new OffersPage(m_state, m_link, *m_commands, this); }},
        {"submit", [this] { return makeSubmit(); }},
        {"history", [this] { return m_history = new HistoryPage(m_state, m_link, this); }},
        {"alerts", [this] { return makeAlerts(); }},
        {"settings", [this] { return makeSettings(); }},
    };
    const auto add
        = [&](std::string_view page, QString icon, QString title, QList<QKeySequence> keys) {
              m_pages->add({text(page), icon, title, keys, makers.at(page)});
              addToNavigation(m_pages->entries().back());
          };
    for (const auto& page : words::pages()) {
        add(page.name, text(page.name), tr(std::string(page.title).c_str()),
            {keySequence(page.keys[0]), keySequence(page.keys[1])});
        if (page.name == "tasks") {
            add("services", QStringLiteral("refresh"), tr("Services"), {keySequence("g v")});
            add("schedules", QStringLiteral("hourglass"), tr("Schedules"), {keySequence("g c")});
        }
    }
}

Page* MainWindow::makeServices() {
    auto* services = new ServicesPage(m_state, *m_commands, this);
    connect(services, &ServicesPage::taskChosen, this,
        [this](const QString& task) { showObject(QStringLiteral("tasks"), task); });
    return services;
}

Page* MainWindow::makeSchedules() {
    auto* schedules = new SchedulesPage(m_state, *m_commands, this);
    connect(schedules, &SchedulesPage::jobChosen, this,
        [this](const QString& job) { showObject(QStringLiteral("jobs"), job); });
    return schedules;
}

Page* MainWindow::makeNodes() {
    auto* nodes = new NodesPage(m_state, m_link, this);
    addNodeCommands(nodes->list(), m_state, *m_commands);
    return nodes;
}

Page* MainWindow::makeJobs() {
    m_jobs = new JobsPage(m_state, m_link, m_settings, *m_commands, this);
    connect(&m_jobs->specs(), &SpecActions::cloneWanted, this,
        [this](const spec::JobText& job, bool whole) {
            submit().clone(job, whole);
            showPage(submit().objectName());
        });
    return m_jobs;
}

Page* MainWindow::makeSubmit() {
    m_submit = new SubmitPage(m_state, m_link, m_settings, *m_mode, m_user, this);
    connect(m_submit, &SubmitPage::jobSubmitted, this, &MainWindow::onSubmitted);
    return m_submit;
}

Page* MainWindow::makeAlerts() {
    m_alerts = new AlertsPage(m_state, m_link, *m_mode, m_user, this);
    connect(m_alerts, &AlertsPage::nodeChosen, this,
        [this](const QString& agent) { showObject(QStringLiteral("nodes"), agent); });
    connect(m_alerts, &AlertsPage::jobChosen, this,
        [this](const QString& job) { showObject(QStringLiteral("jobs"), job); });
    return m_alerts;
}

Page* MainWindow::makeSettings() {
    m_settingsPage = new SettingsPage(this);
    m_settingsPage->setClusters(m_clusters, m_currentCluster);
    connect(m_settingsPage, &SettingsPage::shortcutsWanted, this, &MainWindow::showShortcuts);
    connect(m_settingsPage, &SettingsPage::preferencesEdited, this, &MainWindow::preferencesEdited);
    connect(m_settingsPage, &SettingsPage::clusterWanted, this, &MainWindow::clusterWanted);
    connect(m_settingsPage, &SettingsPage::addWanted, this, &MainWindow::addWanted);
    connect(m_settingsPage, &SettingsPage::editWanted, this, &MainWindow::editWanted);
    connect(m_settingsPage, &SettingsPage::removeWanted, this, &MainWindow::removeWanted);
    connect(m_settingsPage, &SettingsPage::layoutResetWanted, this, &MainWindow::layoutResetWanted);
    connect(m_settingsPage, &SettingsPage::exportWanted, this, &MainWindow::exportWanted);
    connect(m_settingsPage, &SettingsPage::importWanted, this, &MainWindow::importWanted);
    return m_settingsPage;
}

template <class P>
P& MainWindow::made(P*& page, const char* name) {
    m_pages->page(name);
    return *page;
}

OverviewPage& MainWindow::overview() {
    return made(m_overview, "overview");
}

GpusPage& MainWindow::gpus() {
    return made(m_gpus, "gpus");
}

JobsPage& MainWindow::jobs() {
    return made(m_jobs, "jobs");
}

SubmitPage& MainWindow::submit() {
    return made(m_submit, "submit");
}

HistoryPage& MainWindow::history() {
    return made(m_history, "history");
}

AlertsPage& MainWindow::alerts() {
    return made(m_alerts, "alerts");
}

SettingsPage& MainWindow::settingsPage() {
    return made(m_settingsPage, "settings");
}

void MainWindow::onMade(Page* page) {
    page->setUser(m_user);
    page->setPreferences(m_preferences);
    page->setKnown(!m_state.empty());
    page->setStale(m_stale && !m_state.empty());
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

void MainWindow::buildLayout() {
    m_navigation->setAccessibleName(tr("Pages"));
    m_navigation->setFrameShape(QFrame::NoFrame);
    m_navigation->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_navigation->setFixedWidth(fontMetrics().averageCharWidth() * 20);
    m_navigation->setIconSize({20, 20});
    m_navigation->setItemDelegate(new BadgeDelegate(m_navigation));
    m_navigation->viewport()->setBackgroundRole(QPalette::Window);
    connect(m_navigation, &QListWidget::currentRowChanged, this,
        [this] { m_pages->setCurrentWidget(&currentPage()); });
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_banner);
    right->addWidget(m_pages, 1);
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
    m_menu = new MainMenu(menuBar(), m_pages->entries(), m_preferences.density);
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

void MainWindow::buildOperatorCommands() {
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
    if (m_settingsPage != nullptr) {
        m_settingsPage->setClusters(clusters, current);
    }
}

void MainWindow::setPreferences(const Preferences& preferences) {
    m_preferences = preferences;
    m_pages->setPreferences(preferences);
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
    m_pages->makeAll(); // their keys are on the list, too
    auto* list = new ShortcutList(findChildren<QAction*>(), this);
    list->setAttribute(Qt::WA_DeleteOnClose);
    list->open();
}

bool MainWindow::showPage(const QString& name) {
    const int row = m_pages->rowOf(name);
    if (row < 0) {
        return false;
    }
    m_navigation->setCurrentRow(row);
    show();
    return true;
}

QStringList MainWindow::pageNames() const {
    QStringList names;
    for (const auto& entry : m_pages->entries()) {
        names << entry.name;
    }
    return names;
}

Page& MainWindow::currentPage() {
    return m_pages->page(m_navigation->currentRow());
}

void MainWindow::onPhase() {
    const bool stale = m_link.phase() != Link::Phase::Live;
    if (stale != m_stale || !m_banner->isVisibleTo(this)) {
        m_pages->setState(!m_state.empty(), stale && !m_state.empty());
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
    auto* item = m_navigation->item(m_pages->rowOf(QStringLiteral("alerts")));
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
        tr("Muster console %1\nOne pool of the GPUs of many nodes.\n\nSources: Apache-2.0. This "
           "program: GPL-3, as Qt Charts is.")
            .arg(QCoreApplication::applicationVersion()));
}

void MainWindow::saveLayout() {
    m_settings.setValue(kLastPage, currentPage().objectName());
    m_pages->save();
}

void MainWindow::resetLayout() {
    m_pages->resetLayout();
    saveLayout();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    saveLayout();
    QMainWindow::closeEvent(event);
}

} // namespace muster::console
