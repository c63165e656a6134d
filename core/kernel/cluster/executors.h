// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "core/kernel/cluster/master.h"

namespace muster::cluster {

class AgentTable;
class FrameworkTable;
class Holdings;
class Leftovers;
struct AgentEntry;
struct FrameworkEntry;

// Which executors run where: those that tasks name, not those of command tasks. Each is known at
// its agent (Agent::executors) and at its framework, and what it needs beside its tasks counts as
// used there. Not thread-safe. O(log executors) a change.
class Executors {
public:
    // Of one framework.
    class OfFramework {
    public:
        bool empty() const { return m_places.empty(); }

    private:
        friend class Executors;
        std::set<std::pair<AgentNumber, ExecutorId>> m_places;
    };

    Executors(
        AgentTable& agents, FrameworkTable& frameworks, Holdings& holdings, Leftovers& leftovers)
        : m_agents(agents), m_frameworks(frameworks), m_holdings(holdings), m_leftovers(leftovers) {
    }

    static const ExecutorInfo* find(const AgentEntry& agent, const ExecutorKey& key); // or nullptr
    static std::vector<ExecutorId> idsOf(const AgentEntry& agent, const FrameworkId& framework);

    // One that the agent has already stays as it is.
    void add(AgentEntry& agent, FrameworkEntry& framework, const ExecutorInfo& executor);
    void remove(AgentEntry& agent, const ExecutorKey& key); // REQUIRES: the agent has it
    void removeAll(AgentEntry& agent);
    // With their framework: what they hold of an agent that is connected is not free before the
    // agent has answered. Returns the agents that had them.
    std::set<AgentNumber> removeAll(FrameworkEntry& framework);

private:
    AgentTable& m_agents;
    FrameworkTable& m_frameworks;
    Holdings& m_holdings;
    Leftovers& m_leftovers;
};

} // namespace muster::cluster
