// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/heat_history.h"

#include <algorithm>

namespace muster::models {

void HeatHistory::reorder(const std::vector<int>& from) {
    std::vector<Ring> rings(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (from[i] >= 0) {
            rings[i] = m_rings[static_cast<std::size_t>(from[i])];
        }
    }
    m_rings = std::move(rings);
}

void HeatHistory::put(std::size_t tile, qint64 atMs, const Numbers& numbers) {
    auto& ring = m_rings[tile];
    const auto step = atMs / kStepMs;
    if (step < ring.newest) {
        return;
    }
    // What lies between was not measured; an empty ring is all of that.
    for (auto missed = std::max(ring.newest + 1, step - kSteps + 1); missed <= step; ++missed) {
        for (auto& row : ring.values) {
            row[static_cast<std::size_t>(missed % kSteps)] = kNone;
        }
    }
    ring.newest = step;
    for (std::size_t i = 0; i < kHeatMeasures; ++i) {
        ring.values[i][static_cast<std::size_t>(step % kSteps)] = numbers[i] == kUnknown
            ? kNone
            : static_cast<std::uint8_t>(std::clamp(numbers[i], 0, kNone - 1));
    }
}

std::vector<Segment> HeatHistory::segments(std::size_t tile, HeatMetric metric) const {
    std::vector<Segment> out;
    const auto& ring = m_rings[tile];
    if (ring.newest == 0) {
        return out;
    }
    bool open = false;
    for (auto step = ring.newest - kSteps + 1; step <= ring.newest; ++step) {
        const auto value = ring.values[static_cast<std::size_t>(metric)]
                                      [static_cast<std::size_t>(step % kSteps)];
        if (value == kNone) {
            open = false;
            continue;
        }
        if (!open) {
            out.emplace_back();
            open = true;
        }
        out.back().push_back({step * kStepMs, static_cast<double>(value)});
    }
    return out;
}

} // namespace muster::models
