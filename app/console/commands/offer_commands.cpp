// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/commands/command_text.h"
#include "widgets/models/resource_text.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

namespace {

const v1::Offer* findOffer(const models::ClusterState& state, const QString& id) {
    const auto found = state.offers().find(id.toStdString());
    return found == state.offers().end() ? nullptr : &found->second;
}

QString effectOf(const v1::Offer& offer) {
    return CommandText::tr(
        "%1 loses %2 on %3, which it has not accepted yet. It is not offered them again for 5 "
        "seconds, so that others come first. Nothing that is running is stopped.")
        .arg(CommandText::frameworkOf(offer), models::bundleText(offer.resources()),
            text(offer.hostname()));
}

QString effectOfMany(const QString& subject, int frameworks) {
    return CommandText::tr(
        "%1 of %2 are rescinded. They are not offered the same again for 5 "
        "seconds, so that others come first. Nothing that is running is stopped.")
        .arg(subject, CommandText::frameworks(frameworks));
}

} // namespace

QString cannotRescind(const models::ClusterState& state, const QString& id) {
    return findOffer(state, id) == nullptr ? CommandText::choose(CommandKind::RescindOffer)
                                           : QString();
}

OperatorCommand rescindOffers(const models::ClusterState& state, const QStringList& offers) {
    OperatorCommand command;
    std::set<std::string> frameworks;
    const v1::Offer* last = nullptr;
    for (const auto& id : offers) {
        const auto* offer = findOffer(state, id);
        if (offer == nullptr) {
            continue;
        }
        add(command, CommandKind::RescindOffer, CommandText::nameOf(*offer), offer->id());
        command.question.list << CommandText::line(*offer);
        frameworks.insert(offer->framework_id());
        last = offer;
    }
    const auto subject = CommandText::subject(command, &CommandText::offers);
    if (command.items.size() == 1) {
        command.question.list.clear();
        command.question.effect = effectOf(*last);
    } else {
        command.question.effect = effectOfMany(subject, static_cast<int>(frameworks.size()));
    }
    finish(command, CommandKind::RescindOffer, CommandText::tr("Rescind %1").arg(subject),
        CommandText::tr("Rescinded: %1").arg(subject));
    return command;
}

} // namespace muster::console
