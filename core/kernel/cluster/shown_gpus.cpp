// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/shown_gpus.h"

#include <algorithm>
#include <tuple>

namespace muster::cluster {

std::vector<GpuState> shownGpus(const AgentEntry& agent) {
    std::vector<GpuState> states;
    std::vector<std::size_t> free;
    for (std::size_t row = 0; row < agent.gpus.size(); ++row) {
        states.push_back(agent.gpus[row].state);
        if (states.back() == GpuState::Free) {
            free.push_back(row);
        }
    }
    std::sort(free.begin(), free.end(), [&](std::size_t a, std::size_t b) {
        const GpuInfo& left = agent.info.gpus[a];
        const GpuInfo& right = agent.info.gpus[b];
        return std::tie(left.minor, left.uuid) < std::tie(right.minor, right.uuid);
    });
    const auto offered = static_cast<std::size_t>(agent.offered.gpus().wholeUnits());
    for (std::size_t i = 0; i < std::min(offered, free.size()); ++i) {
        states[free[i]] = GpuState::Offered;
    }
    return states;
}

} // namespace muster::cluster
