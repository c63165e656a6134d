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

GpuState withoutHolder(GpuState state) {
    switch (state) {
    case GpuState::Allocated:
        return GpuState::Free;
    case GpuState::Draining:
        return GpuState::Restricted;
    case GpuState::Free:
    case GpuState::Offered:
    case GpuState::Restricted:
    case GpuState::Unhealthy:
    case GpuState::Lost:
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
        setStatus(*task, update.status);
        showHolder(agent, *task);
    }
    tell(*framework, std::move(update.status));
}

bool Master::State::settleLeftover(AgentEntry& agent, const StatusUpdate& update) {
    const TaskKey key{update.framework, update.status.task};
    if (!agent.leftovers.contains(key)) {
        return false;
    }
    if (isTerminal(update.status.state)) {
        dropLeftover(agent, key);
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
    task.latest = std::move(status);
    if (task.latest.state == TaskState::Running && !task.started) {
        task.started = task.latest.at;
    }
    if (isTerminal(task.latest.state)) {
        end(task);
    }
    changed(task);
}

void Master::State::end(TaskEntry& task) {
    AgentEntry& agent = *findAgent(task.info.agent);
    FrameworkEntry& framework = *findFramework(task.framework);
    unaccount(task);
    agent.tasks.erase(task.key());
    framework.tasks.erase(task.info.id);
    task.wantedKill.reset();
    task.ended = task.latest.at;
    task.endedNumber = nextEnded++;
    changed(agent);
    changed(framework);
    ended.emplace_back(task.key(), task.endedNumber);
    if (ended.size() > kKeepEnded) {
        const auto& [key, number] = ended.front();
        const auto oldest = tasks.find(key);
        if (oldest != tasks.end() && oldest->second.endedNumber == number) {
            tasks.erase(oldest);
        }
        ended.pop_front();
    }
}

void Master::State::masterUpdate(
    TaskEntry& task, TaskState state, Reason reason, std::string message) {
    FrameworkEntry& framework = *findFramework(task.framework);
    TaskStatus status;
    status.task = task.info.id;
    status.state = knownTo(framework.info, state);
    status.reason = reason;
    status.message = std::move(message);
    status.at = now;
    status.agent = task.info.agent;
    setStatus(task, status);
    tell(framework, std::move(status));
}

void Master::State::tell(FrameworkEntry& framework, TaskStatus status) {
    status.state = knownTo(framework.info, status.state);
    send(framework, Update{std::move(status)});
}

// The agent reports its GPUs as a whole now and then; between that, its updates say who holds
// which.
void Master::State::showHolder(AgentEntry& agent, const TaskEntry& task) {
    const TaskKey key = task.key();
    const bool over = isTerminal(task.latest.state);
    for (GpuStatus& gpu : agent.gpus) {
        const bool named
            = std::find(task.gpus.begin(), task.gpus.end(), gpu.gpu) != task.gpus.end();
        if (over && gpu.holder == key) {
            gpu.holder.reset();
            gpu.state = withoutHolder(gpu.state);
        } else if (!over && named && gpu.state == GpuState::Free) {
            gpu.holder = key;
            gpu.state = GpuState::Allocated;
        }
    }
    refreshCapacity(agent);
    changed(agent);
}

} // namespace muster::cluster
