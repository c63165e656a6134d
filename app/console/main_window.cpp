// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/main_window.h"

#include <algorithm>

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QShortcut>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

#include "app/console/gpus_page.h"
#include "app/console/overview_page.h"
#include "app/console/submit_page.h"
#include "app/console/work_page.h"
#include "widgets/forms/stale_banner.h"
#include "widgets/forms/submit_form.h"
#include "widgets/models/node_model.h"
#include "widgets/models/offer_model.h"
#include "widgets/models/text.h"
#include "widgets/models/totals.h"
#include "widgets/tables/cluster_table.h"

namespace muster::console {

using models::text;

namespace {
constexpr int kNoticeMs = 15'000;
constexpr int kNavigationAir = 14; // px above and below a word together
constexpr QSize kFirstSize(1280, 800);
} // namespace

MainWindow::MainWindow(
    models::ClusterState& state, Link& link, QSettings& settings, const QString& user)
    : m_state(state), m_link(link), m_settings(settings), m_navigation(new QListWidget(this)),
      m_stack(new QStackedWidget(this)), m_banner(new widgets::StaleBanner(this)) {
    setWindowTitle(tr("Muster – %1").arg(link.url().authority()));
    setWindowIcon(QIcon(QStringLiteral(":/icons/muster.svg")));
    addPages(user);
    buildLayout();
    buildMenus();
    buildStatusBar();
    restoreLayout();
    for (auto* table : findChildren<widgets::ClusterTable*>()) {
        table->proxy().setMe(user);
    }
    connect(m_banner, &widgets::StaleBanner::retryWanted, &m_link, &Link::retryNow);
    connect(&m_link, &Link::phaseChanged, this, &MainWindow::onPhase);
    connect(&m_state, &models::ClusterState::changed, this, &MainWindow::showStatus);
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, &MainWindow::showStatus);
    m_second.start();
    show(PageId::Overview);
    onPhase();
}

MainWindow::~MainWindow() = default;

void MainWindow::addPages(const QString& user) {
    m_overview = new OverviewPage(m_state, this);
    m_gpus = new GpusPage(m_state, m_link, user, this);
    m_jobs = new JobsPage(m_state, m_link, this);
    m_submit = new SubmitPage(m_state, m_link, m_settings, user, this);
    auto* nodes = new ListPage(new models::NodeModel(m_state), QStringLiteral("nodes"),
        {QStringLiteral("nodes"), tr("No agents have joined"),
            tr("On each machine of the cluster run: muster-agentd agent --master=HOST:5050"), {}},
        this);
    auto* offers = new ListPage(new models::OfferModel(m_state), QStringLiteral("offers"),
        {QStringLiteral("offers"), tr("No offers outstanding"),
            tr("All free resources were declined, or no framework wants any"), {}},
        this);
    addPage(m_overview, QStringLiteral("overview"), QStringLiteral("overview"), tr("Overview"));
    addPage(m_gpus, QStringLiteral("gpus"), QStringLiteral("gpus"), tr("GPUs"));
    addPage(nodes, QStringLiteral("nodes"), QStringLiteral("nodes"), tr("Nodes"));
    addPage(m_jobs, QStringLiteral("jobs"), QStringLiteral("jobs"), tr("Jobs"));
    addPage(new TasksPage(m_state, m_link, this), QStringLiteral("tasks"), QStringLiteral("tasks"),
        tr("Tasks"));
    addPage(offers, QStringLiteral("offers"), QStringLiteral("offers"), tr("Offers"));
    addPage(m_submit, QStringLiteral("submit"), QStringLiteral("submit"), tr("Submit"));
    connect(m_submit, &SubmitPage::jobSubmitted, this, &MainWindow::onSubmitted);
}

void MainWindow::addPage(
    Page* page, const QString& name, const QString& icon, const QString& word) {
    page->setObjectName(name);
    page->setAccessibleName(word);
    for (auto* list : page->findChildren<widgets::ListPanel*>()) {
        list->setTitle(word);
    }
    m_pages.push_back(page);
    m_stack->addWidget(page);
    auto* item = new QListWidgetItem(
        widgets::icon(icon, palette().color(QPalette::Text),
            palette().color(QPalette::HighlightedText)),
        word, m_navigation);
    item->setToolTip(tr("%1 (Alt+%2)").arg(word).arg(m_pages.size()));
    item->setSizeHint({0, fontMetrics().height() + kNavigationAir});
    connect(page, &Page::notice, this,
        [this](const QString& words, bool) { statusBar()->showMessage(words, kNoticeMs); });
    connect(page, &Page::submitWanted, this, [this] { show(PageId::Submit); });
    connect(page, &Page::gpuChosen, this, [this](const QString& uuid) {
        show(PageId::Gpus);
        m_gpus->choose(uuid);
    });
}

void MainWindow::buildLayout() {
    m_navigation->setAccessibleName(tr("Pages"));
    m_navigation->setFrameShape(QFrame::NoFrame);
    m_navigation->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_navigation->setFixedWidth(fontMetrics().averageCharWidth() * 20);
    m_navigation->setIconSize({20, 20});
    auto colours = m_navigation->palette();
    colours.setColor(QPalette::Base, colours.color(QPalette::Window));
    m_navigation->setPalette(colours);
    connect(
        m_navigation, &QListWidget::currentRowChanged, m_stack, &QStackedWidget::setCurrentIndex);
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_banner);
    right->addWidget(m_stack, 1);
    auto* central = new QWidget(this);
    auto* row = new QHBoxLayout(central);
    row->setContentsMargins(6, 6, 6, 0);
    row->addWidget(m_navigation);
    row->addLayout(right, 1);
    setCentralWidget(central);
}

void MainWindow::buildMenus() {
    auto* cluster = menuBar()->addMenu(tr("&Cluster"));
    const auto add = [this](QMenu* menu, const QString& words, const QKeySequence& keys, auto act) {
        auto* action = menu->addAction(words);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, act);
        return action;
    };
    add(cluster, tr("&Submit a job"), QKeySequence::New, [this] { show(PageId::Submit); });
    add(cluster, tr("&Refresh"), QKeySequence::Refresh, [this] {
        m_link.resubscribe();
    })->setShortcuts({QKeySequence(Qt::Key_F5)});
    cluster->addSeparator();
    add(cluster, tr("&Quit"), QKeySequence(QStringLiteral("Ctrl+Q")), [this] { close(); });
    auto* view = menuBar()->addMenu(tr("&View"));
    for (int i = 0; i < m_navigation->count(); ++i) {
        add(view, m_navigation->item(i)->text(), QKeySequence(QStringLiteral("Alt+%1").arg(i + 1)),
            [this, i] { show(static_cast<PageId>(i)); });
    }
    view->addSeparator();
    auto* find = add(view, tr("&Filter"), QKeySequence::Find,
        [this] { m_pages[static_cast<std::size_t>(m_stack->currentIndex())]->focusFilter(); });
    find->setShortcuts({QKeySequence(QStringLiteral("Ctrl+F")), QKeySequence(QStringLiteral("/"))});
    add(view, tr("&Clear the filter"), QKeySequence(Qt::Key_Escape),
        [this] { m_pages[static_cast<std::size_t>(m_stack->currentIndex())]->clearFilter(); });
    addDensities(*view);
    auto* help = menuBar()->addMenu(tr("&Help"));
    add(help, tr("&About Muster"), {}, [this] { about(); });
}

void MainWindow::addDensities(QMenu& view) {
    using Density = widgets::ClusterTable::Density;
    auto* rows = view.addMenu(tr("&Rows"));
    auto* group = new QActionGroup(rows);
    const int saved = m_settings.value(QStringLiteral("density")).toInt();
    const auto set = [this](Density density) {
        for (auto* table : findChildren<widgets::ClusterTable*>()) {
            table->setDensity(density);
        }
        m_settings.setValue(QStringLiteral("density"), static_cast<int>(density));
    };
    const auto add = [&](const QString& words, Density density) {
        auto* action = group->addAction(rows->addAction(words));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [=] { set(density); });
        if (saved == static_cast<int>(density)) {
            action->trigger();
        }
    };
    add(tr("&Compact"), Density::Compact);
    add(tr("&Normal"), Density::Normal);
    add(tr("&Large"), Density::Large);
}

void MainWindow::buildStatusBar() {
    const auto label = [this] {
        auto* made = new QLabel(this);
        made->setContentsMargins(6, 0, 6, 0);
        statusBar()->addPermanentWidget(made);
        return made;
    };
    m_linkLabel = label();
    m_ageLabel = label();
    m_countLabel = label();
    m_simulatedLabel = label();
    m_versionLabel = label();
    m_simulatedLabel->setText(tr("Simulated GPUs"));
}

void MainWindow::show(PageId page) {
    m_navigation->setCurrentRow(static_cast<int>(page));
    QMainWindow::show();
}

bool MainWindow::showPage(const QString& name) {
    const auto found = std::find_if(
        m_pages.begin(), m_pages.end(), [&](Page* page) { return page->objectName() == name; });
    if (found == m_pages.end()) {
        return false;
    }
    show(static_cast<PageId>(found - m_pages.begin()));
    return true;
}

void MainWindow::onPhase() {
    const bool stale = m_link.phase() != Link::Phase::Live;
    if (stale != m_stale || !m_banner->isVisibleTo(this)) {
        for (auto* page : m_pages) {
            page->setStale(stale && !m_state.empty());
            page->setKnown(!m_state.empty());
        }
    }
    m_stale = stale;
    m_banner->setVisible(stale);
    showStatus();
}

QString MainWindow::bannerText() const {
    return m_stale ? m_banner->text() : QString();
}

void MainWindow::showStatus() {
    m_banner->setTexts(m_state.atMs(), m_link.cause(), m_link.retryInMs());
    switch (m_link.phase()) {
    case Link::Phase::Connecting:
        m_linkLabel->setText(tr("Connecting"));
        break;
    case Link::Phase::Live:
        m_linkLabel->setText(tr("Live"));
        break;
    case Link::Phase::Waiting:
        m_linkLabel->setText(tr("Not connected"));
        break;
    }
    const auto age = (QDateTime::currentMSecsSinceEpoch() - m_state.atMs()) / 1000;
    m_ageLabel->setText(m_state.atMs() == 0
            ? tr("No data")
            : tr("Data %1 old").arg(models::durationText(std::max<qint64>(0, age))));
    const auto sums = models::totals(m_state);
    m_countLabel->setText(tr("Agents %1/%2 · GPUs free %3/%4")
                              .arg(sums.agents)
                              .arg(sums.agentsKnown)
                              .arg(sums.idle.gpus().wholeUnits())
                              .arg(sums.total.gpus().wholeUnits()));
    m_simulatedLabel->setVisible(m_state.cluster().simulated());
    m_versionLabel->setText(m_state.cluster().version().empty()
            ? QString()
            : tr("Server %1").arg(text(m_state.cluster().version())));
    if (!m_jobToShow.isEmpty() && m_jobs->choose(m_jobToShow)) {
        m_jobToShow.clear();
    }
}

void MainWindow::onSubmitted(const QString& jobId) {
    statusBar()->showMessage(tr("Submitted as %1").arg(jobId), kNoticeMs);
    m_jobToShow = jobId;
    show(PageId::Jobs);
    showStatus();
}

void MainWindow::about() {
    QMessageBox::about(this, tr("About Muster"),
        tr("Muster console %1\nPools the GPUs of many machines.")
            .arg(QCoreApplication::applicationVersion()));
}

void MainWindow::restoreLayout() {
    resize(kFirstSize);
    restoreGeometry(m_settings.value(QStringLiteral("window/geometry")).toByteArray());
    for (auto* table : findChildren<widgets::ClusterTable*>()) {
        table->setColumns(
            m_settings.value(QStringLiteral("columns/") + table->objectName()).toByteArray());
    }
}

void MainWindow::saveLayout() {
    m_settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    for (const auto* table : findChildren<widgets::ClusterTable*>()) {
        m_settings.setValue(QStringLiteral("columns/") + table->objectName(), table->columns());
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    saveLayout();
    QMainWindow::closeEvent(event);
}

} // namespace muster::console
