// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

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
// carried out: links break, and masters end.
void Master::State::give(AgentEntry& agent, GpuOrder order) {
    const GpuUuid gpu = order.gpu;
    AgentEntry::Order& kept = agent.orders[gpu] = {std::move(order), 0};
    setRestriction(gpu,
        kept.restriction ? std::optional(GpuRestriction{*kept.restriction, {}}) : std::nullopt);
    sendOrder(agent, kept);
    touched.gpus.push_back(gpu);
    recordChanged(agent);
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
        touched.gpus.push_back(gpu);
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
    touched.restrictions.push_back(gpu);
}

// An agent that carried out the order knows best: it also lets it expire. For any other the order
// is given again: the GPU was put into another machine, or its agent has lost its state.
void Master::State::compareRestrictions() {
    for (const GpuUuid& gpu : std::exchange(reportedGpus, {})) {
        const auto owner = gpuOwner.find(gpu);
        if (owner == gpuOwner.end() || owner->second->orders.contains(gpu)) {
            continue;
        }
        AgentEntry& agent = *owner->second;
        const auto row = std::ranges::find(agent.gpus, gpu, &GpuStatus::gpu);
        const auto ordered = restrictions.find(gpu);
        const bool isKnown = ordered != restrictions.end();
        if (isKnown && ordered->second.agent != agent.id
            && ordered->second.restriction != row->restriction
            && (!ordered->second.restriction.until
                || *ordered->second.restriction.until > now.wall)) {
            const Restriction& order = ordered->second.restriction;
            give(agent, {gpu, order, order.author});
            continue;
        }
        const auto told = row->restriction
            ? std::optional(GpuRestriction{*row->restriction, agent.id})
            : std::nullopt;
        if (told ? !isKnown || ordered->second != *told : isKnown) {
            setRestriction(gpu, told);
        }
    }
}

void Master::State::handle(OperatorRestrict& input) {
    const Result<AgentEntry*> agent = ownerOf(input.restriction.gpu);
    if (!agent) {
        answer(input.request, tl::unexpected(agent.error()));
        return;
    }
    const Restriction& order = input.restriction;
    audit(order.author, "restrict", order.gpu.value,
        order.until ? fmt::format("{} (until {})", order.reason, isoTime(*order.until))
                    : order.reason);
    give(**agent, {order.gpu, order, order.author});
    answer(input.request, {});
}

void Master::State::handle(OperatorRelease& input) {
    const Result<AgentEntry*> agent = ownerOf(input.gpu);
    if (!agent) {
        answer(input.request, tl::unexpected(agent.error()));
        return;
    }
    audit(input.author, "release", input.gpu.value, (*agent)->info.hostname);
    give(**agent, {std::move(input.gpu), std::nullopt, std::move(input.author)});
    answer(input.request, {});
}

void Master::State::handle(OperatorKill& input) {
    TaskEntry* task = findTask(input.task);
    if (!task || task->ended) {
        answer(input.request,
            failure(fmt::format("Task {} of framework {} {}", input.task.task.value,
                        input.task.framework.value, task ? "has ended already" : "is unknown"),
                task ? Error::Kind::Conflict : Error::Kind::NotFound));
        return;
    }
    audit(input.author, "kill",
        fmt::format("{}/{}", input.task.framework.value, input.task.task.value),
        fmt::format("{}{}{}", task->hostname, input.reason.empty() ? "" : ": ", input.reason));
    killTask(*task, std::nullopt, {std::move(input.author), std::move(input.reason)});
    answer(input.request, {});
}

// Free again, the same would go to the framework with the lowest share, which most often is the one
// that just lost it: so it counts as if that framework had declined it, for Mesos' default time.
void Master::State::handle(OperatorRescind& input) {
    OfferEntry* entry = findOffer(input.offer);
    if (!entry) {
        answer(input.request,
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
    audit(std::move(input.author), "rescind", offer->id.value,
        fmt::format("{} on {}, of {}: {}", offer->resources.text(), offer->hostname,
            framework.name.empty() ? framework.id.value : framework.name, input.reason));
    rescind(*entry);
    refuse(client, agent, offer->resources, kDefaultRefusal, RefusalReason::Rescinded);
    answer(input.request, {});
}

void Master::State::handle(OperatorTeardown& input) {
    FrameworkEntry* framework = findFramework(input.framework);
    if (!framework) {
        answer(input.request, failure("No framework found with specified ID"));
        return;
    }
    audit(input.author, "teardown", input.framework.value, framework->info.name);
    if (framework->link) {
        closeLink(*framework->link, "Framework has been torn down");
    }
    removeFramework(*framework, {std::move(input.author), "its framework was torn down"});
    answer(input.request, {});
}

} // namespace muster::cluster
