// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/pyramid.h"

#include <algorithm>

namespace muster::models {

void Extremes::add(const Extremes& other) {
    minimum = std::min(minimum, other.minimum);
    maximum = std::max(maximum, other.maximum);
    sum += other.sum;
}

void Pyramid::assign(std::vector<SeriesPoint> points) {
    m_levels.clear();
    m_points = std::move(points);
    for (std::size_t size = m_points.size() / kFan; size > 0; size /= kFan) {
        const auto level = m_levels.size();
        std::vector<Extremes> buckets(size);
        for (std::size_t i = 0; i < size * kFan; ++i) {
            buckets[i / kFan].add(entry(level, i));
        }
        m_levels.push_back(std::move(buckets));
    }
}

void Pyramid::append(const SeriesPoint& point) {
    m_points.push_back(point);
    close();
}

void Pyramid::close() {
    auto size = m_points.size();
    for (std::size_t level = 0; size % kFan == 0; ++level, size /= kFan) {
        Extremes bucket;
        for (auto i = size - kFan; i < size; ++i) {
            bucket.add(entry(level, i));
        }
        if (level == m_levels.size()) {
            m_levels.emplace_back();
        }
        m_levels[level].push_back(bucket);
    }
}

Extremes Pyramid::entry(std::size_t level, std::size_t index) const {
    if (level > 0) {
        return m_levels[level - 1][index];
    }
    const auto& point = m_points[index];
    return {point.minimum, point.maximum, point.average};
}

Extremes Pyramid::over(std::size_t first, std::size_t last) const {
    Extremes out;
    for (std::size_t level = 0;; ++level, first /= kFan, last /= kFan) {
        const bool climb = level < m_levels.size() && last - first >= 2 * kFan;
        for (; first < last && (!climb || first % kFan != 0); ++first) {
            out.add(entry(level, first));
        }
        if (!climb) {
            return out;
        }
        for (; last % kFan != 0; --last) {
            out.add(entry(level, last - 1));
        }
    }
}

} // namespace muster::models
