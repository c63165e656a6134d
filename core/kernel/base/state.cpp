// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/state.h"

#include "core/kernel/base/refusal.h"
#include "core/kernel/base/wire_names.h"

namespace muster {

#define ROW(value, wire, sentence, remedy)                                                         \
    case value: {                                                                                  \
        static constexpr Wording row{wire, sentence, remedy};                                      \
        return row;                                                                                \
    }

namespace {
constexpr Wording kCorrupt{
    "unknown", "The value is not one that this version knows", "Update Muster"};
} // namespace

bool isKnown(const Wording& row) {
    return &row != &kCorrupt;
}

const Wording& wording(TaskState state) {
    switch (state) {
        ROW(TaskState::Starting, "TASK_STARTING", "The container is being prepared", "")
        ROW(TaskState::Running, "TASK_RUNNING", "The task is running", "")
        ROW(TaskState::Finished, "TASK_FINISHED", "The task ended with exit status 0", "")
        ROW(TaskState::Failed, "TASK_FAILED", "The task failed", "Read its stderr")
        ROW(TaskState::Killed, "TASK_KILLED", "The task was killed on request", "")
        ROW(TaskState::Lost, "TASK_LOST", "The task was lost", "Submit it again")
        ROW(TaskState::Staging, "TASK_STAGING", "The task is on its way to its agent", "")
        ROW(TaskState::Error, "TASK_ERROR", "The task is invalid and was not launched",
            "Mend what the message names")
        ROW(TaskState::Killing, "TASK_KILLING",
            "The task was asked to end and has its grace period", "")
        ROW(TaskState::Dropped, "TASK_DROPPED", "The task was never launched", "Submit it again")
        ROW(TaskState::Unreachable, "TASK_UNREACHABLE", "The agent of the task does not answer",
            "Check the agent")
        ROW(TaskState::Gone, "TASK_GONE", "The agent does not know the task any more",
            "Submit it again")
        ROW(TaskState::GoneByOperator, "TASK_GONE_BY_OPERATOR",
            "An operator declared the agent gone", "")
        ROW(TaskState::Unknown, "TASK_UNKNOWN", "Nobody knows the task", "")
    }
    return kCorrupt;
}

const Wording& wording(StatusSource source) {
    switch (source) {
        ROW(StatusSource::Master, "SOURCE_MASTER", "The master says so", "")
        ROW(StatusSource::Agent, "SOURCE_AGENT", "The agent says so", "")
        ROW(StatusSource::Executor, "SOURCE_EXECUTOR", "The container says so", "")
    }
    return kCorrupt;
}

const Wording& wording(Reason reason) {
    switch (reason) {
        ROW(Reason::ExecutorTerminated, "REASON_EXECUTOR_TERMINATED",
            "The container ended by itself", "Read its stderr")
        ROW(Reason::ExecutorUnregistered, "REASON_EXECUTOR_UNREGISTERED",
            "The executor was gone before it took the task", "Read the executor's stderr")
        ROW(Reason::FrameworkRemoved, "REASON_FRAMEWORK_REMOVED",
            "The framework of the task was removed", "")
        ROW(Reason::InvalidOffers, "REASON_INVALID_OFFERS", "The offer was no longer valid",
            "Accept a newer offer")
        ROW(Reason::ContainerLimitationMemory, "REASON_CONTAINER_LIMITATION_MEMORY",
            "The task used more memory than it asked for", "Ask for more mem")
        ROW(Reason::Reconciliation, "REASON_RECONCILIATION", "Answer to a question about the task",
            "")
        ROW(Reason::AgentDisconnected, "REASON_AGENT_DISCONNECTED", "The agent lost its connection",
            "Check the agent")
        ROW(Reason::AgentRemoved, "REASON_AGENT_REMOVED", "The agent did not come back in time",
            "Check the agent")
        ROW(Reason::AgentRestarted, "REASON_AGENT_RESTARTED", "The agent was restarted", "")
        ROW(Reason::AgentUnknown, "REASON_AGENT_UNKNOWN", "Nobody knows the agent", "")
        ROW(Reason::TaskInvalid, "REASON_TASK_INVALID", "The task is invalid",
            "Mend what the message names")
        ROW(Reason::TaskUnauthorized, "REASON_TASK_UNAUTHORIZED",
            "The framework may not run tasks as this user", "Ask the operator for the right")
        ROW(Reason::TaskUnknown, "REASON_TASK_UNKNOWN", "The task is unknown", "")
        ROW(Reason::ContainerLimitation, "REASON_CONTAINER_LIMITATION",
            "The task went over a limit", "Ask for more of what the message names")
        ROW(Reason::ContainerLimitationDisk, "REASON_CONTAINER_LIMITATION_DISK",
            "The task used more disk than it asked for", "Ask for more disk")
        ROW(Reason::ContainerLaunchFailed, "REASON_CONTAINER_LAUNCH_FAILED",
            "The container could not be launched", "Read the message")
        ROW(Reason::ExecutorRegistrationTimeout, "REASON_EXECUTOR_REGISTRATION_TIMEOUT",
            "The executor did not subscribe in time", "Read the executor's stderr")
        ROW(Reason::ExecutorReregistrationTimeout, "REASON_EXECUTOR_REREGISTRATION_TIMEOUT",
            "The executor did not come back after the agent's restart",
            "Read the executor's stderr")
        ROW(Reason::TaskGroupInvalid, "REASON_TASK_GROUP_INVALID",
            "A task of the group, or its executor, is invalid", "Mend what the message names")
        ROW(Reason::TaskGroupUnauthorized, "REASON_TASK_GROUP_UNAUTHORIZED",
            "The framework may not run a task of the group", "Ask the operator for the right")
        ROW(Reason::TaskCheckStatusUpdated, "REASON_TASK_CHECK_STATUS_UPDATED",
            "The result of the task's check changed", "")
        ROW(Reason::TaskHealthCheckStatusUpdated, "REASON_TASK_HEALTH_CHECK_STATUS_UPDATED",
            "The health of the task changed", "")
        ROW(Reason::TaskKilledDuringLaunch, "REASON_TASK_KILLED_DURING_LAUNCH",
            "The task was killed before it ran", "")
        ROW(Reason::AgentRemovedByOperator, "REASON_AGENT_REMOVED_BY_OPERATOR",
            "An operator declared the agent gone", "")
        ROW(Reason::AgentReregistered, "REASON_AGENT_REREGISTERED", "The agent came back", "")
        ROW(Reason::MaxCompletionTimeReached, "REASON_MAX_COMPLETION_TIME_REACHED",
            "The task ran longer than it may", "Ask for more time")
        ROW(Reason::AgentDraining, "REASON_AGENT_DRAINING", "An operator drains the agent",
            "Submit it again")
    }
    return kCorrupt;
}

const Wording& wording(GpuState state) {
    switch (state) {
        ROW(GpuState::Free, "free", "No task holds the GPU", "")
        ROW(GpuState::Offered, "offered", "A framework is considering the GPU", "")
        ROW(GpuState::Allocated, "allocated", "A task holds the GPU", "")
        ROW(GpuState::Draining, "draining",
            "Restricted; the task that holds the GPU runs to its end", "")
        ROW(GpuState::Restricted, "restricted", "An operator took the GPU out of service",
            "Release it")
        ROW(GpuState::Unhealthy, "unhealthy", "The GPU reports a fault",
            "Read its events, reset it")
        ROW(GpuState::Lost, "lost", "The GPU does not answer",
            "Check the driver and the bus, reboot the machine")
        ROW(GpuState::Occupied, "occupied", "The GPU is in use outside Muster",
            "End what uses it, or start the agent with --offer_occupied_gpus")
        ROW(GpuState::NoData, "no-data", "The GPU's node sends no data", "Check the node")
    }
    return kCorrupt;
}

const Wording& wording(NodeProblem problem) {
    switch (problem) {
        ROW(NodeProblem::CannotLaunch, "cannot-launch",
            "No container can be launched on the node, nothing of it is offered",
            "Fix what the message names; the agent tries again by itself")
        ROW(NodeProblem::DriverBroken, "driver-broken", "The NVIDIA driver of the node is broken",
            "Fix what the message names; the agent looks again by itself")
        ROW(NodeProblem::DeviceRulesChanged, "device-rules-changed",
            "The device rules of a container were changed from outside and are repaired",
            "Find out who writes to the control groups below /muster")
        ROW(NodeProblem::GpuClaimedTwice, "gpu-claimed-twice",
            "Two agents claim the same GPU, it is not offered of this one",
            "Stop one of the two agents")
    }
    return kCorrupt;
}

const Wording& wording(AgentState state) {
    switch (state) {
        ROW(AgentState::Active, "active", "The agent is connected", "")
        ROW(AgentState::Disconnected, "disconnected",
            "The agent lost its connection and may come back", "Check the agent")
        ROW(AgentState::Unreachable, "unreachable", "The agent did not come back in time",
            "Check the agent")
    }
    return kCorrupt;
}

const Wording& wording(JobState state) {
    switch (state) {
        ROW(JobState::Queued, "queued", "The job waits", "")
        ROW(JobState::Running, "running", "The job runs", "")
        ROW(JobState::Finished, "finished", "The job ended with exit status 0", "")
        ROW(JobState::Failed, "failed", "The job failed and has no retry left", "Read its stderr")
        ROW(JobState::Killed, "killed", "The job was killed on request", "")
    }
    return kCorrupt;
}

const Wording& wording(WaitReason reason) {
    switch (reason) {
        ROW(WaitReason::None, "None", "It does not wait", "")
        ROW(WaitReason::Resources, "Resources", "No machine has enough free cpus, mem or disk",
            "Ask for less, or wait for a job to end")
        ROW(WaitReason::Gpus, "Gpus", "No machine has enough free GPUs",
            "Ask for fewer, or wait for a job to end")
        ROW(WaitReason::GpuType, "GpuType", "No machine has the attribute that the job asks for",
            "Check the constraint, or add such a machine")
        ROW(WaitReason::Links, "Links", "No machine has so many GPUs linked by NVLink",
            "Ask for fewer, or drop the link constraint")
        ROW(WaitReason::Restricted, "Restricted", "GPUs that would do are restricted",
            "Release a restricted GPU")
        ROW(WaitReason::Priority, "Priority", "Jobs of a higher priority come first", "")
        ROW(WaitReason::BackOff, "BackOff",
            "The last attempt failed; the next one starts after a pause", "")
        ROW(WaitReason::NoAgents, "NoAgents", "No agent is connected", "Start an agent")
        ROW(WaitReason::Held, "Held", "An operator keeps the job in the queue", "Release it")
        ROW(WaitReason::Quota, "Quota", "A quota keeps it from what is free",
            "Change the quota, or wait for a task to end")
    }
    return kCorrupt;
}

const Wording& wording(RefusalReason reason) {
    switch (reason) {
        ROW(RefusalReason::Declined, "declined", "The framework declined it",
            "It is offered again when the time is over or the framework revives its offers")
        ROW(RefusalReason::Rescinded, "rescinded", "An operator took the offer back",
            "It is offered again when the time is over or the framework revives its offers")
        ROW(RefusalReason::Suppressed, "suppressed", "The framework wants no offers in this role",
            "It gets them again when it revives its offers")
        ROW(RefusalReason::NoGpuCapability, "no-gpu-capability",
            "The framework lacks the GPU_RESOURCES capability: no node with GPUs is offered to it",
            "Let it subscribe with that capability")
    }
    return kCorrupt;
}

#undef ROW

bool isTerminal(TaskState state) {
    switch (state) {
    case TaskState::Finished:
    case TaskState::Failed:
    case TaskState::Killed:
    case TaskState::Lost:
    case TaskState::Error:
    case TaskState::Dropped:
    case TaskState::Gone:
    case TaskState::GoneByOperator:
        return true;
    case TaskState::Starting:
    case TaskState::Running:
    case TaskState::Staging:
    case TaskState::Killing:
    case TaskState::Unreachable:
    case TaskState::Unknown:
        return false;
    }
    return false;
}

bool isTerminal(JobState state) {
    switch (state) {
    case JobState::Finished:
    case JobState::Failed:
    case JobState::Killed:
        return true;
    case JobState::Queued:
    case JobState::Running:
        return false;
    }
    return false;
}

} // namespace muster
