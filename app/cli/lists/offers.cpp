// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/offers.h"

#include "core/columns/offer.h"

namespace muster::cli {

Listing Offers::list(const ClusterView& view) const {
    auto listing = listingOf("offers", columns::offerColumns());
    for (const auto& [id, offer] : view.offers()) {
        if (passes("", offer.hostname()))
            add(listing, columns::offerColumns(), {offer, view});
    }
    return listing;
}

void Offers::addTo(CommandLine& line) {
    line.examples = "  muster offers\n"
                    "  muster offers --watch\n"
                    "'muster offers refused' lists what is not offered, and why";
}

std::string Offers::emptyHint() const {
    return "'muster nodes' shows what is free, 'muster offers refused' what is not offered and "
           "why";
}

} // namespace muster::cli
