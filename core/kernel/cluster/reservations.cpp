// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/kernel/cluster/offer_choice.h"
#include "core/kernel/cluster/reservation_validation.h"
#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

const char* actionOf(const ChangeReservations& change) {
    return change.kind == ChangeReservations::Kind::Reserve ? "reserve" : "unreserve";
}

Status contained(const Resources& part, const Resources& whole, std::string_view role) {
    return whole.contains(part)
        ? Status()
        : failure(fmt::format("{} does not contain {}", allocatedText(whole, role),
                      allocatedText(part, role)),
            Error::Kind::Conflict);
}

} // namespace

// On what the offers of an ACCEPT hold.
void Master::State::changeReservations(
    Launcher::Place& place, const ChangeReservations& change, const std::string& role) {
    FrameworkEntry& framework = place.framework;
    AgentEntry& agent = place.agent;
    const FrameworkInfo& info = framework.info;
    Reserver by{&info, role, {}};
    if (!info.principal.empty()) {
        by.principal = info.principal;
    }
    const Resources consumed = change.consumed();
    const Resources converted = change.converted();
    Status valid = validateReservations(change, by);
    if (valid) {
        valid = contained(consumed, place.available, role);
    } else if (change.defect.empty()) {
        valid = failure(fmt::format(
            "{}; on agent {} ({})", valid.error().message, agent.id.value, agent.info.hostname));
    }
    if (!valid) {
        dropOperation(framework, change, valid.error().message);
        return;
    }
    place.available -= consumed;
    place.available += converted;
    convert(agent, consumed, converted);
    outbox.audit(info.principal.empty() ? info.name : info.principal, actionOf(change),
        agent.id.value, allocatedText(change.resources, {}));
    if (!change.id.empty()) {
        outbox.send(
            framework.link, OperationUpdate{change.id, agent.id, OperationState::Finished, {}});
    }
}

void Master::State::dropOperation(
    FrameworkEntry& framework, const ChangeReservations& change, std::string reason) {
    if (change.id.empty()) {
        outbox.drop(framework.info.id, std::move(reason));
    } else {
        outbox.send(framework.link,
            OperationUpdate{change.id, {}, OperationState::Error, std::move(reason)});
    }
}

void Master::State::convert(
    AgentEntry& agent, const Resources& consumed, const Resources& converted) {
    capacity.convert(agent, consumed, converted);
    queue.add(agent.queue);
    recordChanged(agent);
}

// Those who lose an offer are not the first to get it again.
void Master::State::rescindFor(AgentEntry& agent, const Resources& wanted) {
    for (OfferEntry* entry : agent.offers.youngestFirst()) {
        const Resources missing = wanted - freePart(agent);
        if (missing.empty()) {
            return;
        }
        const OfferPtr offer = entry->offer;
        if (missing - offer->resources != missing) {
            ClientEntry& client = *entry->client;
            issuer.rescind(*entry);
            refuse(client, agent, offer->resources, kDefaultRefusal);
        }
    }
}

void Master::State::handle(OperatorReserve& input) {
    const bool registered = presence.of(input.agent, now.uptime) == Presence::Present;
    if (!registered || !agents.find(input.agent)->confirmed) {
        outbox.answer(input.request, failure("No agent found with specified ID"));
        return;
    }
    AgentEntry& agent = *agents.find(input.agent);
    const ChangeReservations& change = input.change;
    if (const Status valid = validateReservations(change, {nullptr, {}, input.principal}); !valid) {
        const std::string invalid = change.kind == ChangeReservations::Kind::Unreserve
            ? "Invalid UNRESERVE operation"
            : fmt::format(
                "Invalid RESERVE operation on agent {} ({})", agent.id.value, agent.info.hostname);
        outbox.answer(input.request,
            change.defect.empty() ? failure(invalid, valid.error()) : failure(change.defect));
        return;
    }
    const Resources consumed = change.consumed();
    if (const Status there = contained(consumed, freePart(agent) + agent.offered, {}); !there) {
        outbox.answer(input.request, there);
        return;
    }
    rescindFor(agent, consumed);
    outbox.audit(std::move(input.author), actionOf(change), agent.id.value,
        allocatedText(change.resources, {}));
    convert(agent, consumed, change.converted());
    outbox.answer(input.request, {});
}

} // namespace muster::cluster
