// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/kernel/base/gpu.h"

namespace muster::allocator {

// The NVLink connections among some GPUs, which are named by their position in the list given; a
// link to a GPU outside of it does not count. Not thread-safe. O(n^2) in the number of GPUs.
class LinkGraph {
public:
    // `gpus` in the order that breaks ties. If the two ends of a link differ, the larger count
    // holds.
    explicit LinkGraph(std::span<const GpuInfo* const> gpus);

    unsigned lanes(std::size_t a, std::size_t b) const { return m_lanes[a * m_size + b]; }

    // The connected groups, each ascending, ordered by their first member. A GPU without links is
    // one.
    std::vector<std::vector<std::size_t>> groups() const;

    // `count` positions, ascending: from the smallest group that is large enough, grown from its
    // pair with the most lanes by the GPU with the most lanes into the set; without such a group,
    // and for a single GPU, the first ones. REQUIRES: count <= gpus.size().
    std::vector<std::size_t> choose(std::size_t count) const;

private:
    std::vector<std::size_t> densest(
        const std::vector<std::size_t>& group, std::size_t count) const;

    std::size_t m_size;
    std::vector<unsigned> m_lanes; // m_size x m_size, symmetric
};

} // namespace muster::allocator
