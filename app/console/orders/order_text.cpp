// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/orders/order_text.h"

#include "widgets/models/mark.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

QString OrderText::tasks(int count) {
    return count == 1 ? tr("1 task") : tr("%n tasks", nullptr, count);
}

QString OrderText::users(int count) {
    return count == 1 ? tr("1 user") : tr("%n users", nullptr, count);
}

QString OrderText::jobs(int count) {
    return count == 1 ? tr("1 job") : tr("%n jobs", nullptr, count);
}

QString OrderText::gpus(int count) {
    return count == 1 ? tr("1 GPU") : tr("%n GPUs", nullptr, count);
}

QString OrderText::nodes(int count) {
    return count == 1 ? tr("1 node") : tr("%n nodes", nullptr, count);
}

QString OrderText::offers(int count) {
    return count == 1 ? tr("1 offer") : tr("%n offers", nullptr, count);
}

QString OrderText::frameworks(int count) {
    return count == 1 ? tr("1 framework") : tr("%n frameworks", nullptr, count);
}

QString OrderText::nameOf(const v1::Agent& agent) {
    return text(agent.hostname());
}

QString OrderText::nameOf(const v1::Job& job) {
    return tr("%1 (%2)").arg(text(job.id()), text(job.name()));
}

QString OrderText::nameOf(const v1::Task& task) {
    return tr("%1 (%2)").arg(text(task.name()), text(task.id()));
}

// The beginning of its id is that of all offers.
QString OrderText::nameOf(const v1::Offer& offer) {
    const auto id = text(offer.id());
    return tr("%1 (%2)").arg(id.mid(id.lastIndexOf(QLatin1Char('-')) + 1), frameworkOf(offer));
}

QString OrderText::frameworkOf(const v1::Offer& offer) {
    return text(offer.framework_name().empty() ? offer.framework_id() : offer.framework_name());
}

QString OrderText::nameOf(const models::ClusterState& state, const v1::Gpu& gpu) {
    const auto* agent = state.agent(gpu.agent_id());
    return agent == nullptr ? text(gpu.uuid())
                            : tr("GPU %1 of %2").arg(gpu.index()).arg(text(agent->hostname()));
}

namespace {

QString translated(std::string_view words) {
    return QCoreApplication::translate("OrderText", std::string(words).c_str());
}

widgets::OrderQuestion::Reason reasonOf(OperatorCommand command) {
    using Reason = widgets::OrderQuestion::Reason;
    switch (info(command).reason) {
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

QString OrderText::verb(OperatorCommand command) {
    return translated(info(command).verb);
}

QString OrderText::choose(OperatorCommand command) {
    return translated(info(command).choose);
}

QString OrderText::refused(OperatorCommand command, ObjectState state, const QString& name) {
    const auto words = refusal(command, state);
    return words.empty() ? QString() : translated(words).arg(name);
}

QString OrderText::subject(const Order& order, QString (*counted)(int)) {
    return order.items.size() == 1 ? order.items.front().name
                                   : counted(static_cast<int>(order.items.size()));
}

QString OrderText::line(const v1::Task& task) {
    const auto what = task.user().empty()
        ? tr("%1 on %2").arg(nameOf(task), text(task.hostname()))
        : tr("%1 of %2 on %3").arg(nameOf(task), text(task.user()), text(task.hostname()));
    return task.gpus_size() == 0 ? what : tr("%1, %2").arg(what, gpus(task.gpus_size()));
}

QString OrderText::line(const v1::Offer& offer) {
    return tr("%1: %2 on %3").arg(nameOf(offer), text(offer.resources()), text(offer.hostname()));
}

QString OrderText::stops(const std::vector<const v1::Task*>& tasks) {
    if (tasks.empty()) {
        return {};
    }
    std::set<std::string> users;
    for (const auto* task : tasks) {
        users.insert(task->user());
    }
    return tr("stops %1 of %2")
        .arg(OrderText::tasks(static_cast<int>(tasks.size())),
            OrderText::users(static_cast<int>(users.size())));
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
v1::Request requestOf(OperatorCommand command, const std::string& object) {
    v1::Request request;
    switch (command) {
    case OperatorCommand::DrainNode:
        request.mutable_drain_node()->set_agent(object);
        break;
    case OperatorCommand::ResumeNode:
        request.mutable_reactivate_node()->set_agent(object);
        break;
    case OperatorCommand::RestrictGpu:
        request.mutable_restrict_gpu()->set_uuid(object);
        break;
    case OperatorCommand::ReleaseGpu:
        request.mutable_release_gpu()->set_uuid(object);
        break;
    case OperatorCommand::HoldJob:
        request.mutable_hold_job()->set_job_id(object);
        break;
    case OperatorCommand::ReleaseJob:
        request.mutable_release_job()->set_job_id(object);
        break;
    case OperatorCommand::KillJob:
        request.mutable_kill_job()->set_job_id(object);
        break;
    case OperatorCommand::RescindOffer:
        request.mutable_rescind_offer()->set_offer_id(object);
        break;
    case OperatorCommand::MarkNodeGone:
    case OperatorCommand::DeactivateNode:
    case OperatorCommand::KillTask:
    case OperatorCommand::AcknowledgeAlert:
    case OperatorCommand::TeardownFramework:
    case OperatorCommand::ScheduleMaintenance:
    case OperatorCommand::StartMaintenance:
    case OperatorCommand::StopMaintenance:
    case OperatorCommand::UpdateQuota:
    case OperatorCommand::UpdateWeight:
        Q_ASSERT(false);
    }
    return request;
}

} // namespace

void add(Order& order, OperatorCommand command, const QString& name, const std::string& object) {
    order.items.push_back({name, requestOf(command, object)});
    if (const auto undo = info(command).undo) {
        order.undo.push_back({name, requestOf(*undo, object)});
    }
}

void finish(Order& order, OperatorCommand command, const QString& title, const QString& done) {
    const auto& row = info(command);
    order.asks = row.endsWork || row.reason == OperatorCommandInfo::Reason::Required;
    order.undoAsks = row.undo && info(*row.undo).endsWork;
    order.question.title = title;
    order.question.verb = OrderText::verb(command);
    order.question.reason = reasonOf(command);
    order.question.objects = static_cast<int>(order.items.size());
    order.done = done;
}

} // namespace muster::console
