// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/commands/command_text.h"

#include "widgets/models/mark.h"
#include "widgets/models/resource_text.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

QString CommandText::tasks(int count) {
    return count == 1 ? tr("1 task") : tr("%n tasks", nullptr, count);
}

QString CommandText::users(int count) {
    return count == 1 ? tr("1 user") : tr("%n users", nullptr, count);
}

QString CommandText::jobs(int count) {
    return count == 1 ? tr("1 job") : tr("%n jobs", nullptr, count);
}

QString CommandText::gpus(int count) {
    return count == 1 ? tr("1 GPU") : tr("%n GPUs", nullptr, count);
}

QString CommandText::nodes(int count) {
    return count == 1 ? tr("1 node") : tr("%n nodes", nullptr, count);
}

QString CommandText::offers(int count) {
    return count == 1 ? tr("1 offer") : tr("%n offers", nullptr, count);
}

QString CommandText::frameworks(int count) {
    return count == 1 ? tr("1 framework") : tr("%n frameworks", nullptr, count);
}

QString CommandText::services(int count) {
    return count == 1 ? tr("1 service") : tr("%n services", nullptr, count);
}

QString CommandText::schedules(int count) {
    return count == 1 ? tr("1 schedule") : tr("%n schedules", nullptr, count);
}

QString CommandText::nameOf(const v1::Agent& agent) {
    return text(agent.hostname());
}

QString CommandText::nameOf(const v1::Job& job) {
    return tr("%1 (%2)").arg(text(job.id()), text(job.name()));
}

QString CommandText::nameOf(const v1::Task& task) {
    return tr("%1 (%2)").arg(text(task.name()), text(task.id()));
}

// The beginning of its id is that of all offers.
QString CommandText::nameOf(const v1::Offer& offer) {
    const auto id = text(offer.id());
    return tr("%1 (%2)").arg(id.mid(id.lastIndexOf(QLatin1Char('-')) + 1), frameworkOf(offer));
}

QString CommandText::frameworkOf(const v1::Offer& offer) {
    return text(offer.framework_name().empty() ? offer.framework_id() : offer.framework_name());
}

QString CommandText::nameOf(const models::ClusterState& state, const v1::Gpu& gpu) {
    const auto* agent = state.agent(gpu.agent_id());
    return agent == nullptr ? text(gpu.uuid())
                            : tr("GPU %1 of %2").arg(gpu.index()).arg(text(agent->hostname()));
}

namespace {

QString translated(std::string_view words) {
    return QCoreApplication::translate("CommandText", std::string(words).c_str());
}

widgets::CommandQuestion::Reason reasonOf(CommandKind kind) {
    using Reason = widgets::CommandQuestion::Reason;
    switch (info(kind).reason) {
    case OperatorCommandInfo::Reason::None:
        return Reason::None;
    case OperatorCommandInfo::Reason::Optional:
        return Reason::Optional;
    case OperatorCommandInfo::Reason::Required:
        break;
    }
    return Reason::Required;
}

} // namespace

QString CommandText::verb(CommandKind kind) {
    return translated(info(kind).verb);
}

QString CommandText::choose(CommandKind kind) {
    return translated(info(kind).choose);
}

QString CommandText::refused(CommandKind kind, ObjectState state, const QString& name) {
    const auto words = refusal(kind, state);
    return words.empty() ? QString() : translated(words).arg(name);
}

QString CommandText::subject(const OperatorCommand& command, QString (*counted)(int)) {
    return command.items.size() == 1 ? command.items.front().name
                                     : counted(static_cast<int>(command.items.size()));
}

QString CommandText::line(const v1::Task& task) {
    const auto what = task.user().empty()
        ? tr("%1 on %2").arg(nameOf(task), text(task.hostname()))
        : tr("%1 of %2 on %3").arg(nameOf(task), text(task.user()), text(task.hostname()));
    return task.gpus_size() == 0 ? what : tr("%1, %2").arg(what, gpus(task.gpus_size()));
}

QString CommandText::line(const v1::Offer& offer) {
    return tr("%1: %2 on %3")
        .arg(nameOf(offer), models::bundleText(offer.resources()), text(offer.hostname()));
}

QString CommandText::stops(const std::vector<const v1::Task*>& tasks) {
    if (tasks.empty()) {
        return {};
    }
    std::set<std::string> users;
    for (const auto* task : tasks) {
        users.insert(task->user());
    }
    return tr("stops %1 of %2")
        .arg(CommandText::tasks(static_cast<int>(tasks.size())),
            CommandText::users(static_cast<int>(users.size())));
}

std::vector<const v1::Task*> tasksOn(const models::ClusterState& state, const std::string& agent) {
    std::vector<const v1::Task*> out;
    for (const auto& [key, task] : state.tasks()) {
        if (task.agent_id() == agent && !models::taskEnded(task.state())) {
            out.push_back(&task);
        }
    }
    return out;
}

namespace {

// REQUIRES: a command that names its object by one id.
v1::Request requestOf(CommandKind kind, const std::string& object) {
    v1::Request request;
    switch (kind) {
    case CommandKind::DrainNode:
        request.mutable_drain_node()->set_agent(object);
        break;
    case CommandKind::ResumeNode:
        request.mutable_reactivate_node()->set_agent(object);
        break;
    case CommandKind::RestrictGpu:
        request.mutable_restrict_gpu()->set_uuid(object);
        break;
    case CommandKind::ReleaseGpu:
        request.mutable_release_gpu()->set_uuid(object);
        break;
    case CommandKind::HoldJob:
        request.mutable_hold_job()->set_job_id(object);
        break;
    case CommandKind::ReleaseJob:
        request.mutable_release_job()->set_job_id(object);
        break;
    case CommandKind::KillJob:
        request.mutable_kill_job()->set_job_id(object);
        break;
    case CommandKind::RescindOffer:
        request.mutable_rescind_offer()->set_offer_id(object);
        break;
    case CommandKind::MarkNodeGone:
    case CommandKind::DeactivateNode:
    case CommandKind::KillTask:
    case CommandKind::AcknowledgeAlert:
    case CommandKind::TeardownFramework:
    case CommandKind::ScheduleMaintenance:
    case CommandKind::StartMaintenance:
    case CommandKind::StopMaintenance:
    case CommandKind::UpdateQuota:
    case CommandKind::UpdateWeight:
    case CommandKind::PutSchedule:
    case CommandKind::DeleteSchedule:
    case CommandKind::RunSchedule:
    case CommandKind::PauseSchedule:
    case CommandKind::ResumeSchedule:
    case CommandKind::PutService:
    case CommandKind::ScaleService:
    case CommandKind::RestartService:
    case CommandKind::DeleteService:
    case CommandKind::KillInstances:
    case CommandKind::CancelDeployment:
    case CommandKind::ResetServiceDelay:
        Q_ASSERT(false);
    }
    return request;
}

} // namespace

void add(
    OperatorCommand& command, CommandKind kind, const QString& name, const std::string& object) {
    command.items.push_back({name, requestOf(kind, object)});
    if (const auto undo = info(kind).undo) {
        command.undo.push_back({name, requestOf(*undo, object)});
    }
}

void finish(OperatorCommand& command, CommandKind kind, const QString& title, const QString& done) {
    const auto& row = info(kind);
    command.asks = row.endsWork || row.reason == OperatorCommandInfo::Reason::Required;
    command.undoAsks = row.undo && info(*row.undo).endsWork;
    command.question.reason = reasonOf(kind);
    finish(command, CommandText::verb(kind), title, done);
}

void finish(
    OperatorCommand& command, const QString& verb, const QString& title, const QString& done) {
    command.question.title = title;
    command.question.verb = verb;
    command.question.objects = static_cast<int>(command.items.size());
    command.done = done;
}

} // namespace muster::console
