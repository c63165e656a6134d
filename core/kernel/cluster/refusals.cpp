// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

void Master::State::decline(FrameworkEntry& framework, const Decline& call) {
    for (const OfferId& id : call.offers) {
        OfferEntry* entry = offers.find(id);
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
    if (used || !framework.info.eager) {
        queue.noteFreed(agent.queue);
    }
}

void Master::State::refuse(ClientEntry& client, AgentEntry& agent, Resources refused,
    Duration length, RefusalReason reason) {
    const Duration asked = length < Duration::zero() ? kDefaultRefusal : length;
    const Uptime until = now.uptime + std::min(asked, kMaximumRefusal);
    if (until > now.uptime && !refused.empty()) {
        filters.add(client.filters, agent.filters, until, std::move(refused), reason);
    }
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

void Master::State::expireFilters(ClientEntry& client, Uptime until) {
    for (const AgentNumber number : filters.expire(client.filters, until)) {
        queue.addFreed(agents.at(number).queue);
    }
}

void Master::State::clearFilters(FrameworkEntry& framework) {
    for (auto& [role, client] : framework.clients) {
        filters.clear(client.filters);
    }
}

Master::Refusals Master::refusals(
    const std::vector<FrameworkId>& frameworks, std::size_t limit, Now now) const {
    Refusals out;
    std::vector<const OfferFilters::OfClient*> clients;
    const bool gpus = m_state->options.filterGpuResources && !m_state->claims.empty();
    for (const FrameworkId& id : frameworks) {
        const FrameworkEntry* framework = m_state->findFramework(id);
        if (!framework || !framework->link) {
            continue;
        }
        for (const auto& [role, client] : framework->clients) {
            clients.push_back(&client.filters);
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
    const auto isShown = [this](AgentNumber number) { return agent(number) != nullptr; };
    for (auto& filter : m_state->filters.latest(clients, limit + 1, now.uptime, isShown)) {
        const ClientEntry& client = m_state->frameworks.client(filter.client);
        out.rows.push_back({client.framework, client.role->name, agent(filter.agent),
            std::move(filter.resources), now.wallAt(filter.until), filter.reason});
    }
    for (auto* rows : {&out.rows, &out.withheld}) {
        out.more = out.more || rows->size() > limit;
        rows->resize(std::min(rows->size(), limit));
    }
    return out;
}

} // namespace muster::cluster
