// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

// The states that a framework without PARTITION_AWARE does not know are all lost to it.
TaskState knownTo(const FrameworkInfo& framework, TaskState state) {
    switch (state) {
    case TaskState::Dropped:
    case TaskState::Unreachable:
    case TaskState::Gone:
    case TaskState::GoneByOperator:
    case TaskState::Unknown:
        return framework.has(Capability::PartitionAware) ? state : TaskState::Lost;
    case TaskState::Starting:
    case TaskState::Running:
    case TaskState::Finished:
    case TaskState::Failed:
    case TaskState::Killed:
    case TaskState::Lost:
    case TaskState::Staging:
    case TaskState::Error:
    case TaskState::Killing:
        return state;
    }
    return state;
}

} // namespace

void Master::State::statusUpdate(AgentEntry& agent, StatusUpdate& update) {
    const TaskKey key{update.framework, update.status.task};
    FrameworkEntry* framework = findFramework(update.framework);
    if (settleLeftover(agent, update) || !framework) {
        acknowledgeMyself(agent, update);
        return;
    }
    update.status.agent = agent.id;
    noteDrain(agent, framework->info, update.status);
    update.status.state = knownTo(framework->info, update.status.state);
    TaskEntry* task = findTask(key);
    if (!task) { // ended so long ago that it was forgotten
        tell(*framework, std::move(update.status));
        return;
    }
    const auto& uuid = update.status.uuid;
    const bool copy = uuid && task->latest.uuid == uuid;
    const bool late = uuid && !copy
        && std::find(task->seen.begin(), task->seen.end(), *uuid) != task->seen.end();
    const bool overruled = !copy && (task->ended || task->info.agent != agent.id);
    if (late || overruled) {
        acknowledgeMyself(agent, update);
        return;
    }
    if (!copy) {
        if (uuid) {
            task->seen.push_back(*uuid);
        }
        task->gpus = std::move(update.gpus);
        setStatus(*task, std::move(update.status));
    }
    const bool frees = update.over && task->accounted;
    if (frees) {
        unaccount(*task);
    }
    if (!copy || !frees) { // else it is sent again only for what it frees
        tell(*framework, task->latest);
    }
}

bool Master::State::settleLeftover(AgentEntry& agent, const StatusUpdate& update) {
    const TaskKey key{update.framework, update.status.task};
    if (!agent.leftovers.contains(key)) {
        return false;
    }
    if (update.over || isTerminal(update.status.state)) {
        leftovers.drop(agent, key);
    }
    return true;
}

// Nobody else will, and the agent repeats it until someone does.
void Master::State::acknowledgeMyself(const AgentEntry& agent, const StatusUpdate& update) {
    if (update.status.uuid) {
        send(agent, AcknowledgeStatus{{update.framework, update.status.task}, *update.status.uuid});
    }
}

void Master::State::acknowledge(const FrameworkEntry& framework, const Acknowledge& call) {
    if (const AgentEntry* agent = findAgent(call.agent)) {
        send(*agent, AcknowledgeStatus{{framework.info.id, call.task}, call.uuid});
    }
}

void Master::State::setStatus(TaskEntry& task, TaskStatus status) {
    outbox.tell(TaskUpdated{task.key(), task.latest.state});
    if (!task.statuses.empty() && task.statuses.back().state == status.state) {
        task.statuses.pop_back();
    }
    task.statuses.push_back(status);
    task.latest = std::move(status);
    if (task.latest.state == TaskState::Running && !task.started) {
        task.started = std::max(now.wall, task.created);
    }
    if (isTerminal(task.latest.state)) {
        end(task);
    }
}

void Master::State::end(TaskEntry& task) {
    AgentEntry& agent = *findAgent(task.info.agent);
    FrameworkEntry& framework = *findFramework(task.framework);
    unaccount(task);
    agent.tasks.erase(task.key());
    framework.tasks.erase(task.info.id);
    task.wantedKill.reset();
    task.ended = std::max(now.wall, task.started.value_or(task.created));
    changed(agent);
    changed(framework);
    tasks.retire(task);
}

void Master::State::keepEnded(Task task) {
    TaskEntry& entry = tasks.add(std::move(task));
    entry.ended = entry.ended.value_or(entry.latest.at);
    tasks.retire(entry);
}

std::vector<Event> Master::State::trim() {
    const auto tell = [this](std::vector<TaskKey> forgotten) {
        for (TaskKey& key : forgotten) {
            outbox.tell(TaskForgotten{std::move(key)});
        }
    };
    tell(tasks.trim(options.maxCompletedTasks));
    for (const FrameworkId& id : frameworks.trim(options.maxCompletedFrameworks)) {
        tell(tasks.forgetEnded(id, 0));
    }
    return outbox.takeEvents();
}

void Master::State::masterUpdate(TaskEntry& task, TaskState state, Reason reason,
    std::string message, std::optional<KilledBy> by) {
    FrameworkEntry& framework = *findFramework(task.framework);
    TaskStatus status;
    status.task = task.info.id;
    status.state = knownTo(framework.info, state);
    status.reason = reason;
    status.message = std::move(message);
    status.at = now;
    status.agent = task.info.agent;
    status.killedBy = std::move(by);
    setStatus(task, status);
    tell(framework, std::move(status));
}

void Master::State::tell(FrameworkEntry& framework, TaskStatus status) {
    status.state = knownTo(framework.info, status.state);
    send(framework, Update{std::move(status)});
}

} // namespace muster::cluster
