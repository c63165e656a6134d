// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/capacity.h"

#include <utility>

namespace muster::cluster {

namespace {

Resources dynamicPart(const Resources& resources, bool dynamic) {
    std::vector<Resource> items = resources.items();
    std::erase_if(items, [=](const Resource& item) { return item.isDynamic() != dynamic; });
    return Resources(std::move(items));
}

// Its reservations, on as much as there is beside what tasks use without them: GPUs may be out.
Resources withReservations(const Resources& described, const AgentEntry& agent) {
    const Resources rest = described - dynamicPart(agent.used.total(), false);
    return rest.reservedAs(agent.reservations) + (described - rest);
}

} // namespace

void Capacity::describe(AgentEntry& agent, AgentInfo info) {
    leaveOut(agent);
    agent.info = std::move(info);
    if (!agent.reservations.empty()) {
        agent.info.total = withReservations(agent.info.total, agent);
    }
    agent.ownsGpus = !agent.info.gpus.empty() || agent.info.total.gpus().value > 0;
    count(agent);
}

void Capacity::leaveOut(AgentEntry& agent) {
    if (std::exchange(agent.counted, false)) {
        m_share.removeTotal(agent.info.total);
    }
}

void Capacity::count(AgentEntry& agent) {
    agent.counted = true;
    m_share.addTotal(agent.info.total);
}

void Capacity::convert(AgentEntry& agent, const Resources& consumed, const Resources& converted) {
    const bool counted = agent.counted;
    leaveOut(agent);
    agent.info.total -= consumed;
    agent.info.total += converted;
    if (counted) {
        count(agent);
    }
    agent.reservations -= dynamicPart(consumed, true);
    agent.reservations += dynamicPart(converted, true);
}

} // namespace muster::cluster
