// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "app/cli/cli_context.h"
#include "app/cli/command_line.h"
#include "app/cli/exit_code.h"
#include "core/kernel/base/operator_command.h"

namespace muster::cli {

// Before a command that ends work is sent: with `yes` it goes on, else somebody has to be at the
// keyboard, whatever becomes of the output. `question` is asked there and answered with y or yes.
// Nothing: go on, as with a command that ends nothing.
std::optional<ExitCode> confirm(
    const CliContext& here, CommandKind command, bool yes, const std::string& question);

// "-y,--yes", for such a command.
Flag yesFlag(bool& into);

} // namespace muster::cli
