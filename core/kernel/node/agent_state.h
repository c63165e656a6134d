// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>

#include "core/kernel/node/agent.h"
#include "core/kernel/node/gpu_ledger.h"

namespace muster::node {

// The inside of Agent, for this folder only. agent.cpp: what arrives is handed on, deadlines.
// agent_tasks.cpp: launch, kill, end. agent_updates.cpp: the dialogue with the master.
struct Agent::State {
    // Ended: its terminal update is made; it waits to be acknowledged and holds nothing.
    enum class Phase { Launching, Running, Ending, Ended };

    struct Task {
        TaskCheckpoint saved;
        Phase phase = Phase::Launching;
        std::optional<Duration> grace; // that the first kill asked for
        std::optional<Instant> killAt; // SIGKILL
        std::optional<Instant> resendAt; // the oldest pending update
        Duration resendAfter{0};

        TaskKey key() const { return {saved.framework.id, saved.info.id}; }
    };

    State(AgentOptions options, RecoveredAgent recovered, Instant now);

    // ---- agent.cpp
    void on(const MasterConnected&);
    void on(const MasterLost&);
    void on(const FromMaster& input);
    void on(const ContainerStarted& input);
    void on(const ContainerFailed& input);
    void on(const ContainerExited& input);
    void on(const ContainerDestroyed& input);
    void on(const GpusReported& input);
    void on(const Tick&);
    void on(const cluster::Registered& command);
    void on(const cluster::RunTask& command);
    void on(const cluster::RunGroup&) { }
    void on(const cluster::ShutdownExecutor&) { }
    void on(const cluster::ToExecutor&) { }
    void on(const cluster::KillTask& command);
    void on(const cluster::AcknowledgeStatus& command);
    void on(const cluster::RestrictGpu& command);
    void on(const cluster::ReleaseGpu& command);
    void on(const cluster::RemoveFramework& command);
    std::optional<Instant> nextDeadline() const;

    // ---- agent_tasks.cpp
    Result<std::vector<GpuUuid>> claim(const TaskKey& key, const Resources& wanted);
    void launch(Task& task);
    void kill(Task& task, std::optional<Duration> grace);
    void terminate(Task& task); // SIGTERM, and the time of SIGKILL
    void remove(Task& task);
    void decideEnd(Task& task, cluster::TaskStatus end);
    void finish(Task& task);
    void forget(const TaskKey& key);
    Task* find(const ContainerId& container);
    Task* find(const TaskKey& key);
    ContainerId newContainer();

    // ---- agent_updates.cpp
    // Fills in what all statuses have: task, agent, time, UUID.
    cluster::TaskStatus stamp(const Task& task, cluster::TaskStatus status);
    // The task's next update: queued, saved, and sent if none before it waits.
    void tell(Task& task, cluster::TaskStatus status);
    void save(const Task& task);
    void sendOldest(Task& task); // the first pending update, with a fresh retry time
    void send(const Task& task, const cluster::TaskStatus& status);
    void acknowledge(Task& task, const Uuid& uuid);
    AgentInfo offerable() const;
    void announce(); // an AgentUpdate, if there is anything new in it
    void sendOfferable(AgentInfo info, std::vector<cluster::GpuStatus> rows);
    void registerWithMaster();

    AgentOptions m_options;
    AgentId m_id;
    UuidSequence m_uuids;
    GpuLedger m_gpus;
    std::map<TaskKey, Task> m_tasks;
    std::map<ContainerId, TaskKey> m_containers;
    bool m_registered = false;
    // What the master was told last on this connection.
    Resources m_toldTotal;
    std::vector<GpuInfo> m_toldInfos;
    std::vector<cluster::GpuStatus> m_toldRows;

    // Of the input in work.
    Instant m_now;
    std::vector<AgentOutput> m_out;
};

} // namespace muster::node
