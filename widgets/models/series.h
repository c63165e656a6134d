// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "widgets/models/pyramid.h"
#include "widgets/models/time_range.h"

namespace muster::models {

// One metric of one GPU: what the master remembers, then what arrives. Points are in order of time,
// each time once; a live point newer than the history's end stays when the history comes in later.
class Series {
public:
    explicit Series(qint64 liveStepMs = 1000); // from one live point to the next

    void setHistory(std::vector<SeriesPoint> points, qint64 stepMs);
    void append(const SeriesPoint& point); // left out unless newer than all
    void forgetBefore(qint64 atMs); // perhaps not all of it: what is cheap
    void clear();

    bool empty() const { return points().empty(); }
    const std::vector<SeriesPoint>& points() const { return m_pyramid.points(); }
    const Pyramid& pyramid() const { return m_pyramid; }
    std::size_t livePoints() const; // newer than the history's end

    qint64 stepAt(qint64 atMs) const;
    // False: more than three steps without a point lie before point `index`, and no line is drawn
    // over what nobody measured. REQUIRES: 0 < index < points().size().
    bool joined(std::size_t index) const;

    std::size_t indexAt(qint64 atMs) const; // of the first point that is not before
    using Indices = std::pair<std::size_t, std::size_t>;
    Indices within(TimeSpan span) const; // first and one past the last
    // The point that speaks for a time: the nearest, unless it lies in a gap.
    std::optional<std::size_t> nearest(qint64 atMs) const;

private:
    qint64 m_liveStepMs;
    qint64 m_historyStepMs;
    qint64 m_historyEndMs = 0;
    Pyramid m_pyramid;
};

} // namespace muster::models
