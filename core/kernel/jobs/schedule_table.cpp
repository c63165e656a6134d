// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedule_table.h"

namespace muster::jobs {

Schedule& ScheduleTable::put(Schedule schedule) {
    const auto id = schedule.spec.id;
    if (const auto* before = find(id)) {
        unlink(*before);
    }
    for (const auto& parent : schedule.spec.parents) {
        m_children[parent].insert(id);
    }
    return m_schedules.insert_or_assign(id, std::move(schedule)).first->second;
}

void ScheduleTable::remove(const ScheduleId& id) {
    if (const auto* schedule = find(id)) {
        unlink(*schedule);
        lookAt(id, std::nullopt);
        m_schedules.erase(id);
    }
}

void ScheduleTable::unlink(const Schedule& schedule) {
    for (const auto& parent : schedule.spec.parents) {
        auto& children = m_children[parent];
        children.erase(schedule.spec.id);
        if (children.empty()) {
            m_children.erase(parent);
        }
    }
}

Schedule* ScheduleTable::find(const ScheduleId& id) {
    const auto found = m_schedules.find(id);
    return found == m_schedules.end() ? nullptr : &found->second;
}

const std::set<ScheduleId>& ScheduleTable::childrenOf(const ScheduleId& id) const {
    static const std::set<ScheduleId> kNone;
    const auto found = m_children.find(id);
    return found == m_children.end() ? kNone : found->second;
}

bool ScheduleTable::leadsTo(const std::vector<ScheduleId>& parents, const ScheduleId& id) const {
    std::set<ScheduleId> seen;
    auto next = parents;
    while (!next.empty()) {
        const auto parent = std::move(next.back());
        next.pop_back();
        if (parent == id) {
            return true;
        }
        const auto found = m_schedules.find(parent);
        if (found != m_schedules.end() && seen.insert(parent).second) {
            const auto& theirs = found->second.spec.parents;
            next.insert(next.end(), theirs.begin(), theirs.end());
        }
    }
    return false;
}

void ScheduleTable::lookAt(const ScheduleId& id, std::optional<Instant> at) {
    if (const auto old = m_looks.find(id); old != m_looks.end()) {
        m_order.erase({old->second, id});
        m_looks.erase(old);
    }
    if (at) {
        m_looks.emplace(id, *at);
        m_order.emplace(*at, id);
    }
}

Schedule* ScheduleTable::takeDue(Instant now) {
    if (m_order.empty() || m_order.begin()->first > now) {
        return nullptr;
    }
    const auto id = m_order.begin()->second;
    lookAt(id, std::nullopt);
    return find(id);
}

std::optional<Instant> ScheduleTable::nextLook() const {
    return m_order.empty() ? std::nullopt : std::optional(m_order.begin()->first);
}

} // namespace muster::jobs
