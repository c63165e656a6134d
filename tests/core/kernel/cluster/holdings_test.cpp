// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/holdings.h"

#include <gtest/gtest.h>

#include "core/kernel/cluster/leftovers.h"

namespace muster::cluster {
namespace {

const Resources kPart = *Resources::parse("cpus:1;mem:32;gpus:1");

struct HoldingsTest : testing::Test {
    Deadlines deadlines;
    AllocationQueue queue{{}, {}, deadlines};
    allocator::FairShare share;
    FrameworkTable frameworks{"M", share};
    ChangedEntries<AgentEntry> agents;
    ChangedEntries<FrameworkEntry> changedFrameworks;
    Holdings holdings{share, frameworks, queue, agents, changedFrameworks};
    Leftovers leftovers{holdings};

    AgentEntry agent{0};
    FrameworkEntry& framework = frameworks.add({.id = {"f"}}, Instant{});

    Quantities ofRole(std::string_view role) const {
        const allocator::FairShare::Role* found = share.find(role);
        return found ? found->allocated : Quantities{};
    }
    bool isQueued() { return queue.takeRound() == std::vector{&agent}; }
};

} // namespace

TEST_F(HoldingsTest, CountAtTheAgentTheFrameworkAndTheRole) {
    holdings.use(agent, framework, "ml", kPart);
    EXPECT_EQ(agent.used.total(), kPart);
    EXPECT_EQ(framework.used.byRole().at("ml"), kPart);
    EXPECT_EQ(ofRole("ml"), quantitiesOf(kPart));
    EXPECT_EQ(frameworks.client(framework, "ml").allocated, quantitiesOf(kPart));
    EXPECT_EQ(agents.take(), std::vector{&agent});
    EXPECT_EQ(changedFrameworks.take(), std::vector{&framework});
    EXPECT_FALSE(isQueued()) << "nothing of it has become free";

    holdings.free(agent, framework, "ml", kPart);
    EXPECT_TRUE(agent.used.total().empty());
    EXPECT_TRUE(framework.used.total().empty());
    EXPECT_TRUE(ofRole("ml").empty());
    EXPECT_EQ(agents.take(), std::vector{&agent});
    EXPECT_TRUE(isQueued());
}

TEST_F(HoldingsTest, OfAnOfferCountAsOffered) {
    ClientEntry& client = frameworks.client(framework, "ml");
    holdings.offer(agent, client, kPart);
    EXPECT_EQ(agent.offered, kPart);
    EXPECT_EQ(framework.offered, kPart);
    EXPECT_TRUE(agent.used.total().empty());
    EXPECT_EQ(ofRole("ml"), quantitiesOf(kPart)) << "as what is used";
    holdings.withdraw(agent, client, kPart);
    EXPECT_TRUE(agent.offered.empty());
    EXPECT_TRUE(framework.offered.empty());
    EXPECT_TRUE(ofRole("ml").empty());
    EXPECT_TRUE(isQueued());
}

TEST_F(HoldingsTest, OfSomebodyUnknownCountForTheRole) {
    holdings.use(agent, "ml", kPart);
    EXPECT_EQ(agent.used.total(), kPart);
    EXPECT_EQ(ofRole("ml"), quantitiesOf(kPart));
    holdings.free(agent, "ml", kPart);
    EXPECT_TRUE(agent.used.total().empty());
    EXPECT_EQ(share.find("ml"), nullptr);
    EXPECT_TRUE(isQueued());
}

TEST_F(HoldingsTest, OfLeftoversAreKeptOnceHoweverOftenAnAgentNamesThem) {
    const TaskKey key{{"gone"}, {"t"}};
    leftovers.keep(agent, key, {kPart, "ml", false});
    leftovers.keep(agent, key, {kPart, "ml", false});
    EXPECT_EQ(agent.used.total(), kPart);
    EXPECT_TRUE(agent.leftovers.contains(key));
    EXPECT_EQ(agent.leftovers.frameworksOfTasks(), std::set<FrameworkId>{{"gone"}});
    leftovers.drop(agent, key);
    leftovers.drop(agent, key);
    EXPECT_TRUE(agent.used.total().empty());
    EXPECT_FALSE(agent.leftovers.hasTasks());
}

TEST_F(HoldingsTest, OfSilentLeftoversGoTogether) {
    const TaskKey told{{"f"}, {"told"}}, silent{{"gone"}, {"silent"}};
    const ExecutorKey executor{{"gone"}, {"e"}};
    leftovers.keep(agent, told, {kPart, "ml", false});
    leftovers.keep(agent, silent, {kPart, "ml", true});
    leftovers.keep(agent, executor, ExecutorInfo{.id = {"e"}, .resources = kPart, .role = "ml"});
    EXPECT_TRUE(agent.leftovers.hasExecutors());
    leftovers.dropSilent(agent);
    EXPECT_EQ(agent.used.total(), kPart);
    EXPECT_TRUE(agent.leftovers.contains(told)) << "its agent will tell of its end";
    EXPECT_FALSE(agent.leftovers.contains(silent));
    EXPECT_FALSE(agent.leftovers.hasExecutors());

    leftovers.keep(agent, silent, {kPart, "ml", true});
    leftovers.dropAll(agent);
    EXPECT_TRUE(agent.used.total().empty());
    EXPECT_FALSE(agent.leftovers.hasTasks());
}

} // namespace muster::cluster
