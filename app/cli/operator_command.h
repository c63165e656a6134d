// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/master_flags.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::cli {

// Who signs a command: "alice@desk".
std::string authorOf(const CliContext& here);

// Sends one operator command and waits for its answer; `done` is printed when it was applied.
// `job`: it is about that one, and if there is none the nearest names are said. Blocks.
ExitCode sendOperatorCommand(const MasterFlags& flags, const CliContext& here,
    muster::v1::Request request, const std::string& done, const std::string& job = {});

} // namespace muster::cli
