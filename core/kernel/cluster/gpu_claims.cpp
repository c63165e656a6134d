// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/gpu_claims.h"

#include <algorithm>

#include "core/kernel/cluster/entries.h"

namespace muster::cluster {

AgentEntry* GpuClaims::owner(const GpuUuid& gpu) const {
    const auto found = m_owners.find(gpu);
    return found == m_owners.end() ? nullptr : found->second;
}

std::vector<AgentEntry*> GpuClaims::rivals(const GpuUuid& gpu) const {
    std::vector<AgentEntry*> out;
    if (const auto found = m_rivals.find(gpu); found != m_rivals.end()) {
        for (const auto& [number, agent] : found->second) {
            out.push_back(agent);
        }
    }
    return out;
}

void GpuClaims::change(AgentEntry& agent, const std::vector<GpuInfo>& before) {
    for (const GpuInfo& gpu : before) {
        if (std::ranges::find(agent.info.gpus, gpu.uuid, &GpuInfo::uuid) == agent.info.gpus.end()) {
            drop(agent, gpu.uuid);
        }
    }
    for (const GpuInfo& gpu : agent.info.gpus) {
        claim(agent, gpu.uuid);
    }
}

void GpuClaims::claim(AgentEntry& agent, const GpuUuid& gpu) {
    AgentEntry* owner = this->owner(gpu);
    if (!owner) {
        setOwner(gpu, &agent);
    } else if (owner == &agent) {
        m_reported.push_back(gpu);
        m_rules.changed(gpu);
    } else if (m_rules.mayTakeOver(agent, *owner, gpu)) {
        m_rivals[gpu].emplace(owner->number, owner);
        setOwner(gpu, &agent);
    } else if (m_rivals[gpu].emplace(agent.number, &agent).second) {
        note(gpu);
    }
}

void GpuClaims::drop(AgentEntry& agent, const GpuUuid& gpu) {
    m_reported.push_back(gpu); // perhaps it is no longer disputed
    if (const auto others = m_rivals.find(gpu); others != m_rivals.end()) {
        others->second.erase(agent.number);
        if (others->second.empty()) {
            m_rivals.erase(others);
        }
    }
    if (agent.claimedByOthers.erase(gpu) > 0) {
        markNews(agent);
    }
    if (owner(gpu) == &agent) {
        const auto others = m_rivals.find(gpu);
        setOwner(gpu, others == m_rivals.end() ? nullptr : others->second.begin()->second);
    }
}

void GpuClaims::yield(AgentEntry& agent) {
    for (const GpuInfo& gpu : agent.info.gpus) {
        m_reported.push_back(gpu.uuid);
        const auto others = m_rivals.find(gpu.uuid);
        if (others == m_rivals.end() || owner(gpu.uuid) != &agent) {
            continue;
        }
        const auto heir = std::ranges::find_if(others->second,
            [&](const auto& one) { return m_rules.mayTakeOver(*one.second, agent, gpu.uuid); });
        if (heir != others->second.end()) {
            AgentEntry* next = heir->second;
            others->second.emplace(agent.number, &agent);
            setOwner(gpu.uuid, next);
        }
    }
}

void GpuClaims::tellAgain(AgentEntry& agent) {
    if (!agent.claimedByOthers.empty()) {
        markNews(agent);
    }
}

void GpuClaims::setOwner(const GpuUuid& gpu, AgentEntry* owner) {
    m_rules.changed(gpu);
    if (!owner) {
        m_owners.erase(gpu);
        return;
    }
    m_owners[gpu] = owner;
    m_reported.push_back(gpu);
    if (const auto others = m_rivals.find(gpu); others != m_rivals.end()) {
        others->second.erase(owner->number);
        note(gpu);
    }
    if (owner->claimedByOthers.erase(gpu) > 0) {
        markNews(*owner);
    }
}

void GpuClaims::note(const GpuUuid& gpu) {
    const AgentEntry& owner = *m_owners.at(gpu);
    for (const auto& [number, rival] : m_rivals.at(gpu)) {
        rival->claimedByOthers[gpu] = m_rules.rivalText(gpu, owner);
        markNews(*rival);
    }
    if (m_rivals.at(gpu).empty()) {
        m_rivals.erase(gpu);
    }
}

void GpuClaims::markNews(AgentEntry& agent) {
    m_news.emplace(agent.number, &agent);
}

std::vector<AgentEntry*> GpuClaims::takeNews() {
    std::vector<AgentEntry*> out;
    for (const auto& [number, agent] : std::exchange(m_news, {})) {
        out.push_back(agent);
    }
    return out;
}

void GpuClaims::forget(AgentEntry& agent) {
    m_news.erase(agent.number);
}

} // namespace muster::cluster
