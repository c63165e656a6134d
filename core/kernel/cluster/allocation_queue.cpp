// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/allocation_queue.h"

#include <algorithm>
#include <utility>

namespace muster::cluster {

void AllocationQueue::add(OfAgent& agent) {
    if (!std::exchange(agent.m_waits, true)) {
        m_waiting.push_back(&agent);
    }
}

void AllocationQueue::addNew(OfAgent& agent) {
    add(agent);
    agent.m_isNew = true;
}

void AllocationQueue::addFreed(OfAgent& agent) {
    add(agent);
    agent.m_isFreed = true;
}

void AllocationQueue::remove(OfAgent& agent) {
    setIdle(agent, false);
    if (std::exchange(agent.m_waits, false)) {
        std::erase(m_waiting, &agent);
    }
}

// The last one gets the place of one that leaves: O(1).
void AllocationQueue::setIdle(OfAgent& agent, bool idle) {
    if (idle && agent.m_idleAt == OfAgent::kNotIdle) {
        agent.m_idleAt = m_idle.size();
        m_idle.push_back(&agent);
    } else if (!idle && agent.m_idleAt != OfAgent::kNotIdle) {
        m_idle[agent.m_idleAt] = m_idle.back();
        m_idle[agent.m_idleAt]->m_idleAt = agent.m_idleAt;
        m_idle.pop_back();
        agent.m_idleAt = OfAgent::kNotIdle;
    }
}

void AllocationQueue::addIdle() {
    for (OfAgent* agent : m_idle) {
        add(*agent);
    }
}

void AllocationQueue::startRound() {
    addIdle();
    m_isWanted = true;
}

void AllocationQueue::onRound() {
    m_next.reset();
    m_isWanted = true;
}

std::vector<AgentEntry*> AllocationQueue::takeRound() {
    m_isWanted = false;
    std::vector<OfAgent*> taken = std::exchange(m_waiting, {});
    for (OfAgent* agent : taken) {
        agent->m_waits = agent->m_isNew = agent->m_isFreed = false;
    }
    sortByNumber(taken);
    return entriesOf(taken);
}

AllocationQueue::Early AllocationQueue::takeEarly() {
    std::vector<OfAgent*> fresh;
    std::vector<OfAgent*> freed;
    std::erase_if(m_waiting, [&](OfAgent* agent) {
        const bool isNew = std::exchange(agent->m_isNew, false);
        const bool isFreed = std::exchange(agent->m_isFreed, false);
        if (isNew) {
            fresh.push_back(agent);
            agent->m_waits = false;
        } else if (isFreed) {
            freed.push_back(agent);
        }
        return isNew;
    });
    sortByNumber(fresh);
    sortByNumber(freed);
    return {entriesOf(fresh), entriesOf(freed)};
}

void AllocationQueue::plan(Uptime now) {
    if (m_waiting.empty() == !m_next) {
        return;
    }
    if (m_next) {
        m_deadlines.erase({*m_next, Deadlines::Kind::NextRound, 0, 0});
        m_next.reset();
    } else {
        m_next = m_start + ((now - m_start) / m_interval + 1) * m_interval;
        m_deadlines.insert({*m_next, Deadlines::Kind::NextRound, 0, 0});
    }
}

void AllocationQueue::sortByNumber(std::vector<OfAgent*>& agents) {
    const auto lower = [](const OfAgent* a, const OfAgent* b) { return a->m_number < b->m_number; };
    if (!std::is_sorted(agents.begin(), agents.end(), lower)) {
        std::sort(agents.begin(), agents.end(), lower);
    }
}

std::vector<AgentEntry*> AllocationQueue::entriesOf(const std::vector<OfAgent*>& agents) {
    std::vector<AgentEntry*> entries;
    entries.reserve(agents.size());
    for (const OfAgent* agent : agents) {
        entries.push_back(agent->m_agent);
    }
    return entries;
}

} // namespace muster::cluster
