// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/offers.h"

namespace muster::cli {

namespace {

const std::vector<Field> kFields = {
    {"OFFER", "offer_id"},
    {"FRAMEWORK", "framework_name"},
    {"NODE", "node"},
    {"RESOURCES", "resources"},
    {"MADE", "made"},
    {"FRAMEWORK-ID", "framework_id", true},
    {"AGENT-ID", "agent_id", true},
};

} // namespace

Listing Offers::list(const ClusterView& view) const {
    Listing listing{"offers", kFields, {}};
    for (const auto& [id, offer] : view.offers()) {
        if (passes("", offer.hostname()))
            listing.rows.push_back(
                {Cell::word(id), Cell::word(offer.framework_name()), Cell::word(offer.hostname()),
                    Cell::word(offer.resources()), timeCell(offer.made_ms()),
                    Cell::word(offer.framework_id()), Cell::word(offer.agent_id())});
    }
    return listing;
}

void Offers::addTo(CommandLine& line) {
    line.examples = "  muster offers\n"
                    "  muster offers --watch\n"
                    "'muster offers refused' lists what is not offered, and why";
}

std::string Offers::emptyHint() const {
    return "No offers are outstanding. 'muster nodes' shows what is free, 'muster offers refused' "
           "what is not offered and why";
}

} // namespace muster::cli
