// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/orders/order_text.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

namespace {

const v1::Offer* findOffer(const models::ClusterState& state, const QString& id) {
    const auto found = state.offers().find(id.toStdString());
    return found == state.offers().end() ? nullptr : &found->second;
}

QString effectOf(const v1::Offer& offer) {
    return OrderText::tr(
        "%1 loses %2 on %3, which it has not accepted yet. For 5 seconds it is not "
        "offered that again: others come first. Nothing that runs is stopped.")
        .arg(OrderText::frameworkOf(offer), text(offer.resources()), text(offer.hostname()));
}

QString effectOfMany(const QString& subject, int frameworks) {
    return OrderText::tr("%1 of %2 are taken back. For 5 seconds none of them is offered that "
                         "again: others come first. Nothing that runs is stopped.")
        .arg(subject, OrderText::frameworks(frameworks));
}

} // namespace

QString cannotRescind(const models::ClusterState& state, const QString& id) {
    return findOffer(state, id) == nullptr ? OrderText::choose(OperatorCommand::RescindOffer)
                                           : QString();
}

Order rescindOffers(const models::ClusterState& state, const QStringList& offers) {
    Order order;
    std::set<std::string> frameworks;
    const v1::Offer* last = nullptr;
    for (const auto& id : offers) {
        const auto* offer = findOffer(state, id);
        if (offer == nullptr) {
            continue;
        }
        add(order, OperatorCommand::RescindOffer, OrderText::nameOf(*offer), offer->id());
        order.question.list << OrderText::line(*offer);
        frameworks.insert(offer->framework_id());
        last = offer;
    }
    const auto subject = OrderText::subject(order, &OrderText::offers);
    if (order.items.size() == 1) {
        order.question.list.clear();
        order.question.effect = effectOf(*last);
    } else {
        order.question.effect = effectOfMany(subject, static_cast<int>(frameworks.size()));
    }
    finish(order, OperatorCommand::RescindOffer, OrderText::tr("Rescind %1").arg(subject),
        OrderText::tr("Rescinded: %1").arg(subject));
    return order;
}

} // namespace muster::console
