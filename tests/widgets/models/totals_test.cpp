// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/totals.h"

#include <random>

#include <gtest/gtest.h>

#include "tests/support/bundle.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/models/resource_text.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

TEST(Totals, CountEachGpuInOneColumn) {
    ClusterState state;
    state.apply(
        draw("node1: a free, b allocated, c offered, d restricted / node2: e draining, f lost"));
    const auto sums = RunningTotals(state).now();
    EXPECT_EQ(sums.total.gpus(), Milli::whole(6));
    EXPECT_EQ(sums.allocated.gpus(), Milli::whole(2));
    EXPECT_EQ(sums.offered.gpus(), Milli::whole(1));
    EXPECT_EQ(sums.idle.gpus(), Milli::whole(1));
    EXPECT_EQ(sums.outOfService.gpus(), Milli::whole(2));
    EXPECT_EQ(sums.total.total("cpus"), Milli::whole(16));
    EXPECT_EQ(sums.agents, 2);
}

TEST(Totals, CountAllOfANodeThatIsAwayByOneRule) {
    ClusterState state;
    state.apply(draw("node1: a allocated, b free / node2: c free"));
    ASSERT_TRUE(state.apply(lost(2, "node1: a allocated, b free")));
    state.flush();
    const auto sums = RunningTotals(state).now();
    for (const auto* resource : {"gpus", "cpus", "mem"}) {
        const auto amount = [resource](const Resources& of) { return of.total(resource); };
        EXPECT_GT(amount(sums.away), Milli{}) << resource;
        EXPECT_EQ(amount(sums.allocated), Milli{}) << resource;
        EXPECT_EQ(amount(sums.total),
            amount(sums.allocated) + amount(sums.offered) + amount(sums.idle)
                + amount(sums.outOfService) + amount(sums.away))
            << resource;
    }
    EXPECT_EQ(sums.total.total("cpus"), Milli::whole(16));
    EXPECT_EQ(sums.away.total("cpus"), Milli::whole(8));
    EXPECT_EQ(sums.idle.total("cpus"), Milli::whole(8));
    EXPECT_EQ(sums.away.gpus(), Milli::whole(2));
    EXPECT_EQ(sums.idle.gpus(), Milli::whole(1));
    EXPECT_EQ(sums.agents, 1);
    EXPECT_EQ(sums.agentsKnown, 2);
}

TEST(Totals, CountNothingOfANodeWithoutDataAsUsable) {
    ClusterState state;
    state.apply(draw("node1: a free 10, b allocated 90 / node2: c free"));
    RunningTotals running(state);
    ASSERT_TRUE(state.apply(lost(2, "node1: a free, b allocated")));
    state.flush();
    const auto& sums = running.now();
    EXPECT_EQ(sums.idle.gpus(), Milli::whole(1));
    EXPECT_EQ(sums.allocated.gpus(), Milli{});
    EXPECT_EQ(sums.away.gpus(), Milli::whole(2));
    EXPECT_EQ(sums.idle.total("cpus"), Milli::whole(8));
    EXPECT_EQ(sums.agents, 1);
}

TEST(Totals, CountNoFreeGpuOfADrainedNodeAsUsable) {
    ClusterState state;
    state.apply(draw("node1: a unavailable, b allocated / node2: c free"));
    state.flush();
    const RunningTotals running(state);
    const auto& sums = running.now();
    EXPECT_EQ(sums.idle.gpus(), Milli::whole(1));
    EXPECT_EQ(sums.allocated.gpus(), Milli::whole(1));
    EXPECT_EQ(sums.outOfService.gpus(), Milli::whole(1));
}

TEST(Totals, CountNothingThatAClosedNodeHasLeftAsIdle) {
    ClusterState state;
    auto snapshot = draw("node1 / node2");
    auto& closed = *snapshot.mutable_rows()->mutable_agents(0);
    closed.set_closed("drained by alice");
    *closed.mutable_used() = test::bundle("cpus:3");
    state.apply(snapshot);
    const auto sums = RunningTotals(state).now();
    EXPECT_EQ(sums.idle.total("cpus"), Milli::whole(8));
    EXPECT_EQ(sums.allocated.total("cpus"), Milli::whole(3));
    EXPECT_EQ(sums.outOfService.total("cpus"), Milli::whole(5));
    EXPECT_EQ(sums.total.total("cpus"), Milli::whole(16));
}

TEST(Totals, FollowEveryChangeAsIfCountedAnew) {
    ClusterState state;
    state.apply(draw("node1: a free, b allocated / node2: c offered"));
    state.flush();
    RunningTotals running(state);
    std::mt19937 random(7);
    const char* states[] = {"free", "allocated", "offered", "restricted", "lost", "draining"};
    for (std::uint64_t seq = 2; seq < 200; ++seq) {
        const auto of = [&] { return std::string(states[random() % 6]); };
        auto delta = change(seq, "node1: a " + of() + ", b " + of() + " / node2: c " + of());
        auto& agent = *delta.mutable_changed()->mutable_agents(0);
        agent.set_state(test::worded(random() % 3 == 0 ? "unreachable" : "active"));
        agent.set_closed(random() % 4 == 0 ? "deactivated" : "");
        *agent.mutable_used() = test::bundle("cpus:" + std::to_string(random() % 8));
        if (random() % 4 == 0) {
            delta.mutable_removed()->add_gpus("b");
            delta.mutable_removed()->add_agents("S-node2");
        }
        ASSERT_TRUE(state.apply(delta));
        state.flush();
        EXPECT_EQ(running.now(), RunningTotals(state).now()) << seq;
    }
}

TEST(Totals, SayNothingWhenNothingOfThemChanged) {
    ClusterState state;
    state.apply(draw("node1: a free 10"));
    state.flush();
    RunningTotals running(state);
    int changes = 0;
    QObject::connect(&running, &RunningTotals::changed, [&] { ++changes; });
    state.apply(samples("node1: a free 80", 1'700'000'001'000));
    state.flush();
    EXPECT_EQ(changes, 0);
    ASSERT_TRUE(state.apply(change(2, "node1: a allocated")));
    state.flush();
    EXPECT_EQ(changes, 1);
}

TEST(Amounts, AreShownInTheUnitThatFits) {
    const auto shown
        = [](int mebibytes) { return mebibytesText(Milli::whole(mebibytes)).toStdString(); };
    EXPECT_EQ(shown(512), "512 MiB");
    EXPECT_EQ(shown(1536), "1.5 GiB");
    EXPECT_EQ(shown(131072), "128 GiB");
    EXPECT_EQ(shown(10'321'920), "9.84 TiB");
    EXPECT_EQ(shown(2'000'000'000), "1907 TiB");
}
