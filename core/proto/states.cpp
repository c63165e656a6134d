// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/states.h"

#include <array>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace muster::proto {

namespace {

// Both ways by index: cells of long lists ask it.
template <typename Kernel, typename Wire>
class Table {
public:
    consteval Table(std::initializer_list<std::pair<Kernel, Wire>> rows) {
        for (const auto& [kernel, wire] : rows) {
            m_wire[index(kernel)] = wire; // beyond the array does not compile
            m_kernel[index(wire)] = kernel;
            m_isKnown[index(wire)] = true;
        }
    }

    Wire wireOf(Kernel value) const { return index(value) < kMost ? m_wire[index(value)] : Wire{}; }
    std::optional<Kernel> kernelOf(Wire value) const {
        return index(value) < kMost && m_isKnown[index(value)]
            ? std::optional(m_kernel[index(value)])
            : std::nullopt;
    }

private:
    static constexpr std::size_t kMost = 64;
    template <typename Enum>
    static constexpr std::size_t index(Enum value) {
        return static_cast<std::size_t>(value);
    }

    std::array<Wire, kMost> m_wire{};
    std::array<Kernel, kMost> m_kernel{};
    std::array<bool, kMost> m_isKnown{};
};

constexpr Table<GpuState, v1::Gpu::State> kGpuStates = {{GpuState::Free, v1::Gpu::FREE},
    {GpuState::Offered, v1::Gpu::OFFERED}, {GpuState::Allocated, v1::Gpu::ALLOCATED},
    {GpuState::Draining, v1::Gpu::DRAINING}, {GpuState::Restricted, v1::Gpu::RESTRICTED},
    {GpuState::Unhealthy, v1::Gpu::UNHEALTHY}, {GpuState::Lost, v1::Gpu::LOST},
    {GpuState::Occupied, v1::Gpu::OCCUPIED}, {GpuState::NoData, v1::Gpu::WITHOUT_DATA}};

constexpr Table<PathLevel, v1::GpuPath::Level> kPathLevels = {{PathLevel::Bridge, v1::GpuPath::PIX},
    {PathLevel::Bridges, v1::GpuPath::PXB}, {PathLevel::HostBridge, v1::GpuPath::PHB},
    {PathLevel::NumaNode, v1::GpuPath::NODE}, {PathLevel::System, v1::GpuPath::SYS}};

constexpr Table<AgentState, v1::Agent::State> kAgentStates
    = {{AgentState::Active, v1::Agent::ACTIVE}, {AgentState::Disconnected, v1::Agent::DISCONNECTED},
        {AgentState::Unreachable, v1::Agent::UNREACHABLE}};

constexpr Table<NodeProblem, v1::NodeTrouble::Problem> kNodeProblems
    = {{NodeProblem::CannotLaunch, v1::NodeTrouble::CANNOT_LAUNCH},
        {NodeProblem::DriverBroken, v1::NodeTrouble::DRIVER_BROKEN},
        {NodeProblem::DeviceRulesChanged, v1::NodeTrouble::DEVICE_RULES_CHANGED},
        {NodeProblem::GpuClaimedTwice, v1::NodeTrouble::GPU_CLAIMED_TWICE}};

constexpr Table<TaskState, v1::Task::State> kTaskStates = {
    {TaskState::Starting, v1::Task::TASK_STARTING}, {TaskState::Running, v1::Task::TASK_RUNNING},
    {TaskState::Finished, v1::Task::TASK_FINISHED}, {TaskState::Failed, v1::Task::TASK_FAILED},
    {TaskState::Killed, v1::Task::TASK_KILLED}, {TaskState::Lost, v1::Task::TASK_LOST},
    {TaskState::Staging, v1::Task::TASK_STAGING}, {TaskState::Error, v1::Task::TASK_ERROR},
    {TaskState::Killing, v1::Task::TASK_KILLING}, {TaskState::Dropped, v1::Task::TASK_DROPPED},
    {TaskState::Unreachable, v1::Task::TASK_UNREACHABLE}, {TaskState::Gone, v1::Task::TASK_GONE},
    {TaskState::GoneByOperator, v1::Task::TASK_GONE_BY_OPERATOR},
    {TaskState::Unknown, v1::Task::TASK_UNKNOWN}};

constexpr Table<StatusSource, v1::Task::Source> kSources = {
    {StatusSource::Master, v1::Task::SOURCE_MASTER}, {StatusSource::Agent, v1::Task::SOURCE_AGENT},
    {StatusSource::Executor, v1::Task::SOURCE_EXECUTOR}};

constexpr Table<Reason, v1::Task::Reason> kReasons
    = {{Reason::ExecutorTerminated, v1::Task::REASON_EXECUTOR_TERMINATED},
        {Reason::ExecutorUnregistered, v1::Task::REASON_EXECUTOR_UNREGISTERED},
        {Reason::FrameworkRemoved, v1::Task::REASON_FRAMEWORK_REMOVED},
        {Reason::InvalidOffers, v1::Task::REASON_INVALID_OFFERS},
        {Reason::ContainerLimitationMemory, v1::Task::REASON_CONTAINER_LIMITATION_MEMORY},
        {Reason::Reconciliation, v1::Task::REASON_RECONCILIATION},
        {Reason::AgentDisconnected, v1::Task::REASON_AGENT_DISCONNECTED},
        {Reason::AgentRemoved, v1::Task::REASON_AGENT_REMOVED},
        {Reason::AgentRestarted, v1::Task::REASON_AGENT_RESTARTED},
        {Reason::AgentUnknown, v1::Task::REASON_AGENT_UNKNOWN},
        {Reason::TaskInvalid, v1::Task::REASON_TASK_INVALID},
        {Reason::TaskUnauthorized, v1::Task::REASON_TASK_UNAUTHORIZED},
        {Reason::TaskUnknown, v1::Task::REASON_TASK_UNKNOWN},
        {Reason::ContainerLimitation, v1::Task::REASON_CONTAINER_LIMITATION},
        {Reason::ContainerLimitationDisk, v1::Task::REASON_CONTAINER_LIMITATION_DISK},
        {Reason::ContainerLaunchFailed, v1::Task::REASON_CONTAINER_LAUNCH_FAILED},
        {Reason::ExecutorRegistrationTimeout, v1::Task::REASON_EXECUTOR_REGISTRATION_TIMEOUT},
        {Reason::ExecutorReregistrationTimeout, v1::Task::REASON_EXECUTOR_REREGISTRATION_TIMEOUT},
        {Reason::TaskGroupInvalid, v1::Task::REASON_TASK_GROUP_INVALID},
        {Reason::TaskGroupUnauthorized, v1::Task::REASON_TASK_GROUP_UNAUTHORIZED},
        {Reason::TaskCheckStatusUpdated, v1::Task::REASON_TASK_CHECK_STATUS_UPDATED},
        {Reason::TaskHealthCheckStatusUpdated, v1::Task::REASON_TASK_HEALTH_CHECK_STATUS_UPDATED},
        {Reason::TaskKilledDuringLaunch, v1::Task::REASON_TASK_KILLED_DURING_LAUNCH},
        {Reason::AgentRemovedByOperator, v1::Task::REASON_AGENT_REMOVED_BY_OPERATOR},
        {Reason::AgentReregistered, v1::Task::REASON_AGENT_REREGISTERED},
        {Reason::MaxCompletionTimeReached, v1::Task::REASON_MAX_COMPLETION_TIME_REACHED},
        {Reason::AgentDraining, v1::Task::REASON_AGENT_DRAINING}};

constexpr Table<LaunchStep, v1::LaunchStep> kLaunchSteps
    = {{LaunchStep::Container, v1::LAUNCH_OF_CONTAINER}, {LaunchStep::Image, v1::LAUNCH_OF_IMAGE},
        {LaunchStep::Fetch, v1::LAUNCH_OF_FETCH}};

constexpr Table<JobState, v1::Job::State> kJobStates = {{JobState::Queued, v1::Job::QUEUED},
    {JobState::Running, v1::Job::RUNNING}, {JobState::Finished, v1::Job::FINISHED},
    {JobState::Failed, v1::Job::FAILED}, {JobState::Killed, v1::Job::KILLED}};

constexpr Table<WaitReason, v1::Job::WaitReason> kWaitReasons = {{WaitReason::None, v1::Job::NONE},
    {WaitReason::Resources, v1::Job::RESOURCES}, {WaitReason::Gpus, v1::Job::GPUS},
    {WaitReason::GpuType, v1::Job::GPU_TYPE}, {WaitReason::Links, v1::Job::LINKS},
    {WaitReason::Restricted, v1::Job::RESTRICTED}, {WaitReason::Priority, v1::Job::PRIORITY},
    {WaitReason::BackOff, v1::Job::BACK_OFF}, {WaitReason::NoAgents, v1::Job::NO_AGENTS},
    {WaitReason::Held, v1::Job::HELD}, {WaitReason::Quota, v1::Job::QUOTA}};

constexpr Table<AuditKind, v1::AuditRow::Kind> kAuditKinds = {
    {AuditKind::Other, v1::AuditRow::OTHER}, {AuditKind::AlertRaised, v1::AuditRow::ALERT_RAISED},
    {AuditKind::AlertEnded, v1::AuditRow::ALERT_ENDED},
    {AuditKind::AgentJoined, v1::AuditRow::AGENT_JOINED},
    {AuditKind::AgentLeft, v1::AuditRow::AGENT_LEFT},
    {AuditKind::GpuRestricted, v1::AuditRow::GPU_RESTRICTED},
    {AuditKind::NodeDrained, v1::AuditRow::NODE_DRAINED},
    {AuditKind::AgentRefused, v1::AuditRow::AGENT_REFUSED}};

constexpr Table<RefusalReason, v1::Refusals::Reason> kRefusalReasons
    = {{RefusalReason::Declined, v1::Refusals::DECLINED},
        {RefusalReason::Rescinded, v1::Refusals::RESCINDED},
        {RefusalReason::Suppressed, v1::Refusals::SUPPRESSED},
        {RefusalReason::NoGpuCapability, v1::Refusals::NO_GPU_CAPABILITY}};

constexpr Table<alerts::Rule, v1::Alert::Rule> kRules
    = {{alerts::Rule::GpuUnhealthy, v1::Alert::GPU_UNHEALTHY},
        {alerts::Rule::GpuLost, v1::Alert::GPU_LOST},
        {alerts::Rule::AgentUnreachable, v1::Alert::AGENT_UNREACHABLE},
        {alerts::Rule::GpuHot, v1::Alert::GPU_HOT},
        {alerts::Rule::GpuIdleHold, v1::Alert::GPU_IDLE_HOLD},
        {alerts::Rule::JobWaitsLong, v1::Alert::JOB_WAITS_LONG},
        {alerts::Rule::GpuOccupied, v1::Alert::GPU_OCCUPIED},
        {alerts::Rule::NodeCannotLaunch, v1::Alert::NODE_CANNOT_LAUNCH},
        {alerts::Rule::DriverBroken, v1::Alert::DRIVER_BROKEN},
        {alerts::Rule::DeviceRulesChanged, v1::Alert::DEVICE_RULES_CHANGED},
        {alerts::Rule::GpuClaimedTwice, v1::Alert::GPU_CLAIMED_TWICE},
        {alerts::Rule::DiskFull, v1::Alert::DISK_FULL},
        {alerts::Rule::JournalOlder, v1::Alert::JOURNAL_OLDER}};

constexpr Table<alerts::Severity, v1::Alert::Severity> kSeverities
    = {{alerts::Severity::Critical, v1::Alert::CRITICAL},
        {alerts::Severity::Warning, v1::Alert::WARNING}};

constexpr Table<alerts::ObjectKind, v1::Alert::ObjectKind> kObjectKinds
    = {{alerts::ObjectKind::Gpu, v1::Alert::GPU}, {alerts::ObjectKind::Agent, v1::Alert::AGENT},
        {alerts::ObjectKind::Job, v1::Alert::JOB}, {alerts::ObjectKind::Master, v1::Alert::MASTER}};

} // namespace

v1::Gpu::State toProto(GpuState value) {
    return kGpuStates.wireOf(value);
}

v1::GpuPath::Level toProto(PathLevel value) {
    return kPathLevels.wireOf(value);
}

v1::Agent::State toProto(AgentState value) {
    return kAgentStates.wireOf(value);
}

v1::NodeTrouble::Problem toProto(NodeProblem value) {
    return kNodeProblems.wireOf(value);
}

v1::Task::State toProto(TaskState value) {
    return kTaskStates.wireOf(value);
}

v1::Task::Source toProto(StatusSource value) {
    return kSources.wireOf(value);
}

v1::Task::Reason toProto(Reason value) {
    return kReasons.wireOf(value);
}

v1::LaunchStep toProto(LaunchStep value) {
    return kLaunchSteps.wireOf(value);
}

v1::Job::State toProto(JobState value) {
    return kJobStates.wireOf(value);
}

v1::Job::WaitReason toProto(WaitReason value) {
    return kWaitReasons.wireOf(value);
}

v1::AuditRow::Kind toProto(AuditKind value) {
    return kAuditKinds.wireOf(value);
}

v1::Refusals::Reason toProto(RefusalReason value) {
    return kRefusalReasons.wireOf(value);
}

v1::Alert::Rule toProto(alerts::Rule value) {
    return kRules.wireOf(value);
}

v1::Alert::Severity toProto(alerts::Severity value) {
    return kSeverities.wireOf(value);
}

v1::Alert::ObjectKind toProto(alerts::ObjectKind value) {
    return kObjectKinds.wireOf(value);
}

std::optional<GpuState> fromProto(v1::Gpu::State value) {
    return kGpuStates.kernelOf(value);
}

std::optional<PathLevel> fromProto(v1::GpuPath::Level value) {
    return kPathLevels.kernelOf(value);
}

std::optional<AgentState> fromProto(v1::Agent::State value) {
    return kAgentStates.kernelOf(value);
}

std::optional<NodeProblem> fromProto(v1::NodeTrouble::Problem value) {
    return kNodeProblems.kernelOf(value);
}

std::optional<TaskState> fromProto(v1::Task::State value) {
    return kTaskStates.kernelOf(value);
}

std::optional<StatusSource> fromProto(v1::Task::Source value) {
    return kSources.kernelOf(value);
}

std::optional<Reason> fromProto(v1::Task::Reason value) {
    return kReasons.kernelOf(value);
}

std::optional<LaunchStep> fromProto(v1::LaunchStep value) {
    return kLaunchSteps.kernelOf(value);
}

std::optional<JobState> fromProto(v1::Job::State value) {
    return kJobStates.kernelOf(value);
}

std::optional<WaitReason> fromProto(v1::Job::WaitReason value) {
    return kWaitReasons.kernelOf(value);
}

std::optional<AuditKind> fromProto(v1::AuditRow::Kind value) {
    return kAuditKinds.kernelOf(value);
}

std::optional<RefusalReason> fromProto(v1::Refusals::Reason value) {
    return kRefusalReasons.kernelOf(value);
}

std::optional<alerts::Rule> fromProto(v1::Alert::Rule value) {
    return kRules.kernelOf(value);
}

std::optional<alerts::Severity> fromProto(v1::Alert::Severity value) {
    return kSeverities.kernelOf(value);
}

std::optional<alerts::ObjectKind> fromProto(v1::Alert::ObjectKind value) {
    return kObjectKinds.kernelOf(value);
}

} // namespace muster::proto
