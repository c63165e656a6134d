// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/console_window.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>

#include "app/console/demo/demo_cluster.h"
#include "app/console/demo/sample_jobs.h"
#include "app/console/desktop/deep_link.h"
#include "app/console/desktop/notices.h"
#include "app/console/frame/cluster_menu.h"
#include "app/console/frame/cluster_switcher.h"
#include "app/console/frame/demo_bar.h"
#include "app/console/frame/session.h"
#include "app/console/frame/welcome_page.h"
#include "app/console/profiles/profile_editor.h"
#include "app/console/stored_settings.h"
#include "app/console/theming.h"
#include "core/spec/job_plan.h"
#include "widgets/models/text.h"
#include "widgets/theme/theme.h"

namespace muster::console {

using models::text;

namespace {

constexpr QSize kFirstSize(1280, 800);
constexpr int kStripeWidth = 5;
constexpr int kNoticeMs = 15'000;
constexpr auto kDemoColour = "#cc79a7";
const auto kGeometry = QStringLiteral("window/geometry");
const auto kLastProfile = QStringLiteral("lastProfile");
const auto kDemoGroup = QStringLiteral("demo");

} // namespace

struct ConsoleWindow::Opening {
    Session::Place place;
    Profile profile; // without an address for the demo
};

ConsoleWindow::ConsoleWindow(QSettings& settings, Theming& theming, const Preferences& preferences,
    Dependencies dependencies)
    : m_settings(settings), m_theming(theming), m_preferences(preferences),
      m_dependencies(std::move(dependencies)), m_profiles(m_dependencies.contexts),
      m_editor(new ProfileEditor(m_profiles, m_dependencies.version, this)),
      m_stripe(new QFrame(this)), m_demoBar(new DemoBar(this)), m_stack(new QStackedWidget(this)),
      m_welcome(new WelcomePage(this)), m_demo(new DemoCluster(m_dependencies.daemon,
                                            m_dependencies.demoFolder, m_dependencies.root, this)) {
    setWindowIcon(QIcon(QStringLiteral(":/icons/muster.svg")));
    resize(kFirstSize);
    restoreGeometry(m_settings.value(kGeometry).toByteArray());
    buildLayout();
    buildDemo();
    connect(m_editor, &ProfileEditor::saved, this, &ConsoleWindow::onSaved);
    connect(m_editor, &ProfileEditor::problem, this, &ConsoleWindow::say);
    connect(m_welcome, &WelcomePage::connectWanted, m_editor, &ProfileEditor::add);
    connect(m_welcome, &WelcomePage::clusterWanted, this, &ConsoleWindow::openByName);
    m_theming.setTheme(m_preferences.theme);
    welcome({});
}

ConsoleWindow::~ConsoleWindow() = default;

void ConsoleWindow::buildLayout() {
    m_stripe->setFixedWidth(kStripeWidth);
    m_stripe->setAutoFillBackground(true);
    m_demoBar->hide();
    m_stack->addWidget(m_welcome);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(m_demoBar);
    column->addWidget(m_stack, 1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_stripe);
    row->addLayout(column, 1);
}

void ConsoleWindow::buildDemo() {
    connect(m_welcome, &WelcomePage::demoWanted, this, &ConsoleWindow::openDemo);
    connect(m_demoBar, &DemoBar::connectWanted, m_editor, &ProfileEditor::add);
    connect(m_demoBar, &DemoBar::samplesWanted, this, &ConsoleWindow::submitSamples);
    connect(m_demo, &DemoCluster::progress, this, [this](const QString& words) {
        m_welcome->showProgress(words);
        if (m_session) {
            say(words);
        }
    });
    connect(m_demo, &DemoCluster::ready, this, &ConsoleWindow::onDemoReady);
    connect(m_demo, &DemoCluster::failed, this, [this](const QString& words) {
        m_welcome->showProgress({});
        if (m_session && m_open.context.address.empty()) {
            welcome(words);
        } else {
            m_welcome->showProblem(words);
            say(words);
        }
    });
}

MainWindow* ConsoleWindow::mainWindow() {
    return m_session ? &m_session->window() : nullptr;
}

bool ConsoleWindow::showPage(const QString& name) {
    return m_session && m_session->window().showPage(name);
}

QString ConsoleWindow::lastProfile(const QSettings& settings) {
    return settings.value(kLastProfile).toString();
}

void ConsoleWindow::open(const Profile& profile) {
    const auto server = serverOf(profile.context);
    if (!server) {
        const auto words = text(server.error().message);
        if (m_session) {
            say(words);
        } else {
            welcome(profile.name.isEmpty() ? words : tr("%1: %2").arg(profile.name, words));
        }
        return;
    }
    const auto address = server->url.authority();
    const auto group = profileGroup(profile.name, address);
    migrateSettings(m_settings, group);
    if (!profile.name.isEmpty()) {
        m_settings.setValue(kLastProfile, profile.name);
    }
    begin({{{profile.name, address, text(profile.context.colour)}, *server, group,
               server->url.toString()},
        profile});
}

void ConsoleWindow::openByName(const QString& name) {
    if (const auto found = m_profiles.find(name)) {
        open(*found);
    } else {
        say(text(found.error().message));
    }
}

void ConsoleWindow::begin(const Opening& opening) {
    endSession();
    m_open = opening.profile;
    m_session = std::make_unique<Session>(
        opening.place, m_settings.fileName(), m_dependencies.cache, m_dependencies.user);
    auto& window = m_session->window();
    m_stack->addWidget(&window);
    m_stack->setCurrentWidget(&window);
    window.setPreferences(m_preferences);
    setWindowTitle(window.windowTitle());
    m_demoBar->setVisible(m_open.context.address.empty());
    wire();
    wireNotices();
    showClusters();
    paintStripe();
}

// Queued where the session may end: the menu or the button that asked is a part of it.
void ConsoleWindow::wire() {
    auto& window = m_session->window();
    auto& menu = window.clusterMenu();
    connect(&window, &QWidget::windowTitleChanged, this, &QWidget::setWindowTitle);
    connect(&window, &MainWindow::preferencesEdited, this, &ConsoleWindow::applyPreferences);
    connect(&window, &MainWindow::clusterWanted, this, &ConsoleWindow::openByName,
        Qt::QueuedConnection);
    connect(&window, &MainWindow::addWanted, m_editor, &ProfileEditor::add);
    connect(&window, &MainWindow::editWanted, m_editor, &ProfileEditor::edit);
    connect(&window, &MainWindow::removeWanted, this, &ConsoleWindow::remove, Qt::QueuedConnection);
    connect(&window, &MainWindow::layoutResetWanted, this, &ConsoleWindow::resetLayout);
    connect(&window, &MainWindow::exportWanted, this, &ConsoleWindow::exportSettings);
    connect(&window, &MainWindow::importWanted, this, &ConsoleWindow::importSettings,
        Qt::QueuedConnection);
    connect(
        &menu, &ClusterMenu::clusterWanted, this, &ConsoleWindow::openByName, Qt::QueuedConnection);
    connect(&menu, &ClusterMenu::addWanted, m_editor, &ProfileEditor::add);
    connect(&menu, &ClusterMenu::demoWanted, this, &ConsoleWindow::openDemo, Qt::QueuedConnection);
    connect(&menu, &ClusterMenu::switcherWanted, this, [this] {
        auto* switcher = new ClusterSwitcher(clusters(), this);
        switcher->setAttribute(Qt::WA_DeleteOnClose);
        connect(switcher, &ClusterSwitcher::clusterWanted, this, &ConsoleWindow::openByName,
            Qt::QueuedConnection);
        switcher->open();
    });
}

// A notice leads to what it tells of, whatever the window shows now.
void ConsoleWindow::wireNotices() {
    m_notices = std::make_unique<Notices>(m_session->state(), m_settings, m_dependencies.user,
        m_dependencies.bus.value_or(QDBusConnection(QString())));
    const auto show = [this](const char* page, const QString& key) {
        openLink({{}, QString::fromLatin1(page), key});
        comeForward();
    };
    connect(m_notices.get(), &Notices::jobWanted, this,
        [show](const QString& job) { show("jobs", job); });
    connect(m_notices.get(), &Notices::logWanted, this,
        [show](const QString& job) { show("jobs", job); });
    connect(m_notices.get(), &Notices::gpuWanted, this,
        [show](const QString& gpu) { show("gpus", gpu); });
    connect(m_notices.get(), &Notices::toldInWindow, this, &ConsoleWindow::say);
}

void ConsoleWindow::openLink(const DeepLink& link) {
    const auto contexts = m_profiles.read();
    const auto profile = contexts ? linkedName(*contexts, link.profile) : link.profile;
    if (!profile.isEmpty() && profile != m_open.name) {
        openByName(profile);
    }
    if (m_session && (profile.isEmpty() || profile == m_open.name)) {
        m_session->window().showObject(link.page, link.object);
    }
}

void ConsoleWindow::comeForward() {
    setWindowState(windowState() & ~Qt::WindowMinimized);
    raise();
    activateWindow();
}

void ConsoleWindow::endSession() {
    m_notices.reset();
    m_session.reset();
}

void ConsoleWindow::welcome(const QString& problem) {
    endSession();
    m_open = {};
    m_stack->setCurrentWidget(m_welcome);
    m_demoBar->hide();
    m_welcome->setClusters(clusters());
    m_welcome->showProblem(problem);
    setWindowTitle(tr("Muster"));
    paintStripe();
}

void ConsoleWindow::openDemo() {
    m_welcome->showProblem({});
    m_demo->start();
}

void ConsoleWindow::onDemoReady(const net::Context& context) {
    m_welcome->showProgress({});
    const auto server = serverOf(context);
    if (!server) {
        welcome(text(server.error().message));
        return;
    }
    m_demoBar->setWords(m_demo->whyNoJobs());
    begin({{{tr("Demo"), server->url.authority(), QString::fromLatin1(kDemoColour)}, *server,
               kDemoGroup, kDemoGroup},
        {}});
}

void ConsoleWindow::submitSamples() {
    for (const auto& job : sampleJobs()) {
        auto wanted = spec::plan(job, m_dependencies.user.toStdString());
        if (!wanted) {
            say(text(wanted.error().message));
            continue;
        }
        v1::Request request;
        *request.mutable_submit_job() = std::move(*wanted);
        request.mutable_submit_job()->set_author(m_dependencies.user.toStdString());
        m_session->link().request(request, [this](const v1::Reply& reply) {
            say(reply.has_error() ? text(reply.error().message()) : tr("Sample jobs submitted"));
        });
    }
    showPage(QStringLiteral("jobs"));
}

// A new one is opened; so is, anew, the open one after a change.
void ConsoleWindow::onSaved(const QString& name, const QString& former) {
    if (!former.isEmpty()) {
        if (former == m_open.name) {
            endSession(); // keeps its layout under the name it had
        }
        renameProfile(m_settings, former, name);
    }
    if (former.isEmpty() || former == m_open.name) {
        openByName(name);
    }
    showClusters();
}

void ConsoleWindow::remove(const QString& name) {
    if (const auto done = m_profiles.remove(name); !done) {
        say(text(done.error().message));
        return;
    }
    const bool wasOpen = name == m_open.name;
    if (wasOpen) {
        welcome({});
    }
    forgetProfile(m_settings, name);
    showClusters();
}

void ConsoleWindow::resetLayout() {
    m_session->window().resetLayout();
    m_settings.remove(kGeometry);
    if (!isMaximized() && !isFullScreen()) {
        resize(kFirstSize);
    }
    say(tr("The layout has been reset"));
}

void ConsoleWindow::applyPreferences(const Preferences& preferences) {
    m_preferences = preferences;
    m_preferences.save(m_settings);
    m_theming.setTheme(preferences.theme);
    m_session->window().setPreferences(preferences);
}

void ConsoleWindow::exportSettings(const QString& path) {
    m_settings.sync();
    const auto done = console::exportSettings(m_settings, path);
    say(done ? tr("Saved %1").arg(path) : text(done.error().message));
}

void ConsoleWindow::importSettings(const QString& path) {
    const auto profile = m_open;
    if (const auto done = console::importSettings(m_settings, path); !done) {
        say(text(done.error().message));
        return;
    }
    m_session->forgetLayout(); // what was read counts
    m_preferences = Preferences::load(m_settings);
    m_theming.setTheme(m_preferences.theme);
    if (profile.context.address.empty()) {
        openDemo();
    } else {
        open(profile);
    }
    say(tr("Imported the settings from %1").arg(path));
}

ClusterEntries ConsoleWindow::clusters() const {
    ClusterEntries out;
    if (const auto contexts = m_profiles.read()) {
        for (const auto& [name, context] : contexts->all) {
            out.push_back({text(name), text(context.address), text(context.colour)});
        }
    }
    return out;
}

void ConsoleWindow::showClusters() {
    const auto all = clusters();
    m_welcome->setClusters(all);
    if (m_session) {
        m_session->window().setClusters(all, m_open.name);
    }
}

bool ConsoleWindow::hasStripe() const {
    return !m_stripe->isHidden();
}

void ConsoleWindow::paintStripe() {
    const auto colour = m_session ? QColor(m_session->cluster().colour) : QColor();
    m_stripe->setVisible(colour.isValid());
    m_stripe->setToolTip(m_session ? m_session->cluster().name : QString());
    QPalette worn;
    worn.setColor(QPalette::Window, widgets::standingOut(colour, worn.color(QPalette::Window)));
    m_stripe->setPalette(worn);
}

void ConsoleWindow::say(const QString& words) {
    if (m_session) {
        m_session->window().statusBar()->showMessage(words, kNoticeMs);
    } else {
        m_welcome->showProblem(words);
    }
}

void ConsoleWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        paintStripe();
    }
    QWidget::changeEvent(event);
}

void ConsoleWindow::closeEvent(QCloseEvent* event) {
    m_settings.setValue(kGeometry, saveGeometry());
    endSession();
    m_demo->stop();
    QWidget::closeEvent(event);
}

} // namespace muster::console
