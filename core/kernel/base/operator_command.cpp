// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/operator_command.h"

#include <array>

#include <fmt/format.h>

namespace muster {
namespace {

using Command = OperatorCommand;
using Object = OperatorCommandInfo::Object;
using Need = OperatorCommandInfo::Reason;

constexpr std::array kCommands = {
    OperatorCommandInfo{.command = Command::DrainNode,
        .name = "drain",
        .object = Object::Node,
        .right = "drain nodes",
        .reason = Need::Required,
        .subject = "A drain",
        .purpose = "others want to know why the machine is gone",
        .endsWork = true,
        .undo = Command::ResumeNode,
        .line = "nodes drain",
        .summary = "Keep new work away from a machine, and end what runs there",
        .verb = "Drain",
        .entry = "Drain…",
        .tip = "Keep new work away from the chosen nodes, and end what runs there",
        .choose = "Choose a node"},
    OperatorCommandInfo{.command = Command::ResumeNode,
        .name = "reactivate",
        .object = Object::Node,
        .right = "resume nodes",
        .undo = Command::DrainNode,
        .line = "nodes resume",
        .summary = "Place work on a drained machine again",
        .verb = "Resume",
        .entry = "Resume",
        .tip = "Place work on the chosen nodes again",
        .choose = "Choose a node"},
    OperatorCommandInfo{.command = Command::MarkNodeGone,
        .name = "mark gone",
        .object = Object::Node,
        .right = "mark nodes gone",
        .reason = Need::Required,
        .subject = "To mark a machine as gone",
        .purpose = "others want to know what became of it",
        .endsWork = true,
        .line = "nodes gone",
        .summary = "Mark a machine that will not come back, so that its jobs start elsewhere"},
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
        .purpose = "others want to know why the GPU is gone",
        .undo = Command::ReleaseGpu,
        .line = "gpu restrict",
        .summary = "Keep new work away from one GPU",
        .verb = "Restrict",
        .entry = "Restrict…",
        .tip = "Keep new work away from the chosen GPUs",
        .choose = "Choose a GPU"},
    OperatorCommandInfo{.command = Command::ReleaseGpu,
        .name = "release",
        .object = Object::Gpu,
        .right = "release GPUs",
        .reason = Need::None,
        .undo = Command::RestrictGpu,
        .line = "gpu release",
        .summary = "Give a restricted GPU back",
        .verb = "Release",
        .entry = "Release",
        .tip = "Offer the chosen GPUs again",
        .choose = "Choose a GPU that is restricted"},
    OperatorCommandInfo{.command = Command::HoldJob,
        .name = "hold",
        .object = Object::Job,
        .right = "hold jobs",
        .reason = Need::Required,
        .subject = "A hold",
        .purpose = "others want to know why the job waits",
        .undo = Command::ReleaseJob,
        .line = "jobs hold",
        .summary = "Keep a job in the queue until it is released",
        .verb = "Hold",
        .entry = "Hold…",
        .tip = "Keep the chosen jobs in the queue",
        .choose = "Choose a job that waits"},
    OperatorCommandInfo{.command = Command::ReleaseJob,
        .name = "release",
        .object = Object::Job,
        .right = "release jobs",
        .reason = Need::None,
        .undo = Command::HoldJob,
        .line = "jobs release",
        .summary = "Let a held job go on",
        .verb = "Release",
        .entry = "Release",
        .tip = "Let the chosen jobs start again",
        .choose = "Choose a job that is held"},
    OperatorCommandInfo{.command = Command::KillJob,
        .name = "kill",
        .object = Object::Job,
        .right = "kill jobs",
        .endsWork = true,
        .line = "kill",
        .summary = "End jobs and tasks",
        .verb = "Kill",
        .entry = "Kill…",
        .tip = "End the chosen jobs",
        .choose = "Choose a job"},
    OperatorCommandInfo{.command = Command::KillTask,
        .name = "kill",
        .object = Object::Task,
        .right = "kill tasks",
        .endsWork = true,
        .line = "kill",
        .summary = "End jobs and tasks",
        .verb = "Kill",
        .entry = "Kill…",
        .tip = "End the chosen tasks",
        .choose = "Choose a task"},
    OperatorCommandInfo{.command = Command::RescindOffer,
        .name = "rescind",
        .object = Object::Offer,
        .right = "take offers back",
        .reason = Need::Required,
        .subject = "To take an offer back",
        .purpose = "others want to know why it is gone",
        .line = "offers rescind",
        .summary = "Take an offer back from its framework",
        .verb = "Rescind",
        .entry = "Rescind…",
        .tip = "Take the chosen offers back",
        .choose = "Choose an offer"},
    OperatorCommandInfo{.command = Command::AcknowledgeAlert,
        .name = "acknowledge alert",
        .object = Object::Alert,
        .right = "acknowledge alerts",
        .line = "alerts ack",
        .summary = "Say that you have seen an alert"},
    OperatorCommandInfo{.command = Command::TeardownFramework,
        .name = "teardown",
        .object = Object::Framework,
        .right = "tear frameworks down",
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
};

constexpr std::string_view kIsDrained = "%1 is drained already";
constexpr std::string_view kDrains = "%1 drains already";
constexpr std::string_view kStillDrains
    = "%1 still drains: it can be resumed when its tasks have ended";
constexpr std::string_view kNotDrained = "%1 is not drained";
constexpr std::string_view kRestricted = "%1 is restricted already";
constexpr std::string_view kNotRestricted = "%1 is not restricted";
constexpr std::string_view kHeld = "%1 is held already";
constexpr std::string_view kNotHeld = "%1 is not held";
constexpr std::string_view kStarting = "%1 is being started: only a job that waits can be held";
constexpr std::string_view kRuns = "%1 runs already: only a job that waits can be held";
constexpr std::string_view kEnded = "%1 has ended";
constexpr std::string_view kRefusals[] = {kIsDrained, kDrains, kStillDrains, kNotDrained,
    kRestricted, kNotRestricted, kHeld, kNotHeld, kStarting, kRuns, kEnded};

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
    case ObjectState::Restricted:
        break;
    }
    return {};
}

} // namespace

std::span<const OperatorCommandInfo> operatorCommands() {
    return kCommands;
}

const OperatorCommandInfo& info(OperatorCommand command) {
    return kCommands[static_cast<std::size_t>(command)];
}

std::string_view refusal(OperatorCommand command, ObjectState state) {
    switch (command) {
    case Command::DrainNode:
        return state == ObjectState::Drained ? kIsDrained
            : state == ObjectState::Draining ? kDrains
                                             : std::string_view();
    case Command::ResumeNode:
        return state == ObjectState::Drained ? std::string_view()
            : state == ObjectState::Draining ? kStillDrains
                                             : kNotDrained;
    case Command::RestrictGpu:
        return state == ObjectState::Restricted ? kRestricted : std::string_view();
    case Command::ReleaseGpu:
        return state == ObjectState::Restricted ? std::string_view() : kNotRestricted;
    case Command::HoldJob:
        return ofHold(state);
    case Command::ReleaseJob:
        return state == ObjectState::Held ? std::string_view() : kNotHeld;
    case Command::KillJob:
    case Command::KillTask:
        return state == ObjectState::Ended ? kEnded : std::string_view();
    case Command::MarkNodeGone:
    case Command::DeactivateNode:
    case Command::RescindOffer:
    case Command::AcknowledgeAlert:
    case Command::TeardownFramework:
    case Command::ScheduleMaintenance:
    case Command::StartMaintenance:
    case Command::StopMaintenance:
    case Command::UpdateQuota:
    case Command::UpdateWeight:
        break;
    }
    return {};
}

std::span<const std::string_view> refusalWords() {
    return kRefusals;
}

Status checkReason(OperatorCommand command, const std::string& reason, std::string_view called) {
    const auto& row = info(command);
    if (row.reason == Need::Required && reason.empty()) {
        return failure(fmt::format("{} needs a {}: {}", row.subject, called, row.purpose));
    }
    return reason.size() <= kLongestReason
        ? Status()
        : failure(fmt::format("The {} is {} bytes long: {} are enough for it", called,
            reason.size(), kLongestReason));
}

Status checkState(
    OperatorCommand command, ObjectState state, std::string_view name, std::string_view detail) {
    const auto words = refusal(command, state);
    if (words.empty()) {
        return {};
    }
    constexpr std::string_view kName = "%1";
    const auto at = words.find(kName);
    return failure(fmt::format("{}{}{}{}{}", words.substr(0, at), name,
                       words.substr(at + kName.size()), detail.empty() ? "" : ", ", detail),
        Error::Kind::Conflict);
}

tl::unexpected<Error> unknownObject(OperatorCommandInfo::Object object, std::string_view called) {
    const auto unknown = [&](std::string_view what, std::string_view remedy) {
        return failure(fmt::format("No {} '{}'{}", what, called, remedy), Error::Kind::NotFound);
    };
    switch (object) {
    case Object::Node:
        return unknown("machine", ": 'muster nodes' lists them");
    case Object::Gpu:
        return unknown("GPU", ": 'muster gpus' lists them");
    case Object::Job:
        return unknown("job", ": 'muster jobs' lists them");
    case Object::Task:
        return unknown("task", ": 'muster tasks' lists them");
    case Object::Offer:
        return unknown("offer", " is outstanding: 'muster offers' lists those that are");
    case Object::Alert:
        return unknown("alert", ": 'muster alerts' lists them");
    case Object::Framework:
        break;
    }
    return unknown("framework", " is subscribed");
}

} // namespace muster
