// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Which GPUs come back after a launch failed for some of them.
#include <gtest/gtest.h>

#include "tests/core/kernel/node/fake_node.h"

namespace muster::node {
namespace {

using std::chrono::seconds;

GpuUuid gpu(unsigned minor) {
    return FakeNode::gpu(minor).uuid;
}

// A task with the first `count` free GPUs, which cannot be given to it.
void failLaunch(FakeNode& node, const std::string& task, unsigned count) {
    node.run(task, fmt::format("cpus:1;mem:64;gpus:{}", count));
    node.apply(ContainerFailed{node.container(task), "no GPU", LaunchFault::Gpus});
    node.destroyed(task);
    node.acknowledgeAll();
}

std::vector<GpuUuid> probed(const FakeNode& node) {
    std::vector<GpuUuid> out;
    for (const auto& info : node.probes.back().gpus) {
        out.push_back(info.uuid);
    }
    return out;
}

TEST(LaunchProbes, OneBadGpuKeepsNoOtherOut) {
    FakeNode node(4);
    node.connect();
    failLaunch(node, "t", 3);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(1));
    node.pass(seconds(5));
    ASSERT_EQ(probed(node), (std::vector{gpu(0), gpu(1), gpu(2)}));
    node.apply(
        LaunchProbed{.tried = {gpu(0), gpu(1), gpu(2)}, .bad = {{gpu(1), "GPU 1 is broken"}}});
    EXPECT_EQ(node.offeredGpus(), Milli::whole(3));
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
    EXPECT_EQ(node.gpuState(1), GpuState::Unhealthy);
    EXPECT_EQ(node.agent->gpus()[1].problem, "GPU 1 is broken");
    node.pass(seconds(10));
    ASSERT_EQ(node.probes.size(), 2u);
    EXPECT_EQ(probed(node), std::vector{gpu(1)});
    node.apply(LaunchProbed{.tried = {gpu(1)}});
    EXPECT_EQ(node.offeredGpus(), Milli::whole(4));
}

TEST(LaunchProbes, WithoutARuntimeSayNothingOfTheGpus) {
    FakeNode node(2);
    node.connect();
    failLaunch(node, "t", 2);
    node.pass(seconds(5));
    node.apply(LaunchProbed{.problem = "runc is gone"});
    EXPECT_TRUE(node.agentUpdates.back().info.has(NodeProblem::CannotLaunch));
    EXPECT_EQ(node.offeredGpus(), Milli{});
    node.pass(seconds(10));
    EXPECT_EQ(probed(node).size(), 2u);
    node.apply(LaunchProbed{.tried = {gpu(0), gpu(1)}});
    EXPECT_FALSE(node.agentUpdates.back().info.has(NodeProblem::CannotLaunch));
    EXPECT_EQ(node.offeredGpus(), Milli::whole(2));
}

TEST(LaunchProbes, GiveNothingBackThatTheyDidNotTry) {
    FakeNode node(2);
    node.connect();
    failLaunch(node, "t", 1);
    node.pass(seconds(5));
    failLaunch(node, "meanwhile", 1);
    node.apply(LaunchProbed{.tried = {gpu(0)}});
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
    EXPECT_EQ(node.gpuState(1), GpuState::Unhealthy);
    node.pass(seconds(5));
    EXPECT_EQ(probed(node), std::vector{gpu(1)});
}

TEST(LaunchProbes, ComeSoonForAGpuThatJoinsOnesWithALongPause) {
    FakeNode node(2);
    node.connect();
    failLaunch(node, "t", 1);
    for (int i = 0; i < 10; ++i) {
        node.pass(*node.agent->nextDeadline() - node.time().uptime);
        node.apply(LaunchProbed{.tried = {gpu(0)}, .bad = {{gpu(0), "GPU 0 is broken"}}});
    }
    failLaunch(node, "second", 1);
    node.pass(seconds(5));
    EXPECT_EQ(probed(node), (std::vector{gpu(0), gpu(1)}));
}

} // namespace
} // namespace muster::node
