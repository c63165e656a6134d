// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/offer_filters.h"

#include <algorithm>
#include <iterator>
#include <queue>
#include <span>
#include <tuple>
#include <utility>

namespace muster::cluster {

namespace {

using Filter = OfferFilters::Filter;
using Kind = Deadlines::Kind;

struct ByClient {
    bool operator()(const Filter& a, ClientNumber b) const { return a.client < b; }
    bool operator()(ClientNumber a, const Filter& b) const { return a < b.client; }
};

std::span<const Filter> ofClient(const std::vector<Filter>& filters, ClientNumber client) {
    const auto [first, last] = std::equal_range(filters.begin(), filters.end(), client, ByClient{});
    return {first, last};
}

// Another one of the same client and agent holds for as long, and for as much.
bool isCovered(std::span<const Filter> filters, const Filter& filter) {
    return std::any_of(filters.begin(), filters.end(), [&](const Filter& other) {
        const bool longer
            = other.until > filter.until || (other.until == filter.until && &other < &filter);
        return longer && other.resources.contains(filter.resources);
    });
}

} // namespace

void OfferFilters::add(
    OfClient& client, OfAgent& agent, Uptime until, Resources refused, RefusalReason reason) {
    auto& filters = agent.m_filters;
    const auto [first, last]
        = std::equal_range(filters.begin(), filters.end(), client.m_number, ByClient{});
    const bool known = std::any_of(first, last, [&](const Filter& filter) {
        return filter.until >= until && filter.resources.contains(refused);
    });
    if (known) {
        return;
    }
    filters.insert(
        last, Filter{client.m_number, agent.m_number, until, std::move(refused), reason});
    auto& sameEnd = client.m_byEnd[until];
    if (sameEnd.empty()) {
        m_deadlines.insert({until, Kind::FilterExpiry, client.m_number, 0});
    }
    sameEnd.push_back(&agent);
}

bool OfferFilters::covers(
    const OfClient& client, const OfAgent& agent, const Resources& resources, Uptime now) const {
    const auto& filters = agent.m_filters;
    auto at = std::lower_bound(filters.begin(), filters.end(), client.m_number, ByClient{});
    for (; at != filters.end() && at->client == client.m_number; ++at) {
        if (at->until > now && at->resources.contains(resources)) {
            return true;
        }
    }
    return false;
}

std::vector<AgentNumber> OfferFilters::expire(OfClient& client, Uptime until) {
    std::vector<AgentNumber> agents;
    const auto over = client.m_byEnd.extract(until);
    for (OfAgent* agent : over.mapped()) {
        std::erase_if(agent->m_filters, [&](const Filter& filter) {
            return filter.client == client.m_number && filter.until == until;
        });
        agents.push_back(agent->m_number);
    }
    return agents;
}

void OfferFilters::clear(OfClient& client) {
    for (const auto& [until, agents] : std::exchange(client.m_byEnd, {})) {
        m_deadlines.erase({until, Kind::FilterExpiry, client.m_number, 0});
        for (OfAgent* agent : agents) {
            std::erase_if(agent->m_filters,
                [&client](const Filter& filter) { return filter.client == client.m_number; });
        }
    }
}

void OfferFilters::clear(OfAgent& agent, const std::function<OfClient&(ClientNumber)>& clientOf) {
    for (const Filter& filter : std::exchange(agent.m_filters, {})) {
        OfClient& client = clientOf(filter.client);
        const auto sameEnd = client.m_byEnd.find(filter.until);
        if (sameEnd == client.m_byEnd.end()) {
            continue; // another one of it had the same end
        }
        std::erase(sameEnd->second, &agent);
        if (sameEnd->second.empty()) {
            m_deadlines.erase({filter.until, Kind::FilterExpiry, filter.client, 0});
            client.m_byEnd.erase(sameEnd);
        }
    }
}

std::vector<Filter> OfferFilters::latest(const std::vector<const OfClient*>& clients,
    std::size_t most, Uptime now, const std::function<bool(AgentNumber)>& shown) const {
    // One client's ends, the last first.
    struct Walk {
        const OfClient* client;
        std::map<Uptime, std::vector<OfAgent*>>::const_reverse_iterator at;
        bool isDone(Uptime now) const { return at == client->m_byEnd.rend() || at->first <= now; }
    };
    const auto comesLater = [](const Walk& a, const Walk& b) {
        return std::tuple(a.at->first, b.client->m_number)
            < std::tuple(b.at->first, a.client->m_number);
    };
    std::priority_queue<Walk, std::vector<Walk>, decltype(comesLater)> walks(comesLater);
    for (const OfClient* client : clients) {
        if (const Walk walk{client, client->m_byEnd.rbegin()}; !walk.isDone(now)) {
            walks.push(walk);
        }
    }
    std::vector<Filter> out;
    while (!walks.empty() && out.size() < most) {
        Walk walk = walks.top();
        walks.pop();
        std::map<AgentNumber, const OfAgent*> agents; // that end now, each once
        for (const OfAgent* agent : walk.at->second) {
            if (shown(agent->m_number)) {
                agents.emplace(agent->m_number, agent);
            }
        }
        for (const auto& [number, agent] : agents) {
            const auto filters = ofClient(agent->m_filters, walk.client->m_number);
            std::copy_if(
                filters.begin(), filters.end(), std::back_inserter(out), [&](const Filter& filter) {
                    return filter.until == walk.at->first && !isCovered(filters, filter);
                });
        }
        if (++walk.at; !walk.isDone(now)) {
            walks.push(walk);
        }
    }
    return out;
}

} // namespace muster::cluster
