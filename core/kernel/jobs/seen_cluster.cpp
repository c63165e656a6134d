// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/seen_cluster.h"

#include <algorithm>
#include <utility>

#include "core/kernel/jobs/need.h"

namespace muster::jobs {
namespace {

constexpr Duration kPace = std::chrono::seconds(1);

// But for what is free of it.
bool isSame(const Machine& a, const Machine& b) {
    return a.closed == b.closed && a.isKnown == b.isKnown && a.total == b.total
        && a.withheld == b.withheld && a.restorable == b.restorable
        && a.isRestricted == b.isRestricted && a.supply.hostname == b.supply.hostname
        && a.supply.attributes == b.supply.attributes;
}

// Those that somebody has set, whatever is used of them.
std::map<std::string, allocator::Quota> quotasOf(const std::vector<RoleUse>& roles) {
    std::map<std::string, allocator::Quota> out;
    for (const auto& role : roles) {
        if (!role.quota.isDefault()) {
            out.emplace(role.role, role.quota);
        }
    }
    return out;
}

} // namespace

void SeenCluster::see(ClusterSeen seen) {
    m_stale = true;
    m_changed = m_changed || quotasOf(m_roles) != quotasOf(seen.roles);
    m_roles = std::move(seen.roles);
    for (auto& machine : seen.machines) {
        const auto [known, isNew] = m_machines.try_emplace(machine.supply.agent);
        m_changed = m_changed || isNew || !isSame(known->second, machine);
        known->second = std::move(machine);
        if (isNew) {
            m_all.clear();
        }
    }
    for (const auto& agent : seen.gone) {
        lose(agent);
    }
}

void SeenCluster::lose(const AgentId& agent) {
    if (m_machines.erase(agent) > 0) {
        m_changed = true;
        m_all.clear();
    }
}

bool SeenCluster::takeChanged(Uptime now) {
    const bool isReordered = std::exchange(m_reordered, false);
    if (!m_changed && !(m_stale && now >= m_counted + kPace)) {
        return isReordered;
    }
    m_changed = false;
    m_stale = false;
    m_counted = now;
    m_waits.clear();
    return true;
}

std::optional<Uptime> SeenCluster::nextDeadline() const {
    return m_stale ? std::optional(m_counted + kPace) : std::nullopt;
}

const Wait& SeenCluster::waitOf(const JobSpec& spec, const std::string& shape) {
    const auto [found, isNew] = m_waits.try_emplace(shape);
    if (isNew) {
        if (m_all.empty()) {
            for (const auto& [agent, machine] : m_machines) {
                m_all.push_back(&machine);
            }
        }
        found->second = whyWaiting(spec, m_all, m_roles);
    }
    return found->second;
}

bool SeenCluster::hasOther(const JobSpec& spec, const std::set<AgentId>& than) const {
    const auto needs = needsOf(spec);
    return std::ranges::any_of(m_machines, [&](const auto& one) {
        const auto& [agent, machine] = one;
        return machine.closed.empty() && !than.contains(agent)
            && standingOf(needs, machine).lacks == needs.size();
    });
}

} // namespace muster::jobs
