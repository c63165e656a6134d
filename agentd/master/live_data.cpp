// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/live_data.h"

#include <algorithm>
#include <utility>

#include "agentd/master/closed.h"

namespace muster::agentd {

void LiveData::sampled(const std::string& agent, Now now) {
    auto& node = m_nodes[agent];
    // A single long pause was an outage.
    const auto gap = node.sampled ? now.uptime - node.sampled->uptime : Duration(0);
    node.interval = std::min(gap, std::exchange(node.gap, gap));
    node.sampled = now;
}

bool LiveData::look(const cluster::Agent& agent, Now now) {
    auto& node = m_nodes[agent.id.value];
    NodeContact contact{agent.state, {}, node.interval};
    if (node.sampled) {
        contact.silence = now.uptime - node.sampled->uptime;
    }
    auto unavailable = unavailableText(agent);
    const bool isAnother = node.unavailable != unavailable;
    node.unavailable = std::move(unavailable);
    const bool before = node.noDataSince.has_value();
    if (isLive(contact)) {
        node.noDataSince.reset();
        return before || isAnother;
    }
    if (!before) {
        const auto lost = agent.disconnected.value_or(now.wall);
        node.noDataSince = node.sampled ? node.sampled->wall : lost;
    }
    if (agent.state != AgentState::Active) { // what it samples after its return is a new beginning
        node.sampled.reset();
        node.gap = node.interval = {};
    }
    return !before || isAnother;
}

void LiveData::forget(const std::string& agent) {
    m_nodes.erase(agent);
}

std::optional<Instant> LiveData::noDataSince(const std::string& agent) const {
    const auto known = m_nodes.find(agent);
    return known == m_nodes.end() ? std::nullopt : known->second.noDataSince;
}

Instant LiveData::lastSeen(const std::string& agent, Instant now) const {
    const auto known = m_nodes.find(agent);
    if (known == m_nodes.end()) {
        return now;
    }
    const auto& node = known->second;
    return node.noDataSince ? *node.noDataSince : node.sampled ? node.sampled->wall : now;
}

} // namespace muster::agentd
