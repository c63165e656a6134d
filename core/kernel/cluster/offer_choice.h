// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/kernel/allocator/fair_share.h"
#include "core/kernel/cluster/entries.h"

// What of an agent may be offered, and to whom.
namespace muster::cluster {

Resources freePart(const AgentEntry& agent); // neither used nor offered
bool isOfferable(const AgentEntry& agent);
// It has not confirmed yet that it keeps back a GPU that another agent claims too.
bool hasUntoldClaim(const AgentEntry& agent);

struct OfferChoice {
    ClientEntry* client;
    Resources resources;
};
// Who comes first of those who want some of the agent's free part, and what of it that client may
// have; nothing: nobody. Changes only what clients remember of agents that they do not want.
// O(roles that go before + clients of theirs that do not want it).
std::optional<OfferChoice> chooseOffer(const allocator::FairShare& share,
    const OfferFilters& filters, const AgentEntry& agent, const Resources& free, Uptime now);

} // namespace muster::cluster
