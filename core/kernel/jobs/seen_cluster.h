// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/kernel/jobs/reason.h"
#include "core/kernel/jobs/scheduler.h"

namespace muster::jobs {

// What the shell last told of each machine and of the quotas: all that the scheduler can know of
// why a job waits. An answer is kept for all jobs of a shape until something has changed. What an
// operator does, and nodes that come and go, count at once; what tasks and offers take and give
// back does so all the time, and counts once a second. Not thread-safe.
class SeenCluster {
public:
    void see(ClusterSeen seen); // O(what it tells), reasons aside
    void lose(const AgentId& agent);
    void reorder() { m_reordered = true; } // another job may be ahead now; the answers stay

    // Whether each job may wait for another reason than when this last said so.
    bool takeChanged(Uptime now);
    std::optional<Uptime> nextDeadline() const; // of what does not count yet
    const Wait& waitOf(const JobSpec& spec, const std::string& shape);
    // Whether an open machine that is not among these has what the job needs, free or not.
    bool hasOther(const JobSpec& spec, const std::set<AgentId>& than) const;

private:
    void seeRole(RoleUse role);

    std::map<AgentId, Machine> m_machines;
    std::vector<RoleUse> m_roles; // that have a quota, by name
    std::vector<const Machine*> m_all; // of m_machines; empty: to be made again
    std::map<std::string, Wait> m_waits; // by shape
    bool m_changed = false;
    bool m_reordered = false;
    bool m_stale = false; // only what is free
    Uptime m_counted; // when it last counted
};

} // namespace muster::jobs
