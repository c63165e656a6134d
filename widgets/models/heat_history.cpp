// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/heat_history.h"

#include <algorithm>

namespace muster::models {

std::uint8_t* HeatHistory::ring(std::size_t tile, std::size_t measure) {
    return m_values.data() + (tile * m_measures + measure) * kSteps;
}

const std::uint8_t* HeatHistory::ring(std::size_t tile, std::size_t measure) const {
    return m_values.data() + (tile * m_measures + measure) * kSteps;
}

void HeatHistory::reorder(const std::vector<int>& from) {
    const auto size = m_measures * kSteps; // of a tile
    std::vector<qint64> newest(from.size());
    std::vector<std::uint8_t> values(from.size() * size);
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (from[i] >= 0) {
            const auto old = static_cast<std::size_t>(from[i]);
            newest[i] = m_newest[old];
            std::copy_n(ring(old, 0), size, values.data() + i * size);
        }
    }
    m_newest = std::move(newest);
    m_values = std::move(values);
}

void HeatHistory::put(std::size_t tile, qint64 atMs, const Numbers& numbers) {
    auto& newest = m_newest[tile];
    const auto step = atMs / kStepMs;
    if (step < newest) {
        return;
    }
    // What lies between was not measured; an empty ring is all of that.
    for (auto missed = std::max(newest + 1, step - kSteps + 1); missed <= step; ++missed) {
        for (std::size_t i = 0; i < m_measures; ++i) {
            ring(tile, i)[missed % kSteps] = kNone;
        }
    }
    newest = step;
    for (std::size_t i = 0; i < m_measures; ++i) {
        ring(tile, i)[step % kSteps] = numbers[i] == kUnknown
            ? kNone
            : static_cast<std::uint8_t>(std::clamp(numbers[i], 0, kNone - 1));
    }
}

std::vector<Segment> HeatHistory::segments(std::size_t tile, HeatMetric metric) const {
    std::vector<Segment> out;
    const auto newest = m_newest[tile];
    if (newest == 0) {
        return out;
    }
    const auto* values = ring(tile, heatPlace(metric));
    bool open = false;
    for (auto step = newest - kSteps + 1; step <= newest; ++step) {
        const auto value = values[step % kSteps];
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
