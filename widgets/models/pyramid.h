// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include <QtGlobal>

namespace muster::models {

// What was measured at one time, or over the interval that begins then.
struct SeriesPoint {
    qint64 atMs = 0;
    double minimum = 0;
    double average = 0;
    double maximum = 0;

    static SeriesPoint of(qint64 atMs, double value) { return {atMs, value, value, value}; }
    bool operator==(const SeriesPoint&) const = default;
};

struct Extremes {
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();
    double sum = 0; // of the averages

    void add(const Extremes& other);
    bool operator==(const Extremes&) const = default;
};

// Points, and above every 16 of them their extremes, and above every 16 of those: what a range of
// any length holds is found in O(log n), so that a chart costs what its pixels cost. One thread.
class Pyramid {
public:
    static constexpr std::size_t kFan = 16;

    void assign(std::vector<SeriesPoint> points); // O(n)
    void append(const SeriesPoint& point); // O(1), amortised
    const std::vector<SeriesPoint>& points() const { return m_points; }

    // Of points [first, last). REQUIRES: first <= last <= points().size().
    Extremes over(std::size_t first, std::size_t last) const;

private:
    Extremes entry(std::size_t level, std::size_t index) const; // level 0: the points
    void close(); // the buckets that the newest point fills

    std::vector<SeriesPoint> m_points;
    std::vector<std::vector<Extremes>> m_levels; // full buckets only
};

} // namespace muster::models
