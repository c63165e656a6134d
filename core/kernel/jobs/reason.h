// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/kernel/jobs/scheduler.h"

namespace muster::jobs {

using Machines = std::span<const Machine* const>;

struct Wait {
    WaitReason reason = WaitReason::None; // None: nothing but the next offer
    std::string text; // "Needs 2 GPUs: 1 node qualifies, but at most 1 is free, on node-7"
    std::optional<std::size_t> serves; // the machine that it would be placed on now
};

// Why a job waits, for every screen, metric and explanation alike. `roles`: those that have a
// quota. O(machines x requirements).
Wait whyWaiting(const JobSpec& spec, Machines machines, std::span<const RoleUse> roles);

// Also if `ahead` comes before it in the queue and would start now too; empty: nobody does.
Wait behind(Wait wait, const JobId& ahead);

// Why quotas keep the job from what is free; empty: they do not. `role`: the jobs'. `free`: in the
// whole cluster, not reserved.
std::string quotaText(const JobSpec& spec, std::string_view role, std::span<const RoleUse> roles,
    const Quantities& free);

} // namespace muster::jobs
