// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {
namespace {

// Restricts the GPU by order, or is about to, whether it shows the GPU or not.
bool restrictsByOrder(
    const AgentEntry& agent, const GpuUuid& gpu, const GpuRestriction* restriction) {
    if (agent.policy.gone) {
        return false;
    }
    const auto order = agent.orders.find(gpu);
    return order == agent.orders.end() ? restriction && restriction->agent == agent.id
                                       : order->second.restriction.has_value();
}

std::string textOf(const Restriction& order) {
    return order.until ? fmt::format("{} (until {})", order.reason, isoTime(*order.until))
                       : order.reason;
}

} // namespace

Result<AgentEntry*> Master::State::ownerOf(const GpuUuid& gpu) {
    const auto owner = gpuOwner.find(gpu);
    if (owner == gpuOwner.end()) {
        return failure(fmt::format("GPU {} is unknown: list the GPUs for their UUIDs", gpu.value),
            Error::Kind::NotFound);
    }
    AgentEntry& agent = *owner->second;
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

// The last one for a GPU is what counts. It is remembered until the agent has said that it is
// carried out: links break, and masters end. Whoever restricted the GPU before is to release it:
// the GPU may come back to it.
void Master::State::give(AgentEntry& agent, GpuOrder order) {
    const GpuUuid gpu = order.gpu;
    const auto known = restrictions.find(gpu);
    const auto* before = known == restrictions.end() ? nullptr : &known->second;
    for (const auto& [number, each] : agentByNumber) {
        const bool isMeant = each == &agent;
        if (isMeant || restrictsByOrder(*each, gpu, before)) {
            auto& kept = each->orders[gpu]
                = {{gpu, isMeant ? order.restriction : std::nullopt, order.author}, 0};
            sendOrder(*each, kept);
            recordChanged(*each);
        }
    }
    setRestriction(gpu,
        order.restriction ? std::optional(GpuRestriction{*order.restriction, {}}) : std::nullopt);
    outbox.tell(GpuChanged{gpu});
}

void Master::State::sendOrder(const AgentEntry& agent, AgentEntry::Order& order) {
    order.number = nextOrder++;
    if (order.restriction) {
        send(agent, RestrictGpu{*order.restriction, order.number});
    } else {
        send(agent, ReleaseGpu{order.gpu, order.author, order.number});
    }
}

void Master::State::sendOrders(AgentEntry& agent) {
    for (auto& [gpu, order] : agent.orders) {
        sendOrder(agent, order);
    }
}

void Master::State::settleOrders(AgentEntry& agent, std::uint64_t done) {
    std::erase_if(agent.orders, [&](const auto& one) {
        const auto& [gpu, order] = one;
        if (order.number > done) {
            return false;
        }
        const auto ordered = restrictions.find(gpu); // by now it may be another one
        if (ordered != restrictions.end() && ordered->second.restriction == order.restriction) {
            setRestriction(gpu, GpuRestriction{*order.restriction, agent.id});
        }
        outbox.tell(GpuChanged{gpu});
        recordChanged(agent);
        return true;
    });
}

void Master::State::setRestriction(const GpuUuid& gpu, std::optional<GpuRestriction> restriction) {
    if (restriction) {
        restrictions[gpu] = std::move(*restriction);
    } else {
        restrictions.erase(gpu);
    }
    outbox.tell(RestrictionChanged{gpu});
}

// An agent that carried out the order knows best: it also lets it expire. To any other the order is
// given: the GPU was put into another machine, or its agent has lost its state. While two agents
// say that they have the GPU, neither is believed. A restriction that was not ordered here is its
// agent's own affair.
void Master::State::compareRestrictions() {
    const auto isOver = [&](const Restriction& one) { return one.until && *one.until <= now.wall; };
    const auto mayHaveIt = [&](AgentNumber number) {
        const AgentEntry& rival = *agentByNumber.at(number);
        return !rival.policy.gone && rival.state != AgentState::Unreachable;
    };
    const auto reported = std::exchange(reportedGpus, {});
    for (const GpuUuid& gpu : reported) {
        const auto owner = gpuOwner.find(gpu);
        const auto ordered = restrictions.find(gpu);
        const auto others = rivals.find(gpu);
        if (owner == gpuOwner.end() || ordered == restrictions.end()
            || owner->second->orders.contains(gpu) || !owner->second->confirmed
            || (others != rivals.end() && std::ranges::any_of(others->second, mayHaveIt))) {
            continue;
        }
        AgentEntry& agent = *owner->second;
        const auto [restriction, doneBy] = ordered->second;
        if (std::ranges::find(agent.gpus, gpu, &GpuStatus::gpu)->restriction == restriction) {
            if (doneBy != agent.id) {
                setRestriction(gpu, GpuRestriction{restriction, agent.id});
            }
        } else if (doneBy == agent.id || isOver(restriction)) {
            setRestriction(gpu, std::nullopt);
        } else {
            outbox.audit("muster", "restrict", gpu.value,
                fmt::format("{}, now on {}, by order of {}", textOf(restriction),
                    agent.info.hostname, restriction.author));
            give(agent, {gpu, restriction, restriction.author});
        }
    }
    if (reported.empty()) {
        return;
    }
    std::vector<GpuUuid> over; // and no agent is there to say so
    for (const auto& [gpu, ordered] : restrictions) {
        if (isOver(ordered.restriction) && !gpuOwner.contains(gpu)) {
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
    const Restriction& order = input.restriction;
    outbox.audit(order.author, "restrict", order.gpu.value, textOf(order));
    give(**agent, {order.gpu, order, order.author});
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorRelease& input) {
    const Result<AgentEntry*> owner = ownerOf(input.gpu);
    const auto known = restrictions.find(input.gpu);
    const auto shown = gpuOwner.find(input.gpu);
    const bool isAbsent = shown == gpuOwner.end() || shown->second->policy.gone;
    if (!owner && (known == restrictions.end() || !isAbsent)) {
        outbox.answer(input.request, tl::unexpected(owner.error()));
        return;
    }
    AgentEntry* agent = owner ? *owner : nullptr;
    for (const auto& [number, each] : agentByNumber) {
        if (!agent && restrictsByOrder(*each, input.gpu, &known->second)) {
            agent = each;
        }
    }
    outbox.audit(input.author, "release", input.gpu.value,
        owner ? agent->info.hostname : "No agent shows it");
    if (agent) {
        give(*agent, {std::move(input.gpu), std::nullopt, std::move(input.author)});
    } else {
        setRestriction(input.gpu, std::nullopt);
    }
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorKill& input) {
    TaskEntry* task = findTask(input.task);
    if (!task || task->ended) {
        outbox.answer(input.request,
            failure(fmt::format("Task {} of framework {} {}", input.task.task.value,
                        input.task.framework.value, task ? "has ended already" : "is unknown"),
                task ? Error::Kind::Conflict : Error::Kind::NotFound));
        return;
    }
    outbox.audit(input.author, "kill",
        fmt::format("{}/{}", input.task.framework.value, input.task.task.value),
        fmt::format("{}{}{}", task->hostname, input.reason.empty() ? "" : ": ", input.reason));
    killTask(*task, std::nullopt, {std::move(input.author), std::move(input.reason)});
    outbox.answer(input.request, {});
}

// Free again, the same would go to the framework with the lowest share, which most often is the one
// that just lost it: so it counts as if that framework had declined it, for Mesos' default time.
void Master::State::handle(OperatorRescind& input) {
    OfferEntry* entry = findOffer(input.offer);
    if (!entry) {
        outbox.answer(input.request,
            failure(fmt::format("Offer {} is not outstanding: it was accepted, declined or "
                                "rescinded meanwhile",
                        input.offer.value),
                Error::Kind::NotFound));
        return;
    }
    const OfferPtr offer = entry->offer;
    AgentEntry& agent = *entry->agent;
    ClientEntry& client = *entry->client;
    const FrameworkInfo& framework = client.framework->info;
    outbox.audit(std::move(input.author), "rescind", offer->id.value,
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
    outbox.audit(input.author, "teardown", input.framework.value, framework->info.name);
    if (framework->link) {
        outbox.close(*framework->link, "Framework has been torn down");
    }
    removeFramework(*framework, {std::move(input.author), "its framework was torn down"});
    outbox.answer(input.request, {});
}

} // namespace muster::cluster
