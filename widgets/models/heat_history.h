// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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
// 2.5 s, a byte each. With four metrics 488 bytes a GPU, 4.9 MB for 10,000, whatever happens.
class HeatHistory {
public:
    static constexpr qint64 kStepMs = 2500;
    static constexpr int kSteps = 120;
    using Numbers = std::vector<MetricValue>; // in the order of heatMetrics()

    // The tiles are now others: place `i` holds what place `from[i]` held, nothing for -1.
    void reorder(const std::vector<int>& from);
    void put(std::size_t tile, qint64 atMs, const Numbers& numbers);
    // Pieces without a gap, oldest first. `metric` is not State.
    std::vector<Segment> segments(std::size_t tile, HeatMetric metric) const;
    std::size_t bytes() const { return m_newest.capacity() * sizeof(qint64) + m_values.capacity(); }

private:
    static constexpr std::uint8_t kNone = 255;
    std::uint8_t* ring(std::size_t tile, std::size_t measure);
    const std::uint8_t* ring(std::size_t tile, std::size_t measure) const;

    std::size_t m_measures = heatMeasures();
    std::vector<qint64> m_newest; // of each tile, the step's number since the epoch; 0: empty
    std::vector<std::uint8_t> m_values; // kSteps of each measure of each tile
};

} // namespace muster::models
