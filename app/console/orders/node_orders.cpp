// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/orders/order_text.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

QString cannotDrain(const models::ClusterState& state, const QString& agent) {
    const auto* node = state.agent(agent.toStdString());
    return node == nullptr   ? CommandText::tr("Choose a node")
        : !node->has_drain() ? QString()
        : node->drain().done()
        ? CommandText::tr("%1 is already drained").arg(CommandText::nameOf(*node))
        : CommandText::tr("%1 is already draining").arg(CommandText::nameOf(*node));
}

QString cannotResume(const models::ClusterState& state, const QString& agent) {
    const auto* node = state.agent(agent.toStdString());
    return node == nullptr   ? CommandText::tr("Choose a node")
        : !node->has_drain() ? CommandText::tr("%1 is not drained").arg(CommandText::nameOf(*node))
        : node->drain().done()
        ? QString()
        : CommandText::tr("%1 is still draining: it can be resumed when its tasks have ended")
              .arg(CommandText::nameOf(*node));
}

namespace {

v1::Request drainRequest(const v1::Agent& node) {
    v1::Request request;
    request.mutable_drain_node()->set_agent(node.id());
    return request;
}

v1::Request resumeRequest(const v1::Agent& node) {
    v1::Request request;
    request.mutable_reactivate_node()->set_agent(node.id());
    return request;
}

} // namespace

OperatorCommand drainNodes(const models::ClusterState& state, const QStringList& agents) {
    OperatorCommand command;
    std::vector<const v1::Task*> stopped;
    for (const auto& id : agents) {
        if (!cannotDrain(state, id).isEmpty()) {
            continue;
        }
        const auto& node = *state.agent(id.toStdString());
        command.items.push_back({CommandText::nameOf(node), drainRequest(node)});
        command.undo.push_back({CommandText::nameOf(node), resumeRequest(node)});
        for (const auto* task : tasksOn(state, node.id())) {
            stopped.push_back(task);
            command.question.list << CommandText::line(*task);
        }
    }
    const auto subject = CommandText::subject(command, &CommandText::nodes);
    command.question.effect = stopped.empty()
        ? CommandText::tr("No new work is placed on %1. Nothing is running there now.").arg(subject)
        : CommandText::tr(
            "No new work is placed on %1. The drain %2; jobs among them return to the queue.")
              .arg(subject, CommandText::stops(stopped));
    if (stopped.empty() && command.items.size() > 1) {
        for (const auto& item : command.items) {
            command.question.list << item.name;
        }
    }
    command.question.reason = widgets::CommandQuestion::Reason::Required;
    command.question.hasGrace = !stopped.empty();
    finish(command, CommandText::tr("Drain %1").arg(subject), CommandText::tr("Drain"),
        CommandText::tr("No new work is placed on %1").arg(subject));
    return command;
}

// To take it back is a drain again, which may stop what has started meanwhile.
OperatorCommand resumeNodes(const models::ClusterState& state, const QStringList& agents) {
    OperatorCommand command;
    for (const auto& id : agents) {
        if (!cannotResume(state, id).isEmpty()) {
            continue;
        }
        const auto& node = *state.agent(id.toStdString());
        command.items.push_back({CommandText::nameOf(node), resumeRequest(node)});
        command.undo.push_back({CommandText::nameOf(node), drainRequest(node)});
        command.undo.back().request.mutable_drain_node()->set_reason(node.drain().reason());
        command.question.list << CommandText::tr("%1, drained by %2: %3")
                                     .arg(CommandText::nameOf(node), text(node.drain().author()),
                                         text(node.drain().reason()));
    }
    const auto subject = CommandText::subject(command, &CommandText::nodes);
    command.asks = false;
    command.undoAsks = true;
    command.question.effect = CommandText::tr("Work is placed on %1 again.").arg(subject);
    command.question.reason = widgets::CommandQuestion::Reason::Optional;
    finish(command, CommandText::tr("Resume %1").arg(subject), CommandText::tr("Resume"),
        CommandText::tr("Work is placed on %1 again").arg(subject));
    return command;
}

} // namespace muster::console
