// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <utility>

#include "agentd/master/agent_endpoint.h"
#include "agentd/master/caller.h"

namespace muster::agentd {

// Carries the files of sandboxes from agents to consoles: one numbered stream for each request that
// reads a log. Ends a stream when either side is gone. One thread.
class LogRelay {
public:
    explicit LogRelay(AgentEndpoint& agents);

    struct Source {
        cluster::TaskKey task;
        AgentId agent;
        std::string sandbox; // the name of its folder
    };
    // Chunks follow as replies to the caller's request, the last one marked as the end. It ends an
    // earlier one of the same number.
    Status start(const Caller& caller, const Source& source, const muster::v1::ReadLog& request);
    // It may go on: there is room for as much again on the way to it.
    void taken(const net::SessionPtr& session, const muster::v1::LogTaken& taken);
    void cancel(const net::SessionPtr& session, std::uint64_t request);
    void cancelAll(const net::SessionPtr& session); // it is closed

private:
    struct Stream {
        Caller caller;
        AgentId agent;
    };
    using Streams = std::map<std::uint64_t, Stream>;
    using Ids = std::map<std::pair<net::SessionPtr, std::uint64_t>, std::uint64_t>;

    void onData(const AgentId& agent, const muster::v1::AgentMessage::LogData& data);
    void onGone(const AgentId& agent);
    Streams::iterator erase(Streams::iterator stream); // the next one
    Ids::iterator cancel(Ids::iterator request); // the next one

    AgentEndpoint& m_agents;
    std::uint64_t m_last = 0;
    Streams m_streams;
    Ids m_ids; // of the streams, by console and request
};

} // namespace muster::agentd
