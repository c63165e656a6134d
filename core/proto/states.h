// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <type_traits>

#include "core/kernel/alerts/alert.h"
#include "core/kernel/base/audit_kind.h"
#include "core/kernel/base/path.h"
#include "core/kernel/base/refusal.h"
#include "core/kernel/base/state.h"
#include "core/proto/muster/v1/agent.pb.h"
#include "core/proto/muster/v1/console.pb.h"

// States and reasons on Muster's own wire. Pure functions.
namespace muster::proto {

muster::v1::Gpu::State toProto(GpuState state);
muster::v1::GpuPath::Level toProto(PathLevel level);
muster::v1::Agent::State toProto(AgentState state);
muster::v1::NodeTrouble::Problem toProto(NodeProblem problem);
muster::v1::Task::State toProto(TaskState state);
muster::v1::Task::Source toProto(StatusSource source);
muster::v1::Task::Reason toProto(Reason reason);
muster::v1::LaunchStep toProto(LaunchStep step);
muster::v1::Job::State toProto(JobState state);
muster::v1::Job::WaitReason toProto(WaitReason reason);
muster::v1::AuditRow::Kind toProto(AuditKind kind);
muster::v1::Refusals::Reason toProto(RefusalReason reason);
muster::v1::Alert::Rule toProto(alerts::Rule rule);
muster::v1::Alert::Severity toProto(alerts::Severity severity);
muster::v1::Alert::ObjectKind toProto(alerts::ObjectKind kind);

// Nothing: it was not told, or is of a newer version. Of a GPU also UNAVAILABLE, which is no state
// of its own.
std::optional<GpuState> fromProto(muster::v1::Gpu::State state);
std::optional<PathLevel> fromProto(muster::v1::GpuPath::Level level);
std::optional<AgentState> fromProto(muster::v1::Agent::State state);
std::optional<NodeProblem> fromProto(muster::v1::NodeTrouble::Problem problem);
std::optional<TaskState> fromProto(muster::v1::Task::State state);
std::optional<StatusSource> fromProto(muster::v1::Task::Source source);
std::optional<Reason> fromProto(muster::v1::Task::Reason reason);
std::optional<LaunchStep> fromProto(muster::v1::LaunchStep step);
std::optional<JobState> fromProto(muster::v1::Job::State state);
std::optional<WaitReason> fromProto(muster::v1::Job::WaitReason reason);
std::optional<AuditKind> fromProto(muster::v1::AuditRow::Kind kind);
std::optional<RefusalReason> fromProto(muster::v1::Refusals::Reason reason);
std::optional<alerts::Rule> fromProto(muster::v1::Alert::Rule rule);
std::optional<alerts::Severity> fromProto(muster::v1::Alert::Severity severity);
std::optional<alerts::ObjectKind> fromProto(muster::v1::Alert::ObjectKind kind);

inline constexpr std::string_view kUnavailable = "unavailable"; // a GPU that is UNAVAILABLE

// The word of any of them for people and scripts: "allocated", "TASK_RUNNING", "Gpus"; empty: it
// was not told.
template <typename Wire>
std::string_view word(Wire value) {
    if (const auto known = fromProto(value)) {
        if constexpr (requires { name(*known); }) {
            return name(*known);
        } else if constexpr (requires { info(*known).name; }) {
            return info(*known).name;
        } else {
            return wireName(*known);
        }
    }
    if constexpr (std::is_same_v<Wire, muster::v1::Gpu::State>) {
        if (value == muster::v1::Gpu::UNAVAILABLE) {
            return kUnavailable;
        }
    }
    return static_cast<int>(value) == 0 ? "" : "unknown";
}

} // namespace muster::proto
