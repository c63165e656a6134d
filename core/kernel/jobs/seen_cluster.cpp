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

} // namespace

void SeenCluster::see(ClusterSeen seen) {
    m_stale = true;
    for (auto& role : seen.roles) {
        seeRole(std::move(role));
    }
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

void SeenCluster::seeRole(RoleUse role) {
    const auto known = std::ranges::lower_bound(m_roles, role.role, {}, &RoleUse::role);
    const bool isKnown = known != m_roles.end() && known->role == role.role;
    m_changed = m_changed || role.quota != (isKnown ? known->quota : allocator::Quota{});
    if (isKnown && role.quota.isDefault()) {
        m_roles.erase(known);
    } else if (isKnown) {
        *known = std::move(role);
    } else if (!role.quota.isDefault()) {
        m_roles.insert(known, std::move(role));
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
