// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/operator_command.h"

#include <array>

#include <fmt/format.h>

#include "core/kernel/base/text.h"

namespace muster {
namespace {

using Command = CommandKind;
using Object = OperatorCommandInfo::Object;
using Need = OperatorCommandInfo::Reason;

constexpr std::array kCommands = {
    OperatorCommandInfo{.command = Command::DrainNode,
        .name = "drain",
        .object = Object::Node,
        .right = "drain nodes",
        .reason = Need::Required,
        .subject = "A drain",
        .endsWork = true,
        .undo = Command::ResumeNode,
        .line = "nodes drain",
        .summary = "Stop placing work on a node and end what runs there",
        .verb = "Drain",
        .entry = "Drain…",
        .tip = "Stop placing work on the selected nodes and end what runs there",
        .choose = "Choose a node"},
    OperatorCommandInfo{.command = Command::ResumeNode,
        .name = "reactivate",
        .object = Object::Node,
        .right = "resume nodes",
        .undo = Command::DrainNode,
        .line = "nodes resume",
        .summary = "Return a drained node to service",
        .verb = "Resume",
        .entry = "Resume",
        .tip = "Return the selected nodes to service",
        .choose = "Choose a node"},
    OperatorCommandInfo{.command = Command::MarkNodeGone,
        .name = "mark gone",
        .object = Object::Node,
        .right = "mark nodes gone",
        .reason = Need::Required,
        .subject = "Marking a node as gone",
        .endsWork = true,
        .line = "nodes gone",
        .summary = "Mark a node as gone for good, so that its jobs restart elsewhere"},
    OperatorCommandInfo{.command = Command::DeactivateNode,
        .name = "deactivate",
        .object = Object::Node,
        .right = "deactivate agents",
        .undo = Command::ResumeNode},
    OperatorCommandInfo{.command = Command::RestrictGpu,
        .name = "restrict",
        .object = Object::Gpu,
        .right = "restrict GPUs",
        .reason = Need::Required,
        .subject = "A restriction",
        .undo = Command::ReleaseGpu,
        .line = "gpu restrict",
        .summary = "Stop placing work on one GPU",
        .verb = "Restrict",
        .entry = "Restrict…",
        .tip = "Stop placing work on the selected GPUs",
        .choose = "Choose a GPU"},
    OperatorCommandInfo{.command = Command::ReleaseGpu,
        .name = "release",
        .object = Object::Gpu,
        .right = "release GPUs",
        .reason = Need::None,
        .undo = Command::RestrictGpu,
        .line = "gpu release",
        .summary = "Return a restricted GPU to service",
        .verb = "Release",
        .entry = "Release",
        .tip = "Return the selected GPUs to service",
        .choose = "Choose a restricted GPU"},
    OperatorCommandInfo{.command = Command::HoldJob,
        .name = "hold",
        .object = Object::Job,
        .right = "hold jobs",
        .reason = Need::Required,
        .subject = "A hold",
        .undo = Command::ReleaseJob,
        .line = "jobs hold",
        .summary = "Keep a job in the queue until it is released",
        .verb = "Hold",
        .entry = "Hold…",
        .tip = "Keep the selected jobs in the queue",
        .choose = "Choose a pending job"},
    OperatorCommandInfo{.command = Command::ReleaseJob,
        .name = "release",
        .object = Object::Job,
        .right = "release jobs",
        .reason = Need::None,
        .undo = Command::HoldJob,
        .line = "jobs release",
        .summary = "Release a held job",
        .verb = "Release",
        .entry = "Release",
        .tip = "Let the selected jobs start again",
        .choose = "Choose a held job"},
    OperatorCommandInfo{.command = Command::KillJob,
        .name = "kill",
        .object = Object::Job,
        .right = "kill jobs",
        .endsWork = true,
        .line = "kill",
        .summary = "Kill jobs and tasks",
        .verb = "Kill",
        .entry = "Kill…",
        .tip = "Kill the selected jobs",
        .choose = "Choose a job"},
    OperatorCommandInfo{.command = Command::KillTask,
        .name = "kill",
        .object = Object::Task,
        .right = "kill tasks",
        .endsWork = true,
        .line = "kill",
        .summary = "Kill jobs and tasks",
        .verb = "Kill",
        .entry = "Kill…",
        .tip = "Kill the selected tasks",
        .choose = "Choose a task"},
    OperatorCommandInfo{.command = Command::RescindOffer,
        .name = "rescind",
        .object = Object::Offer,
        .right = "rescind offers",
        .reason = Need::Required,
        .subject = "Rescinding an offer",
        .line = "offers rescind",
        .summary = "Rescind an offer",
        .verb = "Rescind",
        .entry = "Rescind…",
        .tip = "Rescind the selected offers",
        .choose = "Choose an offer"},
    OperatorCommandInfo{.command = Command::AcknowledgeAlert,
        .name = "acknowledge alert",
        .object = Object::Alert,
        .right = "acknowledge alerts",
        .line = "alerts ack",
        .summary = "Acknowledge an alert"},
    OperatorCommandInfo{.command = Command::TeardownFramework,
        .name = "teardown",
        .object = Object::Framework,
        .right = "tear down frameworks",
        .reason = Need::None,
        .endsWork = true},
    OperatorCommandInfo{.command = Command::ScheduleMaintenance,
        .name = "schedule maintenance",
        .right = "schedule maintenance",
        .reason = Need::None},
    OperatorCommandInfo{.command = Command::StartMaintenance,
        .name = "start maintenance",
        .right = "start maintenance",
        .reason = Need::None,
        .endsWork = true,
        .undo = Command::StopMaintenance},
    OperatorCommandInfo{.command = Command::StopMaintenance,
        .name = "stop maintenance",
        .right = "end maintenance",
        .reason = Need::None,
        .undo = Command::StartMaintenance},
    OperatorCommandInfo{.command = Command::UpdateQuota,
        .name = "update-quota",
        .right = "set quota",
        .reason = Need::None},
    OperatorCommandInfo{.command = Command::UpdateWeight,
        .name = "update-weight",
        .right = "set weights",
        .reason = Need::None},
    OperatorCommandInfo{.command = Command::PutSchedule,
        .name = "put schedule",
        .object = Object::Schedule,
        .right = "schedule jobs",
        .reason = Need::None,
        .line = "schedules create",
        .summary = "Create or replace a scheduled job"},
    OperatorCommandInfo{.command = Command::DeleteSchedule,
        .name = "delete schedule",
        .object = Object::Schedule,
        .right = "delete schedules",
        .reason = Need::None,
        .endsWork = true,
        .line = "schedules delete",
        .summary = "Delete a scheduled job and kill its runs"},
    OperatorCommandInfo{.command = Command::RunSchedule,
        .name = "run schedule",
        .object = Object::Schedule,
        .right = "run schedules",
        .reason = Need::None,
        .line = "schedules run",
        .summary = "Run a scheduled job now, beside its schedule"},
    OperatorCommandInfo{.command = Command::PauseSchedule,
        .name = "pause schedule",
        .object = Object::Schedule,
        .right = "pause schedules",
        .reason = Need::None,
        .undo = Command::ResumeSchedule,
        .line = "schedules pause",
        .summary = "Start no further runs until it is resumed"},
    OperatorCommandInfo{.command = Command::ResumeSchedule,
        .name = "resume schedule",
        .object = Object::Schedule,
        .right = "resume schedules",
        .reason = Need::None,
        .undo = Command::PauseSchedule,
        .line = "schedules resume",
        .summary = "Let a paused schedule start runs again"},
    OperatorCommandInfo{.command = Command::PutService,
        .name = "put service",
        .object = Object::Service,
        .right = "put services",
        .reason = Need::None,
        .line = "services create",
        .summary = "Create a service, or change it"},
    OperatorCommandInfo{.command = Command::ScaleService,
        .name = "scale service",
        .object = Object::Service,
        .right = "put services",
        .reason = Need::None,
        .line = "services scale",
        .summary = "Change the number of instances of a service"},
    OperatorCommandInfo{.command = Command::RestartService,
        .name = "restart service",
        .object = Object::Service,
        .right = "restart services",
        .reason = Need::None,
        .line = "services restart",
        .summary = "Replace all instances of a service by new ones"},
    OperatorCommandInfo{.command = Command::DeleteService,
        .name = "delete service",
        .object = Object::Service,
        .right = "delete services",
        .reason = Need::None,
        .endsWork = true,
        .line = "services delete",
        .summary = "Delete a service and kill its instances"},
    OperatorCommandInfo{.command = Command::KillInstances,
        .name = "kill instances",
        .object = Object::Service,
        .right = "kill the instances of services",
        .reason = Need::None,
        .endsWork = true},
    OperatorCommandInfo{.command = Command::CancelDeployment,
        .name = "cancel deployment",
        .right = "put services",
        .reason = Need::None},
    OperatorCommandInfo{.command = Command::ResetServiceDelay,
        .name = "reset delay",
        .object = Object::Service,
        .right = "put services",
        .reason = Need::None},
};

constexpr std::string_view kIsDrained = "%1 is already drained";
constexpr std::string_view kDrains = "%1 is already draining";
constexpr std::string_view kStillDrains
    = "%1 is still draining: it can be resumed when its tasks have ended";
constexpr std::string_view kNotDrained = "%1 is not drained";
constexpr std::string_view kMarkedGone = "%1 was marked gone";
constexpr std::string_view kRestricted = "%1 is already restricted";
constexpr std::string_view kNotRestricted = "%1 is not restricted";
constexpr std::string_view kHeld = "%1 is already held";
constexpr std::string_view kNotHeld = "%1 is not held";
constexpr std::string_view kPaused = "%1 is already paused";
constexpr std::string_view kNotPaused = "%1 is not paused";
constexpr std::string_view kStarting = "%1 is being started: only pending jobs can be held";
constexpr std::string_view kRuns = "%1 is already running: only pending jobs can be held";
constexpr std::string_view kEnded = "%1 has ended";
constexpr std::string_view kRefusals[]
    = {kIsDrained, kDrains, kStillDrains, kNotDrained, kMarkedGone, kRestricted, kNotRestricted,
        kHeld, kNotHeld, kPaused, kNotPaused, kStarting, kRuns, kEnded};

std::string_view ofHold(ObjectState state) {
    switch (state) {
    case ObjectState::Ended:
        return kEnded;
    case ObjectState::Held:
        return kHeld;
    case ObjectState::Starting:
        return kStarting;
    case ObjectState::Running:
        return kRuns;
    case ObjectState::Ready:
    case ObjectState::Draining:
    case ObjectState::Drained:
    case ObjectState::Deactivated:
    case ObjectState::Gone:
    case ObjectState::Restricted:
    case ObjectState::Paused:
        break;
    }
    return {};
}

std::string_view ofDrain(ObjectState state) {
    return state == ObjectState::Drained ? kIsDrained
        : state == ObjectState::Draining ? kDrains
                                         : std::string_view();
}

std::string_view ofResume(ObjectState state) {
    const bool fits = state == ObjectState::Drained || state == ObjectState::Deactivated;
    return fits ? std::string_view() : state == ObjectState::Draining ? kStillDrains : kNotDrained;
}

} // namespace

std::span<const OperatorCommandInfo> operatorCommands() {
    return kCommands;
}

const OperatorCommandInfo& info(CommandKind command) {
    return kCommands[static_cast<std::size_t>(command)];
}

std::string_view refusal(CommandKind command, ObjectState state) {
    switch (command) {
    case Command::DrainNode:
        return state == ObjectState::Gone ? kMarkedGone : ofDrain(state);
    case Command::ResumeNode:
        return state == ObjectState::Gone ? kMarkedGone : ofResume(state);
    case Command::MarkNodeGone:
    case Command::DeactivateNode:
        return state == ObjectState::Gone ? kMarkedGone : std::string_view();
    case Command::RestrictGpu:
        return state == ObjectState::Restricted ? kRestricted : std::string_view();
    case Command::ReleaseGpu:
        return state == ObjectState::Restricted ? std::string_view() : kNotRestricted;
    case Command::HoldJob:
        return ofHold(state);
    case Command::ReleaseJob:
        return state == ObjectState::Held ? std::string_view()
            : state == ObjectState::Ended ? kEnded
                                          : kNotHeld;
    case Command::KillJob:
    case Command::KillTask:
        return state == ObjectState::Ended ? kEnded : std::string_view();
    case Command::RescindOffer:
    case Command::AcknowledgeAlert:
    case Command::TeardownFramework:
    case Command::ScheduleMaintenance:
    case Command::StartMaintenance:
    case Command::StopMaintenance:
    case Command::PauseSchedule:
        return state == ObjectState::Paused ? kPaused : std::string_view();
    case Command::ResumeSchedule:
        return state == ObjectState::Paused ? std::string_view() : kNotPaused;
    case Command::UpdateQuota:
    case Command::UpdateWeight:
    case Command::PutSchedule:
    case Command::DeleteSchedule:
    case Command::RunSchedule:
    case Command::PutService:
    case Command::ScaleService:
    case Command::RestartService:
    case Command::DeleteService:
    case Command::KillInstances:
    case Command::CancelDeployment:
    case Command::ResetServiceDelay:
        break;
    }
    return {};
}

std::span<const std::string_view> refusalWords() {
    return kRefusals;
}

Status checkReason(CommandKind command, const std::string& reason, std::string_view called) {
    const auto& row = info(command);
    if (row.reason == Need::Required && reason.empty()) {
        return failure(fmt::format("{} needs a {}, which is shown to others", row.subject, called));
    }
    if (hasUnsafe(reason)) {
        return failure(fmt::format("The {} must be one line without control characters", called));
    }
    return reason.size() <= kLongestReason
        ? Status()
        : failure(fmt::format(
            "The {} has {} bytes, the maximum is {}", called, reason.size(), kLongestReason));
}

Status checkState(
    CommandKind command, ObjectState state, std::string_view name, std::string_view detail) {
    const auto words = refusal(command, state);
    if (words.empty()) {
        return {};
    }
    constexpr std::string_view kName = "%1";
    const auto at = words.find(kName);
    const auto* link = detail.empty() ? "" : words == kEnded ? ": " : ", ";
    return failure(fmt::format("{}{}{}{}{}", words.substr(0, at), name,
                       words.substr(at + kName.size()), link, detail),
        Error::Kind::Conflict);
}

tl::unexpected<Error> unknownObject(OperatorCommandInfo::Object object, std::string_view called) {
    const auto unknown = [&](std::string_view what, std::string_view remedy) {
        return failure(fmt::format("No {} '{}'{}", what, called, remedy), Error::Kind::NotFound);
    };
    switch (object) {
    case Object::Node:
        return unknown("node", ": see 'muster nodes'");
    case Object::Gpu:
        return unknown("GPU", ": see 'muster gpus'");
    case Object::Job:
        return unknown("job", ": see 'muster jobs'");
    case Object::Task:
        return unknown("task", ": see 'muster tasks'");
    case Object::Offer:
        return unknown("offer", " is outstanding: see 'muster offers'");
    case Object::Alert:
        return unknown("alert", ": see 'muster alerts'");
    case Object::Schedule:
        return unknown("schedule", ": see 'muster schedules'");
    case Object::Service:
        return unknown("service", ": see 'muster services'");
    case Object::Framework:
        break;
    }
    return unknown("framework", " is subscribed");
}

} // namespace muster
