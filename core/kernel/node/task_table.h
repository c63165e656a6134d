// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "core/kernel/base/uuid.h"
#include "core/kernel/node/task.h"

namespace muster::node {

// Every task that this node has, by key, from its launch until its end is acknowledged. A task that
// has a container of its own is found by it, too; one in a framework's own executor is not, for its
// container is but a name. Not thread-safe; a task stays where it is until it is forgotten.
class TaskTable {
public:
    TaskTable(const Task::Timing& timing, UuidSequence& uuids) // of containers
        : m_timing(timing), m_uuids(uuids) { }

    ContainerId newContainer(); // that no task has
    // A new task in a new container. REQUIRES: no other has its key.
    Task& add(const cluster::FrameworkInfo& framework, const cluster::TaskInfo& info, Now now);
    Task& recover(TaskCheckpoint saved, Now now, bool rebooted);
    void forget(const TaskKey& key); // REQUIRES: it is there

    Task* find(const TaskKey& key); // nullptr: not there
    Task* find(const ContainerId& container);
    std::map<TaskKey, Task>& all() { return m_tasks; } // to be changed through the tasks only
    const std::map<TaskKey, Task>& all() const { return m_tasks; }
    std::vector<TaskKey> of(const FrameworkId& framework) const;
    std::vector<Task*> peers(const Task& task); // the others of its group that live

private:
    Task::Timing m_timing;
    UuidSequence& m_uuids;
    std::map<TaskKey, Task> m_tasks;
    std::map<ContainerId, TaskKey> m_byContainer;
};

} // namespace muster::node
