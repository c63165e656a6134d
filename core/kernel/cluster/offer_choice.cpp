// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/offer_choice.h"

#include <algorithm>
#include <utility>

namespace muster::cluster {

namespace {

using allocator::FairShare;

bool hasReserved(const Resources& resources) {
    return std::any_of(resources.others().begin(), resources.others().end(),
        [](const Resource& item) { return item.isReserved(); });
}

bool isRefined(const Resource& item) {
    return item.reservations.size() > 1;
}

bool hasRefined(const Resources& resources) {
    return std::any_of(resources.others().begin(), resources.others().end(), isRefined);
}

Resources withoutRefined(const Resources& resources) {
    std::vector<Resource> items = resources.items();
    std::erase_if(items, isRefined);
    return Resources(std::move(items));
}

class Choosing {
public:
    Choosing(
        const FairShare& share, const OfferFilters& filters, const AgentEntry& agent, Uptime now)
        : m_share(share), m_filters(filters), m_agent(agent), m_now(now),
          m_queue(agent.ownsGpus ? FairShare::GpuAgent : FairShare::AnyAgent) { }

    std::optional<OfferChoice> choose(const Resources& free) const {
        for (const auto& ranked : m_share.unmet(m_queue)) {
            const FairShare::Role& role = *ranked.member;
            if (auto found = within(role, m_share.offerable(role, free, true))) {
                return found;
            }
        }
        const bool reserved = hasReserved(free);
        if (!reserved && !m_share.hasSurplus()) {
            return std::nullopt; // without a look at each role
        }
        for (const auto& ranked : m_share.open(m_queue)) {
            const FairShare::Role& role = *ranked.member;
            const bool whole = !reserved && m_share.isUnbounded(role);
            if (auto found = within(role, whole ? free : m_share.offerable(role, free, false))) {
                return found;
            }
        }
        // What is reserved for a role has been counted, and is offered to it at its limit too.
        for (const Resource& item : free.others()) {
            const FairShare::Role* role = item.isReserved() ? m_share.find(item.role()) : nullptr;
            if (role && !role->open[m_queue].taken) {
                if (auto found = within(*role, m_share.offerable(*role, free, false))) {
                    return found;
                }
            }
        }
        return std::nullopt;
    }

private:
    std::optional<OfferChoice> within(const FairShare::Role& role, Resources resources) const {
        ClientEntry* client = firstWanting(role, resources);
        if (!client && hasRefined(resources)) {
            resources = withoutRefined(resources);
            client = firstWanting(role, resources);
        }
        return client ? std::optional(OfferChoice{client, std::move(resources)}) : std::nullopt;
    }

    ClientEntry* firstWanting(const FairShare::Role& role, const Resources& resources) const {
        if (!m_share.isWorthOffering(resources)) {
            return nullptr;
        }
        const bool refined = hasRefined(resources);
        for (const auto& ranked : role.clients[m_queue]) {
            auto& client = static_cast<ClientEntry&>(*ranked.member);
            if (refined && !client.framework->info.has(Capability::ReservationRefinement)) {
                continue;
            }
            if (client.wanted.admits(m_agent.profile, m_agent.info)
                && !m_filters.covers(client.filters, m_agent.filters, resources, m_now)) {
                return &client;
            }
        }
        return nullptr;
    }

    const FairShare& m_share;
    const OfferFilters& m_filters;
    const AgentEntry& m_agent;
    Uptime m_now;
    FairShare::Queue m_queue;
};

} // namespace

Resources freePart(const AgentEntry& agent) {
    Resources free = agent.info.total;
    free -= agent.used.total();
    free -= agent.offered;
    return free;
}

bool isOfferable(const AgentEntry& agent) {
    return agent.state == AgentState::Active && agent.confirmed && !agent.policy.deactivated
        && !agent.info.has(NodeProblem::CannotLaunch) && !hasUntoldClaim(agent);
}

bool hasUntoldClaim(const AgentEntry& agent) {
    return !agent.claimedByOthers.empty()
        && std::any_of(agent.gpus.begin(), agent.gpus.end(), [&](const GpuStatus& row) {
               return row.state == GpuState::Free && agent.claimedByOthers.contains(row.gpu);
           });
}

std::optional<OfferChoice> chooseOffer(const FairShare& share, const OfferFilters& filters,
    const AgentEntry& agent, const Resources& free, Uptime now) {
    return Choosing(share, filters, agent, now).choose(free);
}

} // namespace muster::cluster
