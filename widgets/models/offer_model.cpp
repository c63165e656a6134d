// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/offer_model.h"

#include "widgets/models/resource_text.h"
#include "widgets/models/text.h"

namespace muster::models {

OfferModel::OfferModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Offers, parent) { }

TableModel::Column OfferModel::column(int index) const {
    switch (static_cast<Column>(index)) {
    case Id:
        return {.title = tr("Offer"), .keys = "offer id", .rank = Rank::Main};
    case Framework:
        return {.title = tr("Framework"), .keys = "framework", .rank = Rank::Main};
    case Node:
        return {.title = tr("Node"), .keys = "node", .rank = Rank::Main};
    case Gpus:
        return {.title = tr("GPUs"),
            .keys = "gpus",
            .measure = Measure::Thousandths,
            .rank = Rank::Main};
    case Cpus:
        return {.title = tr("CPUs"), .keys = "cpus", .measure = Measure::Thousandths};
    case Mem:
        return {.title = tr("Memory"),
            .keys = "mem",
            .measure = Measure::MebibyteThousandths,
            .unit = QStringLiteral("MiB")};
    case Disk:
        return {.title = tr("Disk"),
            .keys = "disk",
            .measure = Measure::MebibyteThousandths,
            .unit = QStringLiteral("MiB")};
    case Made:
        return {.title = tr("Made"),
            .keys = "made age",
            .measure = Measure::Moment,
            .rank = Rank::Main};
    case kColumns:
        break;
    }
    return {};
}

TableModel::Cell OfferModel::cell(const std::string& key, int column) const {
    const auto found = state().offers().find(key);
    if (found == state().offers().end()) {
        return {};
    }
    const auto& offer = found->second;
    const auto amount = [&](const char* name) {
        const auto value = resourcesOf(offer.resources()).total(name);
        return numberCell(value.value, amountText(value));
    };
    switch (static_cast<Column>(column)) {
    case Id:
        return textCell(text(offer.id()));
    case Framework:
        return textCell(text(offer.framework_name()), text(offer.framework_id()));
    case Node:
        return textCell(text(offer.hostname()));
    case Gpus:
        return amount("gpus");
    case Cpus:
        return amount("cpus");
    case Mem:
        return amount("mem");
    case Disk:
        return amount("disk");
    case Made:
        return timeCell(offer.made_ms());
    case kColumns:
        break;
    }
    return {};
}

} // namespace muster::models
