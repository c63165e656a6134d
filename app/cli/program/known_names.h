// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/cli_context.h"
#include "app/cli/cluster_view.h"
#include "app/cli/command_line.h"

namespace muster::cli {

// What there is under these names, for the shell to complete: asks the master that `words`, the
// command line so far, are about. Says nothing; nothing is known when there is no answer within a
// second. Blocks.
std::vector<std::string> knownNames(
    Names names, std::span<const std::string> words, const CliContext& here);

// What `ask` returns, on a thread of its own; nothing if that takes longer. It is left alone then,
// for nothing ends the look-up of a host's name: it must own all that it uses.
using FoundNames = std::vector<std::string>;
FoundNames askFor(std::chrono::milliseconds longest, std::function<FoundNames()> ask);

// Of what the master told: ids and names. Only those that a shell takes as they stand: others may
// have chosen them.
std::vector<std::string> namesIn(const ClusterView& view, Names names);

} // namespace muster::cli
