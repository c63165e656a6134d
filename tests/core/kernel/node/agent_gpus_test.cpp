// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include <gtest/gtest.h>

#include "tests/core/kernel/node/fake_node.h"

namespace muster::node {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

TEST(AgentGpus, RegistersWithWhatItOwns) {
    FakeNode node(2);
    node.connect();
    EXPECT_EQ(node.registration->info.total.gpus(), Milli::whole(2));
    EXPECT_EQ(node.registration->gpus.size(), 2u);
    EXPECT_EQ(node.id.value, "M-S0");
    EXPECT_EQ(node.agentUpdates.size(), 1u) << "once, when the id is saved";
}

TEST(AgentGpus, ANewIdIsConfirmedOnlyAfterItWasSaved) {
    FakeNode node(2);
    node.connect();
    ASSERT_EQ(node.agentUpdates.size(), 1u);
    EXPECT_LT(node.position<SaveId>(), node.position<ToMaster>());
    node.agentUpdates.clear();
    node.apply(MasterLost{});
    node.connect();
    EXPECT_TRUE(node.agentUpdates.empty()) << "nothing new since the registration";
}

TEST(AgentGpus, RestrictedAreNotOfferedUntilReleased) {
    FakeNode node(2);
    node.connect();
    node.command(cluster::RestrictGpu{node.restriction(0)});
    EXPECT_EQ(node.restrictionSaves, 1);
    EXPECT_LT(node.position<SaveRestrictions>(), node.position<ToMaster>());
    EXPECT_EQ(node.gpuState(0), GpuState::Restricted);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(1));
    node.run("t");
    EXPECT_EQ(node.launches.back().gpus.at(0).uuid.value, "GPU-1");
    node.command(cluster::ReleaseGpu{FakeNode::gpu(0).uuid, "bob"});
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(2));
    EXPECT_TRUE(node.restrictions.empty());
}

TEST(AgentGpus, RestrictedOnesComeBackWhenTheOrderExpires) {
    FakeNode node(1);
    node.connect();
    node.command(cluster::RestrictGpu{node.restriction(0, node.now + hours(1))});
    EXPECT_EQ(node.agent->nextDeadline(), Now(node.now + seconds(10)).uptime)
        << "the wall clock may be set meanwhile";
    node.pass(hours(1));
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
    EXPECT_TRUE(node.restrictions.empty());
    EXPECT_FALSE(node.agent->nextDeadline());
}

TEST(AgentGpus, RestrictedOnesComeBackWhenTheWallClockSaysSo) {
    FakeNode node(1);
    node.connect();
    node.command(cluster::RestrictGpu{node.restriction(0, node.now + hours(1))});
    node.wallStep = -hours(2);
    node.pass(hours(1));
    EXPECT_EQ(node.gpuState(0), GpuState::Restricted) << "people were told a time of the day";
    node.wallStep = hours(2);
    node.pass(seconds(10));
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
}

TEST(AgentGpus, RestrictedWhileHeldDrainFirst) {
    FakeNode node(2);
    node.connect();
    node.run("t");
    node.start("t");
    node.acknowledgeAll();
    node.command(cluster::RestrictGpu{node.restriction(0)});
    EXPECT_EQ(node.gpuState(0), GpuState::Draining);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(2)) << "minus the one that is used: one is free";
    node.exit("t", {.code = 0});
    node.destroyed("t");
    EXPECT_EQ(node.gpuState(0), GpuState::Restricted);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(1));
    std::vector<bool> isStatus;
    for (const auto& output : node.last) {
        if (const auto* message = std::get_if<ToMaster>(&output)) {
            isStatus.push_back(std::holds_alternative<cluster::StatusUpdate>(message->message));
        }
    }
    EXPECT_EQ(isStatus, (std::vector<bool>{false, true})) << "the total falls before the use does";
}

TEST(AgentGpus, LostOnesComeBackWhenHealthyAgain) {
    FakeNode node(2);
    node.connect();
    node.apply(GpusReported{FakeNode::healthy(1)});
    EXPECT_EQ(node.gpuState(1), GpuState::Lost);
    EXPECT_FALSE(node.agent->gpus()[1].problem.empty());
    EXPECT_EQ(node.offeredGpus(), Milli::whole(1));
    auto ill = FakeNode::healthy(2);
    ill[0].health = GpuState::Unhealthy;
    ill[0].problem = "Xid 48";
    node.apply(GpusReported{ill});
    EXPECT_EQ(node.gpuState(0), GpuState::Unhealthy);
    EXPECT_EQ(node.gpuState(1), GpuState::Free);
    node.run("t");
    EXPECT_EQ(node.launches.back().gpus.at(0).uuid.value, "GPU-1");
    node.apply(GpusReported{FakeNode::healthy(2)});
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(2));
}

TEST(AgentGpus, LostWhileHeldStayWithTheirTask) {
    FakeNode node(1);
    node.connect();
    node.run("t");
    node.start("t");
    node.apply(GpusReported{});
    EXPECT_EQ(node.gpuState(0), GpuState::Lost);
    EXPECT_EQ(node.agent->gpus()[0].holder, FakeNode::key("t"));
    node.apply(GpusReported{FakeNode::healthy(1)});
    node.run("second");
    EXPECT_EQ(node.launches.size(), 1u);
    node.end("t");
    node.run("third");
    EXPECT_EQ(node.launches.size(), 2u);
}

TEST(AgentGpus, AreLaunchedWithTheMinorOfNow) {
    FakeNode node(1);
    node.connect();
    auto moved = FakeNode::healthy(1);
    moved[0].info.minor = 5;
    node.apply(GpusReported{moved});
    EXPECT_EQ(node.agentUpdates.back().info.gpus.at(0).minor, 5u);
    node.run("t");
    EXPECT_EQ(node.launches[0].gpus.at(0).minor, 5u);
}

TEST(AgentGpus, ThatAreOnlyWatchedAreNeverHandedOut) {
    FakeNode node(2);
    node.options.owned.pop_back();
    node.options.info.total.setScalar(Resources::Gpus, Milli::whole(1));
    node.agent.emplace(node.options, RecoveredAgent{}, node.now);
    node.connect();
    EXPECT_EQ(node.offeredGpus(), Milli::whole(1));
    EXPECT_EQ(node.gpuState(1), GpuState::Restricted);
    node.run("t", "cpus:1;mem:64;gpus:2");
    EXPECT_EQ(node.updates.back().status.message,
        "Failed to launch container: Requested 2 gpus but only 1 available");
}

TEST(AgentGpus, OfAnotherRoleAreTakenOutToo) {
    FakeNode node(2);
    node.options.info.total = *Resources::parse("cpus:8;mem:4096;gpus(prod):2");
    node.agent.emplace(node.options, RecoveredAgent{}, node.now);
    node.connect();
    node.command(cluster::RestrictGpu{node.restriction(0)});
    EXPECT_EQ(node.agentUpdates.back().info.total.text(), "cpus:8; mem:4096; gpus(prod):1");
}

TEST(AgentOrders, AreConfirmedByTheirNumberWhenTheyAreSaved) {
    FakeNode node(1);
    node.connect();
    const Restriction restriction{.gpu = {"GPU-0"}, .reason = "fan", .author = "alice"};
    node.command(cluster::RestrictGpu{restriction, 5});
    EXPECT_EQ(node.agentUpdates.back().orderDone, 5u);
    EXPECT_EQ(node.restrictions.size(), 1u);
    const auto told = node.agentUpdates.size();
    node.command(cluster::RestrictGpu{restriction, 6});
    EXPECT_EQ(node.agentUpdates.size(), told + 1) << "also when it changes nothing";
    EXPECT_EQ(node.agentUpdates.back().orderDone, 6u);
    node.command(cluster::ReleaseGpu{{"GPU-0"}, "bob", 7});
    EXPECT_EQ(node.agentUpdates.back().orderDone, 7u);
}

TEST(AgentOrders, OfAnEarlierConnectionConfirmNothing) {
    FakeNode node(1);
    node.connect();
    node.command(cluster::ReleaseGpu{{"GPU-0"}, "bob", 7});
    node.apply(MasterLost{});
    node.connect();
    node.command(cluster::RestrictGpu{{.gpu = {"GPU-0"}, .reason = "fan", .author = "alice"}, 2});
    EXPECT_EQ(node.agentUpdates.back().orderDone, 2u);
}

TEST(AgentOrders, RestrictAGpuWhoseDriverComesLater) {
    FakeNode node(1);
    node.connect();
    node.command(cluster::RestrictGpu{{.gpu = {"GPU-1"}, .reason = "fan", .author = "alice"}, 1});
    EXPECT_EQ(node.restrictions.size(), 1u);
    node.apply(GpusReported{{{FakeNode::gpu(0)}, {FakeNode::gpu(1)}}});
    EXPECT_EQ(node.agent->gpus().at(1).state, GpuState::Restricted);
}

TEST(AgentGpus, KeepTheRoleThatTheyAreReservedFor) {
    FakeNode node(2);
    node.options.info.total = *Resources::parse("cpus:8;mem:4096;disk:1000;gpus(ml):1;gpus:1");
    node.restart();
    node.connect();
    EXPECT_EQ(node.registration->info.total.text(), node.options.info.total.text());
    node.run("t", "cpus:1;mem:64;gpus(ml):1");
    ASSERT_EQ(node.launches.size(), 1u);
    EXPECT_EQ(node.launches[0].gpus.size(), 1u);
    EXPECT_EQ(node.launches[0].task.resources.text(), "cpus:1; mem:64; gpus(ml):1");
}

} // namespace
} // namespace muster::node
