// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/series.h"

#include <algorithm>

namespace muster::models {

namespace {
constexpr qint64 kLiveStepMs = 1000;
constexpr qint64 kStepsOfGap = 3;
} // namespace

Series::Series(qint64 windowMs) : m_windowMs(windowMs) { }

void Series::setHistory(std::vector<SeriesPoint> points, qint64 stepMs) {
    m_historyStepMs = std::max(stepMs, kLiveStepMs);
    m_historyEndMs = points.empty() ? 0 : points.back().atMs;
    for (const auto& live : m_points) {
        if (live.atMs > m_historyEndMs) {
            points.push_back(live);
        }
    }
    m_points = std::move(points);
    trim();
}

void Series::append(SeriesPoint point) {
    if (!m_points.empty() && point.atMs <= m_points.back().atMs) {
        return;
    }
    m_points.push_back(point);
    trim();
}

void Series::clear() {
    m_points.clear();
    m_historyEndMs = 0;
}

void Series::trim() {
    if (m_points.empty()) {
        return;
    }
    const auto oldest = m_points.back().atMs - m_windowMs;
    const auto first = std::find_if(
        m_points.begin(), m_points.end(), [&](const auto& point) { return point.atMs >= oldest; });
    m_points.erase(m_points.begin(), first);
}

qint64 Series::stepAt(qint64 atMs) const {
    return atMs <= m_historyEndMs ? m_historyStepMs : kLiveStepMs;
}

std::vector<Segment> Series::segments() const {
    std::vector<Segment> segments;
    const auto perBucket = (m_points.size() + kMostPoints - 1) / kMostPoints;
    SeriesPoint sum;
    std::size_t inBucket = 0;
    const auto close = [&] {
        if (inBucket > 0) {
            segments.back().push_back({sum.atMs, sum.value / static_cast<double>(inBucket)});
            inBucket = 0;
        }
    };
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const auto& point = m_points[i];
        const bool gap = i > 0
            && point.atMs - m_points[i - 1].atMs > kStepsOfGap * stepAt(m_points[i - 1].atMs);
        if (i == 0 || gap) {
            close();
            segments.emplace_back();
        } else if (inBucket == perBucket) {
            close();
        }
        sum = inBucket == 0 ? point : SeriesPoint{point.atMs, sum.value + point.value};
        ++inBucket;
    }
    close();
    return segments;
}

} // namespace muster::models
