// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

using Kind = Deadlines::Kind;

// Mesos' --min_allocatable_resources: cpus:0.01|mem:32. Less than both is no use to anyone (A17).
bool isAllocatable(const Resources& resources) {
    return resources.scalar(Resources::Cpus) >= Milli{10}
    || resources.scalar(Resources::Mem) >= Milli::whole(32);
}

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

Duration refusalLength(Duration asked) {
    return asked < Duration::zero() ? kDefaultRefusal : std::min(asked, kMaximumRefusal);
}

} // namespace

Resources Master::State::freePart(const AgentEntry& agent) const {
    Resources free = agent.info.total;
    free -= agent.used;
    free -= agent.offered;
    return free;
}

void Master::State::markDirty(AgentEntry& agent) {
    if (!std::exchange(agent.dirty, true)) {
        dirty.push_back(&agent);
    }
}

void Master::State::markIdleDirty() {
    for (const AgentNumber number : idle) {
        markDirty(*agentByNumber.at(number));
    }
}

// Only agents where something became free, or that someone new may want: never the whole cluster.
void Master::State::allocate() {
    std::sort(dirty.begin(), dirty.end(),
        [](const AgentEntry* a, const AgentEntry* b) { return a->number < b->number; });
    std::vector<FrameworkEntry*> receivers;
    for (AgentEntry* agent : std::exchange(dirty, {})) {
        agent->dirty = false;
        idle.erase(agent->number);
        if (agent->state != AgentState::Active || !agent->confirmed) {
            continue;
        }
        Resources free = freePart(*agent);
        if (!isAllocatable(free)) {
            continue;
        }
        const auto queue
            = agent->ownsGpus ? allocator::FairShare::GpuAgent : allocator::FairShare::AnyAgent;
        const auto* client = share.first(queue, [&](const allocator::FairShare::Client& one) {
            const auto filter = agent->filters.find(one.number);
            return filter == agent->filters.end() || filter->second.until <= now
                || !filter->second.refused.contains(free);
        });
        if (!client) {
            idle.insert(agent->number);
            continue;
        }
        FrameworkEntry& framework = *frameworkByNumber.at(client->number);
        if (framework.toSend.empty()) {
            receivers.push_back(&framework);
        }
        makeOffer(*agent, framework, std::move(free));
    }
    std::sort(receivers.begin(), receivers.end(),
        [](auto* a, auto* b) { return a->info.id < b->info.id; });
    for (FrameworkEntry* framework : receivers) {
        send(*framework, Offers{std::exchange(framework->toSend, {})});
    }
}

void Master::State::makeOffer(AgentEntry& agent, FrameworkEntry& framework, Resources free) {
    const OfferNumber number = nextOffer++;
    OfferEntry& offer = offers.emplace_hint(offers.end(), number, OfferEntry{})->second;
    offer.id.value = fmt::format("{}-O{}", options.id, number);
    offer.number = number;
    offer.framework = framework.info.id;
    offer.agent = agent.id;
    offer.hostname = agent.info.hostname;
    offer.resources = std::move(free);
    offer.attributes = agent.info.attributes;
    offer.executors = executorIds(agent, framework.info.id);
    offer.made = now;
    offer.agentEntry = &agent;
    offer.frameworkEntry = &framework;
    agent.offered += offer.resources;
    agent.offers.insert(offer.id);
    framework.offers.insert(offer.id);
    share.allocate(framework.share, offer.resources);
    if (options.offerTimeout) {
        deadlines.insert({now + *options.offerTimeout, Kind::OfferTimeout, number, 0});
    }
    framework.toSend.push_back(offer);
    changed(Entity::Offer, offer.id.value);
    changed(agent);
    changed(framework);
}

// The number is in the id: no second index.
OfferEntry* Master::State::findOffer(const OfferId& id) {
    std::string_view text = id.value;
    if (!text.starts_with(options.id) || !text.substr(options.id.size()).starts_with("-O")) {
        return nullptr;
    }
    text.remove_prefix(options.id.size() + 2);
    OfferNumber number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto found = offers.find(number);
    const bool exact = error == std::errc{} && found != offers.end() && found->second.id == id;
    return exact ? &found->second : nullptr;
}

void Master::State::removeOffer(OfferEntry& offer) {
    AgentEntry& agent = *offer.agentEntry;
    FrameworkEntry& framework = *offer.frameworkEntry;
    const OfferNumber number = offer.number;
    agent.offered -= offer.resources;
    agent.offers.erase(offer.id);
    framework.offers.erase(offer.id);
    share.release(framework.share, offer.resources);
    if (options.offerTimeout) {
        deadlines.erase({offer.made + *options.offerTimeout, Kind::OfferTimeout, number, 0});
    }
    changed(Entity::Offer, offer.id.value);
    changed(agent);
    changed(framework);
    markDirty(agent);
    offers.erase(number);
}

void Master::State::rescind(OfferEntry& offer) {
    send(*offer.frameworkEntry, Rescind{offer.id});
    removeOffer(offer);
}

void Master::State::rescindAll(AgentEntry& agent) {
    const auto ids = agent.offers;
    for (const OfferId& id : ids) {
        rescind(*findOffer(id));
    }
}

// The youngest first: its framework has had the least time to decide.
void Master::State::rescindExcess(AgentEntry& agent) {
    std::vector<OfferEntry*> youngest;
    for (const OfferId& id : agent.offers) {
        youngest.push_back(findOffer(id));
    }
    std::sort(youngest.begin(), youngest.end(),
        [](const OfferEntry* a, const OfferEntry* b) { return a->number > b->number; });
    for (OfferEntry* offer : youngest) {
        const Resources promised = agent.used + agent.offered;
        if (agent.info.total.contains(promised)) {
            return;
        }
        if (overlaps(offer->resources, promised - agent.info.total)) {
            rescind(*offer);
        }
    }
}

void Master::State::decline(FrameworkEntry& framework, const Decline& call) {
    for (const OfferId& id : call.offers) {
        OfferEntry* offer = findOffer(id);
        if (!offer || offer->frameworkEntry != &framework) {
            continue; // rescinded meanwhile
        }
        AgentEntry& agent = *offer->agentEntry;
        Resources refused = std::move(offer->resources);
        offer->resources = refused;
        removeOffer(*offer);
        refuse(framework, agent, std::move(refused), call.refuse);
    }
}

void Master::State::refuse(
    FrameworkEntry& framework, AgentEntry& agent, Resources refused, Duration length) {
    const Instant until = now + refusalLength(length);
    if (until == now || refused.empty()) {
        return;
    }
    const auto former = agent.filters.find(framework.number);
    if (former != agent.filters.end()) {
        if (former->second.until >= until && former->second.refused.contains(refused)) {
            return;
        }
        deadlines.erase({former->second.until, Kind::FilterExpiry, agent.number, framework.number});
    }
    agent.filters.insert_or_assign(framework.number, Filter{std::move(refused), until});
    framework.filteredAgents.insert(agent.number);
    deadlines.insert({until, Kind::FilterExpiry, agent.number, framework.number});
}

void Master::State::dropFilter(AgentEntry& agent, FrameworkNumber framework) {
    agent.filters.erase(framework);
    frameworkByNumber.at(framework)->filteredAgents.erase(agent.number);
    markDirty(agent);
}

void Master::State::clearFilters(FrameworkEntry& framework) {
    for (const AgentNumber number : framework.filteredAgents) {
        auto& filters = agentByNumber.at(number)->filters;
        const auto filter = filters.find(framework.number);
        deadlines.erase({filter->second.until, Kind::FilterExpiry, number, framework.number});
        filters.erase(filter);
    }
    framework.filteredAgents.clear();
}

} // namespace muster::cluster
