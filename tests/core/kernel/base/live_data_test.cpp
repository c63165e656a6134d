// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/live_data.h"

#include <gtest/gtest.h>

namespace muster {
namespace {

using namespace std::chrono_literals;

TEST(LiveData, IsWhatAConnectedAgentSays) {
    EXPECT_TRUE(isLive({AgentState::Active}));
    EXPECT_FALSE(isLive({AgentState::Disconnected}));
    EXPECT_FALSE(isLive({AgentState::Unreachable}));
    EXPECT_FALSE(isLive({AgentState::Disconnected, 0s, 1s})) << "sampled just before";
}

TEST(LiveData, IsOldWhenSamplesStayAwayForThreeOfTheirIntervals) {
    EXPECT_TRUE(isLive({AgentState::Active, 15s, 1s}));
    EXPECT_FALSE(isLive({AgentState::Active, 15'001ms, 1s}));
    EXPECT_TRUE(isLive({AgentState::Active, 90s, 30s})) << "--sample_interval=30secs";
    EXPECT_FALSE(isLive({AgentState::Active, 91s, 30s}));
    EXPECT_FALSE(isLive({AgentState::Active, 16s})) << "a single sample came";
    EXPECT_FALSE(isLive({AgentState::Active, 31min, 24h})) << "an outage is no interval";
}

} // namespace
} // namespace muster
