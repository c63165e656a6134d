// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QtGlobal>

#include "core/proto/muster/v1/console.pb.h"

namespace muster::models {

struct SeriesPoint {
    qint64 atMs = 0;
    double value = 0;
    bool operator==(const SeriesPoint&) const = default;
};

using Segment = std::vector<SeriesPoint>;

// One metric of one GPU over a sliding window: what the master remembers, then what arrives. Points
// are in order of time, each time once; a live point newer than the history's end stays when the
// history comes in later.
class Series {
public:
    static constexpr std::size_t kMostPoints = 600;

    explicit Series(qint64 windowMs);

    void setHistory(std::vector<SeriesPoint> points, qint64 stepMs);
    void append(SeriesPoint point);
    void clear();

    // At most kMostPoints in all, each the mean of its bucket, broken where more than three steps
    // without a point lie between two: no line is drawn over what nobody measured.
    std::vector<Segment> segments() const;
    bool empty() const { return m_points.empty(); }
    const std::vector<SeriesPoint>& points() const { return m_points; }

private:
    void trim();
    qint64 stepAt(qint64 atMs) const;

    qint64 m_windowMs;
    qint64 m_historyStepMs = 1000;
    qint64 m_historyEndMs = 0;
    std::vector<SeriesPoint> m_points;
};

} // namespace muster::models
