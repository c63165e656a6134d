// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/agent_api.h"
#include "app/cli/cli_context.h"
#include "app/cli/exit_code.h"

namespace muster::cli {

// A conversation with a task or a command beside one, from the first byte to its end.
struct SessionPlan {
    mesos::v1::agent::Call open; // LAUNCH_NESTED_CONTAINER_SESSION or ATTACH_CONTAINER_OUTPUT
    mesos::v1::ContainerID container; // whose input and end it is: a task's, or nested in one
    bool input = false; // what is typed goes to it; otherwise its input ends at once
    bool terminal = false; // of the caller: raw meanwhile, its size told
    bool attached = false; // not ours: its input stays open, Ctrl+P Ctrl+Q leaves it
    std::string again = {}; // said where the master was lost: how to come back; a whole line
};

// The command's own exit status, 128 + N after signal N; else the error is on stderr. Without a
// terminal the first Ctrl+C goes to the command, the second ends the session. The caller's terminal
// is restored whichever way this returns. Blocks.
ExitCode runSession(const AgentApi& agent, const SessionPlan& plan, const CliContext& here);

} // namespace muster::cli
