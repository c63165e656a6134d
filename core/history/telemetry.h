// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/history/block_store.h"
#include "core/history/clock_check.h"
#include "core/kernel/base/metric.h"
#include "core/kernel/base/time.h"

namespace muster::history {

// One point of a chart: of the bucket that starts at `at`. Never made up: no sample, no point.
struct Point {
    Instant at;
    MetricValue min = 0;
    MetricValue max = 0;
    double average = 0; // of a RollUp::Last metric the last value
    bool operator==(const Point&) const = default;
};

struct Query {
    std::vector<GpuUuid> gpus; // one that is named twice counts once
    Metric metric = Metric::GpuUtilization;
    Instant from; // inclusive
    Instant to; // exclusive
    std::size_t maxPoints = 720; // 2 to 100,000
};

struct Series {
    GpuUuid gpu;
    Duration step{}; // from one bucket to the next; buckets are aligned to 1970, so that a chart
                     // that moves on stays still
    std::vector<Point> points;
    std::optional<Error>
        damage; // set: a chunk could not be read; its time has no points, the rest is right
};

// Samples of GPUs, telemetry.db: at 1 s, rolled up to 1 min and 1 h, a retention for each. One
// thread at a time. append() only writes to memory; flush() makes it last. A crash of the process
// loses what was appended since the last flush, a power cut at most a few flushes; never the file.
//
// A GPU's open block of 120 s lies in memory (6 KiB). At each flush it replaces its row in `tail`;
// when it is full it becomes a chunk and its minutes join the minute tail, which in turn becomes a
// chunk after an hour and joins the hour tail. A flush encodes the whole open block of each GPU
// that has new samples; tick() lets the GPUs take turns, so that none of its calls writes all.
class Telemetry {
public:
    struct Options {
        std::filesystem::path path;
        // Each at least a day.
        Duration keepSeconds = std::chrono::hours(24);
        Duration keepMinutes = std::chrono::days(30);
        Duration keepHours = std::chrono::days(730);
        Duration flushEvery = std::chrono::seconds(5);
    };

    static Result<Telemetry> open(const Options& options);

    // One sample of all metrics. Of several in the same second the last known value of each metric
    // counts. Late samples are welcome. Ignored and counted: times before 1970, and those of more
    // than an hour after the last tick().
    void append(const GpuUuid& gpu, Instant at, std::span<const MetricValue, kMetricCount> values);

    // To be called about once a second: flushes each GPU once in flushEvery, and prunes when it is
    // time to and the clock is trusted (ClockCheck): one that steps ahead deletes nothing. An error
    // leaves everything in memory for the next attempt.
    Status tick(Now now);
    // One transaction. After success all that was appended outlives the process.
    Status flush();
    Status prune(Instant now);

    // One series for each GPU of the query, in its order, samples in memory included. The level is
    // chosen: the coarsest that still gives maxPoints, or the one that reaches back to `from`.
    // Refused: more than kMostPoints points of all GPUs together.
    static constexpr std::size_t kMostPoints = 1'000'000;
    Result<std::vector<Series>> query(const Query& query);

    struct Losses {
        std::uint64_t refused = 0; // samples of impossible times
        std::uint64_t dropped
            = 0; // blocks of up to 120 s, because the disk refused them for an hour
        std::uint64_t damaged
            = 0; // chunks found unreadable while writing, replaced by what is known
    };
    const Losses& losses() const { return m_losses; }
    Database& database() { return m_store.database(); }

private:
    friend class SeriesReader;

    struct Sealed {
        std::int64_t block;
        std::string data;
    };
    struct Gpu {
        GpuNumber number = 0;
        bool stored = false; // has its row in the database
        bool dirty = false;
        std::int64_t block = 0; // of `open`
        std::unique_ptr<Samples> open; // null: nothing since the last seal
        std::vector<Sealed> sealed; // full blocks that wait for a flush
    };

    Telemetry(BlockStore store, const Options& options);
    Status loadGpus();
    void openTail(Gpu& gpu, const BlockStore::Tail& tail);

    Gpu* touch(const GpuUuid& gpu);
    void turnTo(Gpu& gpu, std::int64_t block);
    void seal(Gpu& gpu);
    void sealIdle(std::int64_t before);

    Status flushInTurn(Uptime now);
    Status flushFirst(std::size_t count);
    Status writeDirty(std::size_t count);
    Status write(const GpuUuid& uuid, Gpu& gpu);
    Status writeSealed(GpuNumber gpu, const Sealed& sealed);
    Status mergeIntoChunk(GpuNumber gpu, std::int64_t block, Samples& samples);
    // The coarse levels
    Status fold(Level level, GpuNumber gpu, std::int64_t block, const Buckets& update);
    Status foldUp(Level level, GpuNumber gpu, std::int64_t block, const Buckets& buckets);
    Status closeTail(Level level, const BlockStore::Tail& tail);
    Status closeOldTails(Level level, std::int64_t before);
    Result<Buckets> storedBuckets(Level level, GpuNumber gpu, std::int64_t block);
    Buckets decode(Level level, std::string_view data);

    BlockStore m_store;
    Options m_options;
    ChunkWriter m_writer;
    std::unordered_map<GpuUuid, Gpu> m_gpus; // every GPU ever seen
    using Entry = std::pair<const GpuUuid, Gpu>;
    std::vector<Entry*> m_dirty;
    GpuNumber m_nextNumber = 0;
    bool m_diskRefuses = false; // the last flush failed
    ClockCheck m_clock;
    std::optional<Instant> m_now; // as of the last tick
    std::int64_t m_flushed = 0; // up to whose turn, in seconds of the uptime
    Uptime m_pruned;
    Losses m_losses;
};

} // namespace muster::history
