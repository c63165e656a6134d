// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/web/failed_sign_ins.h"

#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;

constexpr Uptime kStart{1h};

TEST(FailedSignIns, WritesTheFirstOnesAndThenHowManyThereWere) {
    FailedSignIns failures;
    for (int i = 0; i < FailedSignIns::kAtOnce; ++i) {
        EXPECT_EQ(failures.add(fmt::format("try {}", i), kStart), fmt::format("try {}", i));
    }
    EXPECT_EQ(failures.add("try 10", kStart), std::nullopt);
    EXPECT_EQ(failures.add("try 11", kStart + 9min), std::nullopt);
    EXPECT_TRUE(failures.waits());
    EXPECT_EQ(failures.take(kStart + 10min), "2 times, the last try 11");
    EXPECT_FALSE(failures.waits());
    EXPECT_EQ(failures.take(kStart + 30min), std::nullopt) << "there is nothing to write";
}

TEST(FailedSignIns, TellsOfPeopleWhoMistypeOneByOne) {
    FailedSignIns failures;
    for (auto at = kStart; at < kStart + 24h; at += 10min) {
        EXPECT_TRUE(failures.add("by token", at));
    }
}

TEST(FailedSignIns, CannotFillTheJournal) {
    FailedSignIns failures;
    int rows = 0;
    for (auto at = kStart; at < kStart + 24h; at += 1s) {
        rows += failures.add("by token", at) ? 1 : 0;
    }
    EXPECT_LE(rows, FailedSignIns::kAtOnce + 24 * 6);
    EXPECT_GT(rows, 24 * 6);
}

} // namespace
} // namespace muster::agentd
