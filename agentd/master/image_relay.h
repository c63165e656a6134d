// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>

#include "agentd/master/agent_endpoint.h"
#include "agentd/master/caller.h"

namespace muster::agentd {

// Carries what consoles ask of the agents' images, and the answers. A pull and a prune are in the
// audit log. One thread.
class ImageRelay {
public:
    ImageRelay(Control& control, AgentEndpoint& agents);

    // Replies follow, of each agent that was asked, the last with nothing left.
    Status ask(const Caller& caller, const muster::v1::AskImages& request);
    void cancelAll(const net::SessionPtr& session); // it is closed

private:
    struct Call {
        Caller caller;
        std::map<AgentId, std::string> left; // with their host names
    };

    void audit(const Caller& caller, const muster::v1::AskImages& request, std::size_t nodes);
    void onImages(const AgentId& agent, const muster::v1::AgentMessage::Images& images);
    void onGone(const AgentId& agent);
    void reply(Call& call, const AgentId& agent, const muster::v1::ImageReport& report);

    Control& m_control;
    AgentEndpoint& m_agents;
    std::uint64_t m_last = 0;
    std::map<std::uint64_t, Call> m_calls;
};

} // namespace muster::agentd
