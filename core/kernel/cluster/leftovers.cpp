// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/leftovers.h"

#include <utility>

#include "core/kernel/cluster/holdings.h"

namespace muster::cluster {

std::set<FrameworkId> Leftovers::OfAgent::frameworksOfTasks() const {
    std::set<FrameworkId> frameworks;
    for (const auto& [key, task] : m_tasks) {
        frameworks.insert(key.framework);
    }
    return frameworks;
}

void Leftovers::keep(AgentEntry& agent, const TaskKey& key, Task task) {
    const auto [kept, isNew] = agent.leftovers.m_tasks.emplace(key, std::move(task));
    if (isNew) {
        m_holdings.use(agent, kept->second.role, kept->second.resources);
    }
}

void Leftovers::keep(AgentEntry& agent, const ExecutorKey& key, const ExecutorInfo& executor) {
    if (agent.leftovers.m_executors.emplace(key, executor).second) {
        m_holdings.use(agent, executor.role, executor.resources);
    }
}

void Leftovers::drop(AgentEntry& agent, const TaskKey& key) {
    auto& tasks = agent.leftovers.m_tasks;
    if (const auto found = tasks.find(key); found != tasks.end()) {
        m_holdings.free(agent, found->second.role, found->second.resources);
        tasks.erase(found);
    }
}

void Leftovers::dropExecutors(AgentEntry& agent) {
    for (const auto& [key, executor] : std::exchange(agent.leftovers.m_executors, {})) {
        m_holdings.free(agent, executor.role, executor.resources);
    }
}

void Leftovers::dropSilent(AgentEntry& agent) {
    dropExecutors(agent);
    std::erase_if(agent.leftovers.m_tasks, [&](const auto& kept) {
        if (kept.second.silent) {
            m_holdings.free(agent, kept.second.role, kept.second.resources);
        }
        return kept.second.silent;
    });
}

void Leftovers::dropAll(AgentEntry& agent) {
    dropExecutors(agent);
    for (const auto& [key, task] : std::exchange(agent.leftovers.m_tasks, {})) {
        m_holdings.free(agent, task.role, task.resources);
    }
}

} // namespace muster::cluster
