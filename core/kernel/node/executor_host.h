// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/node/reporter.h"

namespace muster::node {

// Frameworks' own executors: launches them, resizes their containers for more tasks, talks to them,
// and ends them with all that they run. Not thread-safe.
class ExecutorHost {
public:
    ExecutorHost(NodeTables& tables, Outbox& outbox, Reporter& reporter)
        : m_tables(tables), m_outbox(outbox), m_reporter(reporter) { }

    void recover(Task& task); // of an earlier life of the agent; it has ended if its executor has
    // New tasks, in the executor that is there or in one that is launched for them. `together`: it
    // is given all of them as one.
    void run(const cluster::RunGroup& command, bool together);
    void kill(Task& task); // REQUIRES: the task knows, and it lives
    void shutDown(Executor& executor);
    void removeFramework(const FrameworkId& framework);
    void on(const cluster::ToExecutor& command);

    void onStarted(Executor& executor, std::optional<int> pid);
    void onFailed(Executor& executor, const ContainerFailed& failed);
    void onExited(Executor& executor, const Exit& exit);
    void onDestroyed(const ExecutorKey& key);
    void on(const ContainerResized& input);
    void on(const ExecutorSubscribed& input);
    void on(const ExecutorDisconnected& input);
    void on(const ExecutorUpdate& input);
    void on(const ExecutorMessage& input);
    void tick();

private:
    // Some GPUs that it has and no task has, and the rest, which is claimed.
    Result<std::vector<GpuUuid>> grow(Executor& executor, const Resources& wanted);
    std::vector<Task*> tasksOf(const Executor& executor); // that have not ended
    Task& taskOf(const Executor& executor, const TaskId& id); // REQUIRES: it has not ended
    void resize(Executor& executor); // for all who wait; one at a time
    void deliver(Executor& executor); // the tasks that wait for nothing more
    void take(Executor& executor, const cluster::TaskStatus& status); // that it told
    void end(Task& task, cluster::TaskStatus status); // which is stamped unless it has a UUID
    void destroy(Executor& executor);
    void save(const Executor& executor) { m_outbox.put(SaveExecutor{executor.checkpoint()}); }
    void tell(const Executor& executor, TellExecutor::Event event);

    NodeTables& m_tables;
    Outbox& m_outbox;
    Reporter& m_reporter;
};

} // namespace muster::node
