// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/kernel/base/id.h"
#include "core/kernel/base/payload.h"
#include "core/kernel/base/state.h"
#include "core/kernel/base/time.h"
#include "core/kernel/base/units.h"
#include "core/kernel/base/uuid.h"
#include "core/kernel/resources/resources.h"

namespace mesos::v1 {
class TaskInfo; // only passed on
}

// A task as a framework asks for it and as an agent tells of it. What the kernel does not interpret
// travels in the payloads.
namespace muster::cluster {

struct TaskKey {
    FrameworkId framework;
    TaskId task;
    auto operator<=>(const TaskKey&) const = default;
};

// What the edge finds wrong with a payload, at which of Mesos' checks: the master makes its own
// checks between them, so that the first in Mesos' order gives the text
// (doc/wire.md, "Task validation").
struct Defect {
    // Denied: the ACLs, before any of them. Undecided: nobody knows yet what the ACLs say, so that
    // it is dropped and may be launched again. Call: the operation. Early: a task's kill policy to
    // health check, an executor's type. Late: command, container and limits; an executor's grace
    // period to framework id. Executor: that of the task. Launch: what only a launch of this kind
    // asks for.
    enum class Stage { None, Denied, Undecided, Call, Early, Resources, Late, Executor, Launch };
    Stage stage = Stage::None;
    std::string text;
    bool operator==(const Defect&) const = default;
};

// What runs tasks for a framework: its own program (Custom), or Muster's for a group of tasks that
// share GPUs, network and fate (Default). A task without one is run as a command.
struct ExecutorInfo {
    enum class Type { Default, Custom };
    ExecutorId id;
    Type type = Type::Custom;
    Resources resources; // its own, beside those of its tasks
    std::string role = "*"; // that they are allocated to: that of the offer
    std::optional<Duration> shutdownGrace; // none: the agent's
    std::string payload; // serialized mesos.v1.ExecutorInfo, without resources
    Defect defect;
    bool operator==(const ExecutorInfo&) const = default;
};

// When a running task is checked; what is done stands in its payload.
struct CheckTimes {
    Duration delay = std::chrono::seconds(15); // before the first
    Duration interval = std::chrono::seconds(10); // from an end to the next beginning
    Duration timeout = std::chrono::seconds(20); // of one
    bool operator==(const CheckTimes&) const = default;
};
// Tells its result, whatever it is, when it changes.
struct Check {
    CheckTimes times;
    std::string none; // TaskStatus::payload as long as there is no result
    bool operator==(const Check&) const = default;
};
// Tells whether the task is healthy, and kills it when it is not.
struct HealthCheck {
    CheckTimes times;
    Duration grace = std::chrono::seconds(10); // failures before the first success do not count
    unsigned failures = 3; // in a row, that kill
    bool operator==(const HealthCheck&) const = default;
};

struct TaskInfo {
    TaskId id;
    std::string name;
    AgentId agent;
    Resources resources;
    std::string role = "*"; // that its resources are allocated to: the offer's
    std::optional<ExecutorInfo> executor;
    std::optional<Duration> maxCompletionTime; // killed when it runs for longer
    std::optional<Check> check;
    std::optional<HealthCheck> healthCheck;
    std::string user; // empty: the framework's
    std::optional<Duration> killGrace; // between SIGTERM and SIGKILL; 3 s if none is given
    Payload<mesos::v1::TaskInfo> payload; // command, environment, ...
    Defect defect;
    bool operator==(const TaskInfo&) const = default;
};

// The task's folder on its agent, beside those of its framework's other tasks: its own, or that of
// the framework's executor that it shares.
inline const std::string& sandboxName(const TaskInfo& task) {
    const bool shares = task.executor && task.executor->type == ExecutorInfo::Type::Custom;
    return shares ? task.executor->id.value : task.id.value;
}

struct ContainerStatus {
    ContainerId id;
    std::string ip; // empty: unknown
    std::optional<int> pid; // of its first process, on the agent
    bool operator==(const ContainerStatus&) const = default;
};

// Who had a task ended, and why. For operators: what frameworks are told is Mesos' text.
struct KilledBy {
    std::string author; // "alice", "framework train", "muster" for Muster's own rules
    std::string reason; // "time limit of 10mins reached"; empty: none was given
    bool operator==(const KilledBy&) const = default;
};

// Of a container that the kernel killed a process of for it.
struct MemoryExceeded {
    Bytes limit;
    std::optional<Bytes> peak; // nothing: the machine does not tell
    bool operator==(const MemoryExceeded&) const = default;
};

struct TaskStatus {
    TaskId task;
    TaskState state = TaskState::Staging;
    StatusSource source = StatusSource::Master;
    std::optional<Reason> reason;
    std::string message;
    std::optional<Uuid> uuid; // set: the framework must acknowledge it. Master-made ones have none
    Instant at;
    AgentId agent;
    ExecutorId executor; // empty: none was at work
    std::optional<bool> healthy; // by its health check
    std::optional<ContainerStatus> container;
    // A serialized mesos.v1.TaskStatus with what the kernel does not interpret: data, labels,
    // check_status, limitation.
    std::string payload;
    std::optional<int> exitCode;
    std::optional<int> signal;
    std::optional<KilledBy> killedBy; // while it is killed, and of an end that came of it
    std::optional<MemoryExceeded> memoryExceeded;
    std::optional<LaunchStep> launchStep; // of a container that could not be launched
    bool operator==(const TaskStatus&) const = default;
};

} // namespace muster::cluster
