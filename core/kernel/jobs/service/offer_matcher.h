// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "core/kernel/cluster/maintenance.h"
#include "core/kernel/jobs/service/constraint_rules.h"
#include "core/kernel/jobs/service/offer_summary.h"

namespace muster::services {

// Restricted: apps without GPUs leave agents that offer some alone.
enum class GpuScheduling { Restricted, Unrestricted };

// What one agent has for the apps of a role: the sum of its offers in one message.
struct Supply {
    AgentId agent;
    std::string role;
    std::string hostname;
    Attributes attributes;
    std::optional<cluster::Unavailability> unavailability;
    Resources free; // less what was taken of it
};

// What an instance takes of a supply.
struct Share {
    Resources resources;
    std::vector<std::uint16_t> hostPorts; // as Instance's
};

// The conditions that an offer must meet, in the order of the reasons. `placed`: the app's
// instances of the same configuration.
tl::expected<Share, Reject> match(const AppSpec& spec, const ConstraintRules& rules,
    const Supply& supply, Instances placed, GpuScheduling scheduling, Instant now);

} // namespace muster::services
