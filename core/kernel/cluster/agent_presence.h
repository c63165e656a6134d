// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/kernel/cluster/agent_table.h"
#include "core/kernel/cluster/outbox.h"

namespace muster::cluster {

// Whether agents are there: their connections, since when one is away, and when it counts as
// unreachable, which stands in the deadlines. Each change of presence is told. Not thread-safe.
class AgentPresence {
public:
    // `awaitedUntil`: until then there may be more agents of an earlier life of the master.
    AgentPresence(
        const AgentTable& agents, Deadlines& deadlines, Outbox& outbox, Uptime awaitedUntil)
        : m_agents(agents), m_deadlines(deadlines), m_outbox(outbox), m_awaitedUntil(awaitedUntil) {
    }

    // Awaited is also who may be of an earlier life and is not known yet. Without an id there is
    // nothing to wait for, unlike with Mesos: every task was journalled before it was launched.
    Presence of(const AgentId& id, Uptime now) const;

    void connected(AgentEntry& agent, Link link);
    void disconnected(AgentEntry& agent, Now now, Duration patience);
    void awaitOfEarlierLife(AgentEntry& agent, Now now); // REQUIRES: it has just been added
    void setAway(AgentEntry& agent, Instant since, Uptime uptime); // it has no connection since
    void unreachable(AgentEntry& agent); // its time is over
    void removed(AgentEntry& agent, Now now); // by an operator, for good or not
    void forgotten(AgentEntry& agent);

private:
    void move(AgentEntry& agent, Presence presence);
    void setDeadline(AgentEntry& agent, std::optional<Uptime> at);

    const AgentTable& m_agents;
    Deadlines& m_deadlines;
    Outbox& m_outbox;
    Uptime m_awaitedUntil;
};

} // namespace muster::cluster
