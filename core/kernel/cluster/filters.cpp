// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <queue>
#include <span>
#include <tuple>
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

std::span<const Filter> filtersOf(const AgentEntry& agent, const ClientEntry& client) {
    const auto& filters = agent.filters;
    const auto [first, last]
        = std::equal_range(filters.begin(), filters.end(), client.serial, ByClient{});
    return {first, last};
}

// Another one of the same client and agent holds for as long, and for as much.
bool isCovered(std::span<const Filter> filters, const Filter& filter) {
    return std::any_of(filters.begin(), filters.end(), [&](const Filter& other) {
        const bool longer
            = other.until > filter.until || (other.until == filter.until && &other < &filter);
        return longer && other.refused.contains(filter.refused);
    });
}

// The refusals of one client, those that end last first.
struct Walk {
    const ClientEntry* client;
    std::map<Uptime, std::vector<AgentEntry*>>::const_reverse_iterator at;

    bool operator<(const Walk& other) const { // comes after it
        return std::tuple(at->first, other.client->serial)
            < std::tuple(other.at->first, client->serial);
    }
    bool isDone(Uptime now) const { return at == client->refusals.rend() || at->first <= now; }
};

// What ends at one time.
void addEnding(const Walk& walk, Now now, std::vector<Master::Refusal>& rows) {
    const auto& [until, agents] = *walk.at;
    std::map<AgentNumber, const AgentEntry*> byNumber;
    for (const AgentEntry* agent : agents) {
        if (!agent->policy.gone) {
            byNumber.emplace(agent->number, agent);
        }
    }
    for (const auto& [number, agent] : byNumber) {
        const auto filters = filtersOf(*agent, *walk.client);
        for (const Filter& filter : filters) {
            if (filter.until == until && !isCovered(filters, filter)) {
                rows.push_back({walk.client->framework, walk.client->role->name, agent,
                    filter.refused, now.wallAt(until), filter.reason});
            }
        }
    }
}

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
        giveBack(framework, agent, false);
        refuse(client, agent, offer->resources, call.refuse);
    }
}

// Two eager frameworks that refuse without a filter would pass it to and fro for ever: what one of
// them did not touch waits for the next round.
void Master::State::giveBack(const FrameworkEntry& framework, AgentEntry& agent, bool used) {
    agent.freed = agent.freed || used || !framework.info.eager;
}

// A framework may refuse several things of an agent: one filter each, unless a former one says the
// same for as long.
void Master::State::refuse(ClientEntry& client, AgentEntry& agent, Resources refused,
    Duration length, RefusalReason reason) {
    const Uptime until = now.uptime + refusalLength(length);
    if (until == now.uptime || refused.empty()) {
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
    filters.insert(last, Filter{client.serial, until, std::move(refused), reason});
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
        if (at->until > now.uptime && at->refused.contains(resources)) {
            return true;
        }
    }
    return false;
}

void Master::State::dropFilters(ClientEntry& client, Uptime until) {
    const auto node = client.refusals.extract(until);
    for (AgentEntry* agent : node.mapped()) {
        std::erase_if(agent->filters, [&](const Filter& filter) {
            return filter.client == client.serial && filter.until == until;
        });
        markFreed(*agent);
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

Master::Refusals Master::refusals(
    const std::vector<FrameworkId>& frameworks, std::size_t limit, Now now) const {
    Refusals out;
    std::priority_queue<Walk> walks;
    const bool gpus = m_state->options.filterGpuResources && !m_state->gpuOwner.empty();
    for (const FrameworkId& id : frameworks) {
        const FrameworkEntry* framework = m_state->findFramework(id);
        if (!framework || !framework->link) {
            continue;
        }
        for (const auto& [role, client] : framework->clients) {
            if (const Walk walk{&client, client.refusals.rbegin()}; !walk.isDone(now.uptime)) {
                walks.push(walk);
            }
        }
        for (const std::string& role : framework->suppressed) {
            out.withheld.push_back(
                {framework, role, nullptr, {}, std::nullopt, RefusalReason::Suppressed});
        }
        if (gpus && !framework->info.has(Capability::GpuResources)) {
            out.withheld.push_back(
                {framework, {}, nullptr, {}, std::nullopt, RefusalReason::NoGpuCapability});
        }
    }
    while (!walks.empty() && out.rows.size() <= limit) {
        Walk walk = walks.top();
        walks.pop();
        addEnding(walk, now, out.rows);
        if (++walk.at; !walk.isDone(now.uptime)) {
            walks.push(walk);
        }
    }
    for (auto* rows : {&out.rows, &out.withheld}) {
        out.more = out.more || rows->size() > limit;
        rows->resize(std::min(rows->size(), limit));
    }
    return out;
}

} // namespace muster::cluster
