// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"

namespace muster::agentd {

// What has changed of nodes and quotas since the job scheduler was told. It is told in rounds: all
// nodes that have changed when a round begins, a slice at a time, with other work in between. Why
// jobs wait is found at the end of a round, so no reason rests on anything older than the beginning
// of one. Not thread-safe.
class ClusterNews {
public:
    static constexpr std::size_t kSlice = 256; // nodes

    explicit ClusterNews(const cluster::Master& master); // nothing has been told

    void note(const cluster::Event& event); // O(log nodes)
    bool empty() const { return m_agents.empty() && m_round.empty() && m_roles.empty(); }
    // REQUIRES: not empty. As the master is now. O(slice + changed roles).
    jobs::ClusterSeen takeSlice(const cluster::Master& master);
    // Nobody asks for it now: what is left of the round is of the next one. O(what is left).
    void breakOff() { m_agents.merge(m_round); }
    // No round is under way, and nothing has changed since the last.
    bool isTold() const { return m_isTold; }

private:
    std::set<AgentId> m_round; // still to be told in this one
    std::set<AgentId> m_agents; // others that have changed: in the next one
    std::set<std::string> m_roles;
    bool m_isTold;
};

} // namespace muster::agentd
