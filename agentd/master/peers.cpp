// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/peers.h"

#include <utility>

namespace muster::agentd {

cluster::Link Peers::add(FrameworkPeer peer) {
    const auto link = newLink();
    m_frameworks.emplace(link, std::move(peer));
    return link;
}

cluster::Link Peers::add(AgentPeer peer) {
    const auto link = newLink();
    m_agents.emplace(link, std::move(peer));
    return link;
}

bool Peers::remove(cluster::Link link) {
    m_agents.erase(link);
    return m_frameworks.erase(link) > 0;
}

void Peers::send(cluster::Link link, const cluster::FrameworkEvent& event) const {
    if (const auto peer = m_frameworks.find(link); peer != m_frameworks.end()) {
        peer->second.send(event);
    }
}

void Peers::send(cluster::Link link, const cluster::AgentCommand& command) const {
    if (const auto peer = m_agents.find(link); peer != m_agents.end()) {
        peer->second.send(command);
    }
}

void Peers::close(cluster::Link link, const std::string& reason) const {
    if (const auto agent = m_agents.find(link); agent != m_agents.end()) {
        agent->second.close(reason);
    } else if (const auto other = m_frameworks.find(link); other != m_frameworks.end()) {
        other->second.close(reason);
    }
}

std::optional<history::Record> Peers::proof(cluster::Link link, const AgentId& id) const {
    const auto peer = m_agents.find(link);
    return peer != m_agents.end() && peer->second.proof ? peer->second.proof(id) : std::nullopt;
}

std::vector<cluster::Link> Peers::agents() const {
    std::vector<cluster::Link> out;
    for (const auto& [link, peer] : m_agents) {
        out.push_back(link);
    }
    return out;
}

} // namespace muster::agentd
