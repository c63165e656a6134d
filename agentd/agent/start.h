// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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
Status checkHost(const Options& options, const Machine& machine);

// What no task may be shown: the work_dir and what flags name.
std::vector<std::string> hiddenPlaces(const Options& options);

Result<std::unique_ptr<container::Runtime>> openRuntime(const Options& options);
Result<std::unique_ptr<container::fetch::Fetcher>> openFetcher(const Options& options);

// Where images may come from: the rules of URIs, with this machine's addresses as they are when a
// connection is made.
container::image::ConnectionRule registryRule(const Options& options);

// Not started.
Result<std::unique_ptr<SandboxGc>> openGc(boost::asio::io_context& io, const Options& options);

Result<net::WebSocketClientOptions> linkOptions(const Options& options, const std::string& token);

} // namespace muster::agentd
