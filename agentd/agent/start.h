// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agentd/agent/machine.h"
#include "agentd/agent/sandbox_gc.h"
#include "core/container/fetch/fetcher.h"
#include "core/container/image/network_gate.h"
#include "core/container/runtime.h"
#include "core/net/websocket_client.h"

// What the agent's options say of the parts that it starts.
namespace muster::agentd {

// What the kernel allows here against what --isolation promises; with --isolation=none nothing
// runs.
Status checkHost(const AgentOptions& options, const Machine& machine);

// Where a master in this process listens: "127.0.0.1:5050".
std::vector<std::string> ownEndpoints(Mode mode, const CommonOptions& common);

// `secretFiles`: those that flags name, besides the work directory. `own`: see ownEndpoints().
Result<std::unique_ptr<container::Runtime>> openRuntime(
    const std::string& workDir, const AgentOptions& options, std::vector<std::string> secretFiles);
Result<std::unique_ptr<container::fetch::Fetcher>> openFetcher(
    const std::string& workDir, const AgentOptions& options, std::vector<std::string> own);

// Where images may come from: the rules of URIs, with this machine's addresses as they are when a
// connection is made.
container::image::ConnectionRule registryRule(
    const std::vector<std::string>& fetchAllow, const std::vector<std::string>& own);

// Not started.
Result<std::unique_ptr<SandboxGc>> openGc(
    boost::asio::io_context& io, const std::string& workDir, const AgentOptions& options);

// `findToken`: asked before each attempt to connect while there is no token; may be empty.
Result<net::WebSocketClientOptions> linkOptions(
    const AgentOptions& options, std::string token, std::function<std::string()> findToken);

} // namespace muster::agentd
