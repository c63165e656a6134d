// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/orders/order_text.h"

#include "widgets/models/mark.h"
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
    return tr("%1: %2 on %3").arg(nameOf(offer), text(offer.resources()), text(offer.hostname()));
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

void finish(
    OperatorCommand& command, const QString& title, const QString& verb, const QString& done) {
    command.question.title = title;
    command.question.verb = verb;
    command.question.objects = static_cast<int>(command.items.size());
    command.done = done;
}

} // namespace muster::console
