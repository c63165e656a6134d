// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/allocation_queue.h"

#include <gtest/gtest.h>

#include "core/kernel/cluster/entries.h"

namespace muster::cluster {
namespace {

using namespace std::chrono_literals;

struct QueueOfAgents : testing::Test {
    Deadlines deadlines;
    Uptime start{};
    AllocationQueue queue{1s, start, deadlines};
    AgentEntry n1{1}, n2{2}, n3{3};

    using Numbers = std::vector<AgentNumber>;
    static Numbers numbers(const std::vector<AgentEntry*>& agents) {
        Numbers out;
        for (const AgentEntry* agent : agents) {
            out.push_back(agent->number);
        }
        return out;
    }
};

} // namespace

TEST_F(QueueOfAgents, GivesARoundEachAgentOnceByNumber) {
    queue.add(n3.queue);
    queue.add(n1.queue);
    queue.add(n3.queue);
    EXPECT_EQ(numbers(queue.takeRound()), (Numbers{1, 3}));
    EXPECT_TRUE(queue.takeRound().empty());
}

TEST_F(QueueOfAgents, PlansARoundAtTheNextWholeIntervalWhileSomethingWaits) {
    queue.plan(start + 2500ms);
    EXPECT_FALSE(deadlines.next());
    queue.add(n1.queue);
    queue.plan(start + 2500ms);
    EXPECT_EQ(deadlines.next(), start + 3s);
    EXPECT_FALSE(queue.isRound());
    ASSERT_TRUE(deadlines.takeDue(start + 3s));
    queue.onRound();
    EXPECT_TRUE(queue.isRound());
    queue.takeRound();
    queue.plan(start + 3s);
    EXPECT_FALSE(deadlines.next());
}

TEST_F(QueueOfAgents, GivesUpThePlannedRoundWhereNothingWaitsAnyMore) {
    queue.add(n1.queue);
    queue.plan(start);
    queue.remove(n1.queue);
    queue.plan(start);
    EXPECT_FALSE(deadlines.next());
}

TEST_F(QueueOfAgents, LooksAtNewAndFreedAgentsBeforeTheRound) {
    queue.add(n1.queue);
    queue.addFreed(n2.queue);
    queue.addNew(n3.queue);
    const auto [fresh, freed] = queue.takeEarly();
    EXPECT_EQ(numbers(fresh), Numbers{3});
    EXPECT_EQ(numbers(freed), Numbers{2});
    EXPECT_TRUE(queue.takeEarly().freed.empty()) << "once";
    EXPECT_EQ(numbers(queue.takeRound()), (Numbers{1, 2})) << "a new one has had its turn";
}

TEST_F(QueueOfAgents, LooksAgainAtWhatNobodyWantedWhenARoundIsStarted) {
    queue.setIdle(n2.queue, true);
    queue.setIdle(n1.queue, true);
    queue.setIdle(n3.queue, true);
    queue.setIdle(n2.queue, false);
    EXPECT_TRUE(queue.takeRound().empty());
    queue.startRound();
    EXPECT_TRUE(queue.isRound());
    EXPECT_EQ(numbers(queue.takeRound()), (Numbers{1, 3}));
}

TEST_F(QueueOfAgents, WithoutAnIntervalMakesEachLookARound) {
    AllocationQueue eager(0s, start, deadlines);
    EXPECT_TRUE(eager.isRound());
}

} // namespace muster::cluster
