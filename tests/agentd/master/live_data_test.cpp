// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/live_data.h"

#include <gtest/gtest.h>

#include "tests/agentd/master/samples.h"

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;

Now at(Duration since, Duration clockSet = {}) {
    return {kThen + since + clockSet, Uptime(since)};
}

struct LiveDataOfANode : testing::Test {
    LiveData live;
    cluster::Agent agent{.id = {"S0"}};

    std::optional<Instant> since() const { return live.noDataSince("S0"); }
    bool look(Duration time) { return live.look(agent, at(time)); }
    void sample(Duration from, Duration to) {
        for (auto time = from; time <= to; time += 1s) {
            live.sampled("S0", at(time));
            look(time);
        }
    }
};

TEST_F(LiveDataOfANode, IsLiveBeforeItsFirstSample) {
    EXPECT_FALSE(look(0s));
    EXPECT_FALSE(look(1h));
    EXPECT_EQ(since(), std::nullopt);
}

TEST_F(LiveDataOfANode, IsOfTheNewestSampleWhenTheLinkIsLost) {
    sample(1s, 20s);
    EXPECT_EQ(since(), std::nullopt);
    agent.state = AgentState::Disconnected;
    agent.disconnected = kThen + 50s; // noticed late
    EXPECT_TRUE(look(50s));
    EXPECT_EQ(since(), kThen + 20s);
    agent.state = AgentState::Unreachable;
    EXPECT_TRUE(look(90s)) << "why its GPUs cannot be had is another";
    EXPECT_FALSE(look(91s));
    EXPECT_EQ(since(), kThen + 20s);
}

TEST_F(LiveDataOfANode, IsOfTheLossWhereNothingWasSampled) {
    agent.state = AgentState::Disconnected;
    agent.disconnected = kThen + 7s;
    EXPECT_TRUE(look(8s));
    EXPECT_EQ(since(), kThen + 7s);
}

TEST_F(LiveDataOfANode, IsOldWhenSamplesStayAwayAndLiveWhenTheyComeBack) {
    sample(1s, 20s);
    EXPECT_FALSE(look(35s));
    EXPECT_TRUE(look(36s));
    EXPECT_EQ(since(), kThen + 20s);
    live.sampled("S0", at(40s));
    EXPECT_TRUE(look(40s));
    EXPECT_EQ(since(), std::nullopt);
}

TEST_F(LiveDataOfANode, IsOldAgainAsSoonAfterALongOutage) {
    sample(1s, 20s);
    EXPECT_TRUE(look(36s));
    live.sampled("S0", at(600s));
    EXPECT_TRUE(look(600s));
    EXPECT_FALSE(look(615s));
    EXPECT_TRUE(look(616s)) << "one long gap is not how often it samples";
}

TEST_F(LiveDataOfANode, LearnsHowOftenASlowOneSamples) {
    for (const auto time : {0s, 60s, 120s}) {
        live.sampled("S0", at(time));
    }
    EXPECT_FALSE(look(300s));
    EXPECT_TRUE(look(301s));
}

TEST_F(LiveDataOfANode, TellsOnceThatItsFreeGpusCannotBeHad) {
    sample(1s, 5s);
    agent.policy.drain = cluster::AgentPolicy::Drain::Draining;
    EXPECT_TRUE(look(5s));
    EXPECT_FALSE(look(6s));
    EXPECT_EQ(since(), std::nullopt) << "it sends samples";
    agent.policy.drain = cluster::AgentPolicy::Drain::None;
    EXPECT_TRUE(look(7s));
}

// An agent that came back may have no GPU to sample any more.
TEST_F(LiveDataOfANode, BeginsAnewWithItsAgentsReturn) {
    sample(1s, 20s);
    agent.state = AgentState::Unreachable;
    agent.disconnected = kThen + 20s;
    EXPECT_TRUE(look(30s));
    agent.state = AgentState::Active;
    EXPECT_TRUE(look(500s));
    EXPECT_EQ(since(), std::nullopt);
    EXPECT_FALSE(look(600s));
}

TEST_F(LiveDataOfANode, IsNotOldBecauseTheClockWasSet) {
    sample(1s, 20s);
    EXPECT_FALSE(live.look(agent, at(21s, 1h)));
    EXPECT_FALSE(live.look(agent, at(22s, -1h)));
    EXPECT_EQ(since(), std::nullopt);
}

TEST_F(LiveDataOfANode, WasSeenWithItsNewestSample) {
    EXPECT_EQ(live.lastSeen("S0", kThen), kThen) << "nothing says that it is away";
    sample(1s, 20s);
    EXPECT_EQ(live.lastSeen("S0", kThen + 21s), kThen + 20s);
    agent.state = AgentState::Disconnected;
    agent.disconnected = kThen + 50s;
    look(50s);
    EXPECT_EQ(live.lastSeen("S0", kThen + 60s), kThen + 20s);
}

} // namespace
} // namespace muster::agentd
