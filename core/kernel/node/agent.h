// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/kernel/base/defaults.h"
#include "core/kernel/base/now.h"
#include "core/kernel/cluster/messages.h"

namespace muster::node {

using cluster::AgentCommand;
using cluster::AgentInfo;
using cluster::AgentMessage;
using cluster::TaskKey;

// How a container ended, as its runtime saw it.
struct Exit {
    std::optional<int> code;
    std::optional<int> signal;
    bool outOfMemory = false; // a process of it was killed for memory, not necessarily the command
    std::optional<Bytes> memoryPeak; // of the container; nothing: the machine does not tell
};

enum class CheckKind { Check, Health };

// Why the agent ends a task.
enum class KillCause { Asked, Unhealthy, Overtime };

// ---- inputs
struct MasterConnected { };
struct MasterLost { };
struct FromMaster {
    AgentCommand command;
};
struct ContainerStarted {
    ContainerId container;
    std::optional<int> pid; // of its first process
    std::string ip{}; // of a network of its own; empty: the machine's
};
// How far the launch is, when that takes long: "Pulling image busybox: 12 of 40 MiB".
struct ContainerProgress {
    ContainerId container;
    std::string message;
};
// Whose fault it is that a container could not be launched: only a task's own costs it an attempt.
// Engine: the Docker Engine did not answer; what needs none is launched as before. Nobody: what
// launched it was killed, and may do it the next time.
enum class LaunchFault { Task, Gpus, Engine, Node, Nobody };
struct ContainerFailed {
    ContainerId container;
    std::string message;
    LaunchFault fault = LaunchFault::Task;
    LaunchStep step = LaunchStep::Container;
}; // could not be launched
// How a ProbeLaunch ended.
struct LaunchProbed {
    std::string problem{}; // why not even a container without GPUs can be launched; empty: it can
    std::vector<GpuUuid> tried{}; // the GPUs of which is known now whether they can be given
    std::map<GpuUuid, std::string> bad{}; // those of them that cannot, with the cause
};
struct ContainerExited {
    ContainerId container;
    Exit exit;
};
struct ContainerDestroyed {
    ContainerId container;
}; // its cgroup is empty: the GPUs may be reused
// A container that no task has. It is being ended: nobody gets its GPUs before it is destroyed.
struct StrayFound {
    ContainerId container;
    std::optional<std::vector<unsigned>> gpuMinors; // nothing: it may have any
    std::string problem; // for those who ask why its GPUs are out
};
// What an executor said at its agent's socket.
struct ExecutorSubscribed {
    ContainerId container;
    std::vector<cluster::TaskStatus> updates; // that the agent may have missed
    std::set<TaskId> tasks; // that it has got, though it told nothing of them yet
};
struct ExecutorDisconnected {
    ContainerId container;
};
struct ExecutorUpdate {
    ContainerId container;
    cluster::TaskStatus status; // with the executor's own UUID
};
struct ExecutorMessage {
    ContainerId container;
    std::string data;
};
struct ContainerResized {
    ContainerId container;
    std::string problem; // empty: done
};
// How a RunCheck ended. A check that could not be made has not passed and has no payload.
struct CheckResult {
    ContainerId container;
    CheckKind kind;
    bool passed = false;
    std::string payload; // of a Check: what the task's statuses carry from now on
};
// What NVML found now; empty `problem`: healthy. A GPU that was known and is missing is lost.
struct GpuReport {
    GpuInfo info;
    GpuState health = GpuState::Free;
    std::string problem;
    std::string occupant{}; // who works on it though no task of ours does; empty: nobody
};
struct GpusReported {
    std::vector<GpuReport> gpus;
    std::string problem{}; // why the driver tells of none; empty: it works, or there is none
    std::string driverVersion{}, cudaVersion{}; // empty: as they were
};
// Why no GPU can be given to a new task, though NVML sees them: module and library of two versions.
struct DriverChecked {
    std::string problem; // empty: they fit
};
// Why nothing new can be taken: the disk of the work directory is full.
struct DiskChecked {
    std::string problem; // empty: there is room
};
// Somebody changed what the container may open. It is repaired.
struct DeviceRulesChanged {
    ContainerId container;
    std::string what; // "/dev/nvidia3 was allowed (c 195:3 rwm)"
    std::vector<unsigned> gpuMinors{}; // that are concerned
};
struct Tick { };
using AgentInput = std::variant<MasterConnected, MasterLost, FromMaster, ContainerStarted,
    ContainerProgress, ContainerFailed, ContainerExited, ContainerDestroyed, ContainerResized,
    StrayFound, ExecutorSubscribed, ExecutorDisconnected, ExecutorUpdate, ExecutorMessage,
    CheckResult, GpusReported, DriverChecked, DiskChecked, LaunchProbed, DeviceRulesChanged, Tick>;

// ---- outputs, in order. A Save is durable before the shell carries out what follows it.
struct ToMaster {
    AgentMessage message;
};
struct Launch {
    ContainerId container;
    cluster::FrameworkInfo framework;
    cluster::TaskInfo task;
    std::vector<GpuInfo> gpus; // that it may open: its own and those of its group
};
// Of a container whose Launch is not answered yet: what takes long may be given up, and is then
// answered by ContainerFailed.
struct CancelLaunch {
    ContainerId container;
};
// A container for a framework's own executor. It may open the GPUs of all its tasks.
struct LaunchExecutor {
    ContainerId container;
    cluster::FrameworkInfo framework;
    cluster::ExecutorInfo executor;
    Resources resources; // its own and those of its tasks
    std::vector<GpuInfo> gpus;
};
// To be answered by ContainerResized. No GPU is ever taken away.
struct ResizeContainer {
    ContainerId container;
    Resources resources;
    std::vector<GpuInfo> gpus;
};
// To the executor of that container (mesos.v1.executor.Event).
struct TellExecutor {
    struct Subscribed {
        cluster::FrameworkInfo framework;
        cluster::ExecutorInfo executor;
    };
    struct Launch {
        cluster::TaskInfo task;
    };
    struct LaunchGroup {
        std::vector<cluster::TaskInfo> tasks;
    };
    struct Kill {
        TaskId task;
        std::optional<Duration> grace;
    };
    struct Acknowledged {
        TaskId task;
        Uuid uuid;
    };
    struct Message {
        std::string data;
    };
    struct Shutdown { };
    using Event
        = std::variant<Subscribed, Launch, LaunchGroup, Kill, Acknowledged, Message, Shutdown>;

    ContainerId container;
    Event event;
};
struct Signal {
    ContainerId container;
    int signal;
};
// To be answered by ContainerDestroyed, also when there is no such container.
struct Destroy {
    ContainerId container;
};
// To be answered by CheckResult within the check's time-out, unless the container ends.
struct RunCheck {
    ContainerId container;
    CheckKind kind;
    cluster::TaskInfo task; // its payload says what to do
};
// Launches something trivial with these GPUs, and where that fails with each of them, to find out
// which work again. To be answered by LaunchProbed.
struct ProbeLaunch {
    std::vector<GpuInfo> gpus;
};
// What must survive the agent: one task (or its end), the restrictions, the agent's id.
struct TaskCheckpoint {
    ContainerId container;
    cluster::FrameworkInfo framework;
    cluster::TaskInfo info;
    // That it holds: its own, and those that ended tasks of its group left to it.
    std::vector<GpuUuid> gpus;
    std::string group; // equal for tasks that were launched as one; empty: none
    std::vector<cluster::TaskStatus> pending; // not acknowledged, oldest first
    cluster::TaskStatus latest;
    std::optional<KillCause> killed;
    cluster::KilledBy killedBy; // if it is
    std::optional<Duration> grace; // that the kill asked for; none: the task's own
    std::optional<Instant> completeBy; // when it is killed for running too long
    // Decided when the container ended, told once it is destroyed: an exit outlives a crash
    // between.
    std::optional<cluster::TaskStatus> end;
    bool removed = false; // its framework is: to be killed, no updates
};
// A framework's own executor, which outlives its tasks.
struct ExecutorCheckpoint {
    ContainerId container;
    cluster::FrameworkInfo framework;
    cluster::ExecutorInfo info;
    std::vector<GpuUuid> gpus; // that its container may open: all are held until it ends
    bool removed = false; // its framework is
    bool operator==(const ExecutorCheckpoint&) const = default;
};
// In whose name its GPUs are held; no task's id has a slash.
inline TaskKey holderOf(const ExecutorCheckpoint& executor) {
    return {executor.framework.id, {"executor/" + executor.info.id.value}};
}
struct SaveExecutor {
    ExecutorCheckpoint executor;
};
struct ForgetExecutor {
    ContainerId container;
};
struct SaveTask {
    TaskCheckpoint task;
};
struct ForgetTask {
    ContainerId container;
};
struct SaveRestrictions {
    std::vector<Restriction> restrictions;
};
struct SaveId {
    AgentId id;
};
using AgentOutput = std::variant<ToMaster, Launch, CancelLaunch, LaunchExecutor, ResizeContainer,
    TellExecutor, Signal, Destroy, RunCheck, ProbeLaunch, SaveTask, ForgetTask, SaveExecutor,
    ForgetExecutor, SaveRestrictions, SaveId>;

struct AgentOptions {
    // total: everything the agent owns, GPUs in service or not (gpus == owned.size()).
    // gpus: what was found at the start, taken as healthy until the first GpusReported.
    AgentInfo info;
    std::string ip; // that tasks on the host's network are reached at
    // The GPUs it may hand out (doc/features.md A6); others are only watched.
    std::vector<GpuUuid> owned;
    bool ownsLaterGpus = false; // also those that are found after the start
    // There is no GPU isolator: `gpus` is a number of --resources, as in Mesos, and no device is
    // behind it.
    bool onlyCountsGpus = false;
    std::uint64_t seed = 1; // of status update UUIDs and container ids; a fresh one each start
    Duration killGrace = std::chrono::seconds(3);
    Duration executorRegistration = defaults::kExecutorRegistrationTimeout; // after its start
    Duration executorReregistration = defaults::kExecutorReregistrationTimeout; // after the agent's
    Duration executorShutdownGrace = defaults::kExecutorShutdownGracePeriod;
    Duration firstRetry
        = std::chrono::seconds(10); // of unacknowledged updates, doubling to lastRetry
    Duration lastRetry = std::chrono::minutes(10);
    Duration firstProbe = std::chrono::seconds(5); // after a launch failed, doubling to lastProbe
    Duration lastProbe = std::chrono::minutes(5);
    Duration rulesAlert = std::chrono::hours(1); // how long a change of device rules is told
};

struct RecoveredAgent {
    AgentId id;
    std::vector<Restriction> restrictions;
    std::vector<TaskCheckpoint>
        tasks; // the shell tells of each container: Started, Exited or Destroyed
    std::vector<ExecutorCheckpoint> executors; // of their containers, too
    std::set<ContainerId> rebooted; // the machine was, since they began
};

// A task in a framework's own executor has no container of its own: TaskCheckpoint::container is
// then but a name, and no output or input speaks of it.
inline bool hasOwnContainer(const cluster::TaskInfo& info) {
    return !info.executor || info.executor->type == cluster::ExecutorInfo::Type::Default;
}

// The agent as a state machine: which task holds which GPU, launch, kill with grace, status updates
// retried until acknowledged, one GPU restricted and released. The only authority on who holds a
// GPU: a GPU is freed when its container's cgroup is empty and not before. Pure, deterministic, not
// thread-safe. Facts: doc/features.md D1, D5 to D8; doc/wire.md, "Command executor".
//
// What AgentInfo.total says, so that the master's `total - used` is what is really free:
//   gpus = owned, healthy, unrestricted and free ones + those that a task holds, whatever became of
//   them meanwhile; everything else = what the agent owns. What a task of a removed framework still
//   holds is not in it: the master no longer counts that task once an AgentUpdate
//   has followed its RemoveFramework, and one always does. An AgentUpdate that lowers the total
//   goes out before the terminal update that lowers `used`.
// A watched GPU that is not owned is shown as restricted, with the cause in `problem`.
//
// A launch that fails by no fault of the task is TASK_DROPPED: the task never began and may begin
// elsewhere. The node, or each GPU that was to be in that container, is out of the offers until a
// ProbeLaunch finds it well.
class Agent {
public:
    Agent(AgentOptions options, RecoveredAgent recovered, Now now);
    ~Agent();
    Agent(Agent&&) noexcept;

    std::vector<AgentOutput> apply(AgentInput input, Now now);
    std::optional<Uptime> nextDeadline() const;

    struct TaskView {
        TaskKey key;
        ContainerId container;
        std::vector<GpuUuid> gpus;
        TaskState state;
    };
    std::vector<TaskView> tasks() const; // by key
    bool lives(const TaskKey& task) const; // it has it, and it has not ended
    struct ExecutorView {
        FrameworkId framework;
        ExecutorId executor;
        ContainerId container;
        bool subscribed;
    };
    std::vector<ExecutorView> executors() const; // of frameworks' own
    bool hasExecutor(const FrameworkId& framework, const ExecutorId& executor) const; // any kind
    std::vector<cluster::GpuStatus> gpus() const; // by minor

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace muster::node
