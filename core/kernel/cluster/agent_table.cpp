// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/agent_table.h"

#include <utility>

#include <fmt/format.h>

namespace muster::cluster {

AgentId AgentTable::nextId() {
    return {fmt::format("{}-S{}", m_master, m_nextId++)};
}

AgentEntry& AgentTable::add(AgentId id) {
    auto entry = std::make_unique<AgentEntry>(m_next++);
    entry->id = id;
    renewProfile(*entry);
    AgentEntry& agent = *entry;
    m_inOrder.emplace(agent.number, &agent);
    m_byId.emplace(std::move(id), std::move(entry));
    return agent;
}

void AgentTable::remove(AgentEntry& agent) {
    const AgentId id = agent.id;
    if (const auto home = m_byHome.find(agent.info.home);
        home != m_byHome.end() && home->second == &agent) {
        m_byHome.erase(home);
    }
    m_inOrder.erase(agent.number);
    m_byId.erase(id);
}

AgentEntry* AgentTable::find(const AgentId& id) const {
    const auto found = m_byId.find(id);
    return found == m_byId.end() ? nullptr : found->second.get();
}

AgentEntry* AgentTable::find(AgentNumber number) const {
    const auto found = m_inOrder.find(number);
    return found == m_inOrder.end() ? nullptr : found->second;
}

void AgentTable::setHome(AgentEntry& agent, const std::string& home) {
    agent.info.home = home;
    if (!home.empty()) {
        m_byHome[home] = &agent;
    }
}

AgentEntry* AgentTable::otherAtHome(const AgentEntry& agent) const {
    const auto found = m_byHome.find(agent.info.home);
    const bool other = found != m_byHome.end() && found->second != &agent;
    return other && !found->second->policy.gone ? found->second : nullptr;
}

} // namespace muster::cluster
