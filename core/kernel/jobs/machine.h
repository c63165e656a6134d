// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/allocator/quota.h"
#include "core/kernel/base/id.h"
#include "core/kernel/resources/resources.h"

namespace muster::jobs {

// What one agent has for a job: the sum of its offers.
struct Supply {
    AgentId agent;
    std::string hostname;
    Attributes attributes;
    Resources free;
    bool hasGpus = false; // offered any GPU, used up or not
    bool operator==(const Supply&) const = default;
};

// One machine at one moment, with what an operator knows of it beyond its offers. All resources are
// those that are not reserved.
struct Machine {
    Supply supply; // `free`: what no task uses; others may be offered it
    Resources total; // what it gives to tasks: without restricted and failed GPUs
    std::string closed; // why nothing starts there now: "draining"; empty: open
    std::string withheld; // of its GPUs: "1 restricted by alice: fan"; empty: none
    Milli restorable; // GPUs of those that may come into `total` again: by release or repair
    bool isKnown = true; // what is free there: not of one that is away
    bool isRestricted = false; // some of what is withheld waits for nothing but a release
    Resources offered = {}; // of what is free: outstanding in offers to other frameworks
    bool operator==(const Machine&) const = default;

    // Of one that is awaited since the master's restart nobody knows what it has.
    bool isUnknown() const { return !isKnown && total.empty(); }
    Milli available(Resources::Kind kind) const {
        return supply.free.scalar(kind) - offered.scalar(kind);
    }
};

struct RoleUse {
    std::string role;
    allocator::Quota quota;
    Quantities consumed; // of it
};

} // namespace muster::jobs
