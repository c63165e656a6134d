// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/cli_context.h"
#include "app/cli/command_line.h"
#include "app/cli/exit_code.h"

namespace muster::cli {

// One command of the program. Made, parsed into and run once, on one thread.
class Command {
public:
    virtual ~Command() = default;
    // Points into the command, which must outlive it.
    virtual CommandLine line() = 0;
    virtual ExitCode run(const CliContext& here) = 0;
};

} // namespace muster::cli
