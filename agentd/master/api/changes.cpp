// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/changes.h"

#include <algorithm>

namespace muster::agentd::api {

Changes::Changes(const cluster::Master& master) : m_master(master) {
    for (const auto* agent : master.agents()) {
        if (agent->link) {
            m_agents.insert(agent->id);
        }
    }
    for (const auto* framework : master.frameworks()) {
        m_frameworks.emplace(
            framework->info.id, KnownFramework{framework->info, framework->link.has_value()});
    }
    for (const auto* task : master.tasks()) {
        m_tasks.emplace(cluster::TaskKey{task->framework, task->info.id}, task->latest);
    }
}

// Frameworks come before their tasks, and go after them.
void Changes::observe(const std::vector<cluster::MasterOutput>& outputs) {
    for (const auto& output : outputs) {
        const auto* changed = std::get_if<cluster::Changed>(&output);
        if (changed == nullptr) {
            continue;
        }
        std::ranges::for_each(changed->agents, [this](const auto& id) { agent(id); });
        std::vector<FrameworkId> gone;
        for (const auto& id : changed->frameworks) {
            if (m_master.framework(id) == nullptr) {
                gone.push_back(id);
            } else {
                framework(id);
            }
        }
        std::ranges::for_each(changed->tasks, [this](const auto& key) { task(key); });
        std::ranges::for_each(gone, [this](const auto& id) { framework(id); });
    }
}

void Changes::agent(const AgentId& id) {
    const auto* agent = m_master.agent(id);
    const bool reachable = agent != nullptr && agent->state != AgentState::Unreachable;
    if (!reachable && m_agents.erase(id) > 0) {
        tell(AgentRemoved{id, agent == nullptr});
    } else if (reachable && agent->link && m_agents.insert(id).second) {
        tell(AgentAdded{*agent});
    }
}

void Changes::framework(const FrameworkId& id) {
    const auto* framework = m_master.framework(id);
    const auto known = m_frameworks.find(id);
    if (framework == nullptr) {
        if (known != m_frameworks.end()) {
            tell(FrameworkRemoved{known->second.info});
            m_frameworks.erase(known);
        }
        return;
    }
    const bool connected = framework->link.has_value();
    if (known == m_frameworks.end()) {
        m_frameworks.emplace(id, KnownFramework{framework->info, connected});
        tell(FrameworkAdded{*framework});
    } else if (known->second.connected != connected || !(known->second.info == framework->info)) {
        known->second = {framework->info, connected};
        tell(FrameworkUpdated{*framework});
    }
}

void Changes::task(const cluster::TaskKey& key) {
    const auto* task = m_master.task(key);
    const auto known = m_tasks.find(key);
    if (task == nullptr) {
        if (known != m_tasks.end()) {
            tell(TaskForgotten{key, known->second.state});
            m_tasks.erase(known);
        }
        return;
    }
    const KnownTask now(task->latest);
    if (known == m_tasks.end()) {
        m_tasks.emplace(key, now);
        tell(TaskAdded{*task});
    } else if (!(known->second == now)) {
        const auto before = std::exchange(known->second, now).state;
        tell(TaskUpdated{*task, before});
    }
}

void Changes::tell(const Change& change) const {
    for (const auto& listener : m_listeners) {
        listener(change);
    }
}

} // namespace muster::agentd::api
