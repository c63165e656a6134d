// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/kernel/cluster/agent_table.h"
#include "core/kernel/cluster/framework_table.h"
#include "core/kernel/cluster/holdings.h"
#include "core/kernel/cluster/outbox.h"
#include "core/kernel/cluster/task_ledger.h"

namespace muster::cluster {

// The life of tasks: from its launch until its end a task is known at its agent and its framework,
// what it needs counts as used, each of its states is remembered, and views and its framework are
// told. Not thread-safe.
class TaskLifecycle {
public:
    TaskLifecycle(TaskLedger& tasks, AgentTable& agents, FrameworkTable& frameworks,
        Holdings& holdings, Outbox& outbox)
        : m_tasks(tasks), m_agents(agents), m_frameworks(frameworks), m_holdings(holdings),
          m_outbox(outbox) { }

    // REQUIRES: its framework and its agent are known; no task that lives has its key.
    TaskEntry& add(Task task);
    void keepEnded(Task task); // of an earlier life of the master

    void account(TaskEntry& task); // its resources count as used, if they did not
    void unaccount(TaskEntry& task);

    // Its framework is not told. In a terminal state the task ends.
    void setStatus(TaskEntry& task, TaskStatus status, Instant now);
    // What the master finds, which its framework is told.
    void update(TaskEntry& task, TaskState state, Reason reason, std::string message, Instant now,
        std::optional<KilledBy> by = {});
    // Of a task that is known, or was, or was asked for.
    void tell(const FrameworkEntry& framework, TaskStatus status);

    // Remembered until the task ends, because links break and masters end: it is sent again when
    // the agent registers again.
    void kill(TaskEntry& task, std::optional<Duration> grace, KilledBy by);

private:
    void end(TaskEntry& task, Instant now);

    TaskLedger& m_tasks;
    AgentTable& m_agents;
    FrameworkTable& m_frameworks;
    Holdings& m_holdings;
    Outbox& m_outbox;
};

} // namespace muster::cluster
