// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "app/cli/cli_context.h"
#include "app/cli/command_line.h"
#include "core/kernel/base/result.h"
#include "core/net/websocket_client.h"

namespace muster::cli {

// Which master, and who we are to it: the flags that every command has.
struct MasterFlags {
    std::optional<std::string> master; // else MUSTER_MASTER, else the current context
    std::optional<std::string>
        tokenFile; // else MUSTER_TOKEN_FILE, else the context of that address
    std::optional<std::string> caFile; // else the context's
    std::optional<std::string> context; // its name, in place of the current one

    void addTo(CommandLine& line);
};

// How to dial: `path` is the WebSocket's. An error names what to do.
Result<net::WebSocketClientOptions> findMaster(
    const MasterFlags& flags, const CliContext& here, std::string path);

} // namespace muster::cli
