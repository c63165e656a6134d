// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/api/agent_api.h"

namespace muster::agentd {

// What a browser reads of the sandbox of a task, by its cookie, below /web/files: what `muster cp`
// asks the agent's own door for, with the same rights. No answer is ever shown as a page, and none
// changes anything. Facts: doc/wire.md, "Sandboxes". Lives on the io_context's thread.
class SandboxEndpoints {
public:
    // All of it outlives the endpoints.
    SandboxEndpoints(const Control& control, const Gate& gate, api::AgentApi& agents)
        : m_control(control), m_gate(gate), m_agents(agents) { }

    GuardedRoutes routes();

private:
    net::HttpResponse handle(Endpoint endpoint, const net::HttpRequest& request);

    const Control& m_control;
    const Gate& m_gate;
    api::AgentApi& m_agents;
};

} // namespace muster::agentd
