// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/cluster/executors.h"
#include "core/kernel/cluster/task_lifecycle.h"
#include "core/kernel/cluster/validation.h"

namespace muster::cluster {

// Launches tasks on what a framework was offered: checks them, starts to count what they need, and
// sends them to the agent. What is not launched its framework is told. Not thread-safe.
class Launcher {
public:
    // Of an ACCEPT.
    struct Place {
        FrameworkEntry& framework;
        AgentEntry& agent;
        Resources available; // of its offers, less what was launched
    };

    Launcher(
        const TaskLedger& tasks, TaskLifecycle& lifecycle, Executors& executors, Outbox& outbox)
        : m_tasks(tasks), m_lifecycle(lifecycle), m_executors(executors), m_outbox(outbox) { }

    void launch(Place& place, TaskInfo task, Now now);
    void launch(Place& place, LaunchGroup group, Now now); // all of it or nothing
    void refuse(const FrameworkEntry& framework, const TaskInfo& task, TaskState state,
        Reason reason, const std::string& error, Instant now);
    // As one that its framework shall launch again on a newer offer.
    void drop(const FrameworkEntry& framework, const TaskInfo& task, const std::string& error,
        Instant now);

private:
    IdUse idUse(const AgentEntry& agent, const TaskKey& key) const;
    TaskEntry& add(const Place& place, TaskInfo task, Instant now);

    const TaskLedger& m_tasks;
    TaskLifecycle& m_lifecycle;
    Executors& m_executors;
    Outbox& m_outbox;
};

} // namespace muster::cluster
