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
constexpr Wording kCorrupt{"unknown", "This version does not know the value", "Update Muster"};
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
        ROW(TaskState::Staging, "TASK_STAGING", "The task is being sent to its agent", "")
        ROW(TaskState::Error, "TASK_ERROR", "The task is invalid and was not launched",
            "Fix what the message describes")
        ROW(TaskState::Killing, "TASK_KILLING",
            "The task was asked to end and has its grace period", "")
        ROW(TaskState::Dropped, "TASK_DROPPED", "The task was never launched", "Submit it again")
        ROW(TaskState::Unreachable, "TASK_UNREACHABLE", "The agent of the task does not answer",
            "Check the agent")
        ROW(TaskState::Gone, "TASK_GONE", "The agent no longer knows the task", "Submit it again")
        ROW(TaskState::GoneByOperator, "TASK_GONE_BY_OPERATOR",
            "An operator marked the agent as gone", "")
        ROW(TaskState::Unknown, "TASK_UNKNOWN", "No agent knows the task", "")
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
        ROW(Reason::ExecutorTerminated, "REASON_EXECUTOR_TERMINATED", "The container exited",
            "Read its stderr")
        ROW(Reason::ExecutorUnregistered, "REASON_EXECUTOR_UNREGISTERED",
            "The executor exited before it accepted the task", "Read the executor's stderr")
        ROW(Reason::FrameworkRemoved, "REASON_FRAMEWORK_REMOVED",
            "The framework of the task was removed", "")
        ROW(Reason::InvalidOffers, "REASON_INVALID_OFFERS", "The offer was no longer valid",
            "Accept a newer offer")
        ROW(Reason::ContainerLimitationMemory, "REASON_CONTAINER_LIMITATION_MEMORY",
            "The task used more memory than it requested", "Request more mem")
        ROW(Reason::Reconciliation, "REASON_RECONCILIATION", "Answer to a reconciliation request",
            "")
        ROW(Reason::AgentDisconnected, "REASON_AGENT_DISCONNECTED", "The agent lost its connection",
            "Check the agent")
        ROW(Reason::AgentRemoved, "REASON_AGENT_REMOVED", "The agent did not come back in time",
            "Check the agent")
        ROW(Reason::AgentRestarted, "REASON_AGENT_RESTARTED", "The agent was restarted", "")
        ROW(Reason::AgentUnknown, "REASON_AGENT_UNKNOWN", "The master does not know the agent", "")
        ROW(Reason::TaskInvalid, "REASON_TASK_INVALID", "The task is invalid",
            "Fix what the message describes")
        ROW(Reason::TaskUnauthorized, "REASON_TASK_UNAUTHORIZED",
            "The framework may not run tasks as this user", "Ask the operator for permission")
        ROW(Reason::TaskUnknown, "REASON_TASK_UNKNOWN", "The task is unknown", "")
        ROW(Reason::ContainerLimitation, "REASON_CONTAINER_LIMITATION", "The task exceeded a limit",
            "Request more of the resource in the message")
        ROW(Reason::ContainerLimitationDisk, "REASON_CONTAINER_LIMITATION_DISK",
            "The task used more disk than it requested", "Request more disk")
        ROW(Reason::ContainerLaunchFailed, "REASON_CONTAINER_LAUNCH_FAILED",
            "The container could not be launched", "Read the message")
        ROW(Reason::ExecutorRegistrationTimeout, "REASON_EXECUTOR_REGISTRATION_TIMEOUT",
            "The executor did not subscribe in time", "Read the executor's stderr")
        ROW(Reason::ExecutorReregistrationTimeout, "REASON_EXECUTOR_REREGISTRATION_TIMEOUT",
            "The executor did not come back after the agent's restart",
            "Read the executor's stderr")
        ROW(Reason::TaskGroupInvalid, "REASON_TASK_GROUP_INVALID",
            "A task of the group, or its executor, is invalid", "Fix what the message describes")
        ROW(Reason::TaskGroupUnauthorized, "REASON_TASK_GROUP_UNAUTHORIZED",
            "The framework may not run a task of the group", "Ask the operator for permission")
        ROW(Reason::TaskCheckStatusUpdated, "REASON_TASK_CHECK_STATUS_UPDATED",
            "The result of the task's check changed", "")
        ROW(Reason::TaskHealthCheckStatusUpdated, "REASON_TASK_HEALTH_CHECK_STATUS_UPDATED",
            "The health of the task changed", "")
        ROW(Reason::TaskKilledDuringLaunch, "REASON_TASK_KILLED_DURING_LAUNCH",
            "The task was killed before it ran", "")
        ROW(Reason::AgentRemovedByOperator, "REASON_AGENT_REMOVED_BY_OPERATOR",
            "An operator marked the agent as gone", "")
        ROW(Reason::AgentReregistered, "REASON_AGENT_REREGISTERED", "The agent came back", "")
        ROW(Reason::MaxCompletionTimeReached, "REASON_MAX_COMPLETION_TIME_REACHED",
            "The task exceeded its time limit", "Request more time")
        ROW(Reason::AgentDraining, "REASON_AGENT_DRAINING", "An operator is draining the node",
            "Submit it again")
    }
    return kCorrupt;
}

const Wording& wording(GpuState state) {
    switch (state) {
        ROW(GpuState::Free, "free", "No task holds the GPU", "")
        ROW(GpuState::Offered, "offered", "The GPU is offered to a framework", "")
        ROW(GpuState::Allocated, "allocated", "A task holds the GPU", "")
        ROW(GpuState::Draining, "draining", "Restricted; the task that holds the GPU may finish",
            "")
        ROW(GpuState::Restricted, "restricted", "An operator took the GPU out of service",
            "Release it")
        ROW(GpuState::Unhealthy, "unhealthy", "The GPU reports a fault",
            "Check its events, then reset it")
        ROW(GpuState::Lost, "lost", "The GPU does not answer",
            "Check the driver and the bus, or reboot the host")
        ROW(GpuState::Occupied, "occupied", "The GPU is in use outside Muster",
            "Stop the process that uses it, or start the agent with --offer_occupied_gpus")
        ROW(GpuState::NoData, "no-data", "The node of the GPU sends no data", "Check the node")
    }
    return kCorrupt;
}

const Wording& wording(NodeProblem problem) {
    switch (problem) {
        ROW(NodeProblem::CannotLaunch, "cannot-launch",
            "No container can be launched on the node; it is not offered",
            "Fix what the message describes; the agent retries automatically")
        ROW(NodeProblem::DriverBroken, "driver-broken", "The NVIDIA driver of the node is broken",
            "Fix what the message describes; the agent checks again automatically")
        ROW(NodeProblem::DeviceRulesChanged, "device-rules-changed",
            "The device rules of a container were changed from outside and have been repaired",
            "Find out who writes to the control groups below /muster")
        ROW(NodeProblem::GpuClaimedTwice, "gpu-claimed-twice",
            "Two agents claim the same GPU; it is not offered from this node",
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
        ROW(JobState::Queued, "queued", "The job is pending", "")
        ROW(JobState::Running, "running", "The job is running", "")
        ROW(JobState::Finished, "finished", "The job ended with exit status 0", "")
        ROW(JobState::Failed, "failed", "The job failed and has no retries left", "Read its stderr")
        ROW(JobState::Killed, "killed", "The job was killed on request", "")
    }
    return kCorrupt;
}

const Wording& wording(WaitReason reason) {
    switch (reason) {
        ROW(WaitReason::None, "None", "The job is not pending", "")
        ROW(WaitReason::Resources, "Resources", "No node has enough free cpus, mem or disk",
            "Request less, or wait for a job to end")
        ROW(WaitReason::Gpus, "Gpus", "No node has enough free GPUs",
            "Request fewer, or wait for a job to end")
        ROW(WaitReason::GpuType, "GpuType", "No node has the attribute that the job requires",
            "Check the constraint, or add such a node")
        ROW(WaitReason::Links, "Links", "No node has enough GPUs linked by NVLink",
            "Request fewer, or drop the link constraint")
        ROW(WaitReason::Restricted, "Restricted", "Suitable GPUs are restricted",
            "Release a restricted GPU")
        ROW(WaitReason::Priority, "Priority", "Jobs with a higher priority start first", "")
        ROW(WaitReason::BackOff, "BackOff",
            "The last attempt failed; the next one starts after a pause", "")
        ROW(WaitReason::NoAgents, "NoAgents", "No node is connected", "Start an agent on a node")
        ROW(WaitReason::Held, "Held", "An operator holds the job in the queue", "Release it")
        ROW(WaitReason::Quota, "Quota", "A quota does not allow it to use free resources",
            "Change the quota, or wait for a task to end")
    }
    return kCorrupt;
}

const Wording& wording(RefusalReason reason) {
    switch (reason) {
        ROW(RefusalReason::Declined, "declined", "The framework declined the offer",
            "It is offered again when the time expires or the framework revives its offers")
        ROW(RefusalReason::Rescinded, "rescinded", "An operator rescinded the offer",
            "It is offered again when the time expires or the framework revives its offers")
        ROW(RefusalReason::Suppressed, "suppressed", "The framework suppressed offers in this role",
            "Offers resume when the framework revives them")
        ROW(RefusalReason::NoGpuCapability, "no-gpu-capability",
            "The framework lacks the GPU_RESOURCES capability: no node with GPUs is offered to it",
            "Subscribe the framework with that capability")
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
