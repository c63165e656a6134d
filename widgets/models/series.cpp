// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/series.h"

#include <algorithm>

namespace muster::models {

namespace {
constexpr qint64 kStepsOfGap = 3;
constexpr std::size_t kShareToForget = 4; // a quarter
} // namespace

Series::Series(qint64 liveStepMs) : m_liveStepMs(liveStepMs), m_historyStepMs(liveStepMs) { }

void Series::setHistory(std::vector<SeriesPoint> points, qint64 stepMs) {
    const auto endMs = points.empty() ? 0 : points.back().atMs;
    const auto live = indexAt(std::max(m_historyEndMs, endMs) + 1);
    points.insert(points.end(), this->points().begin() + static_cast<std::ptrdiff_t>(live),
        this->points().end());
    m_historyStepMs = std::max(stepMs, m_liveStepMs);
    m_historyEndMs = endMs;
    m_pyramid.assign(std::move(points));
}

void Series::append(const SeriesPoint& point) {
    if (empty() || point.atMs > points().back().atMs) {
        m_pyramid.append(point);
    }
}

void Series::forgetBefore(qint64 atMs) {
    const auto old = indexAt(atMs);
    if (old > points().size() / kShareToForget) {
        const auto first = points().begin() + static_cast<std::ptrdiff_t>(old);
        m_pyramid.assign(std::vector<SeriesPoint>(first, points().end()));
    }
}

void Series::clear() {
    m_pyramid.assign({});
    m_historyEndMs = 0;
}

std::size_t Series::livePoints() const {
    return points().size() - indexAt(m_historyEndMs + 1);
}

qint64 Series::stepAt(qint64 atMs) const {
    return atMs <= m_historyEndMs ? m_historyStepMs : m_liveStepMs;
}

bool Series::joined(std::size_t index) const {
    const auto before = points()[index - 1].atMs;
    return points()[index].atMs - before <= kStepsOfGap * stepAt(before);
}

std::size_t Series::indexAt(qint64 atMs) const {
    const auto found = std::partition_point(points().begin(), points().end(),
        [atMs](const SeriesPoint& point) { return point.atMs < atMs; });
    return static_cast<std::size_t>(found - points().begin());
}

Series::Indices Series::within(TimeSpan span) const {
    return {indexAt(span.fromMs), indexAt(span.toMs)};
}

std::optional<std::size_t> Series::nearest(qint64 atMs) const {
    if (empty()) {
        return std::nullopt;
    }
    const auto after = indexAt(atMs);
    const auto found = after == points().size()
            || (after > 0 && atMs - points()[after - 1].atMs <= points()[after].atMs - atMs)
        ? after - 1
        : after;
    const auto at = points()[found].atMs;
    return qAbs(atMs - at) <= kStepsOfGap * stepAt(at) ? std::optional(found) : std::nullopt;
}

} // namespace muster::models
