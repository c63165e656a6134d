// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>

#include "core/kernel/cluster/master.h"

namespace muster::cluster {

class Holdings;
struct AgentEntry;

// What an agent still runs although its framework was told of its end, or is gone: what it holds is
// not free yet. A silent one was killed with its framework: the agent tells of no end. It answers
// RemoveFramework with an AgentUpdate, and its total is without what such tasks still hold.
// Not thread-safe.
class Leftovers {
public:
    struct Task {
        Resources resources;
        std::string role; // that they are allocated to
        bool silent = false;
    };
    // Of one agent.
    class OfAgent {
    public:
        bool contains(const TaskKey& task) const { return m_tasks.contains(task); }
        bool hasTasks() const { return !m_tasks.empty(); }
        bool hasExecutors() const { return !m_executors.empty(); }
        std::set<FrameworkId> frameworksOfTasks() const;

    private:
        friend class Leftovers;
        std::map<TaskKey, Task> m_tasks;
        std::map<ExecutorKey, ExecutorInfo> m_executors; // silent, each of them
    };

    explicit Leftovers(Holdings& holdings) : m_holdings(holdings) { }

    // One that is kept already stays as it is: an agent may name it twice.
    void keep(AgentEntry& agent, const TaskKey& key, Task task);
    void keep(AgentEntry& agent, const ExecutorKey& key, const ExecutorInfo& executor);
    void drop(AgentEntry& agent, const TaskKey& key);
    void dropSilent(AgentEntry& agent);
    void dropAll(AgentEntry& agent);

private:
    void dropExecutors(AgentEntry& agent);

    Holdings& m_holdings;
};

} // namespace muster::cluster
