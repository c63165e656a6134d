// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/cluster_news.h"

#include <utility>

#include "agentd/master/machines.h"

namespace muster::agentd {

ClusterNews::ClusterNews(const cluster::Master& master) {
    for (const auto* agent : master.agents()) {
        m_agents.insert(agent->id);
    }
    for (const auto& [role, quota] : master.quotas()) {
        m_roles.insert(role);
    }
    m_isTold = empty();
}

void ClusterNews::note(const cluster::Event& event) {
    if (const auto* agent = cluster::shownAgent(event)) {
        if (!m_round.contains(*agent)) {
            m_agents.insert(*agent);
        }
    } else if (const auto* used = std::get_if<cluster::RoleUsageChanged>(&event)) {
        m_roles.insert(used->role);
    } else if (const auto* quota = std::get_if<cluster::QuotaChanged>(&event)) {
        m_roles.insert(quota->role);
    } else {
        return;
    }
    m_isTold = false;
}

jobs::ClusterSeen ClusterNews::takeSlice(const cluster::Master& master) {
    if (m_round.empty()) {
        m_round.swap(m_agents);
    }
    jobs::ClusterSeen out;
    for (std::size_t i = 0; i < kSlice && !m_round.empty(); ++i) {
        auto id = std::move(m_round.extract(m_round.begin()).value());
        if (const auto* agent = master.agent(id)) {
            out.machines.push_back(machineOf(*agent));
        } else {
            out.gone.push_back(std::move(id));
        }
    }
    for (const auto& role : std::exchange(m_roles, {})) {
        out.roles.push_back(roleOf(master, role));
    }
    m_isTold = m_round.empty();
    return out;
}

} // namespace muster::agentd
