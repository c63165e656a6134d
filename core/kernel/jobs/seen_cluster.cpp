// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/seen_supply.h"

namespace muster::jobs {

void SeenSupply::see(const std::vector<Supply>& supplies) {
    for (const auto& supply : supplies) {
        m_seen[supply.agent] = supply;
    }
    m_changed = m_changed || !supplies.empty();
}

void SeenSupply::close(const AgentClosed& agent) {
    if (agent.why.empty() && !m_seen.contains(agent.agent)) {
        return;
    }
    auto& supply = m_seen[agent.agent];
    supply.agent = agent.agent;
    supply.hostname = agent.hostname;
    supply.closed = agent.why;
    m_changed = true;
}

void SeenSupply::lose(const AgentId& agent) {
    m_changed = m_seen.erase(agent) > 0 || m_changed;
}

bool SeenSupply::takeChanged() {
    if (m_changed) {
        m_waits.clear();
    }
    return std::exchange(m_changed, false);
}

const Wait& SeenSupply::waitOf(const JobSpec& spec, const std::string& shape) {
    const auto [found, isNew] = m_waits.try_emplace(shape);
    if (isNew) {
        std::vector<const Supply*> seen;
        for (const auto& [agent, supply] : m_seen) {
            seen.push_back(&supply);
        }
        found->second = explain(spec, std::move(seen));
    }
    return found->second;
}

} // namespace muster::jobs
