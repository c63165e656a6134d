// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

using Kind = Deadlines::Kind;

Duration refusalLength(Duration asked) {
    return asked < Duration::zero() ? kDefaultRefusal : std::min(asked, kMaximumRefusal);
}

struct ByClient {
    bool operator()(const Filter& a, ClientNumber b) const { return a.client < b; }
    bool operator()(ClientNumber a, const Filter& b) const { return a < b.client; }
};

} // namespace

void Master::State::decline(FrameworkEntry& framework, const Decline& call) {
    for (const OfferId& id : call.offers) {
        OfferEntry* entry = findOffer(id);
        if (!entry || entry->client->framework != &framework) {
            continue; // rescinded meanwhile
        }
        const OfferPtr offer = entry->offer;
        AgentEntry& agent = *entry->agent;
        ClientEntry& client = *entry->client;
        removeOffer(*entry);
        refuse(client, agent, offer->resources, call.refuse);
    }
}

// A framework may refuse several things of an agent: one filter each, unless a former one says the
// same for as long.
void Master::State::refuse(
    ClientEntry& client, AgentEntry& agent, Resources refused, Duration length) {
    const Instant until = now + refusalLength(length);
    if (until == now || refused.empty()) {
        return;
    }
    auto& filters = agent.filters;
    const auto [first, last]
        = std::equal_range(filters.begin(), filters.end(), client.serial, ByClient{});
    const bool known = std::any_of(first, last, [&](const Filter& filter) {
        return filter.until >= until && filter.refused.contains(refused);
    });
    if (known) {
        return;
    }
    filters.insert(last, Filter{client.serial, until, std::move(refused)});
    auto& sameEnd = client.refusals[until];
    if (sameEnd.empty()) {
        deadlines.insert({until, Kind::FilterExpiry, client.serial, 0});
    }
    sameEnd.push_back(&agent);
}

// Asked again and again of the same agents, so each answer is kept.
bool Master::State::isWanted(ClientEntry& client, const AgentEntry& agent) {
    using Verdict = ClientEntry::Verdict;
    if (!client.wanted) {
        return true;
    }
    if (agent.profile >= client.verdicts.size()) {
        client.verdicts.resize(agent.profile + 1, Verdict::Unknown);
    }
    Verdict& verdict = client.verdicts[agent.profile];
    if (verdict == Verdict::Unknown) {
        verdict = client.wanted->admits(agent.info) ? Verdict::Wanted : Verdict::Unwanted;
    }
    return verdict == Verdict::Wanted;
}

bool Master::State::isRefused(
    const ClientEntry& client, const AgentEntry& agent, const Resources& resources) const {
    const auto& filters = agent.filters;
    auto at = std::lower_bound(filters.begin(), filters.end(), client.serial, ByClient{});
    for (; at != filters.end() && at->client == client.serial; ++at) {
        if (at->until > now && at->refused.contains(resources)) {
            return true;
        }
    }
    return false;
}

void Master::State::dropFilters(ClientEntry& client, Instant until) {
    const auto node = client.refusals.extract(until);
    for (AgentEntry* agent : node.mapped()) {
        std::erase_if(agent->filters, [&](const Filter& filter) {
            return filter.client == client.serial && filter.until == until;
        });
        markDirty(*agent);
    }
}

void Master::State::clearFilters(ClientEntry& client) {
    for (const auto& [until, refusing] : std::exchange(client.refusals, {})) {
        deadlines.erase({until, Kind::FilterExpiry, client.serial, 0});
        for (AgentEntry* agent : refusing) {
            std::erase_if(agent->filters,
                [&client](const Filter& filter) { return filter.client == client.serial; });
        }
    }
}

void Master::State::clearFilters(FrameworkEntry& framework) {
    for (auto& [role, client] : framework.clients) {
        clearFilters(client);
    }
}

} // namespace muster::cluster
