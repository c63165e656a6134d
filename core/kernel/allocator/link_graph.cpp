// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/allocator/link_graph.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace muster::allocator {

LinkGraph::LinkGraph(std::span<const GpuInfo* const> gpus)
    : m_size(gpus.size()), m_lanes(m_size * m_size) {
    std::unordered_map<std::string_view, std::size_t> positions;
    for (std::size_t i = 0; i < m_size; ++i) {
        positions.emplace(gpus[i]->uuid.value, i);
    }
    for (std::size_t i = 0; i < m_size; ++i) {
        for (const auto& link : gpus[i]->links) {
            const auto peer = positions.find(link.peer.value);
            if (peer == positions.end() || peer->second == i) {
                continue;
            }
            const auto j = peer->second;
            m_lanes[i * m_size + j] = m_lanes[j * m_size + i] = std::max(lanes(i, j), link.lanes);
        }
    }
}

std::vector<std::vector<std::size_t>> LinkGraph::groups() const {
    std::vector<std::vector<std::size_t>> out;
    std::vector<bool> seen(m_size);
    for (std::size_t start = 0; start < m_size; ++start) {
        if (seen[start]) {
            continue;
        }
        seen[start] = true;
        std::vector<std::size_t> group = {start};
        for (std::size_t next = 0; next < group.size(); ++next) {
            for (std::size_t peer = 0; peer < m_size; ++peer) {
                if (!seen[peer] && lanes(group[next], peer) > 0) {
                    seen[peer] = true;
                    group.push_back(peer);
                }
            }
        }
        std::sort(group.begin(), group.end());
        out.push_back(std::move(group));
    }
    return out;
}

std::vector<std::size_t> LinkGraph::choose(std::size_t count) const {
    std::vector<std::size_t> first(count);
    std::iota(first.begin(), first.end(), std::size_t{0});
    if (count < 2) {
        return first;
    }
    const auto all = groups();
    const std::vector<std::size_t>* best = nullptr;
    for (const auto& group : all) {
        if (group.size() >= count && (best == nullptr || group.size() < best->size())) {
            best = &group;
        }
    }
    return best == nullptr ? first : densest(*best, count);
}

std::vector<std::size_t> LinkGraph::densest(
    const std::vector<std::size_t>& group, std::size_t count) const {
    std::vector<unsigned> weight(m_size); // lanes into the set; at first, of the GPU's best link
    for (const auto a : group) {
        for (const auto b : group) {
            weight[a] = std::max(weight[a], lanes(a, b));
        }
    }
    std::vector<std::size_t> rest = group;
    std::vector<std::size_t> chosen;
    while (chosen.size() < count) {
        // The first of the heaviest; from the second on the weight is positive, for the group is
        // connected.
        const auto next = std::max_element(
            rest.begin(), rest.end(), [&](auto a, auto b) { return weight[a] < weight[b]; });
        if (chosen.empty()) {
            std::fill(weight.begin(), weight.end(), 0);
        }
        for (const auto other : rest) {
            weight[other] += lanes(*next, other);
        }
        chosen.push_back(*next);
        rest.erase(next);
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

} // namespace muster::allocator
