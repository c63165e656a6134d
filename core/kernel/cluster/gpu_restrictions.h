// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/kernel/cluster/agent_table.h"
#include "core/kernel/cluster/gpu_claims.h"
#include "core/kernel/cluster/gpu_orders.h"
#include "core/kernel/cluster/outbox.h"

namespace muster::cluster {

// Carries out what operators order for GPUs: an order is given to the agent that has the GPU, and
// given again until that agent has confirmed it; whoever restricted the GPU before is to release
// it, as the GPU may come back to it. Orders stay in force wherever the GPU turns up. Not
// thread-safe. Giving an order looks at every agent; nothing else does.
class GpuRestrictions {
public:
    GpuRestrictions(
        AgentTable& agents, GpuClaims& claims, ChangedEntries<AgentEntry>& changed, Outbox& outbox)
        : m_agents(agents), m_claims(claims), m_changed(changed), m_outbox(outbox) { }

    const GpuRestriction* find(const GpuUuid& gpu) const { return m_orders.restriction(gpu); }

    Status restrict(Restriction restriction);
    Status release(const GpuUuid& gpu, const std::string& author);

    void sendAgain(AgentEntry& agent); // the link may have broken under what was sent
    void confirm(AgentEntry& agent, std::uint64_t done); // up to this number
    // What agents have told of their GPUs since the last time, with what was ordered for these.
    void compare(Instant now);

    // Of an earlier life of the master.
    void recover(GpuRestriction restriction);
    void recover(AgentEntry& agent, std::vector<GpuOrder> unconfirmed);
    void forget(AgentEntry& agent) { m_orders.drop(agent.orders); } // it never comes back

private:
    Result<AgentEntry*> ownerOf(const GpuUuid& gpu) const;
    // As it was ordered last, else as its agent has it by itself; nullptr: none.
    const Restriction* inForce(const GpuUuid& gpu) const;
    Status check(CommandKind command, const GpuUuid& gpu) const; // whether it can be given
    void give(AgentEntry& agent, const GpuOrder& order);
    void send(const AgentEntry& agent, const GpuOrders::Sent& order);
    void set(const GpuUuid& gpu, std::optional<GpuRestriction> restriction);
    bool restrictsByOrder(const AgentEntry& agent, const GpuUuid& gpu) const; // shown or not
    void compare(const GpuUuid& gpu, Instant now);
    void endOverdue(Instant now);

    AgentTable& m_agents;
    GpuClaims& m_claims;
    ChangedEntries<AgentEntry>& m_changed;
    Outbox& m_outbox;
    GpuOrders m_orders;
};

} // namespace muster::cluster
