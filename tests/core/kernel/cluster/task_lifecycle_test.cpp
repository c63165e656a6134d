// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/task_lifecycle.h"

#include "tests/core/kernel/cluster/components.h"
#include "tests/core/kernel/cluster/events_of.h"

namespace muster::cluster {
namespace {

struct LifecycleOfTasks : Components {
    AgentEntry& n1 = addAgent("n1");
    FrameworkEntry& f = addFramework("f");
    TaskEntry& t = addTask(f, n1, "t");

    void setState(TaskState state, Instant at) {
        TaskStatus status;
        status.task = t.info.id;
        status.state = state;
        lifecycle.setStatus(t, status, at);
    }
};

} // namespace

TEST_F(LifecycleOfTasks, BeginsAtTheirAgentAndFramework) {
    EXPECT_TRUE(n1.tasks.contains(t.key()));
    EXPECT_TRUE(f.tasks.contains(t.info.id));
    takeOutputs();
    EXPECT_EQ(of<TaskAdded>(events).size(), 1u);
}

TEST_F(LifecycleOfTasks, CountsWhatTheyUseOnce) {
    lifecycle.account(t);
    lifecycle.account(t);
    EXPECT_EQ(n1.used.total(), t.info.resources);
    lifecycle.unaccount(t);
    lifecycle.unaccount(t);
    EXPECT_TRUE(n1.used.total().empty());
}

TEST_F(LifecycleOfTasks, EndsWithATerminalState) {
    using std::chrono::seconds;
    lifecycle.account(t);
    lifecycle.kill(t, std::nullopt, {"ann", ""});
    setState(TaskState::Running, kNow + seconds(1));
    setState(TaskState::Finished, kNow + seconds(2));
    EXPECT_EQ(t.started, kNow + seconds(1));
    EXPECT_EQ(t.ended, kNow + seconds(2));
    EXPECT_FALSE(t.wantedKill);
    EXPECT_TRUE(n1.tasks.empty());
    EXPECT_TRUE(f.tasks.empty());
    EXPECT_TRUE(n1.used.total().empty());
    const TaskKey key = t.key();
    EXPECT_EQ(tasks.trim(0), std::vector{key}) << "it may be forgotten";
}

TEST_F(LifecycleOfTasks, NeverEndsBeforeItBegan) {
    setState(TaskState::Running, kNow - std::chrono::hours(1));
    setState(TaskState::Finished, kNow - std::chrono::hours(2));
    EXPECT_EQ(t.started, kNow) << "the wall clock was set back";
    EXPECT_EQ(t.ended, kNow);
}

TEST_F(LifecycleOfTasks, RemembersTheLastStatusOfEachRunOfEqualStates) {
    for (const TaskState state : {TaskState::Starting, TaskState::Running, TaskState::Running}) {
        setState(state, kNow);
    }
    ASSERT_EQ(t.statuses.size(), 2u);
    EXPECT_EQ(t.statuses[0].state, TaskState::Starting);
    EXPECT_EQ(t.statuses[1].state, TaskState::Running);
}

TEST_F(LifecycleOfTasks, TellsAFrameworkOnlyStatesThatItKnows) {
    FrameworkEntry& aware = addFramework("aware", {Capability::PartitionAware});
    TaskEntry& other = addTask(aware, n1, "t");
    lifecycle.update(t, TaskState::Gone, Reason::Reconciliation, "", kNow);
    lifecycle.update(other, TaskState::Gone, Reason::Reconciliation, "", kNow);
    const auto told = sent<Update>();
    ASSERT_EQ(told.size(), 2u);
    EXPECT_EQ(told[0].status.state, TaskState::Lost);
    EXPECT_EQ(told[1].status.state, TaskState::Gone);
}

TEST_F(LifecycleOfTasks, RemembersWhoHadATaskKilledFirst) {
    lifecycle.kill(t, std::chrono::seconds(30), {"ann", "a mistake"});
    lifecycle.kill(t, std::chrono::seconds(0), {"bob", "faster"});
    const auto kills = sent<KillTask>();
    ASSERT_EQ(kills.size(), 2u);
    EXPECT_EQ(kills[1].grace, std::chrono::seconds(0));
    EXPECT_EQ(kills[1].by.author, "ann");
    EXPECT_EQ(of<TaskKillWanted>(events).size(), 2u);
}

TEST_F(LifecycleOfTasks, KeepsAKillForAnAgentThatIsAway) {
    n1.link.reset();
    lifecycle.kill(t, std::nullopt, {"ann", ""});
    EXPECT_TRUE(sent<KillTask>().empty());
    EXPECT_TRUE(t.wantedKill);
}

} // namespace muster::cluster
