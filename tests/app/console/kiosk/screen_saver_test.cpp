// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/screen_saver.h"

#include <memory>

#include <gtest/gtest.h>

#include "tests/app/console/desktop/session_bus.h"

using namespace muster::console;
using muster::test::SessionBus;

// A desktop's screen saver.
class FakeSaver : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.ScreenSaver")
public:
    QString application, reason;
    quint32 released = 0;

public slots:
    quint32 Inhibit(const QString& name, const QString& why) {
        application = name;
        reason = why;
        return 4711;
    }
    void UnInhibit(quint32 cookie) { released = cookie; }
};

TEST(ScreenSaver, IsKeptAwayUntilTheWallEnds) {
    SessionBus bus;
    ASSERT_TRUE(bus.runs()) << "no dbus-daemon: scripts/deps --tests installs it";
    FakeSaver saver;
    auto desktop = bus.connect(QStringLiteral("desktop"));
    ASSERT_TRUE(desktop.registerService(QStringLiteral("org.freedesktop.ScreenSaver")));
    ASSERT_TRUE(desktop.registerObject(
        QStringLiteral("/org/freedesktop/ScreenSaver"), &saver, QDBusConnection::ExportAllSlots));
    auto wall = std::make_unique<ScreenSaver>(
        bus.connect(QStringLiteral("console")), QStringLiteral("a wall"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return wall->isInhibited(); }));
    EXPECT_EQ(saver.application, QStringLiteral("muster-console"));
    EXPECT_EQ(saver.reason, QStringLiteral("a wall"));
    wall.reset();
    EXPECT_TRUE(QTest::qWaitFor([&] { return saver.released == 4711; }));
}

TEST(ScreenSaver, IsNotMissedWhereNobodyOffersIt) {
    SessionBus bus;
    ASSERT_TRUE(bus.runs());
    const ScreenSaver alone(bus.connect(QStringLiteral("console")), QStringLiteral("a wall"));
    QTest::qWait(200);
    EXPECT_FALSE(alone.isInhibited());
    const ScreenSaver busless(QDBusConnection(QStringLiteral("none")), QStringLiteral("a wall"));
    EXPECT_FALSE(busless.isInhibited());
}

#include "screen_saver_test.moc"
