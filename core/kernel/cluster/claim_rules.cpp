// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/claim_rules.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/kernel/cluster/entries.h"

namespace muster::cluster {

namespace {

bool isHeld(const AgentEntry& agent, const GpuUuid& gpu) {
    return std::any_of(agent.gpus.begin(), agent.gpus.end(),
        [&](const GpuStatus& row) { return row.gpu == gpu && row.holder; });
}

} // namespace

bool mayTakeOver(const AgentEntry& claimant, const AgentEntry& owner, const GpuUuid& gpu) {
    const bool succeeds = !claimant.confirmed && !owner.link && !claimant.info.home.empty()
        && claimant.info.home == owner.info.home;
    if (owner.policy.gone || succeeds || (isHeld(claimant, gpu) && !isHeld(owner, gpu))) {
        return true;
    }
    return owner.state == AgentState::Unreachable && owner.info.hostname == claimant.info.hostname
        && owner.tasks.empty() && owner.condemned.empty() && !owner.leftovers.hasTasks();
}

std::string rivalText(const GpuUuid& gpu, const AgentEntry& owner) {
    return fmt::format(
        "GPU {} is already claimed by node {}, agent {} ({}): stop one of the two agents",
        gpu.value, owner.info.hostname, owner.id.value, wireName(owner.state));
}

} // namespace muster::cluster
