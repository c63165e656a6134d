// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/agent_presence.h"

#include <utility>

namespace muster::cluster {

Presence AgentPresence::of(const AgentId& id, Uptime now) const {
    if (const AgentEntry* agent = m_agents.find(id)) {
        return agent->presence;
    }
    const bool mayReturn = !id.empty() && !m_agents.isOfThisLife(id) && now < m_awaitedUntil;
    return mayReturn ? Presence::Awaited : Presence::Unknown;
}

void AgentPresence::connected(AgentEntry& agent, Link link) {
    agent.link = link;
    agent.state = AgentState::Active;
    agent.disconnected.reset();
    move(agent, Presence::Present);
    setDeadline(agent, std::nullopt);
}

void AgentPresence::disconnected(AgentEntry& agent, Now now, Duration patience) {
    agent.state = AgentState::Disconnected;
    setAway(agent, now, now.uptime);
    setDeadline(agent, now.uptime + patience);
}

void AgentPresence::awaitOfEarlierLife(AgentEntry& agent, Now now) {
    agent.state = AgentState::Disconnected;
    setAway(agent, now, now.uptime);
    agent.presence = Presence::Awaited;
    setDeadline(agent, m_awaitedUntil);
}

void AgentPresence::setAway(AgentEntry& agent, Instant since, Uptime uptime) {
    agent.link.reset();
    agent.disconnected = since;
    agent.awaySince = uptime;
}

void AgentPresence::unreachable(AgentEntry& agent) {
    agent.state = AgentState::Unreachable;
    setDeadline(agent, std::nullopt);
    move(agent, Presence::Unreachable);
}

void AgentPresence::removed(AgentEntry& agent, Now now) {
    if (agent.link) {
        setAway(agent, now, now.uptime);
    }
    agent.state = AgentState::Unreachable;
    setDeadline(agent, std::nullopt);
    move(agent, agent.policy.gone ? Presence::Gone : Presence::Unreachable);
}

void AgentPresence::forgotten(AgentEntry& agent) {
    agent.link.reset();
    setDeadline(agent, std::nullopt);
    move(agent, Presence::Unknown);
}

void AgentPresence::move(AgentEntry& agent, Presence presence) {
    if (const Presence before = std::exchange(agent.presence, presence); before != presence) {
        m_outbox.tell(AgentMoved{agent.id, before, presence});
    }
}

void AgentPresence::setDeadline(AgentEntry& agent, std::optional<Uptime> at) {
    using Kind = Deadlines::Kind;
    if (agent.unreachableAt) {
        m_deadlines.erase({*agent.unreachableAt, Kind::AgentUnreachable, agent.number, 0});
    }
    agent.unreachableAt = at;
    if (at) {
        m_deadlines.insert({*at, Kind::AgentUnreachable, agent.number, 0});
    }
}

} // namespace muster::cluster
