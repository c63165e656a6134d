// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/history/journal.h"
#include "core/kernel/cluster/messages.h"

namespace muster::agentd {

// The far end of a framework's connection.
struct FrameworkPeer {
    std::function<void(const cluster::FrameworkEvent&)> send;
    std::function<void(const std::string& reason)> close;
};

// The far end of an agent's connection.
struct AgentPeer {
    std::function<void(const cluster::AgentCommand&)> send;
    std::function<void(const std::string& reason)> close;
    // What the journal has to keep of the agent, with the batch that registers it; may be empty.
    std::function<std::optional<history::Record>(const AgentId&)> proof;
};

// The far ends of a master's links. A link is never used again; what goes to one that is removed is
// dropped. Not thread-safe.
class Peers {
public:
    cluster::Link newLink() { return cluster::Link{++m_lastLink}; } // without a far end
    cluster::Link add(FrameworkPeer peer);
    cluster::Link add(AgentPeer peer);
    bool remove(cluster::Link link); // true: it was a framework's

    void send(cluster::Link link, const cluster::FrameworkEvent& event) const;
    void send(cluster::Link link, const cluster::AgentCommand& command) const;
    void close(cluster::Link link, const std::string& reason) const; // it is removed by its owner
    std::optional<history::Record> proof(cluster::Link link, const AgentId& id) const;
    std::vector<cluster::Link> agents() const;

private:
    std::uint64_t m_lastLink = 0;
    std::map<cluster::Link, FrameworkPeer> m_frameworks;
    std::map<cluster::Link, AgentPeer> m_agents;
};

} // namespace muster::agentd
