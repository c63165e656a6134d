// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/gpu_orders.h"

#include <utility>

namespace muster::cluster {

const GpuOrder* GpuOrders::OfAgent::find(const GpuUuid& gpu) const {
    const auto found = m_orders.find(gpu);
    return found == m_orders.end() ? nullptr : &found->second;
}

std::vector<GpuOrder> GpuOrders::OfAgent::all() const {
    std::vector<GpuOrder> out;
    out.reserve(m_orders.size());
    for (const auto& [gpu, order] : m_orders) {
        out.push_back(order);
    }
    return out;
}

const GpuRestriction* GpuOrders::restriction(const GpuUuid& gpu) const {
    const auto found = m_restrictions.find(gpu);
    return found == m_restrictions.end() ? nullptr : &found->second;
}

void GpuOrders::set(const GpuUuid& gpu, std::optional<GpuRestriction> restriction) {
    if (restriction) {
        m_restrictions[gpu] = std::move(*restriction);
    } else {
        m_restrictions.erase(gpu);
    }
}

const GpuOrders::Sent& GpuOrders::give(OfAgent& agent, GpuOrder order) {
    Sent& kept = agent.m_orders[order.gpu];
    kept = {std::move(order), m_next++};
    return kept;
}

std::vector<GpuOrders::Sent> GpuOrders::giveAgain(OfAgent& agent) {
    std::vector<Sent> out;
    for (auto& [gpu, order] : agent.m_orders) {
        order.number = m_next++;
        out.push_back(order);
    }
    return out;
}

std::vector<GpuOrder> GpuOrders::confirm(OfAgent& agent, std::uint64_t done) {
    std::vector<GpuOrder> confirmed;
    std::erase_if(agent.m_orders, [&](auto& one) {
        const bool is = one.second.number <= done;
        if (is) {
            confirmed.push_back(std::move(one.second));
        }
        return is;
    });
    return confirmed;
}

void GpuOrders::recover(OfAgent& agent, std::vector<GpuOrder> orders) {
    for (GpuOrder& order : orders) {
        GpuUuid gpu = order.gpu;
        agent.m_orders.insert_or_assign(std::move(gpu), Sent{std::move(order), 0});
    }
}

bool GpuOrders::restricts(const OfAgent& agent, const AgentId& id, const GpuUuid& gpu) const {
    if (const GpuOrder* order = agent.find(gpu)) {
        return order->restriction.has_value();
    }
    const GpuRestriction* inForce = restriction(gpu);
    return inForce && inForce->agent == id;
}

} // namespace muster::cluster
