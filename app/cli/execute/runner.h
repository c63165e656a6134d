// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/cli_context.h"
#include "app/cli/execute/plan.h"
#include "app/cli/exit_code.h"
#include "core/net/websocket_client.h"

namespace muster::cli {

// Carries a session to its end over a WebSocket: timers, Ctrl+C, printing. Blocks.
ExitCode runExecute(ExecutePlan plan, net::WebSocketClientOptions master, const CliContext& here);

} // namespace muster::cli
