// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/orders/order_text.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

namespace {

ObjectState stateOf(const v1::Agent& node) {
    return !node.has_drain()  ? ObjectState::Ready
        : node.drain().done() ? ObjectState::Drained
                              : ObjectState::Draining;
}

QString cannot(OperatorCommand command, const models::ClusterState& state, const QString& agent) {
    const auto* node = state.agent(agent.toStdString());
    return node == nullptr ? OrderText::choose(command)
                           : OrderText::refused(command, stateOf(*node), OrderText::nameOf(*node));
}

} // namespace

QString cannotDrain(const models::ClusterState& state, const QString& agent) {
    return cannot(OperatorCommand::DrainNode, state, agent);
}

QString cannotResume(const models::ClusterState& state, const QString& agent) {
    return cannot(OperatorCommand::ResumeNode, state, agent);
}

Order drainNodes(const models::ClusterState& state, const QStringList& agents) {
    Order order;
    std::vector<const v1::Task*> stopped;
    for (const auto& id : agents) {
        if (!cannotDrain(state, id).isEmpty()) {
            continue;
        }
        const auto& node = *state.agent(id.toStdString());
        add(order, OperatorCommand::DrainNode, OrderText::nameOf(node), node.id());
        for (const auto* task : tasksOn(state, node.id())) {
            stopped.push_back(task);
            order.question.list << OrderText::line(*task);
        }
    }
    const auto subject = OrderText::subject(order, &OrderText::nodes);
    order.question.effect = stopped.empty()
        ? OrderText::tr("No new work is placed on %1. Nothing runs there now.").arg(subject)
        : OrderText::tr("No new work is placed on %1. It %2; jobs among them go back to the queue.")
              .arg(subject, OrderText::stops(stopped));
    if (stopped.empty() && order.items.size() > 1) {
        for (const auto& item : order.items) {
            order.question.list << item.name;
        }
    }
    order.question.hasGrace = !stopped.empty();
    finish(order, OperatorCommand::DrainNode, OrderText::tr("Drain %1").arg(subject),
        OrderText::tr("No new work is placed on %1").arg(subject));
    return order;
}

// To take it back is a drain again, which may stop what has started meanwhile.
Order resumeNodes(const models::ClusterState& state, const QStringList& agents) {
    Order order;
    for (const auto& id : agents) {
        if (!cannotResume(state, id).isEmpty()) {
            continue;
        }
        const auto& node = *state.agent(id.toStdString());
        add(order, OperatorCommand::ResumeNode, OrderText::nameOf(node), node.id());
        order.undo.back().request.mutable_drain_node()->set_reason(node.drain().reason());
        order.question.list << OrderText::tr("%1, drained by %2: %3")
                                   .arg(OrderText::nameOf(node), text(node.drain().author()),
                                       text(node.drain().reason()));
    }
    const auto subject = OrderText::subject(order, &OrderText::nodes);
    order.question.effect = OrderText::tr("Work is placed on %1 again.").arg(subject);
    finish(order, OperatorCommand::ResumeNode, OrderText::tr("Resume %1").arg(subject),
        OrderText::tr("Work is placed on %1 again").arg(subject));
    return order;
}

} // namespace muster::console
