// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/kernel/cluster/agent_table.h"
#include "core/kernel/cluster/framework_table.h"

namespace muster::cluster {

TEST(AgentTable, GivesIdsOfItsLifeAndKnowsThem) {
    AgentTable agents("M2");
    EXPECT_EQ(agents.nextId().value, "M2-S0");
    EXPECT_EQ(agents.nextId().value, "M2-S1");
    EXPECT_TRUE(agents.isOfThisLife({"M2-S0"}));
    EXPECT_FALSE(agents.isOfThisLife({"M1-S0"}));
}

TEST(AgentTable, GivesNoIdThatAnAgentSaysIsItsOwn) {
    AgentTable agents("M2");
    agents.add({"M2-S0"});
    EXPECT_EQ(agents.nextId().value, "M2-S1");
}

TEST(AgentTable, KnowsWhoHasBeenGoneLongest) {
    AgentTable agents("M");
    AgentEntry& second = agents.add({"second"});
    AgentEntry& first = agents.add({"first"});
    agents.setHome(first, "node:/var/lib/muster");
    second.policy.gone = Instant{std::chrono::seconds(2)};
    first.policy.gone = Instant{std::chrono::seconds(1)};
    agents.noteGone(second);
    agents.noteGone(first);
    EXPECT_EQ(agents.oldestGone(2), nullptr);
    EXPECT_EQ(agents.oldestGone(1), &first);
    first.info.home = "node:/srv"; // it has moved meanwhile
    agents.remove(first);
    EXPECT_EQ(agents.oldestGone(1), nullptr);
    AgentEntry& later = agents.add({"later"});
    later.info.home = "node:/var/lib/muster";
    EXPECT_EQ(agents.otherAtHome(later), nullptr);
}

TEST(AgentTable, FindsAgentsByIdAndByNumberUntilTheyAreRemoved) {
    AgentTable agents("M");
    AgentEntry& first = agents.add({"b"});
    AgentEntry& second = agents.add({"a"});
    EXPECT_EQ(agents.find(AgentId{"a"}), &second);
    EXPECT_EQ(agents.find(first.number), &first);
    EXPECT_EQ(agents.inOrder().begin()->second, &first) << "by first sight";
    EXPECT_NE(first.profile, second.profile);
    agents.remove(first);
    EXPECT_EQ(agents.find(AgentId{"b"}), nullptr);
    EXPECT_EQ(agents.inOrder().size(), 1u);
}

TEST(AgentTable, KnowsWhoWasAtAHomeBefore) {
    AgentTable agents("M");
    AgentEntry& former = agents.add({"former"});
    agents.setHome(former, "machine:/var/lib/muster");
    AgentEntry& later = agents.add({"later"});
    later.info.home = "machine:/var/lib/muster";
    EXPECT_EQ(agents.otherAtHome(later), &former);
    EXPECT_EQ(agents.otherAtHome(former), nullptr);
    former.policy.gone = Instant{};
    EXPECT_EQ(agents.otherAtHome(later), nullptr) << "it cannot come back";
    agents.setHome(later, later.info.home);
    EXPECT_EQ(agents.otherAtHome(former), &later);
}

TEST(FrameworkTable, NeverTakesAnIdThatWasRemoved) {
    allocator::FairShare share;
    FrameworkTable frameworks("M2", share);
    const FrameworkId mine = frameworks.nextId();
    EXPECT_EQ(mine.value, "M2-0000");
    frameworks.remove(frameworks.add({.id = mine}, Instant{}), Instant{});
    frameworks.remove(frameworks.add({.id = {"M1-0007"}}, Instant{}), Instant{});
    EXPECT_TRUE(frameworks.wasRemoved(mine));
    EXPECT_TRUE(frameworks.wasRemoved({"M1-0007"}));
    EXPECT_TRUE(frameworks.wasRemoved({"M2-0042"})) << "of this life, and not known";
    EXPECT_FALSE(frameworks.wasRemoved({"M1-0008"})) << "of an earlier life: it may come back";
    EXPECT_EQ(frameworks.find(mine), nullptr);
}

TEST(FrameworkTable, KeepsTheLatestOfEarlierLivesOut) {
    allocator::FairShare share;
    FrameworkTable frameworks("M2", share);
    frameworks.keepOut({"first"});
    frameworks.keepOut({"second"});
    frameworks.keepOut({"second"});
    EXPECT_TRUE(frameworks.wasRemoved({"first"}));
    for (std::size_t i = 1; i < kRemovedFrameworksKept; ++i) {
        frameworks.keepOut({fmt::format("M1-{}", i)});
    }
    EXPECT_FALSE(frameworks.wasRemoved({"first"})) << "the oldest";
    EXPECT_TRUE(frameworks.wasRemoved({"second"}));
}

TEST(FrameworkTable, RemembersTheLatestThatWereRemoved) {
    allocator::FairShare share;
    FrameworkTable frameworks("M", share);
    for (const auto* id : {"a", "b", "c"}) {
        frameworks.remove(frameworks.add({.id = {id}}, Instant{}), Instant{});
    }
    frameworks.add({.id = {"a"}}, Instant{});
    EXPECT_EQ(frameworks.trim(1), std::vector{FrameworkId{"b"}}) << "a has come back";
    ASSERT_EQ(frameworks.completed().size(), 1u);
    EXPECT_EQ(frameworks.completed().front().info.id.value, "c");
}

TEST(FrameworkTable, HasOneClientForEachRoleOfAFramework) {
    allocator::FairShare share;
    FrameworkTable frameworks("M", share);
    FrameworkEntry& framework = frameworks.add({.id = {"f"}}, Instant{});
    ClientEntry& client = frameworks.client(framework, "ml");
    EXPECT_EQ(client.framework, &framework);
    EXPECT_EQ(&frameworks.client(client.serial), &client);
    EXPECT_EQ(&frameworks.client(framework, "ml"), &client);
    EXPECT_EQ(client.role, share.find("ml")) << "it has joined the share of its role";
    const ClientNumber serial = client.serial;
    frameworks.removeClient(client);
    EXPECT_TRUE(framework.clients.empty());
    EXPECT_EQ(share.find("ml"), nullptr) << "nobody is in it any more";
    EXPECT_NE(frameworks.client(framework, "ml").serial, serial) << "never given twice";
}

TEST(FrameworkTable, CountsThoseThatWaitEagerlyUntilTheyAreRemoved) {
    allocator::FairShare share;
    FrameworkTable frameworks("M", share);
    FrameworkEntry& one = frameworks.add({.id = {"a"}}, Instant{});
    FrameworkEntry& other = frameworks.add({.id = {"b"}}, Instant{});
    frameworks.setWaitsEagerly(one, true);
    frameworks.setWaitsEagerly(one, true);
    frameworks.setWaitsEagerly(other, true);
    frameworks.setWaitsEagerly(one, false);
    EXPECT_TRUE(frameworks.anyWaitsEagerly());
    frameworks.remove(other, Instant{});
    EXPECT_FALSE(frameworks.anyWaitsEagerly());
}

} // namespace muster::cluster
