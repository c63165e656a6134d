// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/history/telemetry.h"

namespace muster::history {

// One query at work: which level it reads, and one series after the other. Lives for one call of
// Telemetry::query().
class SeriesReader {
public:
    // REQUIRES: query.from < query.to.
    static Result<SeriesReader> plan(Telemetry& telemetry, const Query& query);

    std::size_t mostPoints() const; // of one series
    Result<Series> read(const GpuUuid& uuid);

private:
    struct OpenBlock { // a coarse tail
        std::int64_t block = 0;
        Buckets::Column column;
    };
    // What is known of the GPU besides its chunks.
    struct Source {
        const Telemetry::Gpu* gpu = nullptr;
        std::vector<std::int64_t> unsealed; // blocks of seconds that are in memory, ascending
        std::array<std::optional<OpenBlock>, kLevelCount> tails;
        Series* series = nullptr;
    };

    SeriesReader(Telemetry& telemetry, const Query& query, Level level);

    Status loadSource(Source& source);
    std::vector<std::int64_t> blocksOf(const Source& source) const;
    Status readRange(Source& source);
    Status readSeconds(Source& source, std::int64_t block, Samples::Column& out);
    Status readBuckets(Source& source, Level level, std::int64_t block, Buckets::Column& out);
    Status overlayMinutes(Source& source, std::int64_t hour, Buckets::Column& out);
    Status overlayHours(Source& source, std::int64_t day, Buckets::Column& out);
    template <typename Values>
    void collect(std::int64_t block, const Values& values);
    void emit(Series& series) const;
    void reportDamage(const Source& source, Level level, std::int64_t block) const;

    Telemetry& m_telemetry;
    Metric m_metric;
    MetricInfo::RollUp m_rollUp;
    Level m_level;
    std::int64_t m_first = 0; // points of the level: [first, last)
    std::int64_t m_last = 0;
    std::int64_t m_stride = 1; // points a bucket
    std::int64_t m_firstBlock = 0; // of the level: [first, last]
    std::int64_t m_lastBlock = 0;
    std::vector<std::int64_t> m_stored; // blocks in the range that some GPU has, ascending
    std::vector<Bucket> m_buckets; // of the series at hand
};

} // namespace muster::history
