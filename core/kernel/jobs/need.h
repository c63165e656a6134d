// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/kernel/jobs/explanation.h"
#include "core/kernel/jobs/placement.h"
#include "core/kernel/jobs/reason.h"

namespace muster::jobs {

// The inside of the reasons, for this folder only: one requirement, and how a machine is held
// against it: as it is now, or with all of it free and open.
struct Need {
    enum class Kind { State, Constraint, Links, Amount, Other };
    enum class When { Now, Empty };

    Requirement requirement;
    Kind kind = Kind::State;
    std::optional<AttributeTest> test{}; // of Kind::Constraint
    std::string attribute{}; // of that
    std::int64_t linked = 0; // GPUs, of Kind::Links
    Milli amount{}; // of Kind::Amount, by its resource
    Resources::Kind resource = Resources::kKinds;
    Resources wanted{}; // of Kind::Other: ranges, sets: whatever is not a plain amount

    bool isOfGpus() const { return kind == Kind::Amount && resource == Resources::Gpus; }
    bool met(const Machine& machine, When when) const; // allocates nothing, but for Kind::Other
    Finding look(const Machine& machine) const; // now
};

// How one machine stands against all of them.
struct Standing {
    std::size_t unmet = 0; // so many are not met now
    std::size_t first = 0; // of those; as many as there are needs: it serves the job
    std::size_t lacks = 0; // the first that it would not meet empty; likewise: it could serve it
};

std::string gpusText(Milli gpus); // "1 GPU", "3 GPUs"
std::string amountText(const Need& need, Milli amount); // "3 GPUs", "cpus:2"

// In the order in which they are looked at: what no waiting changes first.
std::vector<Need> needsOf(const JobSpec& spec);
Standing standingOf(const std::vector<Need>& needs, const Machine& machine);

// The one place where it is decided why a job waits. `standings`: of these machines.
Wait decide(const JobSpec& spec, const std::vector<Need>& needs, Machines machines,
    std::span<const Standing> standings, std::span<const RoleUse> roles);

} // namespace muster::jobs
