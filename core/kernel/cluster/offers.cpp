// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/offer_choice.h"
#include "core/kernel/cluster/state.h"

namespace muster::cluster {

void Master::State::makeOffers() {
    if (share.takeLoosened()) {
        queue.addIdle();
    }
    if (queue.isRound()) {
        const std::vector<AgentEntry*> agents = queue.takeRound();
        outbox.expectEvents(2 * agents.size());
        for (AgentEntry* agent : agents) {
            offerToAll(*agent);
        }
    } else {
        const auto [fresh, freed] = queue.takeEarly();
        for (AgentEntry* agent : fresh) {
            offerToAll(*agent);
        }
        for (AgentEntry* agent :
            frameworks.anyWaitsEagerly() ? freed : std::vector<AgentEntry*>()) {
            offerFree(*agent, true);
        }
    }
    issuer.send();
    queue.plan(now.uptime);
}

void Master::State::offerToAll(AgentEntry& agent) {
    queue.setIdle(agent.queue, false);
    if (offerFree(agent, false)) {
        queue.setIdle(agent.queue, true);
    }
}

// As long as somebody may have some of it: quota and reservations can leave a part for another.
// To eager frameworks only while it would be theirs in a round, too: nobody who comes before them
// goes short. Returns whether something is left that nobody may have.
bool Master::State::offerFree(AgentEntry& agent, bool onlyToEager) {
    if (!isOfferable(agent)) {
        return false;
    }
    Resources free = freePart(agent);
    while (share.isWorthOffering(free)) {
        auto choice = chooseOffer(share, filters, agent, free, now.uptime);
        if (!choice || (onlyToEager && !choice->client->framework->info.eager)) {
            return !choice;
        }
        free -= choice->resources;
        issuer.issue(agent, std::move(*choice), maintenance.unavailabilityOf(agent.info), now);
    }
    return false;
}

void Master::State::decline(FrameworkEntry& framework, const Decline& call) {
    for (const OfferId& id : call.offers) {
        OfferEntry* entry = offers.find(id);
        if (!entry || entry->client->framework != &framework) {
            continue; // rescinded meanwhile
        }
        const OfferPtr offer = entry->offer;
        AgentEntry& agent = *entry->agent;
        ClientEntry& client = *entry->client;
        issuer.remove(*entry);
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

void Master::State::accept(FrameworkEntry& framework, Accept& call) {
    auto [valid, agent, client, resources] = issuer.take(framework, call.offers);
    if (!valid) {
        refuseAll(framework, call.operations, valid.error().message);
        return;
    }
    const std::string& role = client->role->name;
    const auto setRole = [&role](std::vector<TaskInfo>& tasks) {
        for (TaskInfo& task : tasks) {
            task.role = role;
            if (task.executor) {
                task.executor->role = role;
            }
        }
    };
    Launcher::Place place{framework, *agent, std::move(resources)};
    for (Operation& operation : call.operations) {
        if (const auto* change = std::get_if<ChangeReservations>(&operation)) {
            changeReservations(place, *change, role);
        } else if (auto* group = std::get_if<LaunchGroup>(&operation)) {
            setRole(group->tasks);
            group->executor.role = role;
            launcher.launch(place, std::move(*group), now);
        } else {
            auto& tasks = std::get<LaunchTasks>(operation).tasks;
            setRole(tasks);
            for (TaskInfo& task : tasks) {
                launcher.launch(place, std::move(task), now);
            }
        }
    }
    giveBack(framework, *agent, !call.operations.empty());
    refuse(*client, *agent, std::move(place.available), call.refuse);
}

void Master::State::refuseAll(
    FrameworkEntry& framework, const std::vector<Operation>& operations, const std::string& error) {
    for (const Operation& operation : operations) {
        if (const auto* change = std::get_if<ChangeReservations>(&operation)) {
            dropOperation(framework, *change, "Operation attempted with invalid offers: " + error);
            continue;
        }
        const auto* group = std::get_if<LaunchGroup>(&operation);
        for (const TaskInfo& task : group ? group->tasks : std::get<LaunchTasks>(operation).tasks) {
            launcher.drop(framework, task, "Task launched with invalid offers: " + error, now);
        }
    }
}

} // namespace muster::cluster
