// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/kernel/cluster/master.h"

namespace muster::cluster {

// What operators ordered for GPUs: the restrictions in force, and what each agent has still to
// confirm. The last order for a GPU is what counts. An order is sent under a new number each time,
// as links break and masters end; whoever confirms a number has carried out it and all before it.
// Not thread-safe.
class GpuOrders {
public:
    struct Sent : GpuOrder {
        std::uint64_t number = 0; // as it was sent last
    };
    // What one agent has still to confirm.
    class OfAgent {
    public:
        const GpuOrder* find(const GpuUuid& gpu) const;
        std::vector<GpuOrder> all() const; // by UUID

    private:
        friend class GpuOrders;
        std::map<GpuUuid, Sent> m_orders;
    };

    const std::map<GpuUuid, GpuRestriction>& restrictions() const { return m_restrictions; }
    const GpuRestriction* restriction(const GpuUuid& gpu) const; // nullptr: none is in force
    void set(const GpuUuid& gpu, std::optional<GpuRestriction> restriction);

    const Sent& give(OfAgent& agent, GpuOrder order); // in the place of a former one for the GPU
    std::vector<Sent> giveAgain(OfAgent& agent); // all of them, to be sent
    // Those up to this number are carried out; returns them.
    std::vector<GpuOrder> confirm(OfAgent& agent, std::uint64_t done);
    void recover(OfAgent& agent, std::vector<GpuOrder> orders); // of an earlier life, not sent yet
    void drop(OfAgent& agent) { agent.m_orders.clear(); } // it never comes back
    // Whether this agent restricts the GPU by order, or is about to, be it there or not.
    bool restricts(const OfAgent& agent, const AgentId& id, const GpuUuid& gpu) const;

private:
    std::map<GpuUuid, GpuRestriction> m_restrictions;
    std::uint64_t m_next = 1;
};

} // namespace muster::cluster
