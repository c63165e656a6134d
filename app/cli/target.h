// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/cli/cluster_view.h"
#include "app/cli/exit_code.h"
#include "app/cli/master_flags.h"
#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"

namespace muster::cli {

// The task that somebody means.
struct Target {
    std::string framework;
    std::string task;
    std::string agent; // empty: it was never launched
    std::string node; // the machine's name

    bool operator==(const Target&) const = default;
};

enum class Wanted { Running, RanOrRuns };

// By a job's id (its newest attempt), a task's id, or the name of the only job or task that runs
// under it; with RanOrRuns also of the newest that has ended. An error says what there is instead:
// the nearest names, how and when it ended, or why it waits.
Result<Target> findTarget(
    const ClusterView& view, const std::string& typed, Wanted wanted, Instant now);

// Asks the master for its rows first; an error is said on stderr. Blocks.
tl::expected<Target, ExitCode> askForTarget(const net::WebSocketClientOptions& master,
    const Surroundings& here, const std::string& typed, Wanted wanted);

} // namespace muster::cli
