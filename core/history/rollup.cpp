// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/rollup.h"

namespace muster::history {

double Bucket::average(MetricInfo::RollUp rollUp) const {
    const auto sum = static_cast<double>(total);
    return rollUp == MetricInfo::RollUp::Last ? sum : sum / static_cast<double>(count);
}

Bucket rollUp(std::span<const Bucket> buckets, MetricInfo::RollUp rollUp) {
    Bucket out;
    for (const auto& bucket : buckets) {
        add(out, bucket, rollUp);
    }
    return out;
}

Bucket rollUp(std::span<const MetricValue> samples, MetricInfo::RollUp rollUp) {
    Bucket out;
    for (const auto sample : samples) {
        if (sample != kUnknown) {
            add(out, Bucket::of(sample), rollUp);
        }
    }
    return out;
}

void Samples::clear() {
    for (auto& column : columns) {
        column.fill(kUnknown);
    }
}

void Samples::overlay(const Samples& newer) {
    for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
        for (std::size_t i = 0; i < kSamplesInBlock; ++i) {
            const auto value = newer.columns[metric][i];
            columns[metric][i] = value == kUnknown ? columns[metric][i] : value;
        }
    }
}

void Buckets::overlay(const Buckets& newer) {
    for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
        for (std::size_t i = 0; i < kMaxBuckets; ++i) {
            const auto& bucket = newer.columns[metric][i];
            columns[metric][i] = bucket.count == 0 ? columns[metric][i] : bucket;
        }
    }
}

void rollUpInto(const Samples& samples, std::size_t first, Buckets& out) {
    for (const auto& metric : metricTable()) {
        const auto column = static_cast<std::size_t>(metric.metric);
        const std::span<const MetricValue> all(samples.columns[column]);
        for (std::size_t minute = 0; minute < kMinutesInSamples; ++minute) {
            out.columns[column][first + minute]
                = rollUp(all.subspan(minute * 60, 60), metric.rollUp);
        }
    }
}

void rollUpInto(const Buckets& buckets, std::size_t points, std::size_t at, Buckets& out) {
    for (const auto& metric : metricTable()) {
        const auto column = static_cast<std::size_t>(metric.metric);
        const std::span<const Bucket> all(buckets.columns[column]);
        out.columns[column][at] = rollUp(all.first(points), metric.rollUp);
    }
}

} // namespace muster::history
