// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What is wrong with the node itself costs no task an attempt, and is told.
#include <gtest/gtest.h>

#include "tests/core/kernel/node/fake_node.h"

namespace muster::node {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

std::vector<NodeProblem> troubles(const FakeNode& node) {
    std::vector<NodeProblem> out;
    for (const auto& trouble : node.agentUpdates.back().info.troubles) {
        out.push_back(trouble.problem);
    }
    return out;
}

using Problems = std::vector<NodeProblem>;

TEST(AgentTroubles, ATaskWhoseGpuIsGoneMeanwhileIsDropped) {
    FakeNode node(1);
    node.connect();
    node.apply(GpusReported{}); // the probe starts again, and the master has not heard of it
    node.run("t");
    const auto& status = node.updates.back().status;
    EXPECT_EQ(status.state, TaskState::Dropped);
    EXPECT_EQ(status.reason, Reason::ContainerLaunchFailed);
    EXPECT_EQ(status.message, "Failed to launch container: Requested 1 gpus but only 0 available");
}

TEST(AgentTroubles, ATaskThatFindsNoRoomIsDroppedAndAWrongOneFails) {
    FakeNode node(2);
    node.connect();
    node.run("large", "cpus:9;mem:64");
    EXPECT_EQ(node.updates.back().status.state, TaskState::Dropped);
    node.run("half", "cpus:1;mem:64;gpus:0.5");
    EXPECT_EQ(node.updates.back().status.state, TaskState::Failed);
    auto group = FakeNode::info("a", "cpus:1;mem:64;gpus:3");
    node.runGroup({group});
    EXPECT_EQ(node.updates.back().status.state, TaskState::Dropped);
    node.runIn(FakeNode::customExecutor(), "b", "cpus:1;mem:64;gpus:3");
    EXPECT_EQ(node.updates.back().status.state, TaskState::Dropped);
}

TEST(AgentTroubles, ALaunchThatFailsForTheNodeIsDroppedAndTheNodeIsProbed) {
    FakeNode node(2);
    node.connect();
    node.run("t");
    node.apply(ContainerFailed{node.container("t"), "runc: no space", LaunchFault::Node});
    EXPECT_EQ(troubles(node), Problems{NodeProblem::CannotLaunch});
    EXPECT_EQ(node.agentUpdates.back().info.troubles[0].text, "runc: no space");
    node.destroyed("t");
    node.acknowledgeAll();
    EXPECT_EQ(node.updates.back().status.state, TaskState::Dropped);
    EXPECT_EQ(node.agent->nextDeadline(), Now(node.now + seconds(5)).uptime);
    node.pass(seconds(5));
    ASSERT_EQ(node.probes.size(), 1u);
    EXPECT_TRUE(node.probes[0].gpus.empty());
    node.apply(LaunchProbed{"still no space"});
    EXPECT_EQ(node.agentUpdates.back().info.troubles[0].text, "still no space");
    node.pass(seconds(9));
    EXPECT_EQ(node.probes.size(), 1u) << "it waits twice as long";
    node.pass(seconds(1));
    EXPECT_EQ(node.probes.size(), 2u);
    node.apply(LaunchProbed{});
    EXPECT_EQ(troubles(node), Problems{});
    node.run("second");
    EXPECT_EQ(node.launches.size(), 2u);
}

TEST(AgentTroubles, ProbesSlowDownToOneInFiveMinutes) {
    FakeNode node(1);
    node.connect();
    node.run("t");
    node.apply(ContainerFailed{node.container("t"), "broken", LaunchFault::Node});
    node.destroyed("t");
    node.acknowledgeAll();
    for (int i = 0; i < 10; ++i) {
        node.pass(*node.agent->nextDeadline() - node.time().uptime);
        node.apply(LaunchProbed{"broken"});
    }
    EXPECT_EQ(node.probes.size(), 10u);
    EXPECT_EQ(*node.agent->nextDeadline() - node.time().uptime, minutes(5));
}

TEST(AgentTroubles, GpusThatCannotBeGivenAreOutUntilAProbeSucceeds) {
    FakeNode node(3);
    node.connect();
    node.run("t", "cpus:1;mem:64;gpus:1");
    node.apply(ContainerFailed{node.container("t"), "Failed to load uvm", LaunchFault::Gpus});
    node.destroyed("t");
    node.acknowledgeAll();
    EXPECT_EQ(node.updates.back().status.state, TaskState::Dropped);
    EXPECT_EQ(node.gpuState(0), GpuState::Unhealthy);
    EXPECT_EQ(node.agent->gpus()[0].problem, "Failed to load uvm");
    EXPECT_EQ(node.offeredGpus(), Milli::whole(2));
    EXPECT_EQ(troubles(node), Problems{}) << "the node still launches what needs no GPU";
    node.pass(seconds(5));
    ASSERT_EQ(node.probes.size(), 1u);
    EXPECT_EQ(node.probes[0].gpus.at(0).uuid, FakeNode::gpu(0).uuid);
    const auto gpu = FakeNode::gpu(0).uuid;
    node.apply(LaunchProbed{.tried = {gpu}, .bad = {{gpu, "Failed to load uvm"}}});
    EXPECT_EQ(node.offeredGpus(), Milli::whole(2));
    node.pass(seconds(10));
    node.apply(LaunchProbed{.tried = {gpu}});
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(3));
}

TEST(AgentTroubles, ALaunchThatFailsByNobodysFaultIsDroppedAndTakesNothingOutOfTheOffers) {
    FakeNode node(2);
    node.connect();
    node.run("t");
    node.apply(ContainerFailed{node.container("t"), "conmon was killed", LaunchFault::Nobody});
    EXPECT_TRUE(node.updates.empty()) << "its container is there";
    node.destroyed("t");
    node.acknowledgeAll();
    EXPECT_EQ(node.updates.back().status.state, TaskState::Dropped);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(2));
    EXPECT_EQ(troubles(node), Problems{});
    node.pass(minutes(1));
    EXPECT_TRUE(node.probes.empty());
}

TEST(AgentTroubles, ATasksOwnFaultFailsItAndNobodyElse) {
    FakeNode node(1);
    node.connect();
    node.run("t");
    node.apply(ContainerFailed{node.container("t"), "no such image"});
    node.destroyed("t");
    node.acknowledgeAll();
    EXPECT_EQ(node.updates.back().status.state, TaskState::Failed);
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
    node.pass(minutes(1));
    EXPECT_TRUE(node.probes.empty());
}

TEST(AgentTroubles, AnEngineThatDoesNotAnswerCostsNoAttemptAndNothingElse) {
    FakeNode node(1);
    node.connect();
    node.run("t");
    node.apply(ContainerFailed{
        node.container("t"), "/run/docker.sock cannot be reached", LaunchFault::Engine});
    node.destroyed("t");
    node.acknowledgeAll();
    EXPECT_EQ(node.updates.back().status.state, TaskState::Dropped);
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(1));
    EXPECT_EQ(node.registration->info.troubles.size(), 0u);
    EXPECT_TRUE(node.agentUpdates.empty() || troubles(node).empty());
    node.pass(minutes(1));
    EXPECT_TRUE(node.probes.empty());
}

TEST(AgentTroubles, AMismatchedDriverTakesAllGpusOutAndNoTaskAway) {
    FakeNode node(2);
    node.connect();
    node.run("t");
    node.start("t");
    node.apply(DriverChecked{"the kernel module is 1, the library 2"});
    EXPECT_EQ(node.gpuState(1), GpuState::Unhealthy);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(1)) << "what the task holds";
    node.run("second");
    EXPECT_EQ(node.updates.back().status.state, TaskState::Dropped);
    node.apply(DriverChecked{});
    EXPECT_EQ(node.gpuState(0), GpuState::Allocated);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(2));
}

TEST(AgentTroubles, OnAFullDiskNothingIsLaunchedUntilThereIsRoom) {
    FakeNode node(1);
    node.connect();
    node.apply(DiskChecked{"The disk of /w is full"});
    EXPECT_EQ(troubles(node), Problems{NodeProblem::CannotLaunch});
    EXPECT_EQ(node.agentUpdates.back().info.troubles[0].text, "The disk of /w is full");
    node.run("t"); // was under way
    node.apply(ContainerFailed{node.container("t"), "The disk of /w is full", LaunchFault::Node});
    node.destroyed("t");
    node.acknowledgeAll();
    EXPECT_EQ(node.updates.back().status.state, TaskState::Dropped) << "it costs no attempt";
    node.apply(DiskChecked{});
    node.pass(seconds(0));
    ASSERT_EQ(node.probes.size(), 1u) << "the disk may have been all that was wrong";
    node.apply(LaunchProbed{});
    EXPECT_EQ(troubles(node), Problems{});
}

TEST(AgentTroubles, ADriverThatTellsOfNoGpuIsToldOnlyWhereThereIsNone) {
    FakeNode node(0);
    node.connect();
    node.apply(GpusReported{.gpus = {}, .problem = "Failed to initialize NVML: Unknown Error"});
    EXPECT_EQ(troubles(node), Problems{NodeProblem::DriverBroken});
    node.apply(GpusReported{});
    EXPECT_EQ(troubles(node), Problems{});
}

TEST(AgentTroubles, GpusThatComeLateAreHandedOutUnlessOthersAreNamed) {
    FakeNode node(0);
    node.options.ownsLaterGpus = true;
    node.agent.emplace(node.options, RecoveredAgent{}, node.now);
    node.connect();
    node.apply(GpusReported{.gpus = FakeNode::healthy(2), .driverVersion = "550.54.14"});
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(2));
    EXPECT_EQ(node.agentUpdates.back().info.driverVersion, "550.54.14");
    node.run("t", "cpus:1;mem:64;gpus:2");
    EXPECT_EQ(node.launches.size(), 1u);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(2));

    FakeNode named(1);
    named.connect();
    named.apply(GpusReported{FakeNode::healthy(2)});
    EXPECT_EQ(named.gpuState(1), GpuState::Restricted);
    EXPECT_EQ(named.offeredGpus(), Milli::whole(1));
}

TEST(AgentTroubles, GpusOfAnEarlierLifeAreItsOwnWhenTheDriverComesLate) {
    FakeNode node(1);
    node.options.ownsLaterGpus = true;
    node.agent.emplace(node.options, RecoveredAgent{}, node.now);
    node.connect();
    node.run("t");
    node.start("t");
    node.options.info.gpus.clear();
    node.options.owned.clear();
    node.options.info.total.setScalar(Resources::Gpus, Milli{});
    node.restart();
    node.connect();
    EXPECT_EQ(node.gpuState(0), GpuState::Lost);
    EXPECT_EQ(node.registration->info.total.gpus(), Milli::whole(1)) << "what the task holds";
    node.apply(GpusReported{FakeNode::healthy(1)});
    EXPECT_EQ(node.gpuState(0), GpuState::Allocated);
}

TEST(AgentTroubles, AGpuThatOthersUseIsNotOfferedUntilTheyAreGone) {
    FakeNode node(2);
    node.connect();
    auto reports = FakeNode::healthy(2);
    reports[1].occupant = "in use by python3 of bob (pid 77, 59000 MiB)";
    node.apply(GpusReported{reports});
    EXPECT_EQ(node.gpuState(1), GpuState::Occupied);
    EXPECT_EQ(node.agent->gpus()[1].problem, reports[1].occupant);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(1));
    node.apply(GpusReported{FakeNode::healthy(2)});
    EXPECT_EQ(node.gpuState(1), GpuState::Free);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(2));
}

TEST(AgentTroubles, AnOccupantBesideATaskIsForgottenWithItsEndUntilItIsSeenAgain) {
    FakeNode node(1);
    node.connect();
    node.run("t");
    node.start("t");
    auto reports = FakeNode::healthy(1);
    reports[0].occupant = "in use by python3";
    node.apply(GpusReported{reports});
    EXPECT_EQ(node.gpuState(0), GpuState::Allocated);
    node.end("t");
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
    node.apply(GpusReported{reports});
    EXPECT_EQ(node.gpuState(0), GpuState::Occupied);
}

TEST(AgentTroubles, GpusThatAnotherAgentClaimsAreNotHandedOut) {
    FakeNode node(2);
    node.connect();
    node.agentUpdates.clear();
    node.command(cluster::WithholdGpus{{{FakeNode::gpu(0).uuid, "of node-1 already"}}});
    ASSERT_EQ(node.agentUpdates.size(), 1u);
    EXPECT_EQ(node.gpuState(0), GpuState::Unhealthy);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(1));
    node.run("t");
    EXPECT_EQ(node.launches.back().gpus.at(0).uuid, FakeNode::gpu(1).uuid);
    node.command(cluster::WithholdGpus{});
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
}

TEST(AgentTroubles, GpusOfAStrayAreOutUntilItIsDestroyed) {
    FakeNode node(3);
    node.apply(StrayFound{{"stray"}, std::vector{1u}, "In use by container stray"});
    node.connect();
    EXPECT_EQ(node.registration->info.total.gpus(), Milli::whole(2));
    EXPECT_EQ(node.gpuState(1), GpuState::Unhealthy);
    EXPECT_EQ(node.agent->gpus()[1].problem, "In use by container stray");
    node.apply(StrayFound{{"any"}, std::nullopt, "It may have all"});
    EXPECT_EQ(node.offeredGpus(), Milli{});
    node.apply(GpusReported{FakeNode::healthy(3)});
    EXPECT_EQ(node.offeredGpus(), Milli{}) << "NVML does not know";
    node.apply(ContainerDestroyed{{"any"}});
    EXPECT_EQ(node.offeredGpus(), Milli::whole(2));
    node.apply(ContainerDestroyed{{"stray"}});
    EXPECT_EQ(node.offeredGpus(), Milli::whole(3));
    EXPECT_EQ(node.gpuState(1), GpuState::Free);
}

TEST(AgentTroubles, ChangedDeviceRulesAreToldForAnHour) {
    FakeNode node(2);
    node.connect();
    node.run("t");
    node.start("t");
    node.apply(DeviceRulesChanged{node.container("t"), "/dev/nvidia1 was allowed", {1}});
    ASSERT_EQ(troubles(node), Problems{NodeProblem::DeviceRulesChanged});
    EXPECT_EQ(node.agentUpdates.back().info.troubles[0].text,
        "task t, GPU-1: /dev/nvidia1 was allowed, at " + isoTime(node.now));
    node.pass(minutes(59));
    EXPECT_EQ(troubles(node).size(), 1u);
    node.pass(minutes(1));
    EXPECT_EQ(troubles(node), Problems{});
}

TEST(AgentTroubles, WithoutAGpuIsolatorGpusAreANumber) {
    FakeNode node(0);
    node.options.info.total.setScalar(Resources::Gpus, Milli::whole(2));
    node.options.onlyCountsGpus = true;
    node.agent.emplace(node.options, RecoveredAgent{}, node.now);
    node.connect();
    EXPECT_EQ(node.registration->info.total.gpus(), Milli::whole(2));
    node.run("t", "cpus:1;mem:64;gpus:2");
    ASSERT_EQ(node.launches.size(), 1u);
    EXPECT_TRUE(node.launches[0].gpus.empty());
    node.run("second", "cpus:1;mem:64;gpus:1");
    EXPECT_EQ(node.launches.size(), 1u);
    EXPECT_EQ(node.updates.back().status.message,
        "Failed to launch container: Requested 1 gpus but only 0 available");
}

} // namespace
} // namespace muster::node
