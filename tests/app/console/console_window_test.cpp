// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/console_window.h"

#include <set>

#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QStatusBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/desktop/deep_link.h"
#include "app/console/frame/cluster_menu.h"
#include "app/console/frame/cluster_switcher.h"
#include "app/console/frame/session.h"
#include "app/console/frame/shortcut_list.h"
#include "app/console/frame/welcome_page.h"
#include "app/console/pages/gpus_page.h"
#include "app/console/pages/overview_page.h"
#include "app/console/pages/settings_page.h"
#include "app/console/theming.h"
#include "tests/app/console/fake_master.h"
#include "tests/support/paths.h"
#include "tests/widgets/draw.h"
#include "widgets/forms/problem_label.h"
#include "widgets/models/gpu_model.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/list_panel.h"
#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;

namespace {

// Two masters, a profile of each, and a window.
class Console : public testing::Test {
protected:
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("console.ini")), QSettings::IniFormat};
    FakeMaster lab, far;
    ProfileStore profiles{folder.filePath(QStringLiteral("contexts.toml")).toStdString()};
    Theming theming;
    std::unique_ptr<ConsoleWindow> window;

    void SetUp() override {
        lab.snapshot = draw("node1: a free 90, b allocated 20", 1);
        far.snapshot = draw("node2: c free 1", 1);
        put("lab", lab, "#d55e00");
        put("far", far, "");
        make();
    }
    void TearDown() override {
        window.reset();
        theming.setTheme(Theme::Light); // as main() of the tests has it
    }
    void put(const char* name, const FakeMaster& master, const char* colour) {
        ASSERT_TRUE(profiles.put({QString::fromLatin1(name),
            {"127.0.0.1:" + std::to_string(master.server.serverPort()), "", "secret", "",
                colour}}));
    }
    void make() {
        ConsoleWindow::Dependencies around;
        around.user = QStringLiteral("alice");
        around.version = QStringLiteral("0.1.0");
        around.contexts = folder.filePath(QStringLiteral("contexts.toml")).toStdString();
        around.cache = folder.filePath(QStringLiteral("cache.sqlite")).toStdString();
        around.demoFolder = folder.filePath(QStringLiteral("demo"));
        window.reset();
        window = std::make_unique<ConsoleWindow>(
            settings, theming, Preferences::load(settings), around);
        window->show();
    }
    void open(const char* name) {
        window->open(*profiles.find(QString::fromLatin1(name)));
        ASSERT_TRUE(live());
    }
    void wantEveryPage() {
        for (const auto& page : window->mainWindow()->pageNames()) {
            window->showPage(page);
        }
    }
    bool live() {
        return QTest::qWaitFor([this] {
            return window->session() != nullptr
                && window->session()->link().phase() == Link::Phase::Live;
        });
    }
    std::size_t gpus() { return window->session()->state().gpus().size(); }
    void keep(const char* name) {
        QTest::qWait(50);
        window->grab().save(QStringLiteral(MUSTER_ARTIFACTS "/") + QString::fromLatin1(name));
    }
};

} // namespace

TEST_F(Console, WelcomesWhoHasNoClusterAndSaysWhyTheDemoDoesNotStart) {
    EXPECT_EQ(window->mainWindow(), nullptr);
    EXPECT_TRUE(window->welcomePage().isVisible());
    EXPECT_TRUE(window->welcomePage().problem().isEmpty());
    keep("welcome.png");
    window->openDemo();
    EXPECT_EQ(window->welcomePage().problem(),
        QStringLiteral("muster-agentd was not found next to this program or in PATH"));
}

TEST_F(Console, ShowsWhoIsWhereAndAStripeInTheProfilesColour) {
    open("lab");
    const auto title = window->windowTitle();
    EXPECT_TRUE(title.startsWith(QStringLiteral("lab – alice@127.0.0.1:"))) << title.toStdString();
    EXPECT_TRUE(window->hasStripe());
    open("far");
    EXPECT_TRUE(window->windowTitle().startsWith(QStringLiteral("far – ")));
    EXPECT_FALSE(window->hasStripe());
}

TEST_F(Console, OpensALinkInTheClusterThatItNames) {
    open("lab");
    window->openLink(*DeepLink::parse(QStringLiteral("muster:///gpus/b")));
    EXPECT_EQ(window->mainWindow()->currentPage().objectName(), QStringLiteral("gpus"));
    window->openLink(*DeepLink::parse(QStringLiteral("muster://far/nodes")));
    ASSERT_TRUE(live());
    EXPECT_TRUE(window->windowTitle().startsWith(QStringLiteral("far – ")));
    EXPECT_EQ(window->mainWindow()->currentPage().objectName(), QStringLiteral("nodes"));
    window->openLink(*DeepLink::parse(QStringLiteral("muster://FAR/jobs")));
    EXPECT_TRUE(window->windowTitle().startsWith(QStringLiteral("far – "))) << "it is the only one";
    EXPECT_EQ(window->mainWindow()->currentPage().objectName(), QStringLiteral("jobs"));
    window->openLink(*DeepLink::parse(QStringLiteral("muster://nowhere/nodes")));
    EXPECT_TRUE(window->windowTitle().startsWith(QStringLiteral("far – "))) << "it stays open";
}

TEST_F(Console, ChoosesWhatALinkPointsAtOnceTheClusterHasAnswered) {
    open("lab");
    window->openLink(*DeepLink::parse(QStringLiteral("muster://far/gpus/c")));
    ASSERT_TRUE(live());
    const auto chosen = [this] { return window->mainWindow()->gpus().list().table().currentKey(); };
    EXPECT_TRUE(QTest::qWaitFor([&] { return chosen() == QStringLiteral("c"); }));
    const auto says = [this](const char* words) {
        return window->mainWindow()->statusBar()->currentMessage() == QString::fromLatin1(words);
    };
    EXPECT_FALSE(says("c is not in this list"));
    window->openLink(*DeepLink::parse(QStringLiteral("muster:///gpus/z")));
    EXPECT_TRUE(says("z is not in this list"));
    window->openLink(*DeepLink::parse(QStringLiteral("muster:///moon")));
    EXPECT_TRUE(says("Unknown page \"moon\""));
    EXPECT_EQ(window->mainWindow()->currentPage().objectName(), QStringLiteral("gpus"));
}

TEST_F(Console, TellsInTheWindowWhatTheDesktopDoesNotShow) {
    open("lab");
    QTest::qWait(2 * models::ClusterState::kBatchMs); // how it was at first is no news
    lab.say(change(2, "node1: a lost ?, b allocated 20"));
    const auto words = [this] { return window->mainWindow()->statusBar()->currentMessage(); };
    EXPECT_TRUE(QTest::qWaitFor([&] {
        return words().startsWith(QStringLiteral("GPU node1:0 is lost"));
    })) << words().toStdString();
}

TEST_F(Console, SwitchesToAnotherClusterFromItsMenu) {
    open("lab");
    EXPECT_EQ(gpus(), 2u);
    emit window->mainWindow()->clusterMenu().clusterWanted(QStringLiteral("far"));
    ASSERT_TRUE(QTest::qWaitFor([&] {
        return window->session()->cluster().name == QStringLiteral("far") && live() && gpus() == 1;
    }));
    EXPECT_EQ(ConsoleWindow::lastProfile(settings), QStringLiteral("far"));
    ASSERT_TRUE(QTest::qWaitFor([&] {
        return lab.sockets.empty()
            || lab.sockets.back()->state() == QAbstractSocket::UnconnectedState;
    })) << "the old link is closed";
}

TEST_F(Console, RemembersPageFilterAndMetricOfEachCluster) {
    open("lab");
    window->showPage(QStringLiteral("gpus"));
    window->mainWindow()->gpus().list().setFilter(QStringLiteral("util>80"));
    window->mainWindow()->overview().setHeatMetric(static_cast<int>(Metric::Temperature));
    open("far");
    EXPECT_EQ(window->mainWindow()->currentPage().objectName(), QStringLiteral("overview"));
    open("lab");
    EXPECT_EQ(window->mainWindow()->currentPage().objectName(), QStringLiteral("gpus"));
    EXPECT_EQ(window->mainWindow()->gpus().list().filterText(), QStringLiteral("util>80"));
    EXPECT_EQ(window->mainWindow()->overview().heatMetric(), static_cast<int>(Metric::Temperature));
}

TEST_F(Console, StaysWhereItIsWhenTheOtherTokenCannotBeRead) {
    open("lab");
    ASSERT_TRUE(
        profiles.put({QStringLiteral("bad"), {"127.0.0.1:1", "/nowhere/token", "", "", ""}}));
    window->open(*profiles.find(QStringLiteral("bad")));
    EXPECT_EQ(window->session()->cluster().name, QStringLiteral("lab"));
    const auto said = window->mainWindow()->statusBar()->currentMessage();
    EXPECT_TRUE(said.contains(QStringLiteral("/nowhere/token"))) << said.toStdString();
    make();
    window->open(*profiles.find(QStringLiteral("bad")));
    EXPECT_EQ(window->session(), nullptr);
    EXPECT_TRUE(window->welcomePage().problem().startsWith(QStringLiteral("bad: ")));
}

TEST_F(Console, ForgetsARemovedClusterAndWelcomes) {
    open("lab");
    emit window->mainWindow()->settingsPage().removeWanted(QStringLiteral("lab"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->session() == nullptr; }));
    EXPECT_EQ(profiles.read()->all.count("lab"), 0u);
    settings.sync();
    EXPECT_FALSE(settings.allKeys().join(QLatin1Char(' ')).contains(QLatin1String("profiles/lab")));
}

TEST_F(Console, ExportsWhatItKeepsOfEachClusterByNameOrAddressAndNoToken) {
    open("lab");
    auto unnamed = *profiles.find(QStringLiteral("far"));
    unnamed.name.clear();
    window->open(unnamed);
    ASSERT_TRUE(live());
    open("lab");
    const auto path = folder.filePath(QStringLiteral("out.ini"));
    emit window->mainWindow()->settingsPage().exportWanted(path);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto written = QString::fromUtf8(file.readAll());
    EXPECT_TRUE(written.contains(QStringLiteral("lab")));
    EXPECT_TRUE(written.contains(QString::number(far.server.serverPort()))) << "its address";
    EXPECT_FALSE(written.contains(QStringLiteral("secret")));
}

TEST_F(Console, ChangesTheThemeAtOnceAndKeepsIt) {
    open("lab");
    const auto before = window->grab().toImage().pixelColor(300, 5);
    auto chosen = window->preferences();
    chosen.theme = Theme::Dark;
    chosen.thresholds.utilisation = 50;
    emit window->mainWindow()->settingsPage().preferencesEdited(chosen);
    EXPECT_TRUE(widgets::isDark(window->mainWindow()->palette()));
    EXPECT_NE(window->grab().toImage().pixelColor(300, 5), before);
    EXPECT_EQ(Preferences::load(settings), chosen);
    for (const auto* page : {"overview", "gpus", "settings"}) {
        window->showPage(QString::fromLatin1(page));
        const auto name = QStringLiteral("dark_%1.png").arg(QString::fromLatin1(page));
        keep(name.toLatin1().constData());
    }
    make();
    EXPECT_TRUE(theming.isDark()) << "the next start has it, too";
}

TEST_F(Console, MakesAPageWhenItIsFirstWanted) {
    open("lab");
    const auto made = [this] {
        QStringList names;
        for (const auto* page : window->findChildren<Page*>()) {
            names << page->objectName();
        }
        return names;
    };
    EXPECT_EQ(made(), QStringList{QStringLiteral("overview")});
    window->showPage(QStringLiteral("jobs"));
    EXPECT_EQ(made(), (QStringList{QStringLiteral("overview"), QStringLiteral("jobs")}));
}

TEST_F(Console, MarksWhatIsAboveTheThresholds) {
    open("lab");
    auto* model = window->mainWindow()->gpus().findChild<models::GpuModel*>();
    ASSERT_NE(model, nullptr);
    ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 2; }));
    const auto marks = [&](const char* uuid) {
        return model->index(model->rowOf(uuid), models::GpuModel::columnOf(Metric::GpuUtilization))
            .data(models::TableModel::MarkRole)
            .toInt();
    };
    EXPECT_EQ(marks("a"), static_cast<int>(models::Mark::Busy));
    EXPECT_EQ(marks("b"), static_cast<int>(models::Mark::None));
    auto chosen = window->preferences();
    chosen.thresholds.utilisation = 10;
    emit window->mainWindow()->settingsPage().preferencesEdited(chosen);
    EXPECT_EQ(marks("b"), static_cast<int>(models::Mark::Busy));
}

TEST_F(Console, ListsEveryKeyAndFindsAClusterByLetters) {
    open("lab");
    wantEveryPage();
    const ShortcutList list(window->findChildren<QAction*>(), window.get());
    EXPECT_EQ(list.keysOf(QStringLiteral("Settings")), QStringLiteral("Alt+9 or Ctrl+,"));
    EXPECT_EQ(list.keysOf(QStringLiteral("Light or dark theme")), QStringLiteral("Ctrl+T"));
    EXPECT_EQ(list.keysOf(QStringLiteral("Full screen")), QStringLiteral("F11"));
    EXPECT_EQ(list.keysOf(QStringLiteral("Keyboard shortcuts")), QStringLiteral("F1 or ?"));
    EXPECT_EQ(list.keysOf(QStringLiteral("Log")), QStringLiteral("L"));
    EXPECT_EQ(list.keysOf(QStringLiteral(
                  "Move the divider between two parts of a page, which Tab leads to")),
        QStringLiteral("Arrow keys"));
    const auto* table = list.findChild<QTableWidget*>();
    std::set<QString> seen;
    for (int row = 0; row < table->rowCount(); ++row) {
        const QString line = table->item(row, 0)->text() + table->item(row, 1)->text();
        EXPECT_TRUE(seen.insert(line).second) << "twice: " << line.toStdString();
    }
    ClusterSwitcher switcher({{QStringLiteral("lab"), QStringLiteral("h:1"), {}},
                                 {QStringLiteral("far"), QStringLiteral("g:2"), {}}},
        window.get());
    QTest::keyClicks(&switcher.field(), QStringLiteral("g:"));
    EXPECT_EQ(switcher.chosen(), QStringLiteral("far"));
    QTest::keyClicks(&switcher.field(), QStringLiteral("x"));
    EXPECT_EQ(switcher.chosen(), QString());
}

// A key of a page's own may be another page's, too, but none of the window's: Qt then does neither.
TEST_F(Console, HasNoKeyThatMeansTwoThings) {
    open("lab");
    wantEveryPage();
    const auto actions = window->findChildren<QAction*>();
    for (const auto* one : actions) {
        for (const auto* other : actions) {
            if (one == other || one->shortcutContext() != Qt::WindowShortcut) {
                continue;
            }
            for (const auto& key : one->shortcuts()) {
                EXPECT_FALSE(other->shortcuts().contains(key))
                    << key.toString().toStdString() << ": " << one->text().toStdString() << " and "
                    << other->text().toStdString();
            }
        }
    }
}

TEST(SettingsPage, TellsWhatIsEditedAndNotWhatItIsGiven) {
    SettingsPage page;
    int told = 0;
    QObject::connect(&page, &SettingsPage::preferencesEdited, [&] { ++told; });
    Preferences chosen;
    chosen.theme = Theme::Dark;
    chosen.language = QStringLiteral("zh_CN");
    chosen.thresholds.memory = 42;
    chosen.notifyJobs = false;
    page.setPreferences(chosen);
    EXPECT_EQ(told, 0);
    EXPECT_EQ(page.preferences(), chosen);
}

TEST(SettingsPage, KeepsTheQuietHoursUntilOthersCanBeRead) {
    SettingsPage page;
    page.show();
    std::vector<QString> told;
    QObject::connect(&page, &SettingsPage::preferencesEdited,
        [&](const Preferences& edited) { told.push_back(edited.quiet); });
    Preferences chosen;
    chosen.quiet = QStringLiteral("22:00-06:00");
    page.setPreferences(chosen);
    EXPECT_EQ(page.preferences(), chosen);
    auto& field = *page.findChild<QLineEdit*>(QStringLiteral("quiet_hours"));
    const auto problem = [&] { return page.findChild<widgets::ProblemLabel*>()->text(); };
    EXPECT_EQ(field.text(), chosen.quiet);
    EXPECT_EQ(problem(), QString());
    field.setText(QStringLiteral("22 to 7"));
    EXPECT_EQ(told.back(), QStringLiteral("22:00-06:00")) << "stays in force";
    EXPECT_TRUE(problem().contains(QStringLiteral("22:00-06:00 remains in effect")))
        << problem().toStdString();
    chosen.notifyJobs = false;
    page.setPreferences(chosen);
    EXPECT_EQ(field.text(), QStringLiteral("22 to 7")) << "what was typed is not lost";
    field.setText(QStringLiteral(" 23:00 - 7:00 "));
    EXPECT_EQ(told.back(), QStringLiteral("23:00 - 7:00"));
    EXPECT_EQ(problem(), QString());
    field.clear();
    EXPECT_EQ(told.back(), QString());
    field.setText(QStringLiteral("x"));
    EXPECT_TRUE(problem().contains(QStringLiteral("there are no quiet hours")));
    EXPECT_EQ(field.accessibleDescription(), problem());
}

TEST(Theming, FollowsTheDesktopUntilAThemeIsChosen) {
    Theming theming;
    theming.setDesktopDark(true);
    EXPECT_TRUE(theming.isDark());
    EXPECT_TRUE(widgets::isDark(QGuiApplication::palette()));
    theming.setDesktopDark(std::nullopt);
    EXPECT_FALSE(theming.isDark());
    theming.setTheme(Theme::Dark);
    theming.setDesktopDark(false);
    EXPECT_TRUE(theming.isDark());
    theming.setTheme(Theme::Light);
    EXPECT_FALSE(widgets::isDark(QGuiApplication::palette()));
}
