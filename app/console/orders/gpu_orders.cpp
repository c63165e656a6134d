// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/orders/order_text.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

namespace {

QString cannot(OperatorCommand command, const models::ClusterState& state, const QString& uuid) {
    const auto* gpu = state.gpu(uuid.toStdString());
    return gpu == nullptr ? OrderText::choose(command)
                          : OrderText::refused(command,
                              gpu->has_restriction() ? ObjectState::Restricted : ObjectState::Ready,
                              OrderText::nameOf(state, *gpu));
}

} // namespace

QString cannotRestrict(const models::ClusterState& state, const QString& uuid) {
    return cannot(OperatorCommand::RestrictGpu, state, uuid);
}

QString cannotReleaseGpu(const models::ClusterState& state, const QString& uuid) {
    return cannot(OperatorCommand::ReleaseGpu, state, uuid);
}

namespace {

QString restrictEffect(const QString& subject, std::size_t objects, int held) {
    if (objects == 1) {
        return held == 0
            ? OrderText::tr("%1 is taken out of service at once: it is offered to nobody.")
                  .arg(subject)
            : OrderText::tr("%1 is offered to nobody any more. The task that holds it runs to its "
                            "end.")
                  .arg(subject);
    }
    return held == 0
        ? OrderText::tr("%1 are taken out of service at once: they are offered to nobody.")
              .arg(subject)
        : OrderText::tr("%1 are offered to nobody any more. Tasks that hold them run to their end.")
              .arg(subject);
}

} // namespace

Order restrictGpus(const models::ClusterState& state, const QStringList& gpus) {
    Order order;
    int held = 0;
    for (const auto& uuid : gpus) {
        if (!cannotRestrict(state, uuid).isEmpty()) {
            continue;
        }
        const auto& gpu = *state.gpu(uuid.toStdString());
        const auto name = OrderText::nameOf(state, gpu);
        add(order, OperatorCommand::RestrictGpu, name, gpu.uuid());
        const auto* task = state.taskOf(gpu);
        held += gpu.task_id().empty() ? 0 : 1;
        order.question.list << (task == nullptr
                ? name
                : OrderText::tr("%1, held by %2").arg(name, OrderText::nameOf(*task)));
    }
    const auto subject = OrderText::subject(order, &OrderText::gpus);
    if (order.items.size() == 1 && held == 0) {
        order.question.list.clear();
    }
    order.question.effect = restrictEffect(subject, order.items.size(), held);
    order.question.canEnd = true;
    finish(order, OperatorCommand::RestrictGpu, OrderText::tr("Restrict %1").arg(subject),
        OrderText::tr("Restricted: %1").arg(subject));
    return order;
}

Order releaseGpus(const models::ClusterState& state, const QStringList& gpus) {
    Order order;
    for (const auto& uuid : gpus) {
        if (!cannotReleaseGpu(state, uuid).isEmpty()) {
            continue;
        }
        const auto& gpu = *state.gpu(uuid.toStdString());
        const auto name = OrderText::nameOf(state, gpu);
        add(order, OperatorCommand::ReleaseGpu, name, gpu.uuid());
        auto& again = *order.undo.back().request.mutable_restrict_gpu();
        again.set_reason(gpu.restriction().reason());
        again.set_until_ms(gpu.restriction().until_ms());
        order.question.list << OrderText::tr("%1, restricted by %2: %3")
                                   .arg(name, text(gpu.restriction().author()),
                                       text(gpu.restriction().reason()));
    }
    const auto subject = OrderText::subject(order, &OrderText::gpus);
    order.question.effect = OrderText::tr("Offered again: %1.").arg(subject);
    finish(order, OperatorCommand::ReleaseGpu, OrderText::tr("Release %1").arg(subject),
        OrderText::tr("Released: %1").arg(subject));
    return order;
}

} // namespace muster::console
