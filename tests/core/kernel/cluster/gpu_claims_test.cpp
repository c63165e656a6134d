// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/gpu_claims.h"

#include <gtest/gtest.h>

#include "core/kernel/cluster/entries.h"

namespace muster::cluster {
namespace {

using Names = std::vector<std::string>;

struct ClaimsOfGpus : testing::Test {
    AgentEntry n1{1}, n2{2}, n3{3};
    const AgentEntry* mayTake = nullptr;
    Names changed;
    GpuClaims claims{{[this](const AgentEntry& claimant, const AgentEntry&, const GpuUuid&) {
                          return &claimant == mayTake;
                      },
        [](const GpuUuid&, const AgentEntry& owner) { return fmt::format("by {}", owner.number); },
        [this](const GpuUuid& gpu) { changed.push_back(gpu.value); }}};

    void shows(AgentEntry& agent, const Names& gpus) {
        const auto before = std::exchange(agent.info.gpus, {});
        for (const auto& gpu : gpus) {
            agent.info.gpus.push_back({.uuid = {gpu}});
        }
        claims.change(agent, before);
    }
    std::vector<AgentNumber> news() {
        std::vector<AgentNumber> out;
        for (const AgentEntry* agent : claims.takeNews()) {
            out.push_back(agent->number);
        }
        return out;
    }
};

} // namespace

TEST_F(ClaimsOfGpus, AreOfWhoeverShowsTheGpuFirst) {
    shows(n1, {"a"});
    shows(n2, {"a", "b"});
    EXPECT_EQ(claims.owner({"a"}), &n1);
    EXPECT_EQ(claims.owner({"b"}), &n2);
    EXPECT_EQ(n2.claimedByOthers, (GpuClaims::Rivals{{{"a"}, "by 1"}}));
    EXPECT_TRUE(n1.claimedByOthers.empty());
    EXPECT_EQ(news(), std::vector<AgentNumber>{2});
    EXPECT_TRUE(news().empty()) << "told once";
    EXPECT_EQ(changed, (Names{"a", "b"}));
}

TEST_F(ClaimsOfGpus, PassToTheFirstRivalWhenTheOwnerNoLongerShowsTheGpu) {
    shows(n1, {"a"});
    shows(n3, {"a"});
    shows(n2, {"a"});
    news();
    shows(n1, {});
    EXPECT_EQ(claims.owner({"a"}), &n2);
    EXPECT_TRUE(n2.claimedByOthers.empty());
    EXPECT_EQ(n3.claimedByOthers, (GpuClaims::Rivals{{{"a"}, "by 2"}}));
    EXPECT_EQ(news(), (std::vector<AgentNumber>{2, 3}));
}

TEST_F(ClaimsOfGpus, PassToWhoMayTakeOver) {
    shows(n1, {"a"});
    mayTake = &n2;
    shows(n2, {"a"});
    EXPECT_EQ(claims.owner({"a"}), &n2);
    EXPECT_EQ(n1.claimedByOthers, (GpuClaims::Rivals{{{"a"}, "by 2"}}));
}

TEST_F(ClaimsOfGpus, AreYieldedOnlyToARivalThatMayHaveThem) {
    shows(n1, {"a"});
    shows(n2, {"a"});
    claims.yield(n1);
    EXPECT_EQ(claims.owner({"a"}), &n1);
    mayTake = &n2;
    claims.yield(n1);
    EXPECT_EQ(claims.owner({"a"}), &n2);
    ASSERT_EQ(claims.rivals({"a"}).size(), 1u);
    EXPECT_EQ(claims.rivals({"a"})[0], &n1);
}

TEST_F(ClaimsOfGpus, EndWithTheLastAgentThatShowsTheGpu) {
    shows(n1, {"a"});
    shows(n2, {"a"});
    shows(n2, {});
    shows(n1, {});
    EXPECT_TRUE(claims.empty());
    EXPECT_TRUE(n2.claimedByOthers.empty());
}

TEST_F(ClaimsOfGpus, AreToldAgainToAnAgentThatConnectsAgain) {
    shows(n1, {"a"});
    shows(n2, {"a"});
    news();
    claims.tellAgain(n2);
    claims.tellAgain(n1);
    EXPECT_EQ(news(), std::vector<AgentNumber>{2});
}

} // namespace muster::cluster
