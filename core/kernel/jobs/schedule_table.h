// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/kernel/jobs/schedules.h"

namespace muster::jobs {

// All schedules by name, who depends on whom, and when each has to be looked at next. Not
// thread-safe; a schedule stays where it is until it is removed or replaced.
class ScheduleTable {
public:
    Schedule& put(Schedule schedule); // in the place of another of that name
    void remove(const ScheduleId& id);

    Schedule* find(const ScheduleId& id); // null: not known
    const std::map<ScheduleId, Schedule>& all() const { return m_schedules; }
    // Also of one that is not known, but is named as a parent.
    const std::set<ScheduleId>& childrenOf(const ScheduleId& id) const;
    // Whether `id` is among the parents, theirs, and so on.
    bool leadsTo(const std::vector<ScheduleId>& parents, const ScheduleId& id) const;

    void lookAt(const ScheduleId& id, std::optional<Instant> at); // none: never
    // One that has to be looked at by now; it is not told again before lookAt() says when.
    Schedule* takeDue(Instant now);
    std::optional<Instant> nextLook() const;

private:
    void unlink(const Schedule& schedule);

    std::map<ScheduleId, Schedule> m_schedules;
    std::map<ScheduleId, std::set<ScheduleId>> m_children;
    std::map<ScheduleId, Instant> m_looks;
    std::set<std::pair<Instant, ScheduleId>> m_order; // the same by time
};

} // namespace muster::jobs
