// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/time.h"

#include <limits>

#include <gtest/gtest.h>

namespace muster::proto {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

TEST(Graces, AreTakenAsTheyAreUpToAYear) {
    EXPECT_EQ(graceOf("it", 0s), Duration::zero());
    EXPECT_EQ(graceOf("it", 1500ms), Duration(1500ms));
    EXPECT_EQ(graceOf("it", 2000ns), Duration(2us));
    EXPECT_EQ(graceOf("it", std::chrono::hours(24 * 364)), Duration(std::chrono::hours(24 * 364)));
    EXPECT_EQ(graceOf("it", std::chrono::seconds(kMost)), kMostGrace);
    EXPECT_EQ(graceOf("it", std::chrono::milliseconds(kMost)), kMostGrace);
    EXPECT_EQ(graceOf("it", std::chrono::nanoseconds(kMost)), kMostGrace);
}

TEST(Graces, AreNeverNegative) {
    EXPECT_EQ(graceOf("It", -1ns).error().message, "It must be non-negative");
    EXPECT_FALSE(graceOf("it", std::chrono::seconds(-kMost)));
}

} // namespace
} // namespace muster::proto
