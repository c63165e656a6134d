// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/elapsed.h"

#include <gtest/gtest.h>

namespace muster {
namespace {

using namespace std::chrono_literals;

TEST(Elapsed, IsInTheTwoUnitsThatPeopleWouldName) {
    EXPECT_EQ(elapsedText(250ms), "250 ms");
    EXPECT_EQ(elapsedText(8s), "8 s");
    EXPECT_EQ(elapsedText(75s), "1 min 15 s");
    EXPECT_EQ(elapsedText(2h + 5min + 59s), "2 h 5 min");
    EXPECT_EQ(elapsedText(76h), "3 d 4 h");
    EXPECT_EQ(elapsedText(30min), "30 min");
    EXPECT_EQ(elapsedText(1h + 59s), "1 h");
}

TEST(Elapsed, LeavesOutWhatNobodyAskedToKnow) {
    EXPECT_EQ(elapsedText(75'003'114us), "1 min 15 s");
    EXPECT_EQ(elapsedText(999'999us), "999 ms");
    EXPECT_EQ(elapsedText(3us), "0 s");
}

TEST(Elapsed, IsNeverLessThanNothing) {
    EXPECT_EQ(elapsedText(0s), "0 s");
    EXPECT_EQ(elapsedText(-5s), "0 s");
}

} // namespace
} // namespace muster
