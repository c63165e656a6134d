// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>

#include "core/kernel/node/agent.h"
#include "core/proto/mesos/v1/agent/agent.pb.h"

namespace muster::agentd {

// The agent's tasks and frameworks' own executors for those who ask: what the state machine saves
// of each, its statuses in their order, of equal states in a row the last as in the master, and the
// last tasks that it has forgotten. In memory: a restarted agent knows what it recovers. One
// thread.
class TaskRecords {
public:
    // Mesos' --max_completed_executors_per_framework, here of all frameworks.
    static constexpr std::size_t kMostCompleted = 150;

    struct Entry {
        node::TaskCheckpoint task;
        std::vector<cluster::TaskStatus> statuses; // oldest first
        bool ended() const { return isTerminal(task.latest.state); }
        // The command executor of a task without one has the task's id.
        std::string executor() const;
        std::string executorName() const;
    };

    void save(const node::TaskCheckpoint& task);
    void forget(const ContainerId& container); // that of a task, or of an executor
    void save(const node::ExecutorCheckpoint& executor);

    const std::map<ContainerId, Entry>& tasks() const { return m_tasks; }
    // What the container has that a task runs in: all its executor's and the executor's tasks'.
    struct Share {
        Resources resources;
        std::vector<GpuUuid> gpus;
    };
    Share shareOf(const Entry& entry) const;
    Resources used() const; // by executors and by tasks that have not ended
    // Since the agent started.
    std::uint64_t ended(TaskState state) const;

    void list(mesos::v1::agent::Response::GetTasks& out) const;
    void list(mesos::v1::agent::Response::GetExecutors& out) const;
    void list(mesos::v1::agent::Response::GetFrameworks& out) const;

private:
    std::map<ContainerId, Entry> m_tasks;
    std::map<ContainerId, node::ExecutorCheckpoint> m_executors;
    std::deque<Entry> m_completed;
    std::map<TaskState, std::uint64_t> m_ended;
};

} // namespace muster::agentd
