// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kernel/node/agent.h"
#include "core/kernel/node/check_schedule.h"
#include "core/kernel/node/update_stream.h"

namespace muster::node {

// The life of one task on this node: how far it is, who wants it ended and why, what its checks
// find, and what the master is told of it. It goes through its phases in their order and never
// back. Not thread-safe; it touches no container and sends nothing: who does asks it what is to be
// done.
class Task {
public:
    enum class Phase {
        Launching,
        Running,
        Ending, // how it ended is known, but its container may hold its GPUs still
        Ended, // its terminal update is made and waits to be acknowledged; it holds nothing
    };
    struct Timing {
        Duration killGrace; // of tasks that name none, from SIGTERM to SIGKILL
        UpdateStream::Retry retry;
    };

    // New, or of an earlier life of the agent: then it is Launching until its container is told of.
    // `rebooted`: the machine was, since it began.
    Task(TaskCheckpoint saved, const Timing& timing, Now now, bool rebooted = false);

    TaskKey key() const { return {m_saved.framework.id, m_saved.info.id}; }
    const ContainerId& container() const { return m_saved.container; }
    const cluster::FrameworkInfo& framework() const { return m_saved.framework; }
    const cluster::TaskInfo& info() const { return m_saved.info; }
    bool hasOwnContainer() const { return node::hasOwnContainer(m_saved.info); }
    const std::string& group() const { return m_saved.group; } // empty: none
    void joinGroupOf(const Task& first) { m_saved.group = first.m_saved.container.value; }
    Phase phase() const { return m_phase; }
    bool isLive() const { return m_phase != Phase::Ended; }
    TaskCheckpoint checkpoint() const; // what is to be saved of it, with its updates

    const UpdateStream& updates() const { return m_updates; }
    UpdateStream& updates() { return m_updates; }
    // The status with what all of this task have in common.
    cluster::TaskStatus describe(cluster::TaskStatus status) const;

    const std::vector<GpuUuid>& gpus() const { return m_saved.gpus; }
    void setGpus(std::vector<GpuUuid> gpus) { m_saved.gpus = std::move(gpus); }

    // It runs in its container; an empty `ip` is the machine's. False: that was known, or it ended.
    bool start(std::optional<int> pid, std::string ip);
    void runInExecutor() { m_phase = Phase::Running; } // its executor says so. REQUIRES: it is live
    void startTimeLimit(Now now); // if it has one

    // ---- its end
    enum class KillOutcome {
        Ignored,
        Hastened, // the saved grace period is shorter now
        Begun,
    };
    KillOutcome kill(
        KillCause cause, cluster::KilledBy by, std::optional<Duration> grace, Uptime now);
    const std::optional<KillCause>& killed() const { return m_saved.killed; }
    const std::optional<Duration>& killGrace() const { return m_saved.grace; } // the kill's own
    void terminate(Uptime now); // it gets SIGTERM, so SIGKILL is due after the grace period
    bool takeKill(Uptime now); // whether SIGKILL is due, which then counts as sent
    bool remove(); // its framework is gone: nobody is told of it. False: it was already
    bool isRemoved() const { return m_saved.removed; }
    bool decideEnd(cluster::TaskStatus end); // false: it was decided before, and that stands
    const std::optional<cluster::TaskStatus>& decidedEnd() const { return m_saved.end; }
    // The end of a container that is gone though its exit was never seen.
    cluster::TaskStatus endOfGone() const;
    cluster::TaskStatus endOf(const Exit& exit) const;
    void finish(); // it holds nothing any more

    // ---- checks and time limit, of a task that runs and that nobody ends
    void startChecks(Uptime now);
    std::vector<CheckKind> takeDueChecks(Uptime now); // that are to be made now
    struct CheckNews {
        cluster::TaskStatus status; // the latest, with what changed
        bool kill = false; // it has failed too often
    };
    std::optional<CheckNews> finishCheck(const CheckResult& result, Uptime now);
    bool isOvertime(Uptime now) const;

    std::optional<Uptime> nextDeadline() const; // of all that is due at a time

private:
    bool isUnhindered() const;

    // All that must survive the agent but `pending` and `latest`, which m_updates has.
    TaskCheckpoint m_saved;
    UpdateStream m_updates;
    Duration m_defaultGrace;
    Phase m_phase = Phase::Launching;
    bool m_rebooted;
    std::optional<int> m_pid;
    std::string m_ip; // empty: the machine's
    std::optional<CheckSchedule> m_check;
    std::optional<HealthWatch> m_health;
    std::optional<Uptime> m_killAt; // SIGKILL
    std::optional<Uptime> m_completeBy; // m_saved.completeBy, in this life of the agent
};

} // namespace muster::node
