// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/kernel/node/agent.h"

namespace muster::node {

struct ExecutorKey {
    FrameworkId framework;
    ExecutorId executor;
    auto operator<=>(const ExecutorKey&) const = default;
};

// A framework's own executor, a program in a container that runs tasks: how far it is, by when it
// must register or be gone, and what it runs. Its GPUs stay its own until it ends; a task has some
// of them, and a later task may have them again. A task that comes while the container runs waits
// until the container is resized for it, and is delivered after that, once. Not thread-safe; it
// touches no container and sends nothing: who does asks it what is to be done.
class Executor {
public:
    enum class Phase { Launching, Running, Ending };
    struct Timing {
        Duration registration; // after its container started
        Duration reregistration; // after that is known to a new life of the agent
        Duration shutdownGrace; // of executors that name none, from Shutdown to the end
    };

    Executor(ExecutorCheckpoint made, const Timing& timing);
    // Of an earlier life of the agent: what it was given is not known before it subscribes.
    // `rebooted`: the machine was, since it began.
    static Executor recovered(ExecutorCheckpoint saved, const Timing& timing, bool rebooted);

    ExecutorKey key() const { return {m_saved.framework.id, m_saved.info.id}; }
    TaskKey holder() const { return holderOf(m_saved); } // of its GPUs
    const ContainerId& container() const { return m_saved.container; }
    const cluster::FrameworkInfo& framework() const { return m_saved.framework; }
    const cluster::ExecutorInfo& info() const { return m_saved.info; }
    const std::vector<GpuUuid>& gpus() const { return m_saved.gpus; }
    const std::optional<int>& pid() const { return m_pid; }
    const ExecutorCheckpoint& checkpoint() const { return m_saved; }
    bool isSubscribed() const { return m_subscribed; }
    bool isShuttingDown() const { return m_shutDown; }
    bool isEnding() const { return m_phase == Phase::Ending || m_shutDown; } // takes no tasks
    bool isRemoved() const { return m_saved.removed; }

    // ---- what it runs
    struct Share { // of a task
        Resources resources;
        std::vector<GpuUuid> gpus;
        std::string group; // equal for tasks that are delivered as one; empty: alone
    };
    void give(const TaskId& task, Share share, bool hasRoom); // its container is launched with room
    void recover(const TaskId& task, Share share, bool delivered); // given in an earlier life
    void drop(const TaskId& task); // it has ended
    std::vector<TaskId> tasks() const; // that have not ended
    Resources resources() const; // its own and those of its tasks
    void addGpus(const std::vector<GpuUuid>& gpus);
    std::vector<GpuUuid> spareGpus(std::size_t own) const; // but its `own` first, that no task has

    bool startResize(); // for all who wait; false: for nobody, or not now
    std::vector<TaskId> finishResize(); // the tasks it was made for that are not delivered yet
    struct Delivery {
        std::vector<TaskId> alone;
        std::vector<std::vector<TaskId>> groups; // whole: they wait for the same resize
    };
    Delivery deliver(); // what it is to be given now, which then counts as delivered
    void onHeardOf(const TaskId& task); // it is delivered, for it was told of
    bool isDelivered(const TaskId& task) const; // as far as is known
    bool isUndelivered(const TaskId& task) const; // for certain

    // ---- its life
    bool start(std::optional<int> pid, Uptime now); // false: that was known
    bool subscribe(const std::set<TaskId>& knows); // false: too late
    void disconnect() { m_subscribed = false; }
    enum class Shutdown { Nothing, Tell, Destroy };
    Shutdown shutDown(Uptime now); // what is to be done for it now
    bool remove(); // its framework is gone. False: it was already
    // It has not registered, or is not gone, by the time: it is to be destroyed, and why is noted.
    bool takeOverdue(Uptime now);
    void onDestroy(); // its container is being destroyed
    std::optional<Uptime> nextDeadline() const;

    void fail(cluster::TaskStatus cause) { m_cause = std::move(cause); }
    void onExit(const Exit& exit) { m_exit = exit; }
    cluster::TaskStatus endOfTasks() const; // of those that it had when it ended
    int waitStatus() const; // as wait() tells it; of SIGKILL if its exit was never seen

private:
    struct Given {
        Share share;
        bool waits = false; // for the container to be resized
        bool asked = false; // the resize under way has its share
        bool delivered = false;
    };

    ExecutorCheckpoint m_saved;
    Timing m_timing;
    Phase m_phase = Phase::Launching;
    std::map<TaskId, Given> m_given;
    std::optional<int> m_pid;
    bool m_recovered = false; // and has not subscribed since
    bool m_subscribed = false;
    bool m_shutDown = false; // it was asked to, or will be
    bool m_resizing = false;
    std::optional<Uptime> m_registerBy;
    std::optional<Uptime> m_destroyAt; // after it was asked to shut down
    std::optional<Exit> m_exit;
    std::optional<cluster::TaskStatus> m_cause; // why its tasks end, if not by its exit
};

} // namespace muster::node
