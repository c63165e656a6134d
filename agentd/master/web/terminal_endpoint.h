// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>

#include "agentd/master/api/agent_api.h"
#include "core/net/session.h"

namespace muster::agentd {

// The WebSocket /ws/terminal: one command with a terminal in the container of a running task, as
// `muster exec -it` starts it, with the same rights and the same row in the audit log. It ends with
// its WebSocket. Facts: doc/wire.md, "Terminals". Lives on the io_context's thread.
class TerminalEndpoint {
public:
    // All of it outlives the endpoint.
    TerminalEndpoint(const Control& control, const Gate& gate, api::AgentApi& agents)
        : m_control(control), m_gate(gate), m_agents(agents) { }

    net::WebSocketEndpoint endpoint();

private:
    struct Place {
        AgentId agent;
        std::string container; // of the task
    };
    struct Terminal;

    void receive(const net::SessionPtr& session, std::string_view message, bool text);
    void closed(const net::SessionPtr& session);
    // Of a running task that the principal sees.
    Result<Place> find(const cluster::TaskKey& task, const std::string& principal) const;

    const Control& m_control;
    const Gate& m_gate;
    api::AgentApi& m_agents;
    std::map<net::SessionPtr, std::shared_ptr<Terminal>> m_terminals;
};

} // namespace muster::agentd
