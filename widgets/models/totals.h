// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/resources/resources.h"
#include "widgets/models/cluster_state.h"

namespace muster::models {

// The first page's figures: Total / Allocated / Offered / Idle, where idle = total - (allocated +
// offered) as Mesos' page has it; GPUs that are out of service are not idle.
struct Totals {
    Resources total;
    Resources allocated;
    Resources offered;
    Resources idle;
    Milli gpusOutOfService;
    int agents = 0; // connected ones
    int agentsKnown = 0;
};

Totals totals(const ClusterState& state);

} // namespace muster::models
