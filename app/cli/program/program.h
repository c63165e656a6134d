// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "app/cli/command.h"

namespace muster::cli {

// One row of the table of commands. Only the one that was asked for is made.
struct CommandRow {
    std::string_view name; // "gpus", "gpu restrict"
    std::string_view summary;
    std::unique_ptr<Command> (*make)();
    bool hidden = false; // not in the list of --help
};

std::span<const CommandRow> commandTable();

// `arguments` without the program's own name.
ExitCode runProgram(std::span<const std::string> arguments, const CliContext& here);

// The command whose name is closest to what was typed, or empty when none is close.
std::string_view nearestCommand(std::string_view typed);

} // namespace muster::cli
