// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {
namespace {

bool lists(const std::vector<GpuInfo>& gpus, const GpuUuid& gpu) {
    return std::any_of(
        gpus.begin(), gpus.end(), [&](const GpuInfo& info) { return info.uuid == gpu; });
}

bool isHeld(const AgentEntry& agent, const GpuUuid& gpu) {
    return std::any_of(agent.gpus.begin(), agent.gpus.end(),
        [&](const GpuStatus& row) { return row.gpu == gpu && row.holder; });
}

std::string rivalText(const GpuUuid& gpu, const AgentEntry& owner) {
    return fmt::format("GPU {} is of node {} already, by agent {} ({}): stop one of the two agents",
        gpu.value, owner.info.hostname, owner.id.value, wireName(owner.state));
}

} // namespace

std::vector<NodeTrouble> Agent::troubles() const {
    auto all = info.troubles;
    for (const auto& [gpu, text] : claimedByOthers) {
        all.push_back({NodeProblem::GpuClaimedTwice, text});
    }
    return all;
}

void Master::State::changeClaims(AgentEntry& agent, const std::vector<GpuInfo>& before) {
    for (const GpuInfo& gpu : before) {
        if (!lists(agent.info.gpus, gpu.uuid)) {
            dropClaim(agent, gpu.uuid);
        }
    }
    for (const GpuInfo& gpu : agent.info.gpus) {
        claim(agent, gpu.uuid);
    }
}

void Master::State::claim(AgentEntry& agent, const GpuUuid& gpu) {
    const auto found = gpuOwner.find(gpu);
    if (found == gpuOwner.end()) {
        return setOwner(gpu, &agent);
    }
    if (found->second == &agent) {
        reportedGpus.push_back(gpu);
        return outbox.tell(GpuChanged{gpu});
    }
    AgentEntry& owner = *found->second;
    if (mayTakeOver(agent, owner, gpu)) {
        rivals[gpu].insert(owner.number);
        setOwner(gpu, &agent);
    } else if (rivals[gpu].insert(agent.number).second) {
        noteClaims(gpu);
    }
}

void Master::State::dropClaim(AgentEntry& agent, const GpuUuid& gpu) {
    reportedGpus.push_back(gpu); // perhaps it is no longer disputed
    if (const auto others = rivals.find(gpu); others != rivals.end()) {
        others->second.erase(agent.number);
        if (others->second.empty()) {
            rivals.erase(others);
        }
    }
    if (agent.claimedByOthers.erase(gpu) > 0) {
        newClaims.insert(agent.number);
    }
    const auto owner = gpuOwner.find(gpu);
    if (owner == gpuOwner.end() || owner->second != &agent) {
        return;
    }
    const auto others = rivals.find(gpu);
    setOwner(gpu, others == rivals.end() ? nullptr : agentByNumber.at(*others->second.begin()));
}

// What it has been the owner of, to the first of those who may be.
void Master::State::yieldClaims(AgentEntry& agent) {
    for (const GpuInfo& gpu : agent.info.gpus) {
        reportedGpus.push_back(gpu.uuid);
        const auto others = rivals.find(gpu.uuid);
        const auto owner = gpuOwner.find(gpu.uuid);
        if (others == rivals.end() || owner == gpuOwner.end() || owner->second != &agent) {
            continue;
        }
        for (const AgentNumber number : others->second) {
            AgentEntry* rival = agentByNumber.at(number);
            if (mayTakeOver(*rival, agent, gpu.uuid)) {
                others->second.insert(agent.number);
                setOwner(gpu.uuid, rival);
                break;
            }
        }
    }
    tellClaims();
}

void Master::State::setOwner(const GpuUuid& gpu, AgentEntry* owner) {
    outbox.tell(GpuChanged{gpu});
    if (!owner) {
        gpuOwner.erase(gpu);
        return;
    }
    gpuOwner[gpu] = owner;
    reportedGpus.push_back(gpu);
    if (const auto others = rivals.find(gpu); others != rivals.end()) {
        others->second.erase(owner->number);
        noteClaims(gpu);
    }
    if (owner->claimedByOthers.erase(gpu) > 0) {
        newClaims.insert(owner->number);
    }
}

void Master::State::noteClaims(const GpuUuid& gpu) {
    const AgentEntry& owner = *gpuOwner.at(gpu);
    for (const AgentNumber number : rivals.at(gpu)) {
        AgentEntry& rival = *agentByNumber.at(number);
        rival.claimedByOthers[gpu] = rivalText(gpu, owner);
        newClaims.insert(number);
    }
    if (rivals.at(gpu).empty()) {
        rivals.erase(gpu);
    }
}

void Master::State::tellClaims() {
    compareRestrictions();
    for (const AgentNumber number : std::exchange(newClaims, {})) {
        const auto found = agentByNumber.find(number);
        if (found == agentByNumber.end()) {
            continue;
        }
        AgentEntry& agent = *found->second;
        WithholdGpus order;
        for (const auto& [gpu, text] : agent.claimedByOthers) {
            order.gpus.push_back({gpu, text});
        }
        send(agent, std::move(order));
        if (hasUntoldClaim(agent)) {
            rescindAll(agent.offers);
        }
        queue.add(agent.queue);
        changed(agent);
    }
}

bool Master::State::hasUntoldClaim(const AgentEntry& agent) const {
    return !agent.claimedByOthers.empty()
        && std::any_of(agent.gpus.begin(), agent.gpus.end(), [&](const GpuStatus& row) {
               return row.state == GpuState::Free && agent.claimedByOthers.contains(row.gpu);
           });
}

// Whoever was first keeps it, unless a task of the other holds it and none of its own, or it is
// away for good: an agent that began anew on the same machine leaves its old entry behind.
bool Master::State::mayTakeOver(
    const AgentEntry& agent, const AgentEntry& owner, const GpuUuid& gpu) const {
    const bool succeeds = !agent.confirmed && !owner.link && !agent.info.home.empty()
        && agent.info.home == owner.info.home;
    if (owner.policy.gone || succeeds || (isHeld(agent, gpu) && !isHeld(owner, gpu))) {
        return true;
    }
    return owner.state == AgentState::Unreachable && owner.info.hostname == agent.info.hostname
        && owner.tasks.empty() && owner.condemned.empty() && owner.leftovers.empty();
}

} // namespace muster::cluster
