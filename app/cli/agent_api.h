// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/cli/cli_context.h"
#include "app/cli/exit_code.h"
#include "app/cli/target.h"
#include "core/net/http_client.h"
#include "core/net/websocket_client.h"
#include "core/proto/mesos/v1/agent/agent.pb.h"

namespace muster::cli {

// Mesos' operator API of one agent, which the master answers below /slave(N). The same token and
// permissions as for any other client of it.
class AgentApi {
public:
    using Call = mesos::v1::agent::Call;
    using Response = mesos::v1::agent::Response;

    // Asks the master which number the agent has. `author`: who opens sessions. Blocks.
    static Result<AgentApi> find(const net::WebSocketClientOptions& master,
        const std::string& agent, const std::string& author);

    // Blocks until the whole answer is there.
    Result<Response> ask(const Call& call) const;
    // As the agent knows it: its container, and whether its command has a terminal. Blocks.
    struct Running {
        mesos::v1::ContainerID container;
        bool hasTerminal = false;
    };
    Result<Running> runningTask(const Target& target) const;

    const net::HttpClientOptions& options() const { return m_options; }
    net::ClientRequest request(const Call& call) const;
    // An answer of records that goes on.
    net::ClientRequest streamRequest(const Call& call) const;
    // A body of records: write(record(call)).
    net::ClientRequest inputRequest() const;
    net::ClientRequest download(const std::string& path) const;

    static std::string record(const Call& call);
    // What an answer other than 200 means; `body` is its text.
    static Error errorOf(unsigned status, const std::string& body);
    static Result<Response> read(unsigned status, const std::string& body);

private:
    AgentApi(net::HttpClientOptions options, std::string base, std::string author)
        : m_options(std::move(options)), m_base(std::move(base)), m_author(std::move(author)) { }
    net::ClientRequest post(std::vector<net::Header> headers) const;

    net::HttpClientOptions m_options;
    std::string m_base; // "/slave(1)"
    std::string m_author;
};

} // namespace muster::cli
