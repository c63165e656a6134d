// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/cluster/offer_issuer.h"

// Offers where a quota was set anew: what is offered counts like what is used, so some of it is
// taken back, the youngest first. Looks at every offer.
namespace muster::cluster {

// Until the role, with those beneath, is within its limit.
void rescindOverLimit(const allocator::FairShare& share, const std::string& role,
    OfferTable& offers, OfferIssuer& issuer);
// Of roles that are guaranteed nothing, as much as is lacking for the guarantees of others.
void rescindForGuarantees(
    const allocator::FairShare& share, OfferTable& offers, OfferIssuer& issuer);

} // namespace muster::cluster
