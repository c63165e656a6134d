// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/executors.h"

#include "core/kernel/cluster/agent_table.h"
#include "core/kernel/cluster/holdings.h"

namespace muster::cluster {

const ExecutorInfo* Executors::find(const AgentEntry& agent, const ExecutorKey& key) {
    const auto found = agent.executors.find(key);
    return found == agent.executors.end() ? nullptr : &found->second;
}

std::vector<ExecutorId> Executors::idsOf(const AgentEntry& agent, const FrameworkId& framework) {
    std::vector<ExecutorId> ids;
    for (auto one = agent.executors.lower_bound({framework, {}});
         one != agent.executors.end() && one->first.framework == framework; ++one) {
        ids.push_back(one->first.executor);
    }
    return ids;
}

void Executors::add(AgentEntry& agent, FrameworkEntry& framework, const ExecutorInfo& executor) {
    const ExecutorKey key{framework.info.id, executor.id};
    if (agent.executors.emplace(key, executor).second) {
        framework.executors.m_places.emplace(agent.number, executor.id);
        m_holdings.use(agent, framework, executor.role, executor.resources);
    }
}

void Executors::remove(AgentEntry& agent, const ExecutorKey& key) {
    FrameworkEntry& framework = *m_frameworks.find(key.framework);
    const auto found = agent.executors.find(key);
    framework.executors.m_places.erase({agent.number, key.executor});
    m_holdings.free(agent, framework, found->second.role, found->second.resources);
    agent.executors.erase(found);
}

void Executors::removeAll(AgentEntry& agent) {
    while (!agent.executors.empty()) {
        const ExecutorKey key = agent.executors.begin()->first;
        remove(agent, key);
    }
}

std::set<AgentNumber> Executors::removeAll(FrameworkEntry& framework) {
    std::set<AgentNumber> agents;
    const auto& places = framework.executors.m_places;
    while (!places.empty()) {
        const auto [number, id] = *places.begin();
        AgentEntry& agent = m_agents.at(number);
        const ExecutorKey key{framework.info.id, id};
        const ExecutorInfo executor = *find(agent, key);
        remove(agent, key);
        if (agent.link) {
            m_leftovers.keep(agent, key, executor);
        }
        agents.insert(number);
    }
    return agents;
}

} // namespace muster::cluster
