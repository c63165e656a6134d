// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include <gtest/gtest.h>

#include "tests/core/kernel/node/fake_node.h"

namespace muster::node {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

// An executor "e" by hand. It runs a first task "a" with one of four GPUs.
struct WithExecutor : FakeNode {
    explicit WithExecutor(const cluster::ExecutorInfo& executor = customExecutor()) {
        connect();
        runIn(executor, "a");
        container = executorLaunches.at(0).container;
        apply(ContainerStarted{container, 4711});
    }
    void subscribe(std::set<TaskId> tasks = {}, std::vector<cluster::TaskStatus> updates = {}) {
        apply(ExecutorSubscribed{container, std::move(updates), std::move(tasks)});
    }
    cluster::TaskStatus status(const std::string& task, TaskState state) {
        cluster::TaskStatus out;
        out.task = {task};
        out.state = state;
        out.source = StatusSource::Executor;
        out.uuid = uuids.next();
        return out;
    }
    Uuid update(const std::string& task, TaskState state) {
        const auto sent = status(task, state);
        apply(ExecutorUpdate{container, sent});
        return *sent.uuid;
    }
    void resized(const std::string& problem = "") { apply(ContainerResized{container, problem}); }
    template <typename Event>
    std::vector<Event> told() const {
        std::vector<Event> out;
        for (const auto& telling : tellings) {
            if (const auto* event = std::get_if<Event>(&telling.event)) {
                out.push_back(*event);
            }
        }
        return out;
    }
    const cluster::TaskStatus& latest() const { return updates.back().status; }

    ContainerId container;
    UuidSequence uuids{99};
};

TEST(AgentExecutor, GetsOneContainerWithItsOwnAndItsTasksResources) {
    WithExecutor node;
    ASSERT_EQ(node.executorLaunches.size(), 1u);
    const auto& launch = node.executorLaunches[0];
    EXPECT_EQ(launch.resources.total("cpus"), Milli{1100});
    EXPECT_EQ(launch.resources.total("mem"), Milli::whole(96));
    EXPECT_EQ(launch.gpus.size(), 1u);
    EXPECT_TRUE(node.launches.empty());
    EXPECT_TRUE(node.updates.empty()) << "its statuses are the executor's matter";
    EXPECT_EQ(node.agent->gpus()[0].holder->task.value, "executor/e");
}

TEST(AgentExecutor, IsGivenItsTasksOnceItSubscribes) {
    WithExecutor node;
    node.runIn(FakeNode::customExecutor(), "b");
    ASSERT_EQ(node.resizes.size(), 1u);
    EXPECT_EQ(node.resizes[0].gpus.size(), 2u);
    EXPECT_EQ(node.resizes[0].resources.total("cpus"), Milli{2100});
    node.subscribe();
    EXPECT_EQ(node.told<TellExecutor::Subscribed>().size(), 1u);
    ASSERT_EQ(node.told<TellExecutor::Launch>().size(), 1u) << "b waits for the container to grow";
    node.resized();
    ASSERT_EQ(node.told<TellExecutor::Launch>().size(), 2u);
    EXPECT_EQ(node.told<TellExecutor::Launch>()[1].task.id.value, "b");
    node.subscribe({{"a"}, {"b"}});
    EXPECT_EQ(node.told<TellExecutor::Launch>().size(), 2u) << "it has them";
}

TEST(AgentExecutor, HasItsUpdatesSavedThenAcknowledgedThenToldOneByOne) {
    WithExecutor node;
    node.subscribe();
    const auto first = node.update("a", TaskState::Running);
    EXPECT_LT(node.position<SaveTask>(), node.position<TellExecutor>());
    ASSERT_EQ(node.told<TellExecutor::Acknowledged>().size(), 1u);
    EXPECT_EQ(node.told<TellExecutor::Acknowledged>()[0].uuid, first);
    EXPECT_EQ(node.told<TellExecutor::Acknowledged>()[0].task.value, "a");
    EXPECT_EQ(node.latest().uuid, first);
    EXPECT_EQ(node.latest().executor.value, "e");
    EXPECT_EQ(node.latest().container->id, node.container);
    EXPECT_EQ(node.latest().container->pid, 4711);
    node.update("a", TaskState::Finished);
    EXPECT_EQ(node.latest().uuid, first) << "it is not acknowledged by the framework";
    node.acknowledgeAll();
    EXPECT_EQ(node.latest().state, TaskState::Finished);
    EXPECT_TRUE(node.saved.empty());
    EXPECT_EQ(node.agent->executors().size(), 1u) << "it outlives its tasks";
}

TEST(AgentExecutor, IsAcknowledgedARepetitionThatIsToldNobody) {
    WithExecutor node;
    node.subscribe();
    const auto sent = node.status("a", TaskState::Running);
    node.apply(ExecutorUpdate{node.container, sent});
    node.apply(ExecutorUpdate{node.container, sent});
    EXPECT_EQ(node.told<TellExecutor::Acknowledged>().size(), 2u);
    EXPECT_EQ(node.saved.begin()->second.pending.size(), 1u);
}

TEST(AgentExecutor, CannotSpeakForTasksOfOthers) {
    WithExecutor node;
    node.subscribe();
    node.run("other", "cpus:1;mem:64");
    const auto before = node.updates.size();
    node.update("other", TaskState::Finished);
    node.update("nobody", TaskState::Finished);
    EXPECT_EQ(node.updates.size(), before);
    EXPECT_TRUE(node.told<TellExecutor::Acknowledged>().empty());
}

TEST(AgentExecutor, KeepsTheGpusOfItsEndedTasksForItsNextOnes) {
    WithExecutor node;
    node.subscribe();
    node.update("a", TaskState::Finished);
    node.acknowledgeAll();
    EXPECT_EQ(node.gpuState(0), GpuState::Allocated) << "its container can still open it";
    EXPECT_EQ(node.offeredGpus(), Milli::whole(3));
    node.runIn(FakeNode::customExecutor(), "b", "cpus:1;mem:64;gpus:2");
    EXPECT_EQ(node.resizes.back().gpus.size(), 2u) << "the old one and one more";
    EXPECT_EQ(node.offeredGpus(), Milli::whole(4));
}

TEST(AgentExecutor, IsGivenAGroupAsOne) {
    WithExecutor node;
    node.subscribe();
    node.runGroupIn(FakeNode::customExecutor(),
        {FakeNode::info("b", "cpus:1;mem:64;gpus:1"), FakeNode::info("c", "cpus:1;mem:64;gpus:2")});
    ASSERT_EQ(node.resizes.size(), 1u);
    EXPECT_EQ(node.resizes[0].gpus.size(), 4u);
    EXPECT_TRUE(node.launches.empty()) << "they have no containers of their own";
    node.resized();
    ASSERT_EQ(node.told<TellExecutor::LaunchGroup>().size(), 1u);
    const auto tasks = node.told<TellExecutor::LaunchGroup>()[0].tasks;
    ASSERT_EQ(tasks.size(), 2u);
    EXPECT_EQ(tasks[0].id.value, "b");
    EXPECT_EQ(tasks[1].executor->id.value, "e");
    node.update("c", TaskState::Finished);
    EXPECT_EQ(node.told<TellExecutor::Kill>().size(), 0u) << "what becomes of b is its matter";
}

TEST(AgentExecutor, IsGivenAGroupWholeOrNotAtAll) {
    WithExecutor node;
    node.subscribe();
    node.runGroupIn(FakeNode::customExecutor(), {FakeNode::info("b"), FakeNode::info("c")});
    node.kill("b");
    node.resized();
    EXPECT_TRUE(node.told<TellExecutor::LaunchGroup>().empty());
    ASSERT_EQ(node.updates.size(), 2u);
    for (const auto& update : node.updates) {
        EXPECT_EQ(update.status.state, TaskState::Killed);
        EXPECT_EQ(update.status.reason, Reason::TaskKilledDuringLaunch);
    }
    node.runGroupIn(FakeNode::customExecutor(),
        {FakeNode::info("d", "cpus:1;mem:64;gpus:2"), FakeNode::info("f", "cpus:1;mem:64;gpus:2")});
    EXPECT_EQ(node.updates.size(), 4u);
    EXPECT_EQ(node.latest().state, TaskState::Dropped) << "only three GPUs are free";
}

TEST(AgentExecutor, GrowsForOneAfterTheOther) {
    WithExecutor node;
    node.subscribe();
    node.runIn(FakeNode::customExecutor(), "b");
    node.runIn(FakeNode::customExecutor(), "c");
    EXPECT_EQ(node.resizes.size(), 1u);
    node.resized();
    EXPECT_EQ(node.told<TellExecutor::Launch>().back().task.id.value, "b");
    ASSERT_EQ(node.resizes.size(), 2u) << "c was not yet in the first";
    EXPECT_EQ(node.resizes[1].gpus.size(), 3u);
    node.resized("no room");
    EXPECT_EQ(node.latest().task.value, "c");
    EXPECT_EQ(node.latest().state, TaskState::Failed);
    EXPECT_EQ(node.resizes.size(), 2u);
}

TEST(AgentExecutor, RefusesATaskThatItsContainerCannotGrowFor) {
    WithExecutor node;
    node.subscribe();
    node.runIn(FakeNode::customExecutor(), "b");
    node.resized("this runtime cannot give a running container a further GPU");
    EXPECT_EQ(node.latest().task.value, "b");
    EXPECT_EQ(node.latest().state, TaskState::Failed);
    EXPECT_EQ(node.latest().message,
        "Failed to launch container: this runtime cannot give a running container a further GPU");
    EXPECT_EQ(node.told<TellExecutor::Launch>().size(), 1u);
}

TEST(AgentExecutor, IsToldToKillAndATaskThatItNeverGotIsKilledAtOnce) {
    WithExecutor node;
    node.subscribe();
    node.kill("a", seconds(9));
    ASSERT_EQ(node.told<TellExecutor::Kill>().size(), 1u);
    EXPECT_EQ(node.told<TellExecutor::Kill>()[0].grace, seconds(9));
    EXPECT_TRUE(node.signals.empty());
    node.runIn(FakeNode::customExecutor(), "b");
    node.kill("b");
    EXPECT_EQ(node.latest().state, TaskState::Killed);
    EXPECT_EQ(node.latest().reason, Reason::TaskKilledDuringLaunch);
}

TEST(AgentExecutor, TakesItsTasksWithItWhenItDies) {
    WithExecutor node;
    node.subscribe();
    node.update("a", TaskState::Running);
    node.acknowledgeAll();
    node.apply(ContainerExited{node.container, {.code = 3}});
    EXPECT_EQ(node.gpuState(0), GpuState::Allocated);
    node.apply(ContainerDestroyed{node.container});
    EXPECT_EQ(node.latest().state, TaskState::Failed);
    EXPECT_EQ(node.latest().source, StatusSource::Agent);
    EXPECT_EQ(node.latest().reason, Reason::ExecutorTerminated);
    EXPECT_EQ(node.latest().message, "Executor terminated");
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
    ASSERT_EQ(node.executorEnds.size(), 1u);
    EXPECT_EQ(node.executorEnds[0].status, 3 << 8);
    EXPECT_TRUE(node.savedExecutors.empty());
}

TEST(AgentExecutor, MustSubscribeInTime) {
    WithExecutor node;
    EXPECT_EQ(node.agent->nextDeadline(), Now(node.now + minutes(1)).uptime);
    node.pass(minutes(1));
    ASSERT_EQ(node.destroys.size(), 1u);
    node.apply(ContainerDestroyed{node.container});
    EXPECT_EQ(node.latest().reason, Reason::ExecutorRegistrationTimeout);
    EXPECT_EQ(node.latest().message, "Executor did not register within 1mins");
}

TEST(AgentExecutor, HasItsGraceAtAShutDown) {
    WithExecutor node;
    node.subscribe();
    node.command(cluster::ShutdownExecutor{{"M-0000"}, {"e"}});
    EXPECT_EQ(node.told<TellExecutor::Shutdown>().size(), 1u);
    node.pass(seconds(4));
    EXPECT_TRUE(node.destroys.empty());
    node.runIn(FakeNode::customExecutor(), "late");
    EXPECT_EQ(node.latest().state, TaskState::Dropped);
    node.pass(seconds(1));
    EXPECT_EQ(node.destroys.size(), 1u);
}

TEST(AgentExecutor, MayAskForAnotherGrace) {
    auto patient = FakeNode::customExecutor();
    patient.shutdownGrace = seconds(20);
    WithExecutor node(patient);
    node.subscribe();
    node.command(cluster::ShutdownExecutor{{"M-0000"}, {"e"}});
    node.pass(seconds(19));
    EXPECT_TRUE(node.destroys.empty());
    node.pass(seconds(1));
    EXPECT_EQ(node.destroys.size(), 1u);
}

TEST(AgentExecutor, SpeaksWithItsFramework) {
    WithExecutor node;
    node.command(cluster::ToExecutor{{"M-0000"}, {"e"}, "too early"});
    node.subscribe();
    node.command(cluster::ToExecutor{{"M-0000"}, {"e"}, "hello"});
    node.apply(ExecutorMessage{node.container, "world"});
    ASSERT_EQ(node.told<TellExecutor::Message>().size(), 1u);
    EXPECT_EQ(node.told<TellExecutor::Message>()[0].data, "hello");
    ASSERT_EQ(node.fromExecutors.size(), 1u);
    EXPECT_EQ(node.fromExecutors[0].data, "world");
    EXPECT_EQ(node.fromExecutors[0].executor.value, "e");
}

TEST(AgentExecutor, OutlivesTheAgentAndSubscribesAgain) {
    WithExecutor node;
    node.subscribe();
    node.update("a", TaskState::Running);
    node.acknowledgeAll();
    node.runIn(FakeNode::customExecutor(), "b");
    node.restart(); // b was not delivered
    node.tellings.clear();
    node.connect();
    EXPECT_EQ(node.registration->executors.size(), 1u);
    EXPECT_EQ(node.registration->tasks.size(), 2u);
    EXPECT_EQ(node.gpuState(1), GpuState::Allocated);
    node.apply(ContainerStarted{node.container, 4711});
    node.resized();
    node.subscribe({}, {node.status("a", TaskState::Finished)});
    EXPECT_EQ(node.told<TellExecutor::Acknowledged>().size(), 1u);
    ASSERT_EQ(node.told<TellExecutor::Launch>().size(), 1u);
    EXPECT_EQ(node.told<TellExecutor::Launch>()[0].task.id.value, "b");
    EXPECT_EQ(node.latest().state, TaskState::Finished);
}

TEST(AgentExecutor, IsEndedWhenItDoesNotComeBack) {
    WithExecutor node;
    node.subscribe();
    node.restart();
    node.connect();
    node.apply(ContainerStarted{node.container, 4711});
    node.pass(seconds(2));
    EXPECT_EQ(node.destroys.size(), 1u);
    node.apply(ContainerDestroyed{node.container});
    EXPECT_EQ(node.latest().reason, Reason::ExecutorReregistrationTimeout);
    EXPECT_EQ(node.latest().message, "Executor did not reregister within 2secs");
}

TEST(AgentExecutor, GoesSilentlyWithItsFramework) {
    WithExecutor node;
    node.subscribe();
    node.update("a", TaskState::Running);
    const auto told = node.updates.size();
    node.command(cluster::RemoveFramework{{"M-0000"}});
    EXPECT_EQ(node.told<TellExecutor::Shutdown>().size(), 1u);
    EXPECT_EQ(node.agentUpdates.back().info.total.total("cpus"), Milli{8000 - 1100});
    EXPECT_EQ(node.offeredGpus(), Milli::whole(3));
    node.apply(ContainerExited{node.container, {.code = 0}});
    node.apply(ContainerDestroyed{node.container});
    EXPECT_EQ(node.updates.size(), told);
    EXPECT_TRUE(node.executorEnds.empty());
    EXPECT_TRUE(node.saved.empty());
    EXPECT_EQ(node.offeredGpus(), Milli::whole(4));
}

} // namespace
} // namespace muster::node
