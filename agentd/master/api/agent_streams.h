// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>

#include "agentd/master/agent_endpoint.h"
#include "agentd/master/api/agent_call.h"

namespace muster::agentd::api {

// Calls of the agents' operator API that take their time, each a Stream on the agent's connection:
// what concerns nested containers. Output goes on as fast as the client takes it, input as fast as
// the command does. A client that leaves ends its stream. Lives on the io_context's thread.
class AgentStreams {
public:
    // Takes the endpoint's onStream.
    explicit AgentStreams(AgentEndpoint& agents);

    using Call = mesos::v1::agent::Call;
    using Send = std::function<void(net::HttpResponse)>;

    // Answers when the agent has; an answer of output goes on until the agent ends it.
    void call(const AgentId& agent, const Call& call, const AgentMedia& media, const Send& send);

    // The records of a request to attach to a container's input. The first says to which agent the
    // rest may go.
    using Admit = std::function<OrRefusal<AgentId>(const Call& first)>;
    void input(const std::shared_ptr<net::BodyReader>& body, const AgentMedia& media, Admit admit,
        const Send& send);

    // The same for a client that is no HTTP request. Nothing: the agent is not connected. `take`
    // gets what the agent sends, its end once; what it has been given is to be told as taken.
    using Event = muster::v1::Stream;
    using Take = std::function<void(const Event&)>;
    std::optional<std::uint64_t> open(const AgentId& agent, const Call& call, Take take);
    void tellInput(std::uint64_t id, std::string io); // a serialized ProcessIO
    void tellTaken(std::uint64_t id, std::uint64_t bytes);
    void close(std::uint64_t id); // nobody listens to it any more

private:
    struct Answer;
    struct Input;
    struct Open {
        AgentId agent;
        Take take;
    };

    void tell(std::uint64_t id, const std::function<void(Event&)>& fill);
    void onEvent(const AgentId& agent, const Event& event);
    void onGone(const AgentId& agent);

    AgentEndpoint& m_agents;
    std::uint64_t m_last = 0;
    std::map<std::uint64_t, Open> m_open;
};

} // namespace muster::agentd::api
