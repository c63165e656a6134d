// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "core/kernel/node/executor_table.h"
#include "core/kernel/node/gpu_ledger.h"
#include "core/kernel/node/task_table.h"

namespace muster::node {

// What the node has, what of it tasks and executors use, and what the master may count on. It owns
// nothing: the answers follow from the tables and the ledger as they are. Not thread-safe.
class Capacity {
public:
    Capacity(const AgentOptions& options, GpuLedger& gpus, const TaskTable& tasks,
        const ExecutorTable& executors)
        : m_options(options), m_gpus(gpus), m_tasks(tasks), m_executors(executors) { }

    // All or nothing: checks that so much is free, and takes its GPUs, which `holder` holds from
    // now on. An error says what is short.
    Result<std::vector<GpuUuid>> claim(const TaskKey& holder, const Resources& wanted);
    std::size_t gpusIn(const Resources& resources) const; // devices, not mere numbers
    // To each as many as it asked for, in their order.
    void shareOut(const std::vector<GpuUuid>& gpus, const std::vector<Task*>& tasks) const;

    // AgentInfo::total (agent.h says what is in it).
    Resources total() const;

    // The executors that count, with a program or without one: frameworks' own, and the default
    // executors of tasks that live. `removed`: of the frameworks that are gone, else of the others.
    std::map<ExecutorKey, const cluster::ExecutorInfo*> executors(bool removed) const;
    bool hasExecutor(const ExecutorKey& key) const; // of a framework that is not gone

private:
    Milli unused(std::string_view name) const;

    const AgentOptions& m_options;
    GpuLedger& m_gpus;
    const TaskTable& m_tasks;
    const ExecutorTable& m_executors;
};

} // namespace muster::node
