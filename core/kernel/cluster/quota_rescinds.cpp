// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/quota_rescinds.h"

namespace muster::cluster {

namespace {

using allocator::FairShare;

bool takesFrom(const Quantities& offered, const Quantities& excess) {
    for (std::size_t kind = 0; kind < offered.of.size(); ++kind) {
        if (offered[kind] > 0 && excess[kind] > 0) {
            return true;
        }
    }
    return false;
}

Quantities overLimit(const FairShare::Role& top) {
    Quantities out;
    const Quantities consumed = top.consumed();
    for (std::size_t kind = 0; kind < out.of.size(); ++kind) {
        out[kind] = consumed[kind] > top.quota.limits[kind] ? consumed[kind] : 0;
    }
    return out;
}

} // namespace

void rescindOverLimit(
    const FairShare& share, const std::string& role, OfferTable& offers, OfferIssuer& issuer) {
    const FairShare::Role* top = share.find(role);
    if (!top || overLimit(*top).empty()) {
        return;
    }
    for (OfferEntry* entry : offers.youngestFirst()) {
        const bool counts = entry->client->role->top == top;
        if (counts && takesFrom(unreservedQuantities(entry->offer->resources), overLimit(*top))) {
            issuer.rescind(*entry);
        }
    }
}

void rescindForGuarantees(const FairShare& share, OfferTable& offers, OfferIssuer& issuer) {
    if (share.deficit().empty()) {
        return;
    }
    for (OfferEntry* entry : offers.youngestFirst()) {
        const bool guaranteed = !entry->client->role->top->quota.guarantees.empty();
        if (!guaranteed
            && takesFrom(unreservedQuantities(entry->offer->resources), share.deficit())) {
            issuer.rescind(*entry);
        }
    }
}

} // namespace muster::cluster
