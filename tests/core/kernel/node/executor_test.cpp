// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/executor.h"

#include <gtest/gtest.h>

#include "core/kernel/node/executor_table.h"

namespace muster::node {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using Shutdown = Executor::Shutdown;

ExecutorCheckpoint checkpoint() {
    ExecutorCheckpoint out;
    out.container = {"container-e"};
    out.framework.id = {"M-0000"};
    out.info.id = {"e"};
    out.info.resources = *Resources::parse("cpus:0.5;mem:32");
    return out;
}

Executor::Share share(
    const std::string& resources, std::vector<GpuUuid> gpus = {}, const std::string& group = {}) {
    return {*Resources::parse(resources), std::move(gpus), group};
}

struct ExecutorTest : testing::Test {
    Executor::Timing timing{minutes(1), seconds(2), seconds(5)};
    Executor executor{checkpoint(), timing};
    Uptime now;
    TaskId a{"a"};
    TaskId b{"b"};
    TaskId c{"c"};

    void begin() { // it runs and has registered
        executor.start(4711, now);
        executor.subscribe({});
    }
    std::vector<TaskId> delivered() { return executor.deliver().alone; }
};

using Tasks = std::vector<TaskId>;
using Gpus = std::vector<GpuUuid>;

} // namespace

TEST_F(ExecutorTest, HasTheResourcesOfItsTasksBesideItsOwn) {
    executor.give(a, share("cpus:1;mem:64"), true);
    executor.give(b, share("cpus:2;mem:100"), true);
    EXPECT_EQ(executor.resources(), *Resources::parse("cpus:3.5;mem:196"));
    executor.drop(a);
    EXPECT_EQ(executor.resources(), *Resources::parse("cpus:2.5;mem:132"));
    EXPECT_EQ(executor.tasks(), Tasks{b});
}

TEST_F(ExecutorTest, KeepsTheGpusOfATaskThatEndedForALaterOne) {
    executor.addGpus({{"GPU-0"}, {"GPU-1"}, {"GPU-2"}});
    executor.give(a, share("cpus:1", {{"GPU-1"}}), true);
    EXPECT_EQ(executor.spareGpus(1), (Gpus{{"GPU-2"}})) << "the first is the executor's own";
    executor.drop(a);
    EXPECT_EQ(executor.spareGpus(1), (Gpus{{"GPU-1"}, {"GPU-2"}}));
    EXPECT_EQ(executor.gpus().size(), 3u);
}

TEST_F(ExecutorTest, IsGivenItsFirstTasksWhenItSubscribes) {
    executor.give(a, share("cpus:1"), true);
    EXPECT_EQ(delivered(), Tasks{});
    begin();
    EXPECT_TRUE(executor.isUndelivered(a));
    EXPECT_EQ(delivered(), Tasks{a});
    EXPECT_TRUE(executor.isDelivered(a));
    EXPECT_EQ(delivered(), Tasks{}) << "once";
}

TEST_F(ExecutorTest, IsGivenALaterTaskWhenItsContainerIsResized) {
    begin();
    executor.give(a, share("cpus:1"), false);
    EXPECT_EQ(delivered(), Tasks{});
    EXPECT_TRUE(executor.startResize());
    EXPECT_EQ(executor.finishResize(), Tasks{a});
    EXPECT_EQ(delivered(), Tasks{a});
    EXPECT_FALSE(executor.startResize()) << "nobody waits";
}

TEST_F(ExecutorTest, IsResizedForOneAfterTheOther) {
    begin();
    executor.give(a, share("cpus:1"), false);
    EXPECT_TRUE(executor.startResize());
    executor.give(b, share("cpus:1"), false);
    EXPECT_FALSE(executor.startResize()) << "one is under way";
    EXPECT_EQ(executor.finishResize(), Tasks{a});
    EXPECT_EQ(delivered(), Tasks{a}) << "the other has no room yet";
    EXPECT_TRUE(executor.startResize());
    EXPECT_EQ(executor.finishResize(), Tasks{b});
}

TEST_F(ExecutorTest, IsNotResizedBeforeItRuns) {
    executor.give(a, share("cpus:1"), false);
    EXPECT_FALSE(executor.startResize());
    executor.start(4711, now);
    EXPECT_TRUE(executor.startResize());
}

TEST_F(ExecutorTest, IsGivenAGroupAsOne) {
    begin();
    executor.give(b, share("cpus:1", {}, "g"), true);
    executor.give(a, share("cpus:1", {}, "g"), true);
    executor.give(c, share("cpus:1"), true);
    const auto delivery = executor.deliver();
    EXPECT_EQ(delivery.alone, Tasks{c});
    EXPECT_EQ(delivery.groups, (std::vector<Tasks>{{a, b}}));
}

TEST_F(ExecutorTest, MustRegisterInTime) {
    EXPECT_EQ(executor.nextDeadline(), std::nullopt) << "it does not run yet";
    executor.start(4711, now);
    EXPECT_EQ(executor.nextDeadline(), now + minutes(1));
    EXPECT_FALSE(executor.takeOverdue(now + seconds(59)));
    EXPECT_TRUE(executor.takeOverdue(now + minutes(1)));
    EXPECT_EQ(executor.endOfTasks().reason, Reason::ExecutorRegistrationTimeout);
    EXPECT_EQ(executor.endOfTasks().message, "Executor did not register within 1mins");
    executor.onDestroy();
    EXPECT_EQ(executor.nextDeadline(), std::nullopt);
    EXPECT_FALSE(executor.subscribe({})) << "too late";
}

TEST_F(ExecutorTest, HasNoDeadlineOnceItSubscribed) {
    begin();
    EXPECT_EQ(executor.nextDeadline(), std::nullopt);
    executor.disconnect();
    EXPECT_FALSE(executor.isSubscribed());
    EXPECT_EQ(executor.nextDeadline(), std::nullopt) << "it may come back";
}

TEST_F(ExecutorTest, IsDestroyedWhenItDoesNotShutDownInTime) {
    begin();
    EXPECT_EQ(executor.shutDown(now), Shutdown::Tell);
    EXPECT_TRUE(executor.isEnding());
    EXPECT_EQ(executor.shutDown(now + seconds(1)), Shutdown::Nothing) << "it was told";
    EXPECT_FALSE(executor.takeOverdue(now + seconds(4)));
    EXPECT_TRUE(executor.takeOverdue(now + seconds(5)));
}

TEST_F(ExecutorTest, HasItsOwnTimeToShutDownIfItNamesOne) {
    auto made = checkpoint();
    made.info.shutdownGrace = seconds(30);
    executor = Executor(made, timing);
    begin();
    executor.shutDown(now);
    EXPECT_EQ(executor.nextDeadline(), now + seconds(30));
}

TEST_F(ExecutorTest, IsDestroyedAtOnceIfItCannotBeTold) {
    auto launching = executor;
    EXPECT_EQ(launching.shutDown(now), Shutdown::Nothing) << "when it has started";
    EXPECT_TRUE(launching.isShuttingDown());
    executor.start(4711, now);
    EXPECT_EQ(executor.shutDown(now), Shutdown::Destroy);
}

TEST_F(ExecutorTest, IsGivenNothingMoreWhenItShutsDown) {
    begin();
    executor.give(a, share("cpus:1"), true);
    executor.shutDown(now);
    EXPECT_EQ(delivered(), Tasks{});
}

TEST_F(ExecutorTest, OfAnEarlierLifeTellsWhatItWasGiven) {
    executor = Executor::recovered(checkpoint(), timing, false);
    executor.recover(a, share("cpus:1"), true);
    executor.recover(b, share("cpus:1"), false);
    executor.recover(c, share("cpus:1"), false);
    executor.start(4711, now);
    EXPECT_EQ(executor.nextDeadline(), now + seconds(2)) << "to register again";
    EXPECT_FALSE(executor.isUndelivered(b)) << "nobody knows";
    EXPECT_TRUE(executor.subscribe({b}));
    EXPECT_TRUE(executor.isDelivered(b));
    EXPECT_TRUE(executor.isUndelivered(c));
    EXPECT_TRUE(executor.startResize()) << "whether that was done is not known";
    EXPECT_EQ(executor.finishResize(), Tasks{c});
    EXPECT_EQ(delivered(), Tasks{c});
}

TEST_F(ExecutorTest, TakesItsTasksWithItWhenItEnds) {
    EXPECT_EQ(executor.endOfTasks().message, "Executor terminated");
    EXPECT_EQ(executor.waitStatus(), 9) << "its exit was never seen";
    executor.onExit({.code = 3});
    EXPECT_EQ(executor.endOfTasks().message, "Executor terminated");
    EXPECT_EQ(executor.waitStatus(), 3 << 8);
    executor.onExit({.code = 0, .outOfMemory = true});
    EXPECT_EQ(executor.endOfTasks().message, "Executor terminated");
    executor.onExit({.signal = 9, .outOfMemory = true});
    EXPECT_EQ(executor.endOfTasks().reason, Reason::ContainerLimitationMemory);
    executor.fail({.state = TaskState::Dropped});
    EXPECT_EQ(executor.endOfTasks().state, TaskState::Dropped) << "what was known before";
}

TEST_F(ExecutorTest, LosesItsFrameworkOnce) {
    EXPECT_TRUE(executor.remove());
    EXPECT_FALSE(executor.remove());
    EXPECT_TRUE(executor.checkpoint().removed);
}

TEST_F(ExecutorTest, IsFoundInItsTableByKeyAndByContainerUntilItIsTaken) {
    ExecutorTable table(timing);
    const auto& added = table.add(checkpoint());
    EXPECT_EQ(table.find(executor.key()), &added);
    EXPECT_EQ(table.find(ContainerId{"container-e"}), &added);
    EXPECT_EQ(table.take(executor.key()).info().id.value, "e");
    EXPECT_EQ(table.find(executor.key()), nullptr);
    EXPECT_EQ(table.find(ContainerId{"container-e"}), nullptr);
}

} // namespace muster::node
