// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/agent_table.h"

#include <cassert>
#include <utility>

#include <fmt/format.h>

namespace muster::cluster {

AgentId AgentTable::nextId() {
    AgentId id;
    do {
        id.value = fmt::format("{}-S{}", m_master, m_nextId++);
    } while (m_byId.contains(id));
    return id;
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
    assert(agent.holdsNothing());
    const AgentId id = agent.id;
    unlistHome(agent);
    if (agent.policy.gone) {
        m_gone.erase({*agent.policy.gone, agent.number});
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
    unlistHome(agent);
    agent.listedHome = home;
    if (!home.empty()) {
        m_byHome[home] = &agent;
    }
}

void AgentTable::unlistHome(const AgentEntry& agent) {
    const auto listed = m_byHome.find(agent.listedHome);
    if (listed != m_byHome.end() && listed->second == &agent) {
        m_byHome.erase(listed);
    }
}

AgentEntry* AgentTable::otherAtHome(const AgentEntry& agent) const {
    const auto found = m_byHome.find(agent.info.home);
    const bool other = found != m_byHome.end() && found->second != &agent;
    return other && !found->second->policy.gone ? found->second : nullptr;
}

void AgentTable::noteGone(const AgentEntry& agent) {
    m_gone.emplace(*agent.policy.gone, agent.number);
}

AgentEntry* AgentTable::oldestGone(std::size_t keep) const {
    return m_gone.size() > keep ? &at(m_gone.begin()->second) : nullptr;
}

} // namespace muster::cluster
