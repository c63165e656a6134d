// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/cluster/entries.h"
#include "core/kernel/cluster/framework_table.h"
#include "core/kernel/cluster/outbox.h"

namespace muster::cluster {

// What is used and what is offered of agents. A part counts at its agent, at its framework (where
// that is known) and in the share of its role: at all of them, or at none. Whatever changes is
// noted for views, and an agent that has something free again is queued. Not thread-safe.
class Holdings {
public:
    Holdings(allocator::FairShare& share, FrameworkTable& frameworks, AllocationQueue& queue,
        ChangedEntries<AgentEntry>& agents, ChangedEntries<FrameworkEntry>& changedFrameworks)
        : m_share(share), m_frameworks(frameworks), m_queue(queue), m_changedAgents(agents),
          m_changedFrameworks(changedFrameworks) { }

    // By a task or an executor of the framework, in a role.
    void use(AgentEntry& agent, FrameworkEntry& framework, const std::string& role,
        const Resources& resources);
    void free(AgentEntry& agent, FrameworkEntry& framework, const std::string& role,
        const Resources& resources); // REQUIRES: it was used so
    // By what still runs of somebody who is not known any more.
    void use(AgentEntry& agent, const std::string& role, const Resources& resources);
    void free(AgentEntry& agent, const std::string& role, const Resources& resources);

    void offer(AgentEntry& agent, ClientEntry& client, const Resources& resources);
    void withdraw(AgentEntry& agent, ClientEntry& client, const Resources& resources);

    // Views show something else of both, though they hold what they did.
    void noteChanged(AgentEntry& agent, FrameworkEntry& framework);

private:
    allocator::FairShare& m_share;
    FrameworkTable& m_frameworks;
    AllocationQueue& m_queue;
    ChangedEntries<AgentEntry>& m_changedAgents;
    ChangedEntries<FrameworkEntry>& m_changedFrameworks;
};

} // namespace muster::cluster
