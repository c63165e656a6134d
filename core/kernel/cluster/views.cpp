// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

std::vector<NodeTrouble> Agent::troubles() const {
    auto all = info.troubles;
    for (const auto& [gpu, text] : claimedByOthers) {
        all.push_back({NodeProblem::GpuClaimedTwice, text});
    }
    return all;
}

const Agent* Master::agent(const AgentId& id) const {
    const AgentEntry* agent = m_state->agents.find(id);
    return agent && !agent->policy.gone ? agent : nullptr;
}

const Agent* Master::agent(AgentNumber number) const {
    const AgentEntry* agent = m_state->agents.find(number);
    return agent && !agent->policy.gone ? agent : nullptr;
}

std::optional<AgentRecord> Master::agentRecord(const AgentId& id) const {
    const AgentEntry* agent = m_state->agents.find(id);
    const bool isKept = agent && (agent->confirmed || agent->policy != AgentPolicy{});
    return isKept ? std::optional(agent->record()) : std::nullopt;
}

const GpuRestriction* Master::restriction(const GpuUuid& gpu) const {
    return m_state->restrictions.find(gpu);
}

const Framework* Master::framework(const FrameworkId& id) const {
    return m_state->frameworks.find(id);
}

const Offer* Master::offer(const OfferId& id) const {
    const OfferEntry* entry = m_state->offers.find(id);
    return entry ? entry->offer.get() : nullptr;
}

const Task* Master::task(const TaskKey& key) const {
    return m_state->tasks.find(key);
}

std::optional<Master::GpuView> Master::gpu(const GpuUuid& uuid) const {
    const AgentEntry* agent = m_state->claims.owner(uuid);
    if (!agent || agent->policy.gone) {
        return std::nullopt;
    }
    for (std::size_t row = 0; row < agent->info.gpus.size(); ++row) {
        if (agent->info.gpus[row].uuid == uuid) {
            GpuView view{agent, &agent->info.gpus[row], agent->gpus[row]};
            view.status.state = agent->shown[row];
            view.pending = agent->orders.find(uuid);
            return view;
        }
    }
    return std::nullopt;
}

std::vector<const Agent*> Master::agents() const {
    std::vector<const Agent*> all;
    for (const auto& [number, agent] : m_state->agents.inOrder()) {
        if (!agent->policy.gone) {
            all.push_back(agent);
        }
    }
    return all;
}

std::vector<const Framework*> Master::frameworks() const {
    std::vector<const Framework*> all;
    for (const auto& [number, framework] : m_state->frameworks.inOrder()) {
        all.push_back(framework);
    }
    return all;
}

std::vector<const Offer*> Master::offers() const {
    std::vector<const Offer*> all;
    for (const auto& [number, entry] : m_state->offers.all()) {
        all.push_back(entry.offer.get());
    }
    return all;
}

std::vector<const Task*> Master::tasks() const {
    std::vector<const Task*> all;
    all.reserve(m_state->tasks.size());
    for (const auto& [number, task] : m_state->tasks.inOrder()) {
        all.push_back(task);
    }
    return all;
}

const std::deque<Framework>& Master::completedFrameworks() const {
    return m_state->frameworks.completed();
}

const Maintenance& Master::maintenance() const {
    return m_state->maintenance.view();
}

std::vector<Master::RoleView> Master::roles() const {
    std::map<std::string, RoleView> found;
    const auto view = [&found](const std::string& name) -> RoleView& {
        RoleView& view = found[name];
        view.name = name;
        return view;
    };
    for (const auto& [name, role] : m_state->share.roles()) {
        RoleView& one = view(name);
        one.weight = role.weight;
        one.quota = role.quota;
        one.allocated = role.allocated;
        one.reserved = role.reserved;
        one.consumed = role.used();
    }
    for (const auto& [name, weight] : m_state->roleSettings.weights()) {
        view(name).weight = weight;
    }
    for (const auto& [number, entry] : m_state->offers.all()) {
        const Quantities offered = quantitiesOf(entry.offer->resources);
        RoleView& one = view(entry.offer->role);
        one.offered += offered;
        one.allocated -= offered;
    }
    for (const auto& [number, framework] : m_state->frameworks.inOrder()) {
        for (const std::string& role : framework->info.roles) {
            view(role).frameworks.push_back(framework->info.id);
        }
    }
    std::vector<RoleView> all;
    for (auto& [name, one] : found) {
        all.push_back(std::move(one));
    }
    return all;
}

Quantities Master::consumedBy(const std::string& role) const {
    const auto* known = m_state->share.find(role);
    return known ? known->used() : Quantities{};
}

const std::map<std::string, allocator::Quota>& Master::quotas() const {
    return m_state->roleSettings.quotas();
}

const std::map<std::string, Milli>& Master::weights() const {
    return m_state->roleSettings.weights();
}

Master::Refusals Master::refusals(
    const std::vector<FrameworkId>& frameworks, std::size_t limit, Now now) const {
    Refusals out;
    std::vector<const OfferFilters::OfClient*> clients;
    const bool gpus = m_state->options.filterGpuResources && !m_state->claims.empty();
    for (const FrameworkId& id : frameworks) {
        const FrameworkEntry* framework = m_state->frameworks.find(id);
        if (!framework || !framework->link) {
            continue;
        }
        for (const auto& [role, client] : framework->clients) {
            clients.push_back(&client.filters);
        }
        for (const std::string& role : framework->suppressed) {
            out.withheld.push_back(
                {framework, role, nullptr, {}, std::nullopt, RefusalReason::Suppressed});
        }
        if (gpus && !framework->info.has(Capability::GpuResources)) {
            out.withheld.push_back(
                {framework, {}, nullptr, {}, std::nullopt, RefusalReason::NoGpuCapability});
        }
    }
    const auto isShown = [this](AgentNumber number) { return agent(number) != nullptr; };
    for (auto& filter : m_state->filters.latest(clients, limit + 1, now.uptime, isShown)) {
        const ClientEntry& client = m_state->frameworks.client(filter.client);
        out.rows.push_back({client.framework, client.role->name, agent(filter.agent),
            std::move(filter.resources), now.wallAt(filter.until), filter.reason});
    }
    for (auto* rows : {&out.rows, &out.withheld}) {
        out.more = out.more || rows->size() > limit;
        rows->resize(std::min(rows->size(), limit));
    }
    return out;
}

} // namespace muster::cluster
