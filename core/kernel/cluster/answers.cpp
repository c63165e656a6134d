// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/answers.h"

namespace muster::cluster {

TaskStatus latestStatus(const Task& task, Instant now) {
    TaskStatus status = task.latest;
    status.source = StatusSource::Master;
    if (status.reason != Reason::AgentDraining) { // by which a framework starts it elsewhere
        status.reason = Reason::Reconciliation;
    }
    status.message = status.state == TaskState::Unreachable ? "Reconciliation: Task is unreachable"
                                                            : "Reconciliation: Latest task state";
    status.executor = task.info.executor ? task.info.executor->id : ExecutorId{};
    status.uuid.reset();
    status.at = now;
    return status;
}

std::optional<TaskStatus> unknownTaskStatus(
    const TaskId& task, const AgentId& agent, Presence presence, Instant now) {
    TaskStatus status;
    status.task = task;
    status.reason = Reason::Reconciliation;
    status.at = now;
    status.agent = agent;
    switch (presence) {
    case Presence::Awaited:
        return std::nullopt;
    case Presence::Present:
        status.state = TaskState::Gone;
        status.message = "Reconciliation: Task is unknown to the agent";
        break;
    case Presence::Unreachable:
        status.state = TaskState::Unreachable;
        status.message = "Reconciliation: Task is unreachable";
        break;
    case Presence::Gone:
        status.state = TaskState::GoneByOperator;
        status.message = "Reconciliation: Task is gone";
        break;
    case Presence::Unknown:
        status.state = TaskState::Unknown;
        status.message = "Reconciliation: Task is unknown";
        break;
    }
    return status;
}

OperationUpdate unknownOperation(const ReconcileOperations::Item& asked, Presence presence) {
    OperationUpdate update{asked.operation, asked.agent, OperationState::Unknown,
        "Reconciliation: Operation is unknown and no 'agent_id' was provided"};
    if (asked.agent.empty()) {
        return update;
    }
    switch (presence) {
    case Presence::Awaited:
        update.state = OperationState::Recovering;
        update.message = "Reconciliation: Agent is recovered but has not re-registered";
        break;
    case Presence::Present:
        update.message = "Reconciliation: Operation is unknown";
        break;
    case Presence::Unreachable:
        update.state = OperationState::Unreachable;
        update.message = "Reconciliation: Agent is unreachable";
        break;
    case Presence::Gone:
        update.state = OperationState::GoneByOperator;
        update.message = "Reconciliation: Agent marked gone by operator";
        break;
    case Presence::Unknown:
        update.message = "Reconciliation: Both operation and agent are unknown";
        break;
    }
    return update;
}

} // namespace muster::cluster
