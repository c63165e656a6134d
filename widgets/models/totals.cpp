// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/totals.h"

#include "core/proto/live_row.h"
#include "widgets/models/resource_text.h"

namespace muster::models {

GpuUse gpuUse(v1::Gpu::State state) {
    if (state == v1::Gpu::WITHOUT_DATA) {
        return GpuUse::Away;
    }
    switch (gpuMark(state)) {
    case Mark::Busy:
    case Mark::Draining:
        return GpuUse::Busy;
    case Mark::Offered:
        return GpuUse::Offered;
    case Mark::Free:
        return GpuUse::Free;
    case Mark::None:
    case Mark::Waiting:
    case Mark::Restricted:
    case Mark::Good:
    case Mark::Bad:
    case Mark::Lost:
    case Mark::Stopped:
        break;
    }
    return GpuUse::OutOfService;
}

RunningTotals::RunningTotals(const ClusterState& state, QObject* parent)
    : QObject(parent), m_state(state) {
    connect(&state, &ClusterState::changed, this, &RunningTotals::onChanged);
    Changes all;
    all.everything = true;
    onChanged(all);
}

void RunningTotals::onChanged(const Changes& changes) {
    const auto& agents = changes.of(Kind::Agents);
    const auto& gpus = changes.of(Kind::Gpus);
    if (changes.everything) {
        m_shares.clear();
        m_uses.clear();
        m_gpus.fill(0);
        m_sum = {};
        m_away = {};
        m_active = 0;
        for (const auto& [id, agent] : m_state.agents()) {
            takeUp(id);
        }
        for (const auto& [uuid, gpu] : m_state.gpus()) {
            countGpu(uuid);
        }
    } else if (agents.empty() && gpus.empty()) {
        return;
    }
    for (const auto& id : agents) {
        takeUp(id);
    }
    for (const auto& uuid : gpus) {
        countGpu(uuid);
    }
    sum();
}

void RunningTotals::takeUp(const std::string& agent) {
    if (const auto before = m_shares.find(agent); before != m_shares.end()) {
        if (before->second.active) {
            --m_active;
            m_sum.total -= before->second.total;
            m_sum.allocated -= before->second.allocated;
            m_sum.offered -= before->second.offered;
            m_sum.outOfService -= before->second.outOfService;
        } else {
            m_away -= before->second.total;
        }
        m_shares.erase(before);
    }
    const auto* row = m_state.agent(agent);
    if (row == nullptr) {
        return;
    }
    auto& share = m_shares[agent];
    share.active = proto::isLive(*row);
    share.total = proto::ofRow(row->resources());
    if (!share.active) {
        m_away += share.total;
    } else {
        ++m_active;
        m_sum.total += share.total;
        m_sum.allocated += share.allocated = proto::ofRow(row->used());
        m_sum.offered += share.offered = proto::ofRow(row->offered());
        if (!row->closed().empty()) {
            m_sum.outOfService += share.outOfService
                = share.total - (share.allocated + share.offered);
        }
    }
}

void RunningTotals::countGpu(const std::string& uuid) {
    const auto before = m_uses.find(uuid);
    if (before != m_uses.end()) {
        --m_gpus[static_cast<std::size_t>(before->second)];
    }
    const auto* gpu = m_state.gpu(uuid);
    if (gpu == nullptr) {
        if (before != m_uses.end()) {
            m_uses.erase(before);
        }
        return;
    }
    const auto use = gpuUse(gpu->state());
    m_uses[uuid] = use;
    ++m_gpus[static_cast<std::size_t>(use)];
}

void RunningTotals::sum() {
    const auto gpus = [this](GpuUse use) { return m_gpus[static_cast<std::size_t>(use)]; };
    Totals sums{.total = m_sum.total + m_away,
        .allocated = m_sum.allocated,
        .offered = m_sum.offered,
        .idle = m_sum.total - (m_sum.allocated + m_sum.offered + m_sum.outOfService),
        .outOfService = m_sum.outOfService,
        .away = m_away,
        .agents = m_active,
        .agentsKnown = static_cast<int>(m_shares.size())};
    sums.total.setScalar(Resources::Gpus, Milli::whole(static_cast<int>(m_uses.size())));
    sums.allocated.setScalar(Resources::Gpus, Milli::whole(gpus(GpuUse::Busy)));
    sums.offered.setScalar(Resources::Gpus, Milli::whole(gpus(GpuUse::Offered)));
    sums.idle.setScalar(Resources::Gpus, Milli::whole(gpus(GpuUse::Free)));
    sums.outOfService.setScalar(Resources::Gpus, Milli::whole(gpus(GpuUse::OutOfService)));
    sums.away.setScalar(Resources::Gpus, Milli::whole(gpus(GpuUse::Away)));
    if (sums != m_now) {
        m_now = std::move(sums);
        emit changed();
    }
}

} // namespace muster::models
