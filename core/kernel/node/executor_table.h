// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "core/kernel/node/executor.h"
#include "core/kernel/node/task.h"

namespace muster::node {

inline ExecutorKey executorOf(const Task& task) { // REQUIRES: it has one
    return {task.framework().id, task.info().executor->id};
}

// Every executor of frameworks that has a container on this node, by key and by its container. Not
// thread-safe; an executor stays where it is until it is taken out.
class ExecutorTable {
public:
    explicit ExecutorTable(const Executor::Timing& timing) : m_timing(timing) { }

    Executor& add(ExecutorCheckpoint made); // REQUIRES: no other has its key
    Executor& recover(ExecutorCheckpoint saved, bool rebooted);
    Executor take(const ExecutorKey& key); // it is no longer there. REQUIRES: it is
    Executor* find(const ExecutorKey& key); // nullptr: not there
    const Executor* find(const ExecutorKey& key) const;
    Executor* find(const ContainerId& container);

    std::map<ExecutorKey, Executor>& all() { return m_executors; }
    const std::map<ExecutorKey, Executor>& all() const { return m_executors; }

private:
    Executor& insert(Executor executor);

    Executor::Timing m_timing;
    std::map<ExecutorKey, Executor> m_executors;
    std::map<ContainerId, ExecutorKey> m_byContainer;
};

} // namespace muster::node
