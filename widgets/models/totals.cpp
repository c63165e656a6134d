// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/totals.h"

#include "widgets/models/mark.h"
#include "widgets/models/resource_text.h"

namespace muster::models {

namespace {

// GPUs are counted one by one: their states know restrictions and faults, the sums do not.
struct GpuCount {
    int total = 0;
    int busy = 0;
    int offered = 0;
    int free = 0;
};

GpuCount count(const ClusterState& state) {
    GpuCount gpus;
    for (const auto& [uuid, gpu] : state.gpus()) {
        ++gpus.total;
        switch (gpuState(gpu.state()).mark) {
        case Mark::Busy:
        case Mark::Draining:
            ++gpus.busy;
            break;
        case Mark::Offered:
            ++gpus.offered;
            break;
        case Mark::Free:
            ++gpus.free;
            break;
        case Mark::None:
        case Mark::Waiting:
        case Mark::Restricted:
        case Mark::Good:
        case Mark::Bad:
        case Mark::Lost:
            break;
        }
    }
    return gpus;
}

} // namespace

Totals totals(const ClusterState& state) {
    Totals sums;
    for (const auto& [id, agent] : state.agents()) {
        ++sums.agentsKnown;
        if (agent.state() != wireName(AgentState::Active)) {
            continue;
        }
        ++sums.agents;
        sums.total += resourcesOf(agent.resources());
        sums.allocated += resourcesOf(agent.used());
        sums.offered += resourcesOf(agent.offered());
    }
    sums.idle = sums.total - (sums.allocated + sums.offered);
    const auto gpus = count(state);
    sums.total.setScalar(Resources::Gpus, Milli::whole(gpus.total));
    sums.allocated.setScalar(Resources::Gpus, Milli::whole(gpus.busy));
    sums.offered.setScalar(Resources::Gpus, Milli::whole(gpus.offered));
    sums.idle.setScalar(Resources::Gpus, Milli::whole(gpus.free));
    sums.gpusOutOfService = Milli::whole(gpus.total - gpus.busy - gpus.offered - gpus.free);
    return sums;
}

} // namespace muster::models
