// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "core/history/telemetry.h"
#include "tests/core/history/synthetic_gpu.h"

namespace muster::history {

// Every sample as it is, and queries by brute force over them: no chunks, no levels, no roll-ups.
class SampleOracle {
public:
    explicit SampleOracle(std::int64_t start) : m_start(start) { }

    void record(const GpuUuid& gpu, std::int64_t second, const SyntheticGpu::Row& row) {
        auto& rows = m_rows[gpu.value];
        const auto index = static_cast<std::size_t>(second - m_start);
        if (index >= rows.size()) {
            SyntheticGpu::Row unknown;
            unknown.fill(kUnknown);
            rows.resize(index + 1, unknown);
        }
        for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
            rows[index][metric] = row[metric] < 0 ? rows[index][metric] : row[metric];
        }
    }

    // Of the level with that many seconds a point, in buckets of `width` seconds.
    std::vector<Point> points(const GpuUuid& gpu, Metric metric, std::int64_t from, std::int64_t to,
        std::int64_t levelStep, std::int64_t width) const {
        std::vector<Point> out;
        const auto first = floorDivide(from, levelStep) * levelStep;
        const auto last = -floorDivide(-to, levelStep) * levelStep;
        for (auto start = floorDivide(first, width) * width; start < last; start += width) {
            const auto found
                = point(gpu, metric, std::max(start, first), std::min(start + width, last));
            if (found) {
                out.push_back(*found);
                out.back().at = instantOf(start);
            }
        }
        return out;
    }

private:
    std::optional<Point> point(
        const GpuUuid& gpu, Metric metric, std::int64_t from, std::int64_t to) const {
        const auto& rows = m_rows.at(gpu.value);
        std::optional<Point> out;
        std::int64_t sum = 0;
        std::int64_t count = 0;
        MetricValue latest = 0;
        for (auto second = std::max(from, m_start); second < to; ++second) {
            const auto index = static_cast<std::size_t>(second - m_start);
            const auto value
                = index < rows.size() ? rows[index][static_cast<std::size_t>(metric)] : kUnknown;
            if (value == kUnknown) {
                continue;
            }
            out = out.value_or(Point{.min = value, .max = value});
            out->min = std::min(out->min, value);
            out->max = std::max(out->max, value);
            sum += value;
            ++count;
            latest = value;
        }
        if (out) {
            out->average = muster::info(metric).rollUp == MetricInfo::RollUp::Last
                ? latest
                : static_cast<double>(sum) / static_cast<double>(count);
        }
        return out;
    }

    std::int64_t m_start;
    std::map<std::string, std::vector<SyntheticGpu::Row>> m_rows;
};

} // namespace muster::history
