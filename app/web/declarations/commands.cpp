// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/web/declarations/commands.h"

#include "app/web/declarations/script.h"
#include "core/kernel/base/operator_command.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::web {

namespace {

using google::protobuf::FieldDescriptor;
using Command = CommandKind;
using v1::Request;

// Its field of v1::Request, and the field in that which names the object.
struct OnWire {
    int request = 0; // none: only Mesos' API has the command
    std::string_view object{};
};

OnWire onWire(CommandKind command) {
    switch (command) {
    case Command::DrainNode:
        return {Request::kDrainNodeFieldNumber, "agent"};
    case Command::ResumeNode:
        return {Request::kReactivateNodeFieldNumber, "agent"};
    case Command::MarkNodeGone:
        return {Request::kMarkNodeGoneFieldNumber, "agent"};
    case Command::RestrictGpu:
        return {Request::kRestrictGpuFieldNumber, "uuid"};
    case Command::ReleaseGpu:
        return {Request::kReleaseGpuFieldNumber, "uuid"};
    case Command::HoldJob:
        return {Request::kHoldJobFieldNumber, "job_id"};
    case Command::ReleaseJob:
        return {Request::kReleaseJobFieldNumber, "job_id"};
    case Command::KillJob:
        return {Request::kKillJobFieldNumber, "job_id"};
    case Command::KillTask:
        return {Request::kKillTaskFieldNumber, "task_id"};
    case Command::RescindOffer:
        return {Request::kRescindOfferFieldNumber, "offer_id"};
    case Command::AcknowledgeAlert:
        return {Request::kAcknowledgeAlertFieldNumber, "alert_id"};
    case Command::DeactivateNode:
    case Command::TeardownFramework:
    case Command::ScheduleMaintenance:
    case Command::StartMaintenance:
    case Command::StopMaintenance:
    case Command::UpdateQuota:
    case Command::UpdateWeight:
    case Command::PutSchedule:
    case Command::DeleteSchedule:
    case Command::RunSchedule:
    case Command::PauseSchedule:
    case Command::ResumeSchedule:
    case Command::PutService:
    case Command::ScaleService:
    case Command::RestartService:
    case Command::DeleteService:
    case Command::KillInstances:
    case Command::CancelDeployment:
    case Command::ResetServiceDelay:
        break; // these by CallApi
    }
    return {};
}

const FieldDescriptor* requestOf(CommandKind command) {
    const int number = onWire(command).request;
    return number == 0 ? nullptr : Request::descriptor()->FindFieldByNumber(number);
}

std::string_view nameOf(OperatorCommandInfo::Reason reason) {
    switch (reason) {
    case OperatorCommandInfo::Reason::None:
        return "none";
    case OperatorCommandInfo::Reason::Optional:
        return "optional";
    case OperatorCommandInfo::Reason::Required:
        return "required";
    }
    return {};
}

std::string_view nameOf(OperatorCommandInfo::Object object) {
    using Object = OperatorCommandInfo::Object;
    switch (object) {
    case Object::Node:
        return "node";
    case Object::Gpu:
        return "gpu";
    case Object::Job:
        return "job";
    case Object::Task:
        return "task";
    case Object::Offer:
        return "offer";
    case Object::Alert:
        return "alert";
    case Object::Framework:
        return "framework";
    case Object::Schedule:
        return "schedule";
    case Object::Service:
        return "service";
    }
    return {};
}

std::string_view nameOf(ObjectState state) {
    switch (state) {
    case ObjectState::Ready:
        return "ready";
    case ObjectState::Draining:
        return "draining";
    case ObjectState::Drained:
        return "drained";
    case ObjectState::Deactivated:
        return "deactivated";
    case ObjectState::Gone:
        return "gone";
    case ObjectState::Restricted:
        return "restricted";
    case ObjectState::Held:
        return "held";
    case ObjectState::Paused:
        return "paused";
    case ObjectState::Starting:
        return "starting";
    case ObjectState::Running:
        return "running";
    case ObjectState::Ended:
        return "ended";
    }
    return {};
}

std::vector<ObjectState> objectStates() {
    std::vector<ObjectState> out;
    for (auto i = 0; !nameOf(static_cast<ObjectState>(i)).empty(); ++i) {
        out.push_back(static_cast<ObjectState>(i));
    }
    return out;
}

Json refusalsOf(CommandKind command) {
    Json out = Json::object();
    for (const auto state : objectStates()) {
        if (const auto words = refusal(command, state); !words.empty()) {
            out[std::string(nameOf(state))] = words;
        }
    }
    return out;
}

Json commandOf(const OperatorCommandInfo& row, const FieldDescriptor& request) {
    Json fields = Json::array();
    for (int i = 0; i < request.message_type()->field_count(); ++i) {
        fields.push_back(request.message_type()->field(i)->name());
    }
    Json out{{"request", request.name()}, {"name", row.name}};
    if (row.object) {
        out["object"] = nameOf(*row.object);
    }
    out.update({{"id", onWire(row.command).object}, {"fields", fields}, {"right", row.right},
        {"reason", nameOf(row.reason)}, {"subject", row.subject}, {"endsWork", row.endsWork}});
    if (const auto* undo = row.undo ? requestOf(*row.undo) : nullptr) {
        out["undo"] = undo->name();
    }
    out.update({{"summary", row.summary}, {"verb", row.verb}, {"entry", row.entry},
        {"tip", row.tip}, {"choose", row.choose}, {"refused", refusalsOf(row.command)}});
    return out;
}

constexpr std::string_view kCommand
    = R"(// An operator command. "request": its field of Request; "id": the field in it that names the object; "right": what
// whoever may not is refused; "reason": the rule for the field of that name; "endsWork": ask for a yes, showing what it
// stops; "verb", "entry", "tip", "choose": its button, its entry in menus, the entry's tool tip, what stands there while
// nothing is chosen, empty where the desktop console has none; "refused": why it cannot be given about an object in that
// state, with %1 for the object's name.
export interface Command {
  readonly request: CommandRequest;
  readonly name: string;
  readonly object: "node" | "gpu" | "job" | "task" | "offer" | "alert" | "framework";
  readonly id: string;
  readonly fields: readonly string[];
  readonly right: string;
  readonly reason: "none" | "optional" | "required";
  readonly subject: string;
  readonly endsWork: boolean;
  readonly undo?: CommandRequest;
  readonly summary: string;
  readonly verb: string;
  readonly entry: string;
  readonly tip: string;
  readonly choose: string;
  readonly refused: { readonly [S in ObjectState]?: string };
}
)";

} // namespace

std::string commandDeclarations() {
    std::vector<std::string> names;
    Json rows;
    for (const auto& row : operatorCommands()) {
        if (const auto* request = requestOf(row.command)) {
            names.push_back(request->name());
            rows.push_back(commandOf(row, *request));
        }
    }
    std::vector<std::string> states;
    for (const auto state : objectStates()) {
        states.emplace_back(nameOf(state));
    }
    return fmt::format("export type CommandRequest = {};\nexport type ObjectState = {};\n",
               unionOf(names), unionOf(states))
        + std::string(kCommand) + constant("commands", "readonly Command[]", rows) + "// Bytes.\n"
        + constant("longestReason", "number", kLongestReason);
}

} // namespace muster::web
