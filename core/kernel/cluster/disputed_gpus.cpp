// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {
namespace {

bool isHeld(const AgentEntry& agent, const GpuUuid& gpu) {
    return std::any_of(agent.gpus.begin(), agent.gpus.end(),
        [&](const GpuStatus& row) { return row.gpu == gpu && row.holder; });
}

std::string rivalText(const GpuUuid& gpu, const AgentEntry& owner) {
    return fmt::format(
        "GPU {} is already claimed by node {}, agent {} ({}): stop one of the two agents",
        gpu.value, owner.info.hostname, owner.id.value, wireName(owner.state));
}

// Whoever was first keeps it, unless a task of the other holds it and none of its own, or it is
// away for good: an agent that began anew on the same machine leaves its old entry behind.
bool mayTakeOver(const AgentEntry& agent, const AgentEntry& owner, const GpuUuid& gpu) {
    const bool succeeds = !agent.confirmed && !owner.link && !agent.info.home.empty()
        && agent.info.home == owner.info.home;
    if (owner.policy.gone || succeeds || (isHeld(agent, gpu) && !isHeld(owner, gpu))) {
        return true;
    }
    return owner.state == AgentState::Unreachable && owner.info.hostname == agent.info.hostname
        && owner.tasks.empty() && owner.condemned.empty() && !owner.leftovers.hasTasks();
}

} // namespace

std::vector<NodeTrouble> Agent::troubles() const {
    auto all = info.troubles;
    for (const auto& [gpu, text] : claimedByOthers) {
        all.push_back({NodeProblem::GpuClaimedTwice, text});
    }
    return all;
}

GpuClaims::Rules Master::State::claimRules() {
    return {mayTakeOver, rivalText, [this](const GpuUuid& gpu) { outbox.tell(GpuChanged{gpu}); }};
}

void Master::State::yieldClaims(AgentEntry& agent) {
    claims.yield(agent);
    tellClaims();
}

// After all that changes them.
void Master::State::tellClaims() {
    compareRestrictions();
    for (AgentEntry* agent : claims.takeNews()) {
        WithholdGpus order;
        for (const auto& [gpu, text] : agent->claimedByOthers) {
            order.gpus.push_back({gpu, text});
        }
        send(*agent, std::move(order));
        if (hasUntoldClaim(*agent)) {
            rescindAll(agent->offers);
        }
        queue.add(agent->queue);
        changed(*agent);
    }
}

bool Master::State::hasUntoldClaim(const AgentEntry& agent) {
    return !agent.claimedByOthers.empty()
        && std::any_of(agent.gpus.begin(), agent.gpus.end(), [&](const GpuStatus& row) {
               return row.state == GpuState::Free && agent.claimedByOthers.contains(row.gpu);
           });
}

} // namespace muster::cluster
