// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/gpu_restrictions.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace muster::cluster {

namespace {

std::string textOf(const Restriction& order) {
    return order.until ? fmt::format("{} (until {})", order.reason, isoTime(*order.until))
                       : order.reason;
}

bool isOver(const Restriction& restriction, Instant now) {
    return restriction.until && *restriction.until <= now;
}

bool mayHaveGpus(const AgentEntry* agent) {
    return !agent->policy.gone && agent->state != AgentState::Unreachable;
}

} // namespace

Result<AgentEntry*> GpuRestrictions::ownerOf(const GpuUuid& gpu) const {
    AgentEntry* owner = m_claims.owner(gpu);
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

const Restriction* GpuRestrictions::inForce(const GpuUuid& gpu) const {
    if (const GpuRestriction* ordered = find(gpu)) {
        return &ordered->restriction;
    }
    const AgentEntry* owner = m_claims.owner(gpu);
    if (!owner) {
        return nullptr;
    }
    const GpuOrder* pending = owner->orders.find(gpu); // what the agent reports is older
    const auto& reported = pending
        ? pending->restriction
        : std::ranges::find(owner->gpus, gpu, &GpuStatus::gpu)->restriction;
    return reported ? &*reported : nullptr;
}

Status GpuRestrictions::check(CommandKind command, const GpuUuid& gpu) const {
    const auto name = fmt::format("GPU {}", gpu.value);
    if (const Restriction* restriction = inForce(gpu)) {
        return checkState(command, ObjectState::Restricted, name,
            fmt::format("by {}: {}", restriction->author, restriction->reason));
    }
    return checkState(command, ObjectState::Ready, name);
}

Status GpuRestrictions::restrict(Restriction restriction) {
    // As agents and the journal know it: what they repeat is compared with what was ordered.
    using std::chrono::floor, std::chrono::milliseconds;
    restriction.since = floor<milliseconds>(restriction.since);
    if (auto& until = restriction.until) {
        until = floor<milliseconds>(*until);
    }
    const Result<AgentEntry*> agent = ownerOf(restriction.gpu);
    if (!agent) {
        return tl::unexpected(agent.error());
    }
    if (auto fits = check(CommandKind::RestrictGpu, restriction.gpu); !fits) {
        return fits;
    }
    m_outbox.audit(
        restriction.author, CommandKind::RestrictGpu, restriction.gpu.value, textOf(restriction));
    give(**agent, {restriction.gpu, restriction, restriction.author});
    return {};
}

Status GpuRestrictions::release(const GpuUuid& gpu, const std::string& author) {
    const Result<AgentEntry*> owner = ownerOf(gpu);
    const AgentEntry* shown = m_claims.owner(gpu);
    const bool isAbsent = !shown || shown->policy.gone;
    if (!owner && (!find(gpu) || !isAbsent)) {
        return tl::unexpected(owner.error());
    }
    if (auto fits = check(CommandKind::ReleaseGpu, gpu); !fits) {
        return fits;
    }
    AgentEntry* agent = owner ? *owner : nullptr;
    for (const auto& [number, each] : m_agents.inOrder()) {
        if (!agent && restrictsByOrder(*each, gpu)) {
            agent = each;
        }
    }
    m_outbox.audit(author, CommandKind::ReleaseGpu, gpu.value,
        owner ? agent->info.hostname : "No agent reports it");
    if (agent) {
        give(*agent, {gpu, std::nullopt, author});
    } else {
        set(gpu, std::nullopt);
    }
    return {};
}

void GpuRestrictions::give(AgentEntry& agent, const GpuOrder& order) {
    for (const auto& [number, each] : m_agents.inOrder()) {
        const bool isMeant = each == &agent;
        if (isMeant || restrictsByOrder(*each, order.gpu)) {
            GpuOrder its = order;
            if (!isMeant) {
                its.restriction.reset();
            }
            send(*each, m_orders.give(each->orders, std::move(its)));
            m_outbox.tell(AgentRecorded{each->id});
            m_changed.add(*each);
        }
    }
    set(order.gpu,
        order.restriction ? std::optional(GpuRestriction{*order.restriction, {}}) : std::nullopt);
    m_outbox.tell(GpuChanged{order.gpu});
}

void GpuRestrictions::send(const AgentEntry& agent, const GpuOrders::Sent& order) {
    if (order.restriction) {
        m_outbox.send(agent.link, RestrictGpu{*order.restriction, order.number});
    } else {
        m_outbox.send(agent.link, ReleaseGpu{order.gpu, order.author, order.number});
    }
}

void GpuRestrictions::set(const GpuUuid& gpu, std::optional<GpuRestriction> restriction) {
    m_orders.set(gpu, std::move(restriction));
    m_outbox.tell(RestrictionChanged{gpu});
}

bool GpuRestrictions::restrictsByOrder(const AgentEntry& agent, const GpuUuid& gpu) const {
    return !agent.policy.gone && m_orders.restricts(agent.orders, agent.id, gpu);
}

void GpuRestrictions::sendAgain(AgentEntry& agent) {
    for (const GpuOrders::Sent& order : m_orders.giveAgain(agent.orders)) {
        send(agent, order);
    }
}

void GpuRestrictions::confirm(AgentEntry& agent, std::uint64_t done) {
    for (const GpuOrder& order : m_orders.confirm(agent.orders, done)) {
        const GpuRestriction* ordered = find(order.gpu); // by now perhaps another
        if (ordered && ordered->restriction == order.restriction) {
            set(order.gpu, GpuRestriction{*order.restriction, agent.id});
        }
        m_outbox.tell(GpuChanged{order.gpu});
        m_outbox.tell(AgentRecorded{agent.id});
        m_changed.add(agent);
    }
}

void GpuRestrictions::compare(Instant now) {
    const auto reported = m_claims.takeReported();
    for (const GpuUuid& gpu : reported) {
        compare(gpu, now);
    }
    if (!reported.empty()) {
        endOverdue(now);
    }
}

// An agent that carried out the order knows best: it also lets it expire. To any other the order is
// given: the GPU was put into another machine, or its agent has lost its state. While two agents
// say that they have the GPU, neither is believed. A restriction that was not ordered here is its
// agent's own affair.
void GpuRestrictions::compare(const GpuUuid& gpu, Instant now) {
    AgentEntry* owner = m_claims.owner(gpu);
    const GpuRestriction* ordered = find(gpu);
    if (!owner || !ordered || owner->orders.find(gpu) || !owner->confirmed
        || std::ranges::any_of(m_claims.rivals(gpu), mayHaveGpus)) {
        return;
    }
    AgentEntry& agent = *owner;
    const auto [restriction, doneBy] = *ordered;
    if (std::ranges::find(agent.gpus, gpu, &GpuStatus::gpu)->restriction == restriction) {
        if (doneBy != agent.id) {
            set(gpu, GpuRestriction{restriction, agent.id});
        }
    } else if (doneBy == agent.id || isOver(restriction, now)) {
        set(gpu, std::nullopt);
    } else {
        m_outbox.audit("muster", CommandKind::RestrictGpu, gpu.value,
            fmt::format("{}, now on {}, ordered by {}", textOf(restriction), agent.info.hostname,
                restriction.author));
        give(agent, {gpu, restriction, restriction.author});
    }
}

// Those of GPUs that no agent has, which would say so.
void GpuRestrictions::endOverdue(Instant now) {
    std::vector<GpuUuid> over;
    for (const auto& [gpu, ordered] : m_orders.restrictions()) {
        if (isOver(ordered.restriction, now) && !m_claims.has(gpu)) {
            over.push_back(gpu);
        }
    }
    for (const GpuUuid& gpu : over) {
        set(gpu, std::nullopt);
    }
}

void GpuRestrictions::recover(GpuRestriction restriction) {
    const GpuUuid gpu = restriction.restriction.gpu;
    m_orders.set(gpu, std::move(restriction));
}

void GpuRestrictions::recover(AgentEntry& agent, std::vector<GpuOrder> unconfirmed) {
    m_orders.recover(agent.orders, std::move(unconfirmed));
}

} // namespace muster::cluster
