// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/topology.h"

#include <algorithm>
#include <ostream>

#include "app/cli/conversation.h"
#include "app/cli/text.h"
#include "core/kernel/base/nearest.h"
#include "core/proto/topology.h"

namespace muster::cli {

using muster::v1::Agent;
using muster::v1::Gpu;

namespace {

std::vector<const Gpu*> gpusOf(const ClusterView& view, const Agent& agent) {
    std::vector<const Gpu*> gpus;
    for (const auto& [uuid, gpu] : view.gpus()) {
        if (gpu.agent_id() == agent.id())
            gpus.push_back(&gpu);
    }
    std::sort(gpus.begin(), gpus.end(), [](const Gpu* a, const Gpu* b) {
        return std::tuple(a->index(), a->uuid()) < std::tuple(b->index(), b->uuid());
    });
    return gpus;
}

std::string nameOf(const Gpu& gpu) {
    return fmt::format("GPU{}", gpu.index());
}

std::string legend() {
    std::string text = "\nX     the GPU itself\nNV#   number of NVLinks\n";
    for (const auto& path : pathTable())
        text += fmt::format("{:<5} {}\n", path.name, path.meaning);
    return text;
}

} // namespace

Result<const Agent*> findNode(const ClusterView& view, const std::string& typed) {
    if (const auto exact = view.agents().find(typed); exact != view.agents().end())
        return &exact->second;
    std::vector<const Agent*> named;
    std::vector<std::string> names;
    for (const auto& [id, agent] : view.agents()) {
        names.push_back(agent.hostname());
        if (agent.hostname() == typed)
            named.push_back(&agent);
    }
    if (named.size() == 1)
        return named.front();
    if (named.size() > 1)
        return failure(fmt::format("{} nodes are named '{}': use the id of one, {} or {}",
            named.size(), escaped(typed), escaped(named[0]->id()), escaped(named[1]->id())));
    const auto near = nearestNames(typed, names);
    return failure(fmt::format("No node is named '{}'; {}", escaped(typed),
                       near.empty() ? "see 'muster nodes'"
                                    : fmt::format("did you mean {}?", escaped(near.front()))),
        Error::Kind::NotFound);
}

Listing topology(const ClusterView& view, const Agent& agent) {
    const auto gpus = gpusOf(view, agent);
    Listing listing{"gpus", {{"GPU", "gpu"}, {"", "uuid"}, {"", "ways"}}, {}};
    for (const auto* gpu : gpus)
        listing.fields.push_back({nameOf(*gpu), ""});
    listing.fields.push_back({"NUMA", "numa_node", false, true});
    for (const auto* from : gpus) {
        auto& row = listing.rows.emplace_back();
        std::vector<std::string> words;
        for (const auto* to : gpus)
            words.push_back(proto::wayBetween(*from, *to).word());
        row = {Cell::word(nameOf(*from)), Cell::word(from->uuid()), {words, {}}};
        for (const auto& word : words)
            row.push_back(Cell::word(word));
        row.push_back(from->has_numa_node() ? Cell::number(from->numa_node()) : Cell{});
    }
    return listing;
}

CommandLine Topology::line() {
    CommandLine line;
    line.flags = {
        outputFlag(m_output, {"table", "json"}),
        {"--no-header", &m_noHeader, "Omit the header line and the legend"},
    };
    line.arguments = {{"NODE", &m_node, "The name or id of a node", true, Names::Nodes}};
    m_master.addTo(line);
    line.examples = "  muster nodes topology node-7\n"
                    "  muster nodes topology node-7 -o json | jq -c '.gpus[].ways'";
    return line;
}

ExitCode Topology::run(const CliContext& here) {
    const auto view = askForCluster(m_master, here);
    if (!view)
        return view.error();
    const auto node = findNode(*view, m_node);
    if (!node)
        return fail(here, node.error(), exitCodeOf(node.error().kind));
    const auto listing = topology(*view, **node);
    if (m_output == "json")
        here.out << jsonText(listing);
    else if (listing.rows.empty())
        here.err << fmt::format("No GPUs on {}\n", escaped((*node)->hostname()));
    else
        here.out << tableText(listing, /*wide=*/false, !m_noHeader) << (m_noHeader ? "" : legend());
    return ExitCode::Ok;
}

} // namespace muster::cli
