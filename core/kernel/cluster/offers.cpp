// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

using allocator::FairShare;

bool overlaps(const Resources& resources, const Resources& excess) {
    bool scalarExcess = false;
    for (int i = 0; i < Resources::kKinds; ++i) {
        const auto kind = static_cast<Resources::Kind>(i);
        if (excess.scalar(kind).value > 0) {
            scalarExcess = true;
            if (resources.scalar(kind).value > 0) {
                return true;
            }
        }
    }
    return !scalarExcess; // a range or a set: any of its offers may have it
}

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

} // namespace

Resources Master::State::freePart(const AgentEntry& agent) const {
    Resources free = agent.info.total;
    free -= agent.used.total();
    free -= agent.offered;
    return free;
}

void Master::State::makeOffers() {
    if (share.takeLoosened()) {
        queue.addIdle();
    }
    if (queue.isRound()) {
        const std::vector<AgentEntry*> agents = queue.takeRound();
        outbox.expectEvents(2 * agents.size());
        for (AgentEntry* agent : agents) {
            allocate(*agent);
        }
    } else {
        const auto [fresh, freed] = queue.takeEarly();
        for (AgentEntry* agent : fresh) {
            allocate(*agent);
        }
        for (AgentEntry* agent :
            frameworks.anyWaitsEagerly() ? freed : std::vector<AgentEntry*>()) {
            allocateToEager(*agent);
        }
    }
    sendOffers();
    queue.plan(now.uptime);
}

// Only while it would be theirs in a round, too: nobody who comes before them goes short.
void Master::State::allocateToEager(AgentEntry& agent) {
    if (!isOfferable(agent)) {
        return;
    }
    Resources free = freePart(agent);
    while (share.isWorthOffering(free)) {
        auto chosen = pick(agent, free);
        if (!chosen || !chosen->client->framework->info.eager) {
            return;
        }
        free -= chosen->resources;
        makeOffer(agent, *chosen->client, std::move(chosen->resources));
    }
}

void Master::State::sendOffers() {
    std::sort(receivers.begin(), receivers.end(),
        [](const FrameworkEntry* a, const FrameworkEntry* b) { return a->number < b->number; });
    for (FrameworkEntry* framework : receivers) {
        send(*framework, Offers{std::exchange(framework->toSend, {})});
    }
    receivers.clear();
}

bool Master::State::isOfferable(const AgentEntry& agent) const {
    return agent.state == AgentState::Active && agent.confirmed && !agent.policy.deactivated
        && !agent.info.has(NodeProblem::CannotLaunch) && !hasUntoldClaim(agent);
}

// As long as somebody may have some of it: quota and reservations can leave a part for another.
void Master::State::allocate(AgentEntry& agent) {
    queue.setIdle(agent.queue, false);
    if (!isOfferable(agent)) {
        return;
    }
    Resources free = freePart(agent);
    while (share.isWorthOffering(free)) {
        auto chosen = pick(agent, free);
        if (!chosen) {
            queue.setIdle(agent.queue, true);
            return;
        }
        free -= chosen->resources;
        makeOffer(agent, *chosen->client, std::move(chosen->resources));
    }
}

std::optional<Master::State::Pick> Master::State::pick(
    const AgentEntry& agent, const Resources& free) const {
    const Queue ranking = agent.ownsGpus ? FairShare::GpuAgent : FairShare::AnyAgent;
    const auto offeredTo
        = [&](const FairShare::Role& role, Resources resources) -> std::optional<Pick> {
        const auto wanting = [&]() -> ClientEntry* {
            return share.isWorthOffering(resources) ? firstWanting(role, ranking, agent, resources)
                                                    : nullptr;
        };
        ClientEntry* client = wanting();
        if (!client && hasRefined(resources)) {
            resources = withoutRefined(resources);
            client = wanting();
        }
        return client ? std::optional(Pick{client, std::move(resources)}) : std::nullopt;
    };
    for (const auto& ranked : share.unmet(ranking)) {
        if (auto found = offeredTo(*ranked.member, share.offerable(*ranked.member, free, true))) {
            return found;
        }
    }
    const bool reserved = hasReserved(free);
    if (!reserved && !share.hasSurplus()) {
        return std::nullopt; // without a look at each role
    }
    for (const auto& ranked : share.open(ranking)) {
        const FairShare::Role& role = *ranked.member;
        const bool whole = !reserved && share.isUnbounded(role);
        if (auto found = offeredTo(role, whole ? free : share.offerable(role, free, false))) {
            return found;
        }
    }
    // What is reserved for a role has been counted, and is offered to it at its limit too.
    for (const Resource& item : free.others()) {
        const FairShare::Role* role = item.isReserved() ? share.find(item.role()) : nullptr;
        if (role && !role->open[ranking].taken) {
            if (auto found = offeredTo(*role, share.offerable(*role, free, false))) {
                return found;
            }
        }
    }
    return std::nullopt;
}

ClientEntry* Master::State::firstWanting(const FairShare::Role& role, Queue ranking,
    const AgentEntry& agent, const Resources& resources) const {
    const bool refined = hasRefined(resources);
    for (const auto& ranked : role.clients[ranking]) {
        auto& client = static_cast<ClientEntry&>(*ranked.member);
        if (refined && !client.framework->info.has(Capability::ReservationRefinement)) {
            continue;
        }
        if (isWanted(client, agent)
            && !filters.covers(client.filters, agent.filters, resources, now.uptime)) {
            return &client;
        }
    }
    return nullptr;
}

void Master::State::makeOffer(AgentEntry& agent, ClientEntry& client, Resources resources) {
    FrameworkEntry& framework = *client.framework;
    OfferTable::Name name = offers.nextName();
    auto offer = std::make_shared<Offer>();
    offer->id = std::move(name.id);
    offer->framework = framework.info.id;
    offer->agent = agent.id;
    offer->role = client.role->name;
    offer->hostname = agent.info.hostname;
    offer->resources = std::move(resources);
    offer->attributes = agent.info.attributes;
    offer->executors = executorIds(agent, framework.info.id);
    offer->unavailability = unavailabilityOf(agent);
    offer->made = now;
    OfferEntry& entry = offers.add(
        name.number, std::move(offer), now.uptime, agent, agent.offers, client, framework.offers);
    holdings.offer(agent, client, entry.offer->resources);
    if (framework.toSend.empty()) {
        receivers.push_back(&framework);
    }
    framework.toSend.push_back(entry.offer);
    outbox.tell(OfferMade{entry.offer});
}

void Master::State::removeOffer(OfferEntry& entry) {
    const OfferPtr offer = entry.offer;
    holdings.withdraw(*entry.agent, *entry.client, offer->resources);
    offers.remove(entry, entry.agent->offers, entry.client->framework->offers);
    outbox.tell(OfferRemoved{offer});
}

void Master::State::rescindTimedOut() {
    while (OfferEntry* overdue = offers.firstOverdue(now.uptime)) {
        rescind(*overdue);
    }
}

void Master::State::removeOffers(FrameworkEntry& framework) {
    while (!framework.offers.empty()) {
        OfferEntry& offer = *framework.offers.all().back();
        queue.noteFreed(offer.agent->queue);
        removeOffer(offer);
    }
}

void Master::State::rescind(OfferEntry& entry) {
    send(*entry.client->framework, Rescind{entry.offer->id});
    queue.noteFreed(entry.agent->queue);
    removeOffer(entry);
}

void Master::State::rescindAll(const OfferTable::Part& part) {
    for (OfferEntry* entry : part.oldestFirst()) {
        rescind(*entry);
    }
}

// The youngest first: its framework has had the least time to decide.
void Master::State::rescindExcess(AgentEntry& agent) {
    for (OfferEntry* entry : agent.offers.youngestFirst()) {
        const Resources promised = agent.used.total() + agent.offered;
        if (agent.info.total.contains(promised)) {
            return;
        }
        if (overlaps(entry->offer->resources, promised - agent.info.total)) {
            rescind(*entry);
        }
    }
}

} // namespace muster::cluster
