// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "widgets/models/heat_metric.h"

namespace muster::models {

struct TrendPoint {
    qint64 atMs = 0;
    double value = 0;
    bool operator==(const TrendPoint&) const = default;
};
// Without a gap between them, in order of time.
using Segment = std::vector<TrendPoint>;

// The last five minutes of every tile, as far as this console saw them: the newest number of each
// 2.5 s, a byte each. 488 bytes a GPU, 4.9 MB for 10,000, whatever happens.
class HeatHistory {
public:
    static constexpr qint64 kStepMs = 2500;
    static constexpr int kSteps = 120;
    using Numbers = std::array<MetricValue, kHeatMeasures>;

    // The tiles are now others: place `i` holds what place `from[i]` held, nothing for -1.
    void reorder(const std::vector<int>& from);
    void put(std::size_t tile, qint64 atMs, const Numbers& numbers);
    // Pieces without a gap, oldest first. `metric` is not State.
    std::vector<Segment> segments(std::size_t tile, HeatMetric metric) const;
    std::size_t bytes() const { return m_rings.capacity() * sizeof(Ring); }

private:
    static constexpr std::uint8_t kNone = 255;
    struct Ring {
        qint64 newest = 0; // the step's number since the epoch; 0: empty
        std::array<std::array<std::uint8_t, kSteps>, kHeatMeasures> values;
    };

    std::vector<Ring> m_rings;
};

} // namespace muster::models
