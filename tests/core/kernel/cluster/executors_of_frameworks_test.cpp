// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/executors.h"

#include "tests/core/kernel/cluster/components.h"

namespace muster::cluster {
namespace {

struct ExecutorsOfFrameworks : Components {
    AgentEntry& n1 = addAgent("n1");
    AgentEntry& n2 = addAgent("n2");
    FrameworkEntry& f = addFramework("f");

    static ExecutorInfo executor(const std::string& id) {
        return {.id = {id}, .resources = *Resources::parse("cpus:0.5;mem:32"), .role = "ml"};
    }
};

} // namespace

TEST_F(ExecutorsOfFrameworks, CountAtTheirAgentAndFrameworkUntilTheyAreRemoved) {
    executors.add(n1, f, executor("e"));
    ASSERT_NE(Executors::find(n1, {{"f"}, {"e"}}), nullptr);
    EXPECT_EQ(Executors::find(n2, {{"f"}, {"e"}}), nullptr);
    EXPECT_FALSE(f.executors.empty());
    EXPECT_EQ(n1.used.total(), executor("e").resources);
    EXPECT_EQ(f.used.byRole().at("ml"), executor("e").resources);
    executors.remove(n1, {{"f"}, {"e"}});
    EXPECT_TRUE(f.executors.empty());
    EXPECT_TRUE(n1.used.total().empty());
    EXPECT_TRUE(f.used.total().empty());
}

TEST_F(ExecutorsOfFrameworks, CountOnceHoweverOftenTheirAgentNamesThem) {
    executors.add(n1, f, executor("e"));
    executors.add(n1, f, executor("e"));
    EXPECT_EQ(n1.used.total(), executor("e").resources);
}

TEST_F(ExecutorsOfFrameworks, AreNamedInTheOrderOfTheirIds) {
    FrameworkEntry& g = addFramework("g");
    executors.add(n1, f, executor("b"));
    executors.add(n1, g, executor("x"));
    executors.add(n1, f, executor("a"));
    EXPECT_EQ(Executors::idsOf(n1, {"f"}), (std::vector<ExecutorId>{{"a"}, {"b"}}));
    EXPECT_TRUE(Executors::idsOf(n2, {"f"}).empty());
}

TEST_F(ExecutorsOfFrameworks, LeaveTheirAgentTogether) {
    executors.add(n1, f, executor("a"));
    executors.add(n1, f, executor("b"));
    executors.add(n2, f, executor("a"));
    executors.removeAll(n1);
    EXPECT_TRUE(n1.executors.empty());
    EXPECT_TRUE(n1.used.total().empty());
    EXPECT_EQ(n2.executors.size(), 1u);
    EXPECT_FALSE(f.executors.empty());
}

TEST_F(ExecutorsOfFrameworks, HoldWhatTheyHaveOfAnAgentThatStillHasToEndThem) {
    executors.add(n1, f, executor("a"));
    executors.add(n2, f, executor("a"));
    n2.link.reset();
    EXPECT_EQ(executors.removeAll(f), (std::set<AgentNumber>{n1.number, n2.number}));
    EXPECT_TRUE(f.executors.empty());
    EXPECT_TRUE(n1.executors.empty());
    EXPECT_TRUE(n1.leftovers.hasExecutors());
    EXPECT_EQ(n1.used.total(), executor("a").resources);
    EXPECT_FALSE(n2.leftovers.hasExecutors()) << "it will be told when it comes back";
    EXPECT_TRUE(n2.used.total().empty());
}

} // namespace muster::cluster
