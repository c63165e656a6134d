// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/gpus.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "core/columns/gpu.h"
#include "core/kernel/base/wire_names.h"
#include "core/proto/states.h"

namespace muster::cli {

using muster::v1::Gpu;

Listing Gpus::list(const ClusterView& view) const {
    std::vector<const Gpu*> gpus;
    for (const auto& [uuid, gpu] : view.gpus()) {
        if (passes(proto::word(gpu.state()), view.node(gpu.agent_id())))
            gpus.push_back(&gpu);
    }
    std::sort(gpus.begin(), gpus.end(), [&](const Gpu* a, const Gpu* b) {
        return std::tuple(view.node(a->agent_id()), a->index(), a->uuid())
            < std::tuple(view.node(b->agent_id()), b->index(), b->uuid());
    });
    auto listing = listingOf("gpus", columns::gpuColumns());
    for (const auto* gpu : gpus)
        add(listing, columns::gpuColumns(), {*gpu, view});
    return listing;
}

void Gpus::addTo(CommandLine& line) {
    line.flags.push_back({"--state", &m_filters.state,
        fmt::format("Only in this state: {}", fmt::join(states(), ", ")), "STATE"});
    line.examples = "  muster gpus\n  muster gpus -o wide --node=node-7\n"
                    "  muster gpus -o json --state=free | jq -r '.gpus[].uuid'";
}

std::vector<std::string> Gpus::states() const {
    auto out = wireNames<GpuState>();
    out.emplace_back(proto::kUnavailable);
    return out;
}

std::string Gpus::emptyHint() const {
    return "'muster nodes' shows which nodes have joined; add one with 'muster-agentd agent'";
}

} // namespace muster::cli
