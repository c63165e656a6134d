// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/offer_issuer.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/kernel/cluster/executors.h"

namespace muster::cluster {

namespace {

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

} // namespace

void OfferIssuer::issue(
    AgentEntry& agent, OfferChoice choice, std::optional<Unavailability> unavailability, Now now) {
    ClientEntry& client = *choice.client;
    FrameworkEntry& framework = *client.framework;
    OfferTable::Name name = m_offers.nextName();
    auto offer = std::make_shared<Offer>();
    offer->id = std::move(name.id);
    offer->framework = framework.info.id;
    offer->agent = agent.id;
    offer->role = client.role->name;
    offer->hostname = agent.info.hostname;
    offer->resources = std::move(choice.resources);
    offer->attributes = agent.info.attributes;
    offer->executors = Executors::idsOf(agent, framework.info.id);
    offer->unavailability = std::move(unavailability);
    offer->made = now;
    const OfferEntry& entry = m_offers.add(
        name.number, std::move(offer), now.uptime, agent, agent.offers, client, framework.offers);
    m_holdings.offer(agent, client, entry.offer->resources);
    if (framework.toSend.empty()) {
        m_receivers.push_back(&framework);
    }
    framework.toSend.push_back(entry.offer);
    m_outbox.tell(OfferMade{entry.offer});
}

void OfferIssuer::send() {
    std::sort(m_receivers.begin(), m_receivers.end(),
        [](const FrameworkEntry* a, const FrameworkEntry* b) { return a->number < b->number; });
    for (FrameworkEntry* framework : m_receivers) {
        m_outbox.send(framework->link, Offers{std::exchange(framework->toSend, {})});
    }
    m_receivers.clear();
}

OfferIssuer::Taken OfferIssuer::take(
    const FrameworkEntry& framework, const std::vector<OfferId>& ids) {
    Taken taken;
    const auto fail = [&taken](std::string message) {
        if (taken.valid) {
            taken.valid = failure(std::move(message));
        }
    };
    if (ids.empty()) {
        fail("No offers specified");
    }
    std::set<OfferId> seen;
    for (const OfferId& id : ids) {
        OfferEntry* entry = m_offers.find(id);
        if (seen.contains(id)) {
            fail(fmt::format("Duplicate offer {} in offer list", id.value));
        } else if (!entry) {
            fail(fmt::format("Offer {} is no longer valid", id.value));
        } else if (entry->client->framework != &framework) {
            fail(fmt::format("Offer {} has invalid framework {} while framework {} is expected",
                id.value, entry->offer->framework.value, framework.info.id.value));
        } else {
            if (taken.client && taken.client != entry->client) {
                // Without the last quote: so says Mesos.
                fail(fmt::format("Aggregated offers must be allocated to the same role. Offer {} "
                                 "uses role '{}' but another is using role '{}",
                    id.value, entry->offer->role, taken.client->role->name));
            }
            if (taken.agent && taken.agent != entry->agent) {
                fail(fmt::format("Aggregated offers must belong to one single agent. Offer {} uses "
                                 "agent {} and agent {}",
                    id.value, entry->agent->id.value, taken.agent->id.value));
            }
            taken.agent = entry->agent;
            taken.client = entry->client;
            taken.resources += entry->offer->resources;
            seen.insert(id);
            remove(*entry);
        }
    }
    return taken;
}

void OfferIssuer::remove(OfferEntry& entry) {
    const OfferPtr offer = entry.offer;
    m_holdings.withdraw(*entry.agent, *entry.client, offer->resources);
    m_offers.remove(entry, entry.agent->offers, entry.client->framework->offers);
    m_outbox.tell(OfferRemoved{offer});
}

void OfferIssuer::removeAll(FrameworkEntry& framework) {
    while (!framework.offers.empty()) {
        OfferEntry& offer = *framework.offers.all().back();
        m_queue.noteFreed(offer.agent->queue);
        remove(offer);
    }
}

void OfferIssuer::rescind(OfferEntry& entry) {
    m_outbox.send(entry.client->framework->link, Rescind{entry.offer->id});
    m_queue.noteFreed(entry.agent->queue);
    remove(entry);
}

void OfferIssuer::rescindAll(const OfferTable::Part& offers) {
    for (OfferEntry* entry : offers.oldestFirst()) {
        rescind(*entry);
    }
}

void OfferIssuer::rescindOverdue(Uptime now) {
    while (OfferEntry* overdue = m_offers.firstOverdue(now)) {
        rescind(*overdue);
    }
}

void OfferIssuer::rescindExcess(AgentEntry& agent) {
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
