// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/allocator/quota.h"
#include "core/kernel/jobs/placement.h"

namespace muster::jobs {

// One machine at one moment, with what an operator knows of it beyond its offers.
struct Machine {
    Supply supply; // `free`: what no task uses; others may be offered it
    Resources total; // what it gives to tasks: without restricted and failed GPUs
    std::string closed; // why nothing starts there now: "draining"; empty: open
    std::string withheld; // of its GPUs: "1 restricted by alice: fan"; empty: none
    Milli restorable; // GPUs of those that may come into `total` again: by release or repair
    bool isKnown = true; // what is free there: not of one that is away
};

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

struct RoleUse {
    std::string role;
    allocator::Quota quota;
    Quantities consumed; // of it
};

// Why quotas keep the job from what is free; empty: they do not. `role`: the jobs'. `free`: in the
// whole cluster, not reserved.
std::string quotaText(const JobSpec& spec, std::string_view role, std::span<const RoleUse> roles,
    const Quantities& free);

// Why no machine serves the job now, and what would let it start; or where it would go. What waits
// before it in the queue is not its matter. O(machines x requirements); for when somebody asks.
Explanation explainFully(
    const JobSpec& spec, std::span<const Machine> machines, const Holders& holders);

} // namespace muster::jobs
