// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "app/cli/cli_context.h"
#include "app/cli/command_line.h"

namespace muster::cli {

// --work_dir of a daemon on this host; `label`: "Work directory of the master".
Flag workDirFlag(std::optional<std::string>& into, const std::string& label);

// As muster-agentd chooses it where the flag is not given.
std::string workDirOf(const std::optional<std::string>& given, const CliContext& here);

} // namespace muster::cli
