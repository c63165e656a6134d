// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

// Awaited is also who may be of an earlier life and is not known yet. Without an id there is
// nothing to wait for, unlike with Mesos: every task was journalled before it was launched.
Presence Master::State::presenceOf(const AgentId& id) const {
    if (const AgentEntry* agent = findAgent(id)) {
        return agent->presence;
    }
    const bool mayReturn = !id.empty() && !agents.isOfThisLife(id) && now.uptime < recoveredUntil;
    return mayReturn ? Presence::Awaited : Presence::Unknown;
}

void Master::State::reconcile(FrameworkEntry& framework, const Reconcile& call) {
    if (call.tasks.empty()) {
        for (const TaskId& id : framework.tasks) {
            tellLatest(framework, *findTask({framework.info.id, id}));
        }
        return;
    }
    for (const auto& [id, agent] : call.tasks) {
        if (const TaskEntry* task = findTask({framework.info.id, id})) {
            tellLatest(framework, *task);
        } else {
            tellUnknown(framework, id, agent);
        }
    }
}

void Master::State::tellLatest(FrameworkEntry& framework, const TaskEntry& task) {
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
    tell(framework, std::move(status));
}

void Master::State::tellUnknown(
    FrameworkEntry& framework, const TaskId& task, const AgentId& agent) {
    TaskStatus status;
    status.task = task;
    status.reason = Reason::Reconciliation;
    status.at = now;
    status.agent = agent;
    switch (presenceOf(agent)) {
    case Presence::Awaited:
        return; // it may have the task: the framework will ask again
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
    tell(framework, std::move(status));
}

void Master::State::reconcileOperations(
    FrameworkEntry& framework, const ReconcileOperations& call) {
    for (const auto& [operation, agent] : call.operations) {
        OperationUpdate update{operation, agent, OperationState::Unknown,
            "Reconciliation: Operation is unknown and no 'agent_id' was provided"};
        if (!agent.empty()) {
            switch (presenceOf(agent)) {
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
        }
        send(framework, std::move(update));
    }
}

} // namespace muster::cluster
