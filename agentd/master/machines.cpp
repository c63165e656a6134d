// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/machines.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "agentd/master/closed.h"

namespace muster::agentd {
namespace {

bool isFailed(const cluster::GpuStatus& gpu) {
    return gpu.state == GpuState::Unhealthy || gpu.state == GpuState::Lost
        || gpu.state == GpuState::Occupied;
}

// What is withheld and is in use still counts in the total.
Milli restorable(const cluster::Agent& agent) {
    const auto count = std::ranges::count_if(agent.gpus, [](const cluster::GpuStatus& gpu) {
        return !gpu.holder && (gpu.restriction || isFailed(gpu));
    });
    return Milli::whole(count);
}

// "1 restricted by alice until ...: fan; 1 lost"
std::string withheldText(const cluster::Agent& agent) {
    std::vector<std::string> parts;
    for (const auto& gpu : agent.gpus) {
        if (gpu.restriction) {
            const auto& restriction = *gpu.restriction;
            parts.push_back(fmt::format("1 restricted{}{}: {}", by(restriction.author),
                restriction.until ? " until " + isoTime(*restriction.until) : "",
                restriction.reason));
        } else if (isFailed(gpu)) {
            parts.push_back(fmt::format("1 {}", wireName(gpu.state)));
        }
    }
    for (const auto& item : agent.info.total.others()) {
        if (item.name == "gpus" && item.isReserved()) {
            parts.push_back(
                fmt::format("{} reserved for {}", std::get<Milli>(item.value).text(), item.role()));
        }
    }
    return fmt::format("{}", fmt::join(parts, "; "));
}

// The job scheduler has role "*": what is reserved is for others.
Resources unreserved(const Resources& resources) {
    if (std::ranges::none_of(resources.others(), &Resource::isReserved)) {
        return resources; // as on most nodes
    }
    auto items = resources.items();
    std::erase_if(items, [](const Resource& item) { return item.isReserved(); });
    return Resources(std::move(items));
}

// Since when, not for how long: it is not told anew.
std::string closedSince(const cluster::Agent& agent) {
    const auto closed = closedText(agent);
    if (agent.state == AgentState::Active || !agent.disconnected) {
        return closed;
    }
    const auto since = isoSeconds(*agent.disconnected);
    return agent.state == AgentState::Disconnected && agent.info.total.empty()
        ? fmt::format("awaited since the master's restart at {}", since)
        : fmt::format("{} since {}", closed, since);
}

} // namespace

jobs::Machine machineOf(const cluster::Agent& agent) {
    jobs::Machine out;
    out.supply = {.agent = agent.id,
        .hostname = agent.info.hostname,
        .attributes = agent.info.attributes,
        .free = unreserved(agent.info.total - agent.used.total()),
        .hasGpus = !agent.info.gpus.empty()};
    out.total = unreserved(agent.info.total);
    out.offered = unreserved(agent.offered);
    out.closed = closedSince(agent);
    out.isKnown = agent.state == AgentState::Active;
    out.withheld = withheldText(agent);
    out.restorable = restorable(agent);
    out.isRestricted = std::ranges::any_of(
        agent.gpus, [](const cluster::GpuStatus& gpu) { return gpu.restriction && !gpu.holder; });
    return out;
}

jobs::RoleUse roleOf(const cluster::Master& master, const std::string& role) {
    const auto found = master.quotas().find(role);
    return {role, found == master.quotas().end() ? allocator::Quota{} : found->second,
        master.consumedBy(role)};
}

std::vector<jobs::RoleUse> rolesOf(const cluster::Master& master) {
    std::vector<jobs::RoleUse> out;
    for (const auto& [role, quota] : master.quotas()) {
        out.push_back({role, quota, master.consumedBy(role)});
    }
    return out;
}

} // namespace muster::agentd
