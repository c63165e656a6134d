// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "app/cli/agent_api.h"

namespace muster::cli {

// Asks how a container ends, from its construction on. Of a task's container nobody knows that for
// long: it is asked for before the end. Runs on the caller's io_context.
class EndOfContainer {
public:
    // Told once: the exit status, 128 + N after signal N, or why it is not known.
    using Told = std::function<void(Result<ExitCode>)>;
    EndOfContainer(boost::asio::io_context& io, const AgentApi& agent,
        const mesos::v1::ContainerID& container, Told told);
    EndOfContainer(const EndOfContainer&) = delete;
    EndOfContainer& operator=(const EndOfContainer&) = delete;

private:
    unsigned m_status = 0;
    std::string m_body;
    std::unique_ptr<net::HttpClient> m_client;
};

} // namespace muster::cli
