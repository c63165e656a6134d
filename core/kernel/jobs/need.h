// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/kernel/jobs/explanation.h"

namespace muster::jobs {

// The inside of the explanation, for this folder only: one requirement, and how a machine is held
// against it: as it is now, or with all of it free.
struct Need {
    enum class Kind { State, Constraint, Links, Amount, Other };
    enum class When { Now, Empty };

    Requirement requirement;
    Kind kind;
    Milli amount{}; // of Kind::Amount, by name
    std::string resource = {};
    std::function<Finding(const Machine&, When)> look = {};

    bool met(const Machine& machine, When when) const { return look(machine, when).met; }
    Milli freeOf(const Machine& machine) const { return machine.supply.free.total(resource); }
};

std::string gpusText(Milli gpus); // "1 GPU", "3 GPUs"
std::string amountText(const Need& need, Milli amount); // "3 GPUs", "cpus:2"

// In the order in which they are looked at: what no waiting changes first.
std::vector<Need> needsOf(const JobSpec& spec);

} // namespace muster::jobs
