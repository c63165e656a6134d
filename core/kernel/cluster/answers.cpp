// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

// Recovered: known from an earlier life of the master, or possibly so; it may still come back.
// Without an id there is nothing to wait for, unlike with Mesos: every task was journalled before
// it was launched.
Master::State::Whereabouts Master::State::whereabouts(const AgentId& id) {
    if (id.empty()) {
        return Whereabouts::Unknown;
    }
    const AgentEntry* agent = findAgent(id);
    if (!agent) {
        const bool mine = agents.isOfThisLife(id);
        return !mine && now.uptime < recoveredUntil ? Whereabouts::Recovered : Whereabouts::Unknown;
    }
    if (agent->policy.gone) {
        return Whereabouts::Gone;
    }
    if (agent->state == AgentState::Unreachable) {
        return Whereabouts::Unreachable;
    }
    return agent->presence == Presence::Awaited ? Whereabouts::Recovered : Whereabouts::Registered;
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
    switch (whereabouts(agent)) {
    case Whereabouts::Recovered:
        return; // it may have the task: the framework will ask again
    case Whereabouts::Registered:
        status.state = TaskState::Gone;
        status.message = "Reconciliation: Task is unknown to the agent";
        break;
    case Whereabouts::Unreachable:
        status.state = TaskState::Unreachable;
        status.message = "Reconciliation: Task is unreachable";
        break;
    case Whereabouts::Gone:
        status.state = TaskState::GoneByOperator;
        status.message = "Reconciliation: Task is gone";
        break;
    case Whereabouts::Unknown:
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
            switch (whereabouts(agent)) {
            case Whereabouts::Recovered:
                update.state = OperationState::Recovering;
                update.message = "Reconciliation: Agent is recovered but has not re-registered";
                break;
            case Whereabouts::Registered:
                update.message = "Reconciliation: Operation is unknown";
                break;
            case Whereabouts::Unreachable:
                update.state = OperationState::Unreachable;
                update.message = "Reconciliation: Agent is unreachable";
                break;
            case Whereabouts::Gone:
                update.state = OperationState::GoneByOperator;
                update.message = "Reconciliation: Agent marked gone by operator";
                break;
            case Whereabouts::Unknown:
                update.message = "Reconciliation: Both operation and agent are unknown";
                break;
            }
        }
        send(framework, std::move(update));
    }
}

} // namespace muster::cluster
