// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include <gtest/gtest.h>

#include "tests/core/kernel/node/fake_node.h"

namespace muster::node {
namespace {

using std::chrono::seconds;
using States = std::vector<TaskState>;

const std::string kTwoGpus = "cpus:1;mem:64;gpus:2";
const std::string kOneGpu = "cpus:1;mem:64;gpus:1";

// A group of two tasks "a" and "b" with three of the node's four GPUs, running.
struct Group : FakeNode {
    Group() {
        connect();
        runGroup({info("a", kTwoGpus), info("b", kOneGpu)});
        start("a");
        start("b");
        acknowledgeAll();
        updates.clear();
    }
    std::optional<cluster::TaskStatus> ended(const std::string& task) const {
        for (const auto& update : updates) {
            if (update.status.task.value == task && isTerminal(update.status.state)) {
                return update.status;
            }
        }
        return std::nullopt;
    }
};

TEST(AgentGroup, LaunchesAContainerForEachTaskAndAllOpenTheGpusOfAll) {
    FakeNode node;
    node.connect();
    node.runGroup({FakeNode::info("a", kTwoGpus), FakeNode::info("b", kOneGpu)});
    ASSERT_EQ(node.launches.size(), 2u);
    for (const auto& launch : node.launches) {
        ASSERT_EQ(launch.gpus.size(), 3u);
        EXPECT_EQ(launch.gpus[0].uuid.value, "GPU-0");
        EXPECT_EQ(launch.gpus[2].uuid.value, "GPU-2");
    }
    EXPECT_NE(node.launches[0].container, node.launches[1].container);
    EXPECT_EQ(node.agent->gpus()[1].holder->task.value, "a");
    EXPECT_EQ(node.agent->gpus()[2].holder->task.value, "b");
    EXPECT_EQ(node.saved.size(), 2u);
    EXPECT_GT(node.position<Launch>(), 0);
    node.start("a");
    EXPECT_EQ(node.updates[0].status.executor.value, "default");
    EXPECT_EQ(node.updates[0].status.source, StatusSource::Executor);
}

TEST(AgentGroup, LaunchesAllOrNothing) {
    for (const auto& [second, state] : {std::pair("cpus:1;mem:64;gpus:3", TaskState::Dropped),
             std::pair("cpus:7.5;mem:64", TaskState::Dropped),
             std::pair("cpus:1;mem:64;gpus:0.5", TaskState::Failed)}) {
        FakeNode node;
        node.connect();
        node.runGroup({FakeNode::info("a", kTwoGpus), FakeNode::info("b", second)});
        EXPECT_TRUE(node.launches.empty()) << second;
        ASSERT_EQ(node.updates.size(), 2u);
        for (const auto& update : node.updates) {
            EXPECT_EQ(update.status.state, state);
            EXPECT_EQ(update.status.reason, Reason::ContainerLaunchFailed);
        }
        EXPECT_EQ(node.gpuState(0), GpuState::Free);
    }
}

TEST(AgentGroup, CountsWhatItsExecutorUsesOnce) {
    FakeNode node(0, "cpus:3;mem:4096;disk:1000");
    node.connect();
    node.runGroup({FakeNode::info("a", "cpus:1;mem:64")}); // and 0.1 for the executor
    node.runGroup({FakeNode::info("b", "cpus:1.9;mem:64")});
    EXPECT_EQ(node.launches.size(), 2u);
    node.run("c", "cpus:0.01;mem:64");
    EXPECT_EQ(node.updates.back().status.message,
        "Failed to launch container: Requested 0.01 cpus but only 0 available");
    node.registration.reset();
    node.connect();
    ASSERT_EQ(node.registration->executors.size(), 1u);
    EXPECT_EQ(node.registration->executors[0].info.id.value, "default");
}

TEST(AgentGroup, LeavesTheOthersAloneWhenOneFinishes) {
    Group node;
    node.end("a", {.code = 0});
    EXPECT_EQ(node.ended("a")->state, TaskState::Finished);
    EXPECT_TRUE(node.signals.empty());
    EXPECT_TRUE(node.executorEnds.empty());
}

TEST(AgentGroup, FreesNoGpuWhileAContainerOfItCanOpenIt) {
    Group node;
    const auto offered = node.offeredGpus();
    EXPECT_EQ(offered, Milli::whole(4));
    node.end("a", {.code = 0});
    EXPECT_EQ(node.gpuState(0), GpuState::Allocated);
    EXPECT_EQ(node.agent->gpus()[0].holder->task.value, "b");
    EXPECT_EQ(node.offeredGpus(), Milli::whole(2)) << "b's own and the free one";
    EXPECT_LT(node.position<ToMaster>(), static_cast<std::ptrdiff_t>(node.last.size()));
    node.run("c", kTwoGpus);
    EXPECT_EQ(node.updates.back().status.message,
        "Failed to launch container: Requested 2 gpus but only 1 available");
    node.end("b", {.code = 0});
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(4));
}

TEST(AgentGroup, TellsThatLessMayBeOfferedBeforeItTellsTheEnd) {
    Group node;
    node.end("a", {.code = 0});
    std::vector<std::string> told;
    for (const auto& output : node.last) {
        if (const auto* up = std::get_if<ToMaster>(&output)) {
            told.push_back(
                std::holds_alternative<cluster::AgentUpdate>(up->message) ? "total" : "end");
        }
    }
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.front(), "total");
    EXPECT_EQ(told.back(), "end");
}

TEST(AgentGroup, TakesTheOthersDownWithOneThatFailed) {
    Group node;
    node.exit("a", {.code = 7});
    ASSERT_EQ(node.signals.size(), 1u);
    EXPECT_EQ(node.signals[0].container, node.container("b"));
    EXPECT_EQ(node.signals[0].signal, SIGTERM);
    node.destroyed("a");
    node.end("b", {.signal = SIGTERM});
    node.acknowledgeAll();
    EXPECT_EQ(node.ended("a")->state, TaskState::Failed);
    EXPECT_EQ(node.ended("b")->state, TaskState::Killed);
    EXPECT_EQ(node.updates.size(), 2u) << "the default executor tells no TASK_KILLING";
}

TEST(AgentGroup, TakesTheOthersDownWithOneThatWasKilledOnceItIsDown) {
    Group node;
    node.kill("a");
    EXPECT_EQ(node.signals.size(), 1u) << "only what was asked for";
    node.exit("a", {.signal = SIGTERM});
    EXPECT_EQ(node.signals.size(), 2u);
}

TEST(AgentGroup, EndsAlsoAPeerThatIsStillStarting) {
    FakeNode node;
    node.connect();
    node.runGroup({FakeNode::info("a"), FakeNode::info("b")});
    node.apply(ContainerFailed{node.container("a"), "no such image"});
    EXPECT_TRUE(node.signals.empty());
    node.start("b");
    ASSERT_EQ(node.signals.size(), 1u);
    EXPECT_EQ(node.signals[0].signal, SIGTERM);
}

TEST(AgentGroup, TellsTheEndOfItsExecutorAfterTheLastTask) {
    Group node;
    node.end("a", {.code = 0});
    node.end("b", {.code = 0});
    ASSERT_EQ(node.executorEnds.size(), 1u);
    EXPECT_EQ(node.executorEnds[0].executor.value, "default");
    EXPECT_EQ(node.executorEnds[0].status, 0);
    const auto& last = std::get<ToMaster>(node.last.back()).message;
    EXPECT_TRUE(std::holds_alternative<cluster::ExecutorEnded>(last));
}

TEST(AgentGroup, EndsWholeWhenItsExecutorIsShutDown) {
    Group node;
    node.command(cluster::ShutdownExecutor{{"M-0000"}, {"other"}});
    EXPECT_TRUE(node.signals.empty());
    node.command(cluster::ShutdownExecutor{{"M-0000"}, {"default"}});
    EXPECT_EQ(node.signals.size(), 2u);
}

TEST(AgentGroup, SurvivesARestartWithItsGpusAndItsFate) {
    Group node;
    node.end("a", {.code = 0});
    const auto b = node.container("b");
    node.restart();
    node.connect();
    node.apply(ContainerDestroyed{node.container("a")});
    node.apply(ContainerStarted{b, 1});
    EXPECT_EQ(node.gpuState(0), GpuState::Allocated);
    EXPECT_EQ(node.registration->info.total.gpus(), Milli::whole(2));
    node.end("b", {.code = 0});
    EXPECT_EQ(node.gpuState(0), GpuState::Free);

    Group other;
    const auto a = other.container("a");
    other.exit("b", {.code = 1}); // and the agent dies before it is destroyed
    other.signals.clear();
    other.restart();
    other.connect();
    other.apply(ContainerStarted{a, 1});
    EXPECT_EQ(other.signals.size(), 1u) << "a goes with b";
}

TEST(AgentGroup, IsNotLaunchedTwice) {
    Group node;
    node.runGroup({FakeNode::info("a", kTwoGpus), FakeNode::info("b", kOneGpu)});
    EXPECT_EQ(node.launches.size(), 2u);
    EXPECT_EQ(node.updates.size(), 2u) << "the latest of each once more";
}

TEST(AgentCommand, EndsWhenItsExecutorIsShutDown) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.run("other");
    node.start("t");
    node.start("other");
    node.command(cluster::ShutdownExecutor{{"M-0000"}, {"t"}, {"framework f", "shut down"}});
    ASSERT_EQ(node.signals.size(), 1u) << "a command is its own executor";
    EXPECT_EQ(node.signals[0].container, node.container("t"));
}

} // namespace
} // namespace muster::node
