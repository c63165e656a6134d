// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include <gtest/gtest.h>

#include "tests/core/kernel/node/fake_node.h"

namespace muster::node {
namespace {

using std::chrono::seconds;
using States = std::vector<TaskState>;

TEST(AgentRecovery, IsInvisibleToATaskThatRunsOn) {
    FakeNode node(1);
    node.connect();
    node.run("t");
    node.start("t");
    node.acknowledgeAll();
    node.restart();
    node.start("t");
    node.connect();
    EXPECT_EQ(node.states(), (States{TaskState::Starting, TaskState::Running}));
    EXPECT_EQ(node.registration->id.value, "M-S0");
    EXPECT_EQ(node.registration->tasks.at(0).gpus.at(0).value, "GPU-0");
    EXPECT_EQ(node.gpuState(0), GpuState::Allocated);
    node.run("second");
    EXPECT_EQ(node.launches.size(), 1u);
}

TEST(AgentRecovery, TellsThatATaskRunsIfItWasNotTold) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.restart();
    node.start("t");
    node.connect();
    node.acknowledgeAll();
    EXPECT_EQ(node.states(), (States{TaskState::Starting, TaskState::Running}));
}

// One save has both: whatever of them the master got before the agent was killed, it gets both.
TEST(AgentRecovery, RepeatsThatATaskStartsAndRunsUntilBothAreAcknowledged) {
    for (const int acknowledged : {0, 1, 2}) {
        FakeNode node;
        node.connect();
        node.run("t");
        node.start("t");
        for (int i = 0; i < acknowledged; ++i) {
            node.acknowledgeLast();
        }
        const auto before = node.updates;
        node.updates.clear();
        node.restart();
        node.start("t");
        node.connect();
        node.acknowledgeAll();
        const States all{TaskState::Starting, TaskState::Running};
        EXPECT_EQ(node.states(), States(all.begin() + acknowledged, all.end()));
        if (acknowledged < 2) {
            EXPECT_EQ(node.updates.front().status.uuid, before.back().status.uuid);
        }
        EXPECT_TRUE(node.saved.begin()->second.pending.empty());
    }
}

TEST(AgentRecovery, TellsTheExactEndOfWhatEndedMeanwhile) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    node.acknowledgeAll();
    node.restart();
    node.connect();
    node.end("t", {.code = 7});
    EXPECT_EQ(node.updates.back().status.message, "Command exited with status 7");
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
}

TEST(AgentRecovery, GivesATaskNoMoreThanItsTimeWhateverTheWallClockSays) {
    cluster::TaskInfo info;
    info.id = {"t"};
    info.resources = *Resources::parse("cpus:1;mem:64");
    info.maxCompletionTime = seconds(30);
    FakeNode node;
    node.connect();
    node.command(cluster::RunTask{FakeNode::framework(), info});
    node.start("t");
    node.wallStep = -std::chrono::hours(1);
    node.restart();
    node.start("t");
    node.pass(seconds(29));
    EXPECT_TRUE(node.signals.empty());
    node.pass(seconds(1));
    EXPECT_EQ(node.signals.size(), 1u);
}

TEST(AgentRecovery, DropsWhatNeverBegan) {
    FakeNode node(1);
    node.connect();
    node.run("t");
    node.acknowledgeAll();
    const auto container = node.launches.at(0).container;
    node.restart();
    node.apply(ContainerDestroyed{container});
    node.connect();
    const auto& status = node.updates.back().status;
    EXPECT_EQ(status.state, TaskState::Dropped);
    EXPECT_EQ(status.reason, Reason::AgentRestarted);
    EXPECT_EQ(status.message, "The agent was restarted before the command began");
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
}

TEST(AgentRecovery, RemembersAnExitWhoseContainerIsGone) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    node.acknowledgeAll();
    node.exit("t", {.code = 7});
    node.restart();
    EXPECT_EQ(node.gpuState(0), GpuState::Allocated);
    node.connect();
    node.destroyed("t");
    EXPECT_EQ(node.updates.back().status.message, "Command exited with status 7");
    EXPECT_EQ(node.updates.back().status.exitCode, 7);
}

TEST(AgentRecovery, ReportsALostContainer) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    node.acknowledgeAll();
    node.restart();
    node.destroyed("t");
    node.connect();
    EXPECT_EQ(node.updates.back().status.state, TaskState::Failed);
    EXPECT_EQ(node.updates.back().status.source, StatusSource::Agent);
    EXPECT_EQ(node.updates.back().status.reason, Reason::ExecutorTerminated);
    EXPECT_EQ(node.updates.back().status.message, "Executor terminated");
    node.acknowledgeLast();
    EXPECT_TRUE(node.saved.empty());
}

struct Rebooted : FakeNode {
    Rebooted() {
        connect();
        run("t");
        start("t");
        acknowledgeAll();
        restart(true);
        connect();
    }
    const cluster::TaskStatus& end() const { return updates.back().status; }
};

TEST(AgentReboot, IsNoFaultOfATaskWhoseContainerIsGone) {
    Rebooted node;
    node.destroyed("t");
    EXPECT_EQ(node.end().state, TaskState::Gone);
    EXPECT_EQ(node.end().source, StatusSource::Agent);
    EXPECT_EQ(node.end().reason, Reason::AgentRestarted);
    EXPECT_EQ(node.end().message, "The node was rebooted");
    node.acknowledgeLast();
    EXPECT_TRUE(node.saved.empty());
}

TEST(AgentReboot, IsNoFaultOfATaskThatTheShutdownEnded) {
    for (const Exit& exit :
        {Exit{.signal = SIGTERM}, Exit{.signal = SIGKILL}, Exit{.code = 143}, Exit{}}) {
        Rebooted node;
        node.exit("t", exit);
        node.destroyed("t");
        EXPECT_EQ(node.end().state, TaskState::Gone);
    }
}

TEST(AgentReboot, LeavesATaskItsOwnEnd) {
    Rebooted node;
    node.exit("t", {.code = 7});
    node.destroyed("t");
    EXPECT_EQ(node.end().message, "Command exited with status 7");
    Rebooted finished;
    finished.exit("t", {.code = 0});
    finished.destroyed("t");
    EXPECT_EQ(finished.end().state, TaskState::Finished);
}

TEST(AgentRecovery, SendsWhatWasNotAcknowledgedWithTheSameUuids) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    node.end("t");
    const auto first = node.updates.front().status;
    node.restart();
    node.connect();
    EXPECT_EQ(node.updates.back().status, first);
    node.acknowledgeAll();
    EXPECT_EQ(node.updates.back().status.state, TaskState::Finished);
    EXPECT_TRUE(node.saved.empty());
}

TEST(AgentRecovery, GoesOnWithAKill) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    node.kill("t");
    node.restart();
    node.start("t");
    EXPECT_EQ(node.signals.back().signal, SIGTERM);
    node.pass(seconds(3));
    EXPECT_EQ(node.signals.back().signal, SIGKILL);
    node.connect();
    node.end("t", {.signal = SIGKILL});
    node.acknowledgeAll();
    EXPECT_EQ(node.updates.back().status.state, TaskState::Killed);
}

TEST(AgentRecovery, GivesAKilledTaskTheGraceThatItWasKilledWith) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    node.kill("t", seconds(600));
    node.restart();
    node.start("t");
    node.pass(seconds(599));
    EXPECT_EQ(node.signals.back().signal, SIGTERM);
    node.pass(seconds(1));
    EXPECT_EQ(node.signals.back().signal, SIGKILL);
}

TEST(AgentRecovery, KeepsRestrictionsAndRemovedFrameworks) {
    FakeNode node(2);
    node.connect();
    node.command(cluster::RestrictGpu{node.restriction(1)});
    node.run("t");
    node.start("t");
    node.command(cluster::RemoveFramework{{"M-0000"}});
    const auto told = node.updates.size();
    node.restart();
    node.start("t");
    EXPECT_EQ(node.signals.back().signal, SIGKILL);
    node.connect();
    EXPECT_TRUE(node.registration->tasks.empty());
    EXPECT_EQ(node.registration->info.total.gpus(), Milli{});
    EXPECT_EQ(node.gpuState(1), GpuState::Restricted);
    node.end("t", {.signal = SIGKILL});
    EXPECT_EQ(node.updates.size(), told);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(1));
}

TEST(AgentRecovery, KeepsAGpuThatIsGoneForTheTaskThatHoldsIt) {
    FakeNode node(1);
    node.connect();
    node.run("t");
    node.start("t");
    node.options.info.gpus.clear();
    node.restart();
    node.start("t");
    ASSERT_EQ(node.agent->gpus().size(), 1u);
    EXPECT_EQ(node.gpuState(0), GpuState::Lost);
    node.apply(GpusReported{{{FakeNode::gpu(0), GpuState::Free, ""}}});
    node.connect();
    node.run("second");
    EXPECT_EQ(node.launches.size(), 1u);
}

} // namespace
} // namespace muster::node
