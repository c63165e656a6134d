// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/nodes.h"

#include <algorithm>

#include "core/columns/node.h"
#include "core/kernel/base/wire_names.h"

namespace muster::cli {

using muster::v1::Agent;

Listing Nodes::list(const ClusterView& view) const {
    std::vector<const Agent*> agents;
    for (const auto& [id, agent] : view.agents()) {
        if (passes(columns::nodeState(agent), agent.hostname()))
            agents.push_back(&agent);
    }
    std::sort(agents.begin(), agents.end(), [](const Agent* a, const Agent* b) {
        return std::tie(a->hostname(), a->id()) < std::tie(b->hostname(), b->id());
    });
    auto listing = listingOf("nodes", columns::nodeColumns());
    for (const auto* agent : agents)
        add(listing, columns::nodeColumns(), {*agent, view});
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
    return "Add one with 'muster-agentd agent --master=HOST:PORT'";
}

} // namespace muster::cli
