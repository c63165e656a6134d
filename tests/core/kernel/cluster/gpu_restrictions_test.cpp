// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/gpu_restrictions.h"

#include "tests/core/kernel/cluster/components.h"
#include "tests/core/kernel/cluster/events_of.h"

namespace muster::cluster {
namespace {

struct RestrictionsOfGpus : Components {
    GpuClaims claims{{[](const AgentEntry&, const AgentEntry&, const GpuUuid&) { return false; },
        [](const GpuUuid&, const AgentEntry&) { return std::string("claimed"); },
        [](const GpuUuid&) {}}};
    GpuRestrictions restrictions{agents, claims, changedAgents, outbox};
    AgentEntry& n1 = addAgent("n1");
    AgentEntry& n2 = addAgent("n2");

    // What the agent tells of the GPU: `by` what it is restricted.
    void show(AgentEntry& agent, const std::string& gpu, std::optional<Restriction> by = {}) {
        const auto before = agent.info.gpus;
        agent.info.gpus = {{.uuid = {gpu}}};
        agent.gpus = {{.gpu = {gpu}, .restriction = std::move(by)}};
        claims.change(agent, before);
    }
    void hide(AgentEntry& agent) {
        const auto before = std::exchange(agent.info.gpus, {});
        agent.gpus.clear();
        claims.change(agent, before);
    }
    static Restriction loud(std::optional<Instant> until = {}) {
        return {{"g"}, "loud", "ann", kNow, until};
    }
};

} // namespace

TEST_F(RestrictionsOfGpus, AreInForceAtTheAgentThatHasConfirmedThem) {
    show(n1, "g");
    EXPECT_TRUE(restrictions.restrict(loud()));
    EXPECT_EQ(restrictions.find({"g"})->agent.value, "");
    const auto orders = sent<RestrictGpu>();
    ASSERT_EQ(orders.size(), 1u);
    EXPECT_EQ(of<AgentRecorded>(events).size(), 1u) << "the next master gives it again";
    restrictions.confirm(n1, orders[0].order);
    EXPECT_EQ(restrictions.find({"g"})->agent.value, "n1");
    EXPECT_EQ(n1.orders.find({"g"}), nullptr);
}

TEST_F(RestrictionsOfGpus, AreGivenOnlyForAGpuThatIsThere) {
    EXPECT_EQ(restrictions.restrict(loud()).error().kind, Error::Kind::NotFound);
    show(n1, "g");
    n1.confirmed = false;
    EXPECT_EQ(restrictions.restrict(loud()).error().kind, Error::Kind::Unavailable);
    n1.policy.gone = kNow;
    EXPECT_EQ(restrictions.restrict(loud()).error().kind, Error::Kind::Unavailable);
    EXPECT_TRUE(takeOutputs().empty());
}

TEST_F(RestrictionsOfGpus, FollowTheGpuToAnotherAgent) {
    show(n1, "g");
    EXPECT_TRUE(restrictions.restrict(loud()));
    restrictions.confirm(n1, sent<RestrictGpu>().at(0).order);
    hide(n1);
    show(n2, "g");
    restrictions.compare(kNow);
    EXPECT_NE(n2.orders.find({"g"}), nullptr);
    ASSERT_NE(n1.orders.find({"g"}), nullptr);
    EXPECT_FALSE(n1.orders.find({"g"})->restriction) << "it may come back there";
}

TEST_F(RestrictionsOfGpus, EndWhereTheAgentThatKeptThemSaysSo) {
    show(n1, "g");
    EXPECT_TRUE(restrictions.restrict(loud()));
    restrictions.confirm(n1, sent<RestrictGpu>().at(0).order);
    show(n1, "g", loud());
    restrictions.compare(kNow);
    EXPECT_NE(restrictions.find({"g"}), nullptr);
    show(n1, "g");
    restrictions.compare(kNow);
    EXPECT_EQ(restrictions.find({"g"}), nullptr);
}

TEST_F(RestrictionsOfGpus, EndByTimeWhereNoAgentHasTheGpu) {
    restrictions.recover(GpuRestriction{loud(kNow + std::chrono::hours(1)), {"n1"}});
    show(n2, "other");
    restrictions.compare(kNow);
    EXPECT_NE(restrictions.find({"g"}), nullptr);
    show(n2, "another");
    restrictions.compare(kNow + std::chrono::hours(1));
    EXPECT_EQ(restrictions.find({"g"}), nullptr);
}

TEST_F(RestrictionsOfGpus, AreReleasedAlsoWhereNoAgentHasTheGpu) {
    EXPECT_FALSE(restrictions.release({"g"}, "bob")) << "nothing is known of it";
    restrictions.recover(GpuRestriction{loud(), {"n1"}});
    EXPECT_TRUE(restrictions.release({"g"}, "bob"));
    EXPECT_EQ(restrictions.find({"g"}), nullptr);
    EXPECT_EQ(sent<ReleaseGpu>().size(), 1u) << "to the agent that carried it out";
}

TEST_F(RestrictionsOfGpus, AreSentAgainToAnAgentThatHasNotConfirmed) {
    show(n1, "g");
    n1.link.reset();
    EXPECT_TRUE(restrictions.restrict(loud()));
    EXPECT_TRUE(sent<RestrictGpu>().empty());
    n1.link = Link{7};
    restrictions.sendAgain(n1);
    EXPECT_EQ(sent<RestrictGpu>().size(), 1u);
    restrictions.forget(n1);
    restrictions.sendAgain(n1);
    EXPECT_TRUE(sent<RestrictGpu>().empty());
}

} // namespace muster::cluster
