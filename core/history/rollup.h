// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/history/level.h"
#include "core/kernel/base/metric.h"

namespace muster::history {

// What several samples of one metric come to. Exact: buckets of buckets equal the bucket of all
// samples.
struct Bucket {
    MetricValue min = 0;
    MetricValue max = 0;
    std::int64_t total = 0; // the sum; of a RollUp::Last metric the last value
    std::int64_t count = 0; // samples; 0: nothing is known of this time

    static constexpr Bucket of(MetricValue value) { return {value, value, value, 1}; }
    // The mean, or the last value. REQUIRES: count > 0.
    double average(MetricInfo::RollUp rollUp) const;
    bool operator==(const Bucket&) const = default;
};

// Adds a bucket that is later in time, or empty.
inline void add(Bucket& into, const Bucket& later, MetricInfo::RollUp rollUp) {
    if (later.count == 0) {
        return;
    }
    const bool first = into.count == 0;
    into.min = first || later.min < into.min ? later.min : into.min;
    into.max = first || later.max > into.max ? later.max : into.max;
    into.total
        = first || rollUp == MetricInfo::RollUp::Last ? later.total : into.total + later.total;
    into.count += later.count;
}

// In order of time.
Bucket rollUp(std::span<const Bucket> buckets, MetricInfo::RollUp rollUp);
Bucket rollUp(std::span<const MetricValue> samples, MetricInfo::RollUp rollUp);

// All metrics of one GPU over one block of Level::Second; kUnknown where there is no sample.
struct Samples {
    using Column = std::array<MetricValue, kSamplesInBlock>;
    std::array<Column, kMetricCount> columns;

    Samples() { clear(); }
    void clear();
    void overlay(const Samples& newer); // what is known there replaces what is here
};

// The same over one block of a coarse level, of which the first info(level).points are used.
struct Buckets {
    using Column = std::array<Bucket, kMaxBuckets>;
    std::array<Column, kMetricCount> columns{};

    void overlay(const Buckets& newer); // what is not empty there replaces what is here
};

// The minutes of a block of samples, at `first` and after.
void rollUpInto(const Samples& samples, std::size_t first, Buckets& out);
// All of a block of `points` buckets as one, at `at`.
void rollUpInto(const Buckets& buckets, std::size_t points, std::size_t at, Buckets& out);

} // namespace muster::history
