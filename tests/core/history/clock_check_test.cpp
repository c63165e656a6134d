// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/clock_check.h"

#include <gtest/gtest.h>

#include "tests/core/history/noon.h"

namespace muster::history {
namespace {

using namespace std::chrono_literals;

// The clocks of a machine that has been up for so long, with the wall clock wrong by `ahead`.
Now at(Duration up, Duration ahead = {}) {
    return {kNoon + up + ahead, Uptime(up)};
}

TEST(ClockCheck, TrustsAClockThatHasRunForAnHour) {
    ClockCheck clock;
    EXPECT_FALSE(clock.isTrusted(at(5min)));
    EXPECT_FALSE(clock.isTrusted(at(64min)));
    EXPECT_TRUE(clock.isTrusted(at(65min)));
    EXPECT_TRUE(clock.isTrusted(at(66min)));
}

TEST(ClockCheck, WaitsForAnHourAfterAStepInEitherDirection) {
    for (const Duration step : {Duration(24h * 40), Duration(-24h), Duration(2min)}) {
        ClockCheck clock;
        EXPECT_FALSE(clock.isTrusted(at(0min)));
        EXPECT_TRUE(clock.isTrusted(at(60min)));
        EXPECT_FALSE(clock.isTrusted(at(61min, step)));
        EXPECT_FALSE(clock.isTrusted(at(120min, step)));
        EXPECT_TRUE(clock.isTrusted(at(121min, step)));
        EXPECT_FALSE(clock.isTrusted(at(122min))) << "set right";
    }
}

TEST(ClockCheck, TakesNoOffenceAtSmallCorrections) {
    ClockCheck clock;
    EXPECT_FALSE(clock.isTrusted(at(0min)));
    EXPECT_FALSE(clock.isTrusted(at(30min, 2s)));
    EXPECT_TRUE(clock.isTrusted(at(60min, -2s)));
}

} // namespace
} // namespace muster::history
