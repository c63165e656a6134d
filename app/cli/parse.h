// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "app/cli/command_line.h"
#include "core/kernel/base/result.h"

namespace muster::cli {

// The parser: everything of CLI11 is behind these two.

enum class Parsed { Run, Help };

// Fills the targets of the line. An error says what is wrong with the arguments.
Result<Parsed> parse(const std::string& command, const std::string& summary,
    const CommandLine& line, std::span<const std::string> arguments);

// What --help shows.
std::string helpText(
    const std::string& command, const std::string& summary, const CommandLine& line);

} // namespace muster::cli
