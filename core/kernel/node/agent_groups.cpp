// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/agent_state.h"

#include <algorithm>

#include <fmt/format.h>

namespace muster::node {

// Task groups on the default executor, which is no program here: each task has a container of its
// own, and what Mesos' executor would do for them is done by the agent.

Result<std::vector<GpuUuid>> Agent::State::claimGroup(const cluster::RunGroup& command) {
    if (command.executor.resources.gpus() > Milli{}) {
        return failure("The default executor uses no GPUs: ask for them in the tasks");
    }
    auto wanted = addedByExecutor(command.framework.id, command.executor);
    for (const auto& info : command.tasks) {
        if (const auto valid = validateGpus(info.resources); !valid) {
            return tl::unexpected(valid.error());
        }
        wanted += info.resources;
    }
    return claim({command.framework.id, command.tasks.front().id}, wanted);
}

void Agent::State::on(const cluster::RunGroup& command) {
    bool known = command.tasks.empty();
    for (const auto& info : command.tasks) {
        if (auto* task = find(TaskKey{command.framework.id, info.id})) {
            repeat(*task);
            known = true;
        }
    }
    if (known) {
        return;
    }
    if (command.executor.type == cluster::ExecutorInfo::Type::Custom) {
        return runInExecutor(command, true);
    }
    const auto gpus = claimGroup(command);
    std::vector<Task*> tasks;
    for (const auto& info : command.tasks) {
        tasks.push_back(&add(command.framework, info));
        tasks.back()->saved.info.executor = command.executor;
        tasks.back()->saved.group = tasks.front()->saved.container.value;
    }
    if (!gpus) {
        for (auto* task : tasks) {
            refuse(*task, gpus.error());
        }
        return;
    }
    shareOut(*gpus, tasks);
    announce();
    // All are saved before the first is launched: after a crash between there are all or none.
    for (auto* task : tasks) {
        stage(*task);
        save(*task);
    }
    for (auto* task : tasks) {
        m_out.push_back(Launch{
            task->saved.container, task->saved.framework, task->saved.info, m_gpus.infos(*gpus)});
    }
}

// To each as many as it asked for. All of them are held by the first.
void Agent::State::shareOut(const std::vector<GpuUuid>& gpus, const std::vector<Task*>& tasks) {
    auto next = gpus.begin();
    for (auto* task : tasks) {
        const auto end = next + static_cast<std::ptrdiff_t>(gpusIn(task->saved.info.resources));
        task->saved.gpus.assign(next, end);
        next = end;
        if (task != tasks.front()) {
            m_gpus.pass(tasks.front()->key(), task->key(), task->saved.gpus);
        }
    }
}

std::vector<Agent::State::Task*> Agent::State::peers(const Task& task) {
    std::vector<Task*> out;
    for (auto& [key, other] : m_tasks) {
        if (&other != &task && other.phase != Phase::Ended && !task.saved.group.empty()
            && other.saved.group == task.saved.group) {
            out.push_back(&other);
        }
    }
    return out;
}

// Mesos' default executor: a task that did not finish takes its group with it.
void Agent::State::endPeers(const Task& task) {
    if (task.saved.end->state != TaskState::Finished) {
        for (auto* peer : peers(task)) {
            kill(*peer, std::nullopt,
                {"muster",
                    fmt::format("{} of its group did not finish", task.saved.info.id.value)});
        }
    }
}

// The containers of its group can still open the GPUs of a task that has ended: they are free only
// with the last of the group.
void Agent::State::giveUpGpus(const Task& task) {
    const auto heirs = peers(task);
    const auto gpus = m_gpus.heldBy(task.key());
    if (heirs.empty() || gpus.empty()) {
        m_gpus.free(task.key());
        return;
    }
    auto& heir = *heirs.front();
    m_gpus.pass(task.key(), heir.key(), gpus);
    heir.saved.gpus = m_gpus.heldBy(heir.key());
    save(heir);
}

std::map<Agent::State::ExecutorKey, const cluster::ExecutorInfo*> Agent::State::liveExecutors(
    bool removed) const {
    std::map<ExecutorKey, const cluster::ExecutorInfo*> out;
    for (const auto& [key, task] : m_tasks) {
        const auto& executor = task.saved.info.executor;
        if (executor && hasOwnContainer(task.saved.info) && task.phase != Phase::Ended
            && task.saved.removed == removed) {
            out.emplace(ExecutorKey{key.framework, executor->id}, &*executor);
        }
    }
    for (const auto& [key, executor] : m_executors) {
        if (executor.saved.removed == removed) {
            out.emplace(key, &executor.saved.info);
        }
    }
    return out;
}

Resources Agent::State::addedByExecutor(
    const FrameworkId& framework, const cluster::ExecutorInfo& executor) const {
    return liveExecutors(false).contains({framework, executor.id}) ? Resources{}
                                                                   : executor.resources;
}

void Agent::State::on(const cluster::ShutdownExecutor& command) {
    const auto own = m_executors.find({command.framework, command.executor});
    if (own != m_executors.end()) {
        return shutDown(own->second);
    }
    for (auto& [key, task] : m_tasks) {
        const auto& executor = task.saved.info.executor;
        const auto& id = executor ? executor->id.value : key.task.value; // a command's is its own
        if (key.framework == command.framework && id == command.executor.value) {
            kill(task, std::nullopt, command.by);
        }
    }
}

void Agent::State::tellExecutorEnd(const Task& task) {
    const auto& executor = task.saved.info.executor;
    if (executor && m_registered && !task.saved.removed
        && !liveExecutors(false).contains({task.saved.framework.id, executor->id})) {
        m_out.push_back(
            ToMaster{cluster::ExecutorEnded{task.saved.framework.id, executor->id, m_id, 0}});
    }
}

} // namespace muster::node
