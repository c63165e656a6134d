// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/commands/command_text.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

namespace {

ObjectState stateOf(const v1::Agent& node) {
    return !node.has_drain()  ? ObjectState::Ready
        : node.drain().done() ? ObjectState::Drained
                              : ObjectState::Draining;
}

QString refusalOfNode(CommandKind kind, const models::ClusterState& state, const QString& agent) {
    const auto* node = state.agent(agent.toStdString());
    return node == nullptr ? CommandText::choose(kind)
                           : CommandText::refused(kind, stateOf(*node), CommandText::nameOf(*node));
}

} // namespace

QString cannotDrain(const models::ClusterState& state, const QString& agent) {
    return refusalOfNode(CommandKind::DrainNode, state, agent);
}

QString cannotResume(const models::ClusterState& state, const QString& agent) {
    return refusalOfNode(CommandKind::ResumeNode, state, agent);
}

OperatorCommand drainNodes(const models::ClusterState& state, const QStringList& agents) {
    OperatorCommand command;
    std::vector<const v1::Task*> stopped;
    for (const auto& id : agents) {
        if (!cannotDrain(state, id).isEmpty()) {
            continue;
        }
        const auto& node = *state.agent(id.toStdString());
        add(command, CommandKind::DrainNode, CommandText::nameOf(node), node.id());
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
    command.question.hasGrace = !stopped.empty();
    finish(command, CommandKind::DrainNode, CommandText::tr("Drain %1").arg(subject),
        CommandText::tr("No new work is placed on %1").arg(subject));
    return command;
}

// To undo it is a drain again, which may stop what has started meanwhile.
OperatorCommand resumeNodes(const models::ClusterState& state, const QStringList& agents) {
    OperatorCommand command;
    for (const auto& id : agents) {
        if (!cannotResume(state, id).isEmpty()) {
            continue;
        }
        const auto& node = *state.agent(id.toStdString());
        add(command, CommandKind::ResumeNode, CommandText::nameOf(node), node.id());
        command.undo.back().request.mutable_drain_node()->set_reason(node.drain().reason());
        command.question.list << CommandText::tr("%1, drained by %2: %3")
                                     .arg(CommandText::nameOf(node), text(node.drain().author()),
                                         text(node.drain().reason()));
    }
    const auto subject = CommandText::subject(command, &CommandText::nodes);
    command.question.effect = CommandText::tr("Work is placed on %1 again.").arg(subject);
    finish(command, CommandKind::ResumeNode, CommandText::tr("Resume %1").arg(subject),
        CommandText::tr("Work is placed on %1 again").arg(subject));
    return command;
}

} // namespace muster::console
