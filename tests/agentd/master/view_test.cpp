// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "agentd/master/journal_codec.h"
#include "agentd/master/view.h"
#include "core/proto/states.h"
#include "tests/agentd/master/samples.h"
#include "tests/support/bundle.h"

namespace muster::agentd {
namespace {

TEST(View, ShowsAGpuOfANodeWithoutDataAsThat) {
    const cluster::Agent agent{.id = {"S0"}, .state = AgentState::Unreachable};
    const GpuInfo info{.uuid = {"GPU-a"}};
    const cluster::Master::GpuView gpu{.agent = &agent, .info = &info, .status = {}};
    EXPECT_EQ(proto::word(row(gpu, kThen).state()), "no-data");
    EXPECT_EQ(row(gpu, kThen).no_data_since_ms(), 1'700'000'000'123);
    EXPECT_EQ(row(agent, 1, kThen).no_data_since_ms(), 1'700'000'000'123);
    EXPECT_EQ(row(agent, 1).no_data_since_ms(), 0);
}

TEST(View, ShowsAFreeGpuThatNobodyGetsAsUnavailableAndSaysWhy) {
    const GpuInfo info{.uuid = {"GPU-a"}};
    const auto shown = [&](const cluster::Agent& agent, GpuState state = GpuState::Free) {
        cluster::Master::GpuView gpu{.agent = &agent, .info = &info, .status = {}};
        gpu.status.state = state;
        const auto out = row(gpu);
        return std::string(proto::word(out.state())) + (out.problem().empty() ? "" : ": ")
            + out.problem();
    };
    cluster::Agent agent{.id = {"S0"}};
    agent.info.total = *Resources::parse("cpus:4;mem:512;gpus:1");
    EXPECT_EQ(shown(agent), "free");
    auto drained = agent;
    drained.policy.drain = cluster::AgentPolicy::Drain::Drained;
    drained.policy.author = "bob";
    drained.policy.reason = "fan";
    EXPECT_EQ(shown(drained), "unavailable: Its node is drained by bob: fan");
    EXPECT_EQ(shown(drained, GpuState::Allocated), "allocated");
    auto deactivated = agent;
    deactivated.policy.deactivated = true;
    EXPECT_EQ(shown(deactivated), "unavailable: Its node is deactivated");
    agent.used.add("*", *Resources::parse("cpus:3.5;mem:512"));
    EXPECT_EQ(shown(agent), "unavailable: All memory of its node is in use");
    agent.used.add("*", *Resources::parse("cpus:0.5"));
    EXPECT_EQ(shown(agent), "unavailable: All CPUs of its node are in use");
}

TEST(View, SaysWhyATaskEndedBesideWhatMesosSays) {
    const auto shown = row(task(TaskState::Failed));
    EXPECT_EQ(shown.why(), "killed by alice: wrong data");
    EXPECT_EQ(shown.message(), "Memory limit exceeded");
    auto running = task(TaskState::Running);
    running.latest.killedBy.reset();
    EXPECT_EQ(row(running).why(), "");
}

TEST(View, ShowsWhyAJobWaitsAndWhatATaskRuns) {
    auto in = job(JobState::Queued);
    in.waiting = WaitReason::NoAgents;
    in.waitText = "1 GPU requested, 0 free";
    EXPECT_EQ(row(in, {"F"}).wait_text(), "1 GPU requested, 0 free");
    EXPECT_EQ(row(task(TaskState::Running)).command(), "python3 train.py");
}

TEST(View, KeepsAndShowsWhoHoldsAJobAndWhy) {
    auto in = job(JobState::Queued);
    in.hold = {"alice", "waits for data", kThen};
    EXPECT_EQ(row(in, {"F"}).hold().author(), "alice");
    EXPECT_EQ(row(in, {"F"}).hold().reason(), "waits for data");
    EXPECT_EQ(jobFromRow(journalRow(in, {"F"}).SerializeAsString())->hold, in.hold);
}

TEST(View, ShowsWhatAFrameworkUsesAndThatItIsConnected) {
    cluster::Framework in{.info = {.id = {"F"}}};
    in.used.add("*", *Resources::parse("cpus:3"));
    in.link = cluster::Link{4};
    EXPECT_TRUE(row(in).connected());
    EXPECT_EQ(test::wordsOf(row(in).used()), "cpus:3");
}

TEST(View, ShowsWhoDrainsAnAgentAndWhy) {
    cluster::Agent in;
    in.policy = {.deactivated = true,
        .drain = cluster::AgentPolicy::Drain::Draining,
        .drainStart = kThen,
        .author = "alice",
        .reason = "fan rattles"};
    const auto draining = row(in, 1);
    EXPECT_EQ(draining.drain().author(), "alice");
    EXPECT_EQ(draining.drain().reason(), "fan rattles");
    EXPECT_NE(draining.drain().since_ms(), 0);
    EXPECT_FALSE(draining.drain().done());
    in.policy.drain = cluster::AgentPolicy::Drain::Drained;
    EXPECT_TRUE(row(in, 1).drain().done());
    in.policy = {};
    EXPECT_FALSE(row(in, 1).has_drain());
}

TEST(View, KeepsAndShowsTheOrdersForGpusThatAreNotCarriedOutYet) {
    const Restriction restriction{
        .gpu = {"GPU-a"}, .reason = "fan", .author = "alice", .since = kThen};
    cluster::AgentRecord in{.id = {"S0"}, .hostname = "node-7"};
    in.orders = {{{"GPU-a"}, restriction, "alice"}, {{"GPU-b"}, std::nullopt, "bob"}};
    in.home = "0123456789abcdef";
    in.unreachableSince = kThen;
    const auto kept = agentFromRow(journalRow(in).SerializeAsString());
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_EQ(kept->home, in.home);
    EXPECT_EQ(kept->unreachableSince, kThen);
    const auto& orders = kept->orders;
    ASSERT_EQ(orders.size(), 2u);
    EXPECT_EQ(orders[0].restriction, restriction);
    EXPECT_EQ(orders[1].gpu.value, "GPU-b");
    EXPECT_EQ(orders[1].restriction, std::nullopt);
    EXPECT_EQ(orders[1].author, "bob");

    const cluster::GpuRestriction held{restriction, {"S0"}};
    EXPECT_EQ(*restrictionFromRow(journalRow(held).SerializeAsString()), held);

    cluster::Agent agent;
    agent.info.hostname = "node-7";
    const GpuInfo info{.uuid = {"GPU-a"}};
    const auto shown = row(cluster::Master::GpuView{&agent, &info, {}, &in.orders[0]});
    EXPECT_EQ(shown.problem(), "To be restricted by alice as soon as node-7 has confirmed it");
}

} // namespace
} // namespace muster::agentd
