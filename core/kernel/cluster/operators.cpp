// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {
namespace {

std::string textOf(const Restriction& order) {
    return order.until ? fmt::format("{} (until {})", order.reason, isoTime(*order.until))
                       : order.reason;
}

} // namespace

Result<AgentEntry*> Master::State::ownerOf(const GpuUuid& gpu) {
    AgentEntry* owner = claims.owner(gpu);
    if (!owner) {
        return unknownObject(OperatorCommandInfo::Object::Gpu, gpu.value);
    }
    AgentEntry& agent = *owner;
    if (agent.policy.gone) {
        return failure(fmt::format("GPU {} is on {}, which was marked gone at {}", gpu.value,
                           agent.info.hostname, isoTime(*agent.policy.gone)),
            Error::Kind::Unavailable);
    }
    if (!agent.confirmed) { // it may come back as another one, and the order would be forgotten
        return failure(fmt::format("GPU {} is on {}, which has only just registered: try again",
                           gpu.value, agent.info.hostname),
            Error::Kind::Unavailable);
    }
    return &agent;
}

const Restriction* Master::State::restrictionOf(const GpuUuid& gpu) const {
    if (const GpuRestriction* ordered = gpuOrders.restriction(gpu)) {
        return &ordered->restriction;
    }
    const AgentEntry* owner = claims.owner(gpu);
    if (!owner) {
        return nullptr;
    }
    const GpuOrder* pending = owner->orders.find(gpu); // what the agent reports is older
    const auto& reported = pending
        ? pending->restriction
        : std::ranges::find(owner->gpus, gpu, &GpuStatus::gpu)->restriction;
    return reported ? &*reported : nullptr;
}

Status Master::State::checkGpu(CommandKind command, const GpuUuid& gpu) const {
    const auto name = fmt::format("GPU {}", gpu.value);
    if (const Restriction* restriction = restrictionOf(gpu)) {
        return checkState(command, ObjectState::Restricted, name,
            fmt::format("by {}: {}", restriction->author, restriction->reason));
    }
    return checkState(command, ObjectState::Ready, name);
}

// The last one for a GPU is what counts. It is remembered until the agent has said that it is
// carried out: links break, and masters end. Whoever restricted the GPU before is to release it:
// the GPU may come back to it.
void Master::State::give(AgentEntry& agent, const GpuOrder& order) {
    for (const auto& [number, each] : agents.inOrder()) {
        const bool isMeant = each == &agent;
        if (isMeant || restrictsByOrder(*each, order.gpu)) {
            GpuOrder its = order;
            if (!isMeant) {
                its.restriction.reset();
            }
            sendOrder(*each, gpuOrders.give(each->orders, std::move(its)));
            recordChanged(*each);
        }
    }
    setRestriction(order.gpu,
        order.restriction ? std::optional(GpuRestriction{*order.restriction, {}}) : std::nullopt);
    outbox.tell(GpuChanged{order.gpu});
}

bool Master::State::restrictsByOrder(const AgentEntry& agent, const GpuUuid& gpu) const {
    return !agent.policy.gone && gpuOrders.restricts(agent.orders, agent.id, gpu);
}

void Master::State::sendOrder(const AgentEntry& agent, const GpuOrders::Sent& order) {
    if (order.restriction) {
        send(agent, RestrictGpu{*order.restriction, order.number});
    } else {
        send(agent, ReleaseGpu{order.gpu, order.author, order.number});
    }
}

void Master::State::sendOrders(AgentEntry& agent) {
    for (const GpuOrders::Sent& order : gpuOrders.giveAgain(agent.orders)) {
        sendOrder(agent, order);
    }
}

void Master::State::settleOrders(AgentEntry& agent, std::uint64_t done) {
    for (const GpuOrder& order : gpuOrders.confirm(agent.orders, done)) {
        const GpuRestriction* ordered = gpuOrders.restriction(order.gpu); // by now perhaps another
        if (ordered && ordered->restriction == order.restriction) {
            setRestriction(order.gpu, GpuRestriction{*order.restriction, agent.id});
        }
        outbox.tell(GpuChanged{order.gpu});
        recordChanged(agent);
    }
}

void Master::State::setRestriction(const GpuUuid& gpu, std::optional<GpuRestriction> restriction) {
    gpuOrders.set(gpu, std::move(restriction));
    outbox.tell(RestrictionChanged{gpu});
}

// An agent that carried out the order knows best: it also lets it expire. To any other the order is
// given: the GPU was put into another machine, or its agent has lost its state. While two agents
// say that they have the GPU, neither is believed. A restriction that was not ordered here is its
// agent's own affair.
void Master::State::compareRestrictions() {
    const auto isOver = [&](const Restriction& one) { return one.until && *one.until <= now.wall; };
    const auto mayHaveIt = [](const AgentEntry* rival) {
        return !rival->policy.gone && rival->state != AgentState::Unreachable;
    };
    const auto reported = claims.takeReported();
    for (const GpuUuid& gpu : reported) {
        AgentEntry* owner = claims.owner(gpu);
        const GpuRestriction* ordered = gpuOrders.restriction(gpu);
        if (!owner || !ordered || owner->orders.find(gpu) || !owner->confirmed
            || std::ranges::any_of(claims.rivals(gpu), mayHaveIt)) {
            continue;
        }
        AgentEntry& agent = *owner;
        const auto [restriction, doneBy] = *ordered;
        if (std::ranges::find(agent.gpus, gpu, &GpuStatus::gpu)->restriction == restriction) {
            if (doneBy != agent.id) {
                setRestriction(gpu, GpuRestriction{restriction, agent.id});
            }
        } else if (doneBy == agent.id || isOver(restriction)) {
            setRestriction(gpu, std::nullopt);
        } else {
            outbox.audit("muster", CommandKind::RestrictGpu, gpu.value,
                fmt::format("{}, now on {}, ordered by {}", textOf(restriction),
                    agent.info.hostname, restriction.author));
            give(agent, {gpu, restriction, restriction.author});
        }
    }
    if (reported.empty()) {
        return;
    }
    std::vector<GpuUuid> over; // and no agent is there to say so
    for (const auto& [gpu, ordered] : gpuOrders.restrictions()) {
        if (isOver(ordered.restriction) && !claims.has(gpu)) {
            over.push_back(gpu);
        }
    }
    for (const GpuUuid& gpu : over) {
        setRestriction(gpu, std::nullopt);
    }
}

void Master::State::handle(OperatorRestrict& input) {
    // As agents and the journal know it: what they repeat is compared with what was ordered.
    input.restriction.since
        = std::chrono::floor<std::chrono::milliseconds>(input.restriction.since);
    if (auto& until = input.restriction.until) {
        until = std::chrono::floor<std::chrono::milliseconds>(*until);
    }
    const Result<AgentEntry*> agent = ownerOf(input.restriction.gpu);
    if (!agent) {
        outbox.answer(input.request, tl::unexpected(agent.error()));
        return;
    }
    if (auto fits = checkGpu(CommandKind::RestrictGpu, input.restriction.gpu); !fits) {
        outbox.answer(input.request, std::move(fits));
        return;
    }
    const Restriction& order = input.restriction;
    outbox.audit(order.author, CommandKind::RestrictGpu, order.gpu.value, textOf(order));
    give(**agent, {order.gpu, order, order.author});
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorRelease& input) {
    const Result<AgentEntry*> owner = ownerOf(input.gpu);
    const AgentEntry* shown = claims.owner(input.gpu);
    const bool isAbsent = !shown || shown->policy.gone;
    if (!owner && (!gpuOrders.restriction(input.gpu) || !isAbsent)) {
        outbox.answer(input.request, tl::unexpected(owner.error()));
        return;
    }
    if (auto fits = checkGpu(CommandKind::ReleaseGpu, input.gpu); !fits) {
        outbox.answer(input.request, std::move(fits));
        return;
    }
    AgentEntry* agent = owner ? *owner : nullptr;
    for (const auto& [number, each] : agents.inOrder()) {
        if (!agent && restrictsByOrder(*each, input.gpu)) {
            agent = each;
        }
    }
    outbox.audit(input.author, CommandKind::ReleaseGpu, input.gpu.value,
        owner ? agent->info.hostname : "No agent reports it");
    if (agent) {
        give(*agent, {std::move(input.gpu), std::nullopt, std::move(input.author)});
    } else {
        setRestriction(input.gpu, std::nullopt);
    }
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorKill& input) {
    TaskEntry* task = findTask(input.task);
    if (!task) {
        outbox.answer(
            input.request, unknownObject(OperatorCommandInfo::Object::Task, input.task.task.value));
        return;
    }
    if (task->ended) {
        outbox.answer(input.request,
            checkState(CommandKind::KillTask, ObjectState::Ended,
                fmt::format(
                    "Task {} of framework {}", input.task.task.value, input.task.framework.value)));
        return;
    }
    outbox.audit(input.author, CommandKind::KillTask,
        fmt::format("{}/{}", input.task.framework.value, input.task.task.value),
        fmt::format("{}{}{}", task->hostname, input.reason.empty() ? "" : ": ", input.reason));
    killTask(*task, std::nullopt, {std::move(input.author), std::move(input.reason)});
    outbox.answer(input.request, {});
}

// Free again, the same would go to the framework with the lowest share, which most often is the one
// that just lost it: so it counts as if that framework had declined it, for Mesos' default time.
void Master::State::handle(OperatorRescind& input) {
    OfferEntry* entry = offers.find(input.offer);
    if (!entry) {
        outbox.answer(
            input.request, unknownObject(OperatorCommandInfo::Object::Offer, input.offer.value));
        return;
    }
    const OfferPtr offer = entry->offer;
    AgentEntry& agent = *entry->agent;
    ClientEntry& client = *entry->client;
    const FrameworkInfo& framework = client.framework->info;
    outbox.audit(std::move(input.author), CommandKind::RescindOffer, offer->id.value,
        fmt::format("{} on {}, of {}: {}", offer->resources.text(), offer->hostname,
            framework.name.empty() ? framework.id.value : framework.name, input.reason));
    rescind(*entry);
    refuse(client, agent, offer->resources, kDefaultRefusal, RefusalReason::Rescinded);
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorTeardown& input) {
    FrameworkEntry* framework = findFramework(input.framework);
    if (!framework) {
        outbox.answer(input.request, failure("No framework found with specified ID"));
        return;
    }
    outbox.audit(
        input.author, CommandKind::TeardownFramework, input.framework.value, framework->info.name);
    if (framework->link) {
        outbox.close(*framework->link, "Framework has been torn down");
    }
    removeFramework(*framework, {std::move(input.author), "its framework was torn down"});
    outbox.answer(input.request, {});
}

} // namespace muster::cluster
