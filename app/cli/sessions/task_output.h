// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/agent_api.h"

namespace muster::cli {

// What a task without a terminal writes from now on: its stdout to ours and its stderr to ours,
// until it has ended. Its exit status, 128 + N after signal N; else the error is on stderr. Ctrl+C
// leaves it running, with Interrupted. `again` is said where the master was lost: how to come back;
// a whole line. Blocks.
ExitCode watchTask(const net::WebSocketClientOptions& master, const AgentApi& agent,
    const Target& target, const mesos::v1::ContainerID& container, const std::string& again,
    const CliContext& here);

} // namespace muster::cli
