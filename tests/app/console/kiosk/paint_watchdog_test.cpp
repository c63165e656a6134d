// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/paint_watchdog.h"

#include <algorithm>

#include <QTest>
#include <QTimer>
#include <QWidget>
#include <gtest/gtest.h>

#include "tests/app/console/kiosk/notify_socket.h"

using namespace muster::console;
using muster::test::NotifySocket;
using namespace std::chrono_literals;

namespace {

// A window that wants to paint 20 times a second.
struct Painting {
    QWidget window;
    QWidget part{&window};
    QTimer repaint;

    Painting() {
        window.resize(200, 100);
        part.resize(200, 100);
        QObject::connect(&repaint, &QTimer::timeout, &part, qOverload<>(&QWidget::update));
        repaint.start(50);
        window.show();
    }
};

long pings(const std::vector<std::string>& said) {
    return std::count(said.begin(), said.end(), "WATCHDOG=1");
}

} // namespace

TEST(PaintWatchdog, SaysThatItIsReadyOnceAndPingsWhileItPaints) {
    NotifySocket manager;
    Painting painting;
    PaintWatchdog watchdog({manager.path(), 400ms}, painting.part);
    EXPECT_TRUE(manager.take().empty()); // nothing was painted yet
    QTest::qWait(1000);
    const auto said = manager.take();
    EXPECT_EQ(std::count(said.begin(), said.end(), "READY=1"), 1);
    EXPECT_EQ(said.front(), "READY=1");
    EXPECT_GE(pings(said), 3);
    EXPECT_LE(pings(said), 11); // four in a timeout, not one a frame
}

TEST(PaintWatchdog, FallsSilentWhenPaintingStopsThoughTheProgramRunsOn) {
    NotifySocket manager;
    Painting painting;
    PaintWatchdog watchdog({manager.path(), 400ms}, painting.part);
    QTest::qWait(300);
    painting.window.setUpdatesEnabled(false);
    QTest::qWait(100);
    EXPECT_GE(pings(manager.take()), 1);
    QTest::qWait(1000); // timers fire, nothing reaches the screen
    EXPECT_EQ(pings(manager.take()), 0);
    painting.window.setUpdatesEnabled(true);
    QTest::qWait(300);
    EXPECT_GE(pings(manager.take()), 1);
}

TEST(PaintWatchdog, PingsNobodyWhoDoesNotWatch) {
    NotifySocket manager;
    Painting painting;
    PaintWatchdog watchdog({manager.path(), 0us}, painting.part);
    QTest::qWait(200);
    const auto said = manager.take();
    EXPECT_EQ(said, std::vector<std::string>{"READY=1"});
}

TEST(PaintWatchdog, TellsItsStatusWhenItChanges) {
    NotifySocket manager;
    QWidget window;
    PaintWatchdog watchdog({manager.path(), 0us}, window);
    watchdog.setStatus(QStringLiteral("Live"));
    watchdog.setStatus(QStringLiteral("Live"));
    watchdog.setStatus(QStringLiteral("Not\nconnected"));
    EXPECT_EQ(manager.take(), (std::vector<std::string>{"STATUS=Live", "STATUS=Not connected"}));
}

TEST(PaintWatchdog, DoesNothingWithoutAManager) {
    Painting painting;
    PaintWatchdog watchdog({}, painting.part);
    watchdog.setStatus(QStringLiteral("Live"));
    QTest::qWait(100);
    EXPECT_TRUE(painting.part.isVisible());
}
