// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/nodes.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/kernel/base/wire_names.h"
#include "core/kernel/resources/resources.h"
#include "core/proto/live_row.h"

namespace muster::cli {

using muster::v1::Agent;

namespace {

const std::vector<Field> kFields = {
    {"NODE", "node"},
    {"STATE", "state"},
    {"GPUS", "", false, true},
    {"CPUS", "", false, true},
    {"MEM", "", false, true},
    {"", "resources"},
    {"", "used"},
    {"OFFERED", "offered", true},
    {"ATTRIBUTES", "attributes"},
    {"DRIVER", "driver_version"},
    {"CUDA", "cuda_version"},
    {"ID", "agent_id", true},
    {"REGISTERED", "registered", true},
    {"", "gpus"},
    {"", "drain"},
    {"", "closed"},
    {"DRAINED BY", "drained_by", true},
    {"WHY", "drain_reason", true},
    {"SINCE", "drain_since", true},
    {"NO DATA SINCE", "no_data_since", true},
};

// "2/4": used of all. "-/4": nobody knows what is used now.
Cell share(const std::optional<Resources>& used, const Resources& all, const char* name,
    const char* unit = "") {
    return {{},
        fmt::format(
            "{}/{}{}", used ? used->total(name).text() : "-", all.total(name).text(), unit)};
}

// Whether it takes work is what people look for, unless the machine is not there at all.
Cell stateCell(const Agent& agent) {
    if (agent.state() != wireName(AgentState::Active))
        return Cell::word(agent.state());
    if (!proto::isLive(agent))
        return {agent.state(),
            fmt::format("no data since {}", timeCell(agent.no_data_since_ms()).text)};
    const auto drain = proto::drainWord(agent);
    return {agent.state(), drain.empty() ? agent.closed() : std::string(drain)};
}

std::vector<Cell> row(const Agent& agent) {
    const auto all = Resources::parse(agent.resources()).value_or(Resources());
    std::optional<Resources> used;
    if (proto::isLive(agent))
        used = Resources::parse(agent.used()).value_or(Resources());
    return {Cell::word(agent.hostname()), stateCell(agent), share(used, all, "gpus"),
        share(used, all, "cpus"), share(used, all, "mem", " MiB"), Cell::word(agent.resources()),
        Cell::word(agent.used()), Cell::word(agent.offered()), Cell::word(agent.attributes()),
        Cell::word(agent.driver_version()), Cell::word(agent.cuda_version()),
        Cell::word(agent.id()), timeCell(agent.registered_ms()),
        {std::vector<std::string>(agent.gpus().begin(), agent.gpus().end()), {}},
        Cell::word(std::string(proto::drainWord(agent))), Cell::word(agent.closed()),
        Cell::word(agent.drain().author()), Cell::word(agent.drain().reason()),
        timeCell(agent.drain().since_ms()), timeCell(agent.no_data_since_ms())};
}

} // namespace

Listing Nodes::list(const ClusterView& view) const {
    std::vector<const Agent*> agents;
    for (const auto& [id, agent] : view.agents()) {
        if (passes(agent.state(), agent.hostname())
            || passes(std::string(proto::drainWord(agent)), agent.hostname()))
            agents.push_back(&agent);
    }
    std::sort(agents.begin(), agents.end(), [](const Agent* a, const Agent* b) {
        return std::tie(a->hostname(), a->id()) < std::tie(b->hostname(), b->id());
    });
    Listing listing{"nodes", kFields, {}};
    for (const auto* agent : agents)
        listing.rows.push_back(row(*agent));
    return listing;
}

void Nodes::addTo(CommandLine& line) {
    line.flags.push_back({"--state", &m_filters.state,
        "Only in this state: active, disconnected, unreachable, draining, drained", "STATE"});
    line.examples = "  muster nodes\n  muster nodes -o json --state=active";
}

std::vector<std::string> Nodes::states() const {
    auto out = wireNames<AgentState>();
    out.insert(out.end(), {"draining", "drained"});
    return out;
}

std::string Nodes::emptyHint() const {
    return "No node has joined yet: add one with 'muster-agentd agent --master=HOST:PORT'";
}

} // namespace muster::cli
