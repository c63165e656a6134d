// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/kernel/jobs/scheduler.h"

namespace muster::jobs {

// What a job asks of one machine: one column of the table.
struct Requirement {
    std::string name; // "GPUs", "gpu:K40", "state"
    std::string needed; // "4"
    WaitReason reason = WaitReason::None; // of a wait for want of it
    bool operator==(const Requirement&) const = default;
};

struct Finding {
    std::string found; // "2 of 8 free"
    bool met = false;
    bool operator==(const Finding&) const = default;
};

struct Verdict {
    std::size_t machine = 0; // its index
    std::vector<Finding> findings; // as many as there are requirements
    std::size_t unmet = 0;
    bool couldServe = false; // with everything of it free and open
};

struct Explanation {
    WaitReason reason = WaitReason::None;
    std::string sentence;
    std::optional<std::size_t> serves; // the machine that it would be placed on now
    std::vector<Requirement> requirements;
    std::vector<Verdict> verdicts; // of all machines, the nearest to serving it first
    std::vector<std::string> wouldStart; // changes of the job or the cluster, each by itself
};

// Who has the GPUs of a machine, for people: "train (alice), sweep (bob)".
using Holders = std::function<std::string(const AgentId& agent)>;

// The reason of whyWaiting(), and what of which machine would let the job start; or where it would
// go. What waits before it in the queue is not its matter. O(machines x requirements); for when
// somebody asks.
Explanation explainFully(const JobSpec& spec, std::span<const Machine> machines,
    const Holders& holders, std::span<const RoleUse> roles = {});

} // namespace muster::jobs
