// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/offer_model.h"

#include "core/columns/offer.h"
#include "widgets/models/shown_columns.h"

namespace muster::models {

namespace {

const auto& shownColumns() {
    static const ShownColumns<columns::OfferRow> all(
        "muster::models::OfferModel", columns::offerColumns(), columns::offerOrder());
    return all;
}

} // namespace

OfferModel::OfferModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Offers, parent) { }

int OfferModel::columns() const {
    return shownColumns().count();
}

TableModel::Column OfferModel::column(int index) const {
    return shownColumns().head(index);
}

TableModel::Cell OfferModel::cell(const std::string& key, int column) const {
    const auto found = state().offers().find(key);
    return found == state().offers().end() ? Cell()
                                           : shownColumns().cell(column, {found->second, state()});
}

} // namespace muster::models
