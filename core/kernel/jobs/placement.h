// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/kernel/jobs/scheduler.h"

namespace muster::jobs {

// What one agent offers at the moment: the sum of its offers.
struct Supply {
    AgentId agent;
    std::string hostname;
    Attributes attributes;
    Resources free;
    bool hasGpus = false; // offered any GPU, used up or not
    std::string closed = {}; // why nothing starts there now: "drained by alice"; empty: open
};

// Text attributes must be equal, a scalar at least as large, a range must hold the number. Of
// several attributes of one name one is enough.
bool matches(const Constraint& constraint, const Attributes& attributes);

// The agent's scalar attribute "nvlink_group": its largest set of GPUs that NVLink joins. 0: none.
std::int64_t linkedGroup(const Attributes& attributes);

bool fits(const JobSpec& spec, const Supply& supply);

// The tightest supply that fits: first none with GPUs for a job without, then the fewest GPUs left
// over, cpus, mem; ties by agent id. The index into `supplies`, or nothing.
std::optional<std::size_t> bestFit(const JobSpec& spec, std::span<const Supply> supplies);

struct Wait {
    WaitReason reason = WaitReason::None;
    std::string text; // "2 GPUs requested, the largest offer has 1 free on node-7"
};

// Why none of these serves the job; None if one would. `supplies`: what each agent offered last.
Wait explain(const JobSpec& spec, std::vector<const Supply*> supplies);

} // namespace muster::jobs
