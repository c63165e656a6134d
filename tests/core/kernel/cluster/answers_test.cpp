// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/answers.h"

#include <gtest/gtest.h>

#include "core/kernel/cluster/told_states.h"

namespace muster::cluster {
namespace {

const Instant kNow{std::chrono::hours(480000)};

std::optional<TaskState> stateIfUnknown(Presence presence) {
    const auto status = unknownTaskStatus({"t"}, {"a"}, presence, kNow);
    return status ? std::optional(status->state) : std::nullopt;
}

TaskStatus drained(AgentPolicy policy, std::set<Capability> capabilities, TaskState state) {
    TaskStatus status;
    status.state = state;
    noteDrain(policy, {.capabilities = std::move(capabilities)}, status);
    return status;
}

} // namespace

TEST(AnswerAboutATask, IsItsLatestStateWithoutAnAcknowledgement) {
    Task task;
    task.latest.task = {"t"};
    task.latest.state = TaskState::Running;
    task.latest.uuid = Uuid{};
    task.info.executor = ExecutorInfo{.id = {"e"}};
    const TaskStatus status = latestStatus(task, kNow);
    EXPECT_EQ(status.state, TaskState::Running);
    EXPECT_EQ(status.reason, Reason::Reconciliation);
    EXPECT_EQ(status.message, "Reconciliation: Latest task state");
    EXPECT_EQ(status.executor.value, "e");
    EXPECT_EQ(status.at, kNow);
    EXPECT_FALSE(status.uuid);
    task.latest.reason = Reason::AgentDraining;
    EXPECT_EQ(latestStatus(task, kNow).reason, Reason::AgentDraining) << "it is started elsewhere";
}

TEST(AnswerAboutATask, ThatIsUnknownFollowsFromItsAgent) {
    EXPECT_EQ(stateIfUnknown(Presence::Awaited), std::nullopt) << "it may have the task";
    EXPECT_EQ(stateIfUnknown(Presence::Present), TaskState::Gone);
    EXPECT_EQ(stateIfUnknown(Presence::Unreachable), TaskState::Unreachable);
    EXPECT_EQ(stateIfUnknown(Presence::Gone), TaskState::GoneByOperator);
    EXPECT_EQ(stateIfUnknown(Presence::Unknown), TaskState::Unknown);
}

TEST(AnswerAboutAnOperation, FollowsFromItsAgent) {
    EXPECT_EQ(unknownOperation({"o", {"a"}}, Presence::Awaited).state, OperationState::Recovering);
    EXPECT_EQ(unknownOperation({"o", {"a"}}, Presence::Present).state, OperationState::Unknown);
    EXPECT_EQ(unknownOperation({"o", {"a"}}, Presence::Gone).state, OperationState::GoneByOperator);
    EXPECT_EQ(unknownOperation({"o", {}}, Presence::Unknown).message,
        "Reconciliation: Operation is unknown and no 'agent_id' was provided");
}

TEST(ToldState, IsLostWhereAFrameworkDoesNotKnowAnother) {
    const FrameworkInfo plain, aware{.capabilities = {Capability::PartitionAware}};
    for (const TaskState state : {TaskState::Dropped, TaskState::Unreachable, TaskState::Gone,
             TaskState::GoneByOperator, TaskState::Unknown}) {
        EXPECT_EQ(stateKnownTo(plain, state), TaskState::Lost);
        EXPECT_EQ(stateKnownTo(aware, state), state);
    }
    EXPECT_EQ(stateKnownTo(plain, TaskState::Running), TaskState::Running);
}

TEST(ToldState, ShowsThatATaskWentAwayByADrain) {
    AgentPolicy policy{.drain = AgentPolicy::Drain::Draining};
    EXPECT_EQ(drained({}, {}, TaskState::Killed).reason, std::nullopt);
    EXPECT_EQ(drained(policy, {}, TaskState::Finished).reason, std::nullopt);
    EXPECT_EQ(drained(policy, {}, TaskState::Killing).reason, Reason::AgentDraining);
    policy.markGone = true;
    const TaskStatus gone = drained(policy, {Capability::PartitionAware}, TaskState::Killed);
    EXPECT_EQ(gone.state, TaskState::GoneByOperator);
    EXPECT_EQ(drained(policy, {}, TaskState::Killed).state, TaskState::Killed);
}

} // namespace muster::cluster
