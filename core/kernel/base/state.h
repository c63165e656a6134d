// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace muster {

// Every state and reason of the product, declared once: its wire name, its sentence for people, its
// remedy. Numbers of TaskState, StatusSource and Reason are those of mesos.v1.

enum class TaskState {
    Starting = 0,
    Running = 1,
    Finished = 2,
    Failed = 3,
    Killed = 4,
    Lost = 5,
    Staging = 6,
    Error = 7,
    Killing = 8,
    Dropped = 9,
    Unreachable = 10,
    Gone = 11,
    GoneByOperator = 12,
    Unknown = 13,
};

enum class StatusSource { Master = 0, Agent = 1, Executor = 2 };

enum class Reason {
    ExecutorTerminated = 1,
    ExecutorUnregistered = 2,
    FrameworkRemoved = 3,
    InvalidOffers = 6,
    ContainerLimitationMemory = 8,
    Reconciliation = 9,
    AgentDisconnected = 10,
    AgentRemoved = 11,
    AgentRestarted = 12,
    AgentUnknown = 13,
    TaskInvalid = 14,
    TaskUnauthorized = 15,
    TaskUnknown = 16,
    ContainerLimitation = 19,
    ContainerLimitationDisk = 20,
    ContainerLaunchFailed = 21,
    ExecutorRegistrationTimeout = 23,
    ExecutorReregistrationTimeout = 24,
    TaskGroupInvalid = 25,
    TaskGroupUnauthorized = 26,
    TaskCheckStatusUpdated = 28,
    TaskHealthCheckStatusUpdated = 29,
    TaskKilledDuringLaunch = 30,
    AgentRemovedByOperator = 31,
    AgentReregistered = 32,
    MaxCompletionTimeReached = 33,
    AgentDraining = 34,
};

// At which step a container could not be launched: what Reason::ContainerLaunchFailed does not tell
// apart.
enum class LaunchStep { Container, Image, Fetch };

// A GPU is in one of these. Lost: fell off the bus or its driver does not answer. Occupied: no task
// holds it, and somebody else works on it. NoData: of its node nothing is known now (live_data.h);
// no agent says so of its own GPUs.
enum class GpuState {
    Free,
    Offered,
    Allocated,
    Draining,
    Restricted,
    Unhealthy,
    Lost,
    Occupied,
    NoData
};

// What is wrong with a node beyond a single GPU. Nothing is offered of one that cannot launch.
enum class NodeProblem { CannotLaunch, DriverBroken, DeviceRulesChanged, GpuClaimedTwice };

enum class AgentState { Active, Disconnected, Unreachable };

enum class JobState { Queued, Running, Finished, Failed, Killed };

// Why a job waits; Slurm's codes where the meaning is equal.
enum class WaitReason {
    None,
    Resources,
    Gpus,
    GpuType,
    Links,
    Restricted,
    Priority,
    BackOff,
    NoAgents,
    Held,
    Quota
};

// One row: what every screen, message and exporter says of a value.
struct Wording {
    std::string_view wire; // "TASK_RUNNING", "allocated"
    std::string_view sentence; // "The task is running"
    std::string_view remedy; // what the reader can do, or empty
};

const Wording& wording(TaskState state);
const Wording& wording(StatusSource source);
const Wording& wording(Reason reason);
const Wording& wording(GpuState state);
const Wording& wording(NodeProblem problem);
const Wording& wording(AgentState state);
const Wording& wording(JobState state);
const Wording& wording(WaitReason reason);

template <typename Enum>
std::string_view wireName(Enum value) {
    return wording(value).wire;
}

// A terminal state is absorbing: no update follows it.
bool isTerminal(TaskState state);
bool isTerminal(JobState state);

} // namespace muster
