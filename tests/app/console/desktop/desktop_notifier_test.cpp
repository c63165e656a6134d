// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Against a real message bus with a notification server of the test's own on it.
#include "app/console/desktop/desktop_notifier.h"

#include <QDBusMessage>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/desktop/notices.h"
#include "app/console/desktop/running_console.h"
#include "tests/app/console/desktop/notification_server.h"
#include "tests/app/console/desktop/session_bus.h"
#include "tests/widgets/draw.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;
using models::Notice;

namespace {

Notice failed(const QString& job) {
    return {Notice::About::Job, job, job + QStringLiteral(" failed"),
        QStringLiteral("<b>exit 1</b>"), Notice::Urgency::Critical};
}

class Desktop : public testing::Test {
protected:
    SessionBus bus;

    void SetUp() override { ASSERT_TRUE(bus.runs()) << "dbus-daemon did not start"; }
    bool until(const NotificationServer& server, std::size_t count) {
        return QTest::qWaitFor([&] { return server.shown.size() >= count; });
    }
};

} // namespace

TEST_F(Desktop, ShowsANoticeWithUrgencyActionsAndNoMarkup) {
    NotificationServer server(bus.connect(QStringLiteral("server")));
    DesktopNotifier notifier(bus.connect(QStringLiteral("client")));
    QTest::qWait(100); // its capabilities
    notifier.show(failed(QStringLiteral("job-1")), 0);
    ASSERT_TRUE(until(server, 1));
    const auto& shown = server.shown[0];
    EXPECT_EQ(shown.replaces, 0u);
    EXPECT_EQ(shown.title, QStringLiteral("job-1 failed"));
    EXPECT_EQ(shown.body, QStringLiteral("&lt;b&gt;exit 1&lt;/b&gt;"));
    EXPECT_EQ(shown.hints.value(QStringLiteral("urgency")).toInt(), 2);
    EXPECT_EQ(shown.actions,
        (QStringList{QStringLiteral("default"), QStringLiteral("Open"), QStringLiteral("log"),
            QStringLiteral("Logs")}));
}

TEST_F(Desktop, ReplacesTheNoticeOfTheSameJob) {
    NotificationServer server(bus.connect(QStringLiteral("server")));
    DesktopNotifier notifier(bus.connect(QStringLiteral("client")));
    notifier.show(failed(QStringLiteral("job-1")), 0);
    ASSERT_TRUE(until(server, 1));
    QTest::qWait(50);
    notifier.show(failed(QStringLiteral("job-1")), 1);
    ASSERT_TRUE(until(server, 2));
    EXPECT_EQ(server.shown[1].replaces, 1u);
}

TEST_F(Desktop, MakesOneSummaryOfABurst) {
    NotificationServer server(bus.connect(QStringLiteral("server")));
    DesktopNotifier notifier(bus.connect(QStringLiteral("client")));
    for (int i = 0; i < 8; ++i) {
        notifier.show(failed(QStringLiteral("job-%1").arg(i)), i);
        ASSERT_TRUE(until(server, i + 1));
        QTest::qWait(20);
    }
    EXPECT_EQ(server.shown[5].title, QStringLiteral("1 more notifications"));
    EXPECT_EQ(server.shown[7].title, QStringLiteral("3 more notifications"));
}

TEST_F(Desktop, NeverShowsTwoSummariesHoweverLateTheServerAnswers) {
    NotificationServer server(bus.connect(QStringLiteral("server")));
    DesktopNotifier notifier(bus.connect(QStringLiteral("client")));
    for (int i = 0; i < 8; ++i) {
        notifier.show(failed(QStringLiteral("job-%1").arg(i)), i);
    }
    ASSERT_TRUE(QTest::qWaitFor([&] {
        return !server.shown.empty()
            && server.shown.back().title == QStringLiteral("3 more notifications");
    }));
    ASSERT_EQ(server.shown.size(), 7U) << "those between the first and the last say nothing new";
    EXPECT_EQ(server.shown[5].title, QStringLiteral("1 more notifications"));
    EXPECT_EQ(server.shown[6].replaces, 6U);
}

TEST_F(Desktop, OpensWhatIsClickedAndItsLog) {
    NotificationServer server(bus.connect(QStringLiteral("server")));
    DesktopNotifier notifier(bus.connect(QStringLiteral("client")));
    QString opened, log;
    QObject::connect(&notifier, &DesktopNotifier::openWanted,
        [&](const Notice& notice) { opened = notice.object; });
    QObject::connect(
        &notifier, &DesktopNotifier::logWanted, [&](const QString& job) { log = job; });
    notifier.show(failed(QStringLiteral("job-1")), 0);
    ASSERT_TRUE(until(server, 1));
    QTest::qWait(50);
    emit server.ActionInvoked(1, QStringLiteral("log"));
    emit server.ActionInvoked(99, QStringLiteral("default")); // another program's
    EXPECT_TRUE(QTest::qWaitFor([&] { return !log.isEmpty(); }));
    EXPECT_EQ(log, QStringLiteral("job-1"));
    EXPECT_EQ(opened, QString());
    emit server.ActionInvoked(1, QStringLiteral("default"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return opened == QStringLiteral("job-1"); }));
}

TEST_F(Desktop, HandsTheNoticeBackWhereNoServerAnswers) {
    DesktopNotifier notifier(bus.connect(QStringLiteral("client")));
    QString back;
    QObject::connect(&notifier, &DesktopNotifier::undeliverable,
        [&](const Notice& notice) { back = notice.title; });
    notifier.show(failed(QStringLiteral("job-1")), 0);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !back.isEmpty(); }));
    EXPECT_EQ(back, QStringLiteral("job-1 failed"));
}

TEST_F(Desktop, TellsOfMyJobUnlessTheSettingsSayNo) {
    NotificationServer server(bus.connect(QStringLiteral("server")));
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("x.ini")), QSettings::IniFormat);
    models::ClusterState state;
    Notices notices(
        state, settings, QStringLiteral("alice"), bus.connect(QStringLiteral("client")));
    state.apply(draw("node1: a free 0"));
    state.flush();
    ASSERT_TRUE(state.apply(change(2, "node1: a lost ?")));
    state.flush();
    ASSERT_TRUE(until(server, 1));
    EXPECT_EQ(server.shown[0].title, QStringLiteral("GPU node1:0 is lost"));

    const Notice low{Notice::About::Job, {}, {}, {}, Notice::Urgency::Low};
    EXPECT_TRUE(notices.wanted(low, {12, 0}));
    settings.setValue(QStringLiteral("notifications/quiet"), QStringLiteral("22:00-07:00"));
    EXPECT_FALSE(notices.wanted(low, {23, 0}));
    EXPECT_TRUE(notices.wanted(failed(QStringLiteral("job-1")), {23, 0}));
    settings.setValue(QStringLiteral("notifications/jobs"), false);
    EXPECT_FALSE(notices.wanted(failed(QStringLiteral("job-1")), {12, 0}));
}

TEST_F(Desktop, GivesALinkToTheConsoleThatRunsAlready) {
    const auto link = DeepLink::parse(QStringLiteral("muster://lab/jobs/job-42")).value();
    auto second = bus.connect(QStringLiteral("second"));
    EXPECT_FALSE(RunningConsole::handOver(second, link));

    // The one that runs is another process in life: here it must answer while the caller waits.
    RunningConsole first(bus.connect(QStringLiteral("first")));
    ASSERT_TRUE(first.isFirst());
    QString opened;
    QObject::connect(
        &first, &RunningConsole::linkOpened, [&](const DeepLink& got) { opened = got.text(); });
    first.Open({link.text(), QStringLiteral("http://nothing/of/ours")}, {});
    EXPECT_EQ(opened, link.text());
    EXPECT_FALSE(RunningConsole(second).isFirst());
}

#include "desktop_notifier_test.moc"
