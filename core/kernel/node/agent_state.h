// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>

#include "core/kernel/node/agent.h"
#include "core/kernel/node/check_schedule.h"
#include "core/kernel/node/gpu_ledger.h"
#include "core/kernel/node/node_troubles.h"

namespace muster::node {

// The inside of Agent, for this folder only. agent.cpp: what arrives is handed on, deadlines.
// agent_tasks.cpp: launch, kill, end. agent_groups.cpp: task groups.
// agent_executors.cpp: frameworks' own executors. agent_checks.cpp: checks and
// time limits of what runs. agent_updates.cpp: the dialogue with the master.
struct Agent::State {
    // Ended: its terminal update is made; it waits to be acknowledged and holds nothing.
    enum class Phase { Launching, Running, Ending, Ended };

    struct Task {
        TaskCheckpoint saved;
        Phase phase = Phase::Launching;
        std::optional<int> pid;
        std::string ip; // empty: the machine's
        bool rebooted = false; // its machine was, since it began
        std::optional<CheckSchedule> check;
        std::optional<HealthWatch> health;
        std::optional<Uptime> killAt; // SIGKILL
        std::optional<Uptime> resendAt; // the oldest pending update
        std::optional<Uptime> completeBy; // saved.completeBy, in this life of the agent
        Duration resendAfter{0};

        // In a framework's own executor.
        bool waits = false; // for the container to be resized
        bool asked = false; // the resize under way has its share
        bool delivered = false; // to the executor, as far as is known

        bool isUnhindered() const {
            return phase == Phase::Running && !saved.killed && !saved.removed;
        }
        TaskKey key() const { return {saved.framework.id, saved.info.id}; }
    };

    struct ExecutorKey {
        FrameworkId framework;
        ExecutorId executor;
        auto operator<=>(const ExecutorKey&) const = default;
    };
    // A framework's own, as a program in a container.
    struct Executor {
        ExecutorCheckpoint saved;
        Phase phase = Phase::Launching;
        std::optional<int> pid;
        bool recovered = false; // from an earlier life: what it was given is not known
        bool subscribed = false;
        bool shutDown = false;
        bool resizing = false;
        std::optional<Uptime> registerBy;
        std::optional<Uptime> destroyAt; // after it was asked to shut down
        std::optional<Exit> exit;
        std::optional<cluster::TaskStatus> cause; // why its tasks end, if not by its exit

        ExecutorKey key() const { return {saved.framework.id, saved.info.id}; }
        TaskKey holder() const { return holderOf(saved); }
    };

    State(AgentOptions options, RecoveredAgent recovered, Now now);

    // ---- agent.cpp
    void on(const MasterConnected&);
    void on(const MasterLost&);
    void on(const FromMaster& input);
    void on(const ContainerStarted& input);
    void on(const ContainerProgress& input);
    void on(const ContainerFailed& input);
    void on(const ContainerExited& input);
    void on(const ContainerDestroyed& input);
    void on(const StrayFound& input);
    void on(const CheckResult& input);
    void on(const GpusReported& input);
    void on(const DriverChecked& input);
    void on(const DiskChecked& input);
    void on(const LaunchProbed& input);
    void on(const DeviceRulesChanged& input);
    void on(const Tick&);
    void on(const cluster::Registered& command);
    void on(const cluster::RunTask& command);
    void on(const cluster::KillTask& command);
    void on(const cluster::AcknowledgeStatus& command);
    void on(const cluster::RestrictGpu& command);
    void on(const cluster::ReleaseGpu& command);
    void on(const cluster::WithholdGpus& command);
    void on(const cluster::RemoveFramework& command);
    std::optional<Uptime> nextDeadline() const;

    // ---- agent_tasks.cpp
    // Whether that fits into what is free, and its GPUs, held by the key from now on.
    Result<std::vector<GpuUuid>> claim(const TaskKey& key, const Resources& wanted);
    std::size_t gpusIn(const Resources& resources) const; // devices, not mere numbers
    Task& add(const cluster::FrameworkInfo& framework, const cluster::TaskInfo& info);
    void refuse(Task& task, const Error& why);
    void stage(Task& task); // nothing is told of it before its container is there
    void repeat(Task& task); // the update that the master seems to have missed
    void begin(Task& task); // it runs
    void kill(Task& task, std::optional<Duration> grace, cluster::KilledBy by,
        KillCause cause = KillCause::Asked);
    void terminate(Task& task); // SIGTERM, and the time of SIGKILL
    void remove(Task& task);
    void decideEnd(Task& task, cluster::TaskStatus end);
    void finish(Task& task);
    void forget(const TaskKey& key);
    Task* find(const ContainerId& container);
    Task* find(const TaskKey& key);
    ContainerId newContainer();

    // ---- agent_groups.cpp
    void on(const cluster::RunGroup& command);
    void on(const cluster::ShutdownExecutor& command);
    Result<std::vector<GpuUuid>> claimGroup(const cluster::RunGroup& command);
    void shareOut(const std::vector<GpuUuid>& gpus, const std::vector<Task*>& tasks);
    std::vector<Task*> peers(const Task& task); // the others of its group that hold something
    void endPeers(const Task& task);
    void giveUpGpus(const Task& task);
    // Of the tasks that hold something, by what became of their framework.
    std::map<ExecutorKey, const cluster::ExecutorInfo*> liveExecutors(bool removed) const;
    Resources addedByExecutor(
        const FrameworkId& framework, const cluster::ExecutorInfo& executor) const;
    void tellExecutorEnd(const Task& task); // if it was the last one's

    // ---- agent_executors.cpp
    void on(const ContainerResized& input);
    void on(const ExecutorSubscribed& input);
    void on(const ExecutorDisconnected& input);
    void on(const ExecutorUpdate& input);
    void on(const ExecutorMessage& input);
    void on(const cluster::ToExecutor& command);
    void runInExecutor(const cluster::RunGroup& command, bool together);
    std::vector<Task*> addStaging(const cluster::RunGroup& command, bool together);
    void started(Executor& executor, std::optional<int> pid);
    void destroy(Executor& executor);
    // Some of what it holds and no task uses; the rest is allocated.
    Result<std::vector<GpuUuid>> growExecutor(Executor& executor, const Resources& wanted);
    Executor* findExecutor(const ContainerId& container);
    std::vector<Task*> tasksOf(const Executor& executor); // that have not ended
    Resources resourcesOf(const Executor& executor);
    void resize(Executor& executor); // for all who wait; one at a time
    void save(const Executor& executor);
    void deliver(Executor& executor); // the tasks that wait for nothing more
    void tellExecutor(const Executor& executor, TellExecutor::Event event);
    void take(Executor& executor, cluster::TaskStatus status);
    void killInExecutor(Task& task);
    void endInExecutor(Task& task, cluster::TaskStatus end);
    void shutDown(Executor& executor);
    void end(Executor& executor); // its container is gone
    void tickExecutors();

    // ---- agent_checks.cpp
    void beginChecks(Task& task);
    void runDueChecks(Task& task); // and ends what runs too long
    std::optional<Uptime> nextCheck(const Task& task) const;
    void tellChange(Task& task, Reason reason); // of saved.latest, which is changed already

    // ---- agent_updates.cpp
    // Fills in what all statuses have: task, agent, time, UUID.
    cluster::TaskStatus stamp(const Task& task, cluster::TaskStatus status);
    // The task's next update: queued, saved, and sent if none before it waits.
    void tell(Task& task, cluster::TaskStatus status);
    void save(const Task& task);
    void sendOldest(Task& task); // the first pending update, with a fresh retry time
    void send(const Task& task, const cluster::TaskStatus& status);
    void acknowledge(Task& task, const Uuid& uuid);
    // What it is and has, as the master is told of it.
    struct Description {
        AgentInfo info;
        std::vector<cluster::GpuStatus> rows; // of info.gpus
        bool saysTheSame(const Description& other) const; // in all that changes
    };
    Description describe() const;
    void announce(); // an AgentUpdate, if there is anything new in it
    void confirm(std::uint64_t order);
    void sendDescription(Description now);
    void registerWithMaster();

    AgentOptions m_options;
    AgentId m_id;
    UuidSequence m_uuids;
    GpuLedger m_gpus;
    NodeTroubles m_troubles;
    std::map<TaskKey, Task> m_tasks;
    std::map<ContainerId, TaskKey> m_containers;
    std::map<ExecutorKey, Executor> m_executors;
    bool m_registered = false;
    std::uint64_t m_orderDone = 0; // on this connection
    Description m_told; // to the master, last on this connection

    // Of the input in work.
    Now m_now;
    std::vector<AgentOutput> m_out;
};

} // namespace muster::node
