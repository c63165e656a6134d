// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Telemetry of 100 GPUs over two hours at 1 Hz: ours, a naive SQLite table with one row a sample,
// and a floor (memory bandwidth for the way in, zlib over the raw columns for size). Printed, never
// asserted.
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>
#include <zlib.h>

#include "core/history/cluster_series.h"
#include "core/history/journal.h"
#include "core/history/telemetry.h"
#include "core/history/transaction.h"
#include "tests/core/history/synthetic_gpu.h"
#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kStart = 1'800'000'000;
constexpr int kGpus = 100;
constexpr int kSeconds = 7'200;
constexpr std::int64_t kSamples = std::int64_t{kGpus} * kSeconds * kMetricCount;
constexpr int kFlushEvery = 10;
constexpr int kPeerSeconds = 600; // of the rows' way in: two hours of it take a minute

// [second][gpu], as the samples arrive.
const std::vector<std::vector<SyntheticGpu::Row>>& data() {
    static const auto rows = [] {
        std::vector<SyntheticGpu> models;
        for (std::uint32_t seed = 0; seed < kGpus; ++seed) {
            models.emplace_back(seed);
        }
        std::vector<std::vector<SyntheticGpu::Row>> out(kSeconds);
        for (auto& second : out) {
            for (auto& model : models) {
                second.push_back(model.next());
            }
        }
        return out;
    }();
    return rows;
}

const std::vector<GpuUuid>& uuids() {
    static const auto all = [] {
        std::vector<GpuUuid> out;
        for (int gpu = 0; gpu < kGpus; ++gpu) {
            out.push_back({fmt::format("GPU-8932f937-d72c-4106-c12f-{:012x}", gpu)});
        }
        return out;
    }();
    return all;
}

void check(const Status& status, benchmark::State& state) {
    if (!status) {
        state.SkipWithError(status.error().message.c_str());
    }
}

void feed(Telemetry& telemetry, benchmark::State& state) {
    for (int second = 0; second < kSeconds; ++second) {
        for (int gpu = 0; gpu < kGpus; ++gpu) {
            telemetry.append(uuids()[gpu], instantOf(kStart + second), data()[second][gpu]);
        }
        if (second % kFlushEvery == kFlushEvery - 1) {
            check(telemetry.flush(), state);
        }
    }
}

// One row a sample, ten seconds a transaction, prepared once.
class RowTable {
public:
    explicit RowTable(const std::filesystem::path& path)
        : m_database(*Database::open({.path = path, .durability = Database::Durability::Normal})) {
        static_cast<void>(m_database.execute(
            "CREATE TABLE IF NOT EXISTS sample (gpu INTEGER, metric INTEGER, at INTEGER, "
            "value INTEGER, PRIMARY KEY (gpu, metric, at)) WITHOUT ROWID"));
    }

    // All metrics of the first seconds.
    Status feed(int seconds) {
        Statement add(m_database, "INSERT INTO sample VALUES (?1, ?2, ?3, ?4)");
        Status done;
        for (int second = 0; done && second < seconds;) {
            auto transaction = Transaction::begin(m_database);
            for (int i = 0; i < kFlushEvery; ++i, ++second) {
                for (int gpu = 0; gpu < kGpus; ++gpu) {
                    for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
                        done = add.run(gpu, static_cast<std::int64_t>(metric), kStart + second,
                            data()[second][gpu][metric]);
                    }
                }
            }
            done = done.and_then([&] { return transaction->commit(); });
        }
        return done;
    }

    // One metric of the two hours, series by series, which is kinder than life.
    Status feed(Metric metric) {
        Statement add(m_database, "INSERT INTO sample VALUES (?1, ?2, ?3, ?4)");
        auto transaction = Transaction::begin(m_database);
        const auto column = static_cast<std::size_t>(metric);
        Status done;
        for (int gpu = 0; gpu < kGpus; ++gpu) {
            for (int second = 0; done && second < kSeconds; ++second) {
                done = add.run(gpu, static_cast<std::int64_t>(column), kStart + second,
                    data()[second][gpu][column]);
            }
        }
        return done.and_then([&] { return transaction->commit(); });
    }

    std::size_t query(Metric metric, int gpus, int points) {
        Statement get(m_database,
            "SELECT at / ?3, min(value), max(value), avg(value) FROM sample "
            "WHERE gpu = ?1 AND metric = ?2 AND at >= ?4 AND at < ?5 AND value >= 0 GROUP BY 1");
        std::size_t rows = 0;
        for (int gpu = 0; gpu < gpus; ++gpu) {
            auto ready = get.bind(gpu, static_cast<std::int64_t>(metric), kSeconds / points, kStart,
                kStart + kSeconds);
            while (ready && get.step().value_or(false)) {
                benchmark::DoNotOptimize(get.int64(1) + get.int64(2));
                ++rows;
            }
        }
        return rows;
    }

private:
    Database m_database;
};

// The whole database: what is in the WAL counts once it is in the file.
double fileBytes(const std::filesystem::path& path) {
    auto database = Database::open({.path = path});
    static_cast<void>(database->execute("PRAGMA wal_checkpoint(TRUNCATE)"));
    return static_cast<double>(std::filesystem::file_size(path));
}

void count(benchmark::State& state, double bytes, std::int64_t samples = kSamples) {
    state.counters["samples/cpu-s"] = benchmark::Counter(
        static_cast<double>(kSamples), benchmark::Counter::kIsIterationInvariantRate);
    state.counters["B/sample"] = bytes / static_cast<double>(samples);
}

void inOurs(benchmark::State& state) {
    data();
    double bytes = 0;
    for (auto _ : state) {
        test::TemporaryFolder folder;
        {
            auto telemetry = Telemetry::open({.path = folder / "telemetry.db"});
            feed(*telemetry, state);
        }
        state.PauseTiming();
        bytes = fileBytes(folder / "telemetry.db");
        state.ResumeTiming();
    }
    count(state, bytes);
}

// Without flushing: what the sampler's thread pays a sample.
void inOursAppendOnly(benchmark::State& state) {
    data();
    for (auto _ : state) {
        test::TemporaryFolder folder;
        auto telemetry = Telemetry::open({.path = folder / "telemetry.db"});
        for (int second = 0; second < 600; ++second) {
            for (int gpu = 0; gpu < kGpus; ++gpu) {
                telemetry->append(uuids()[gpu], instantOf(kStart + second), data()[second][gpu]);
            }
        }
    }
    state.counters["samples/cpu-s"] = benchmark::Counter(
        600.0 * kGpus * kMetricCount, benchmark::Counter::kIsIterationInvariantRate);
}

void inPeerRows(benchmark::State& state) {
    data();
    double bytes = 0;
    for (auto _ : state) {
        test::TemporaryFolder folder;
        check(RowTable(folder / "rows.db").feed(kPeerSeconds), state);
        state.PauseTiming();
        bytes = fileBytes(folder / "rows.db");
        state.ResumeTiming();
    }
    count(state, bytes, kSamples / kSeconds * kPeerSeconds);
}

// The floors: samples moved to their columns once, and zlib over the differences of whole columns.
void inFloor(benchmark::State& state) {
    data();
    std::vector<MetricValue> columns(static_cast<std::size_t>(kSamples));
    for (auto _ : state) {
        std::size_t at = 0;
        for (const auto& second : data()) {
            for (const auto& row : second) {
                std::memcpy(columns.data() + at, row.data(), sizeof row);
                at += row.size();
            }
        }
        benchmark::ClobberMemory();
    }
    double bytes = 0;
    for (int gpu = 0; gpu < kGpus; ++gpu) {
        for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
            std::vector<MetricValue> deltas;
            for (int second = 0; second < kSeconds; ++second) {
                deltas.push_back(
                    data()[second][gpu][metric] - (second ? data()[second - 1][gpu][metric] : 0));
            }
            auto size = ::compressBound(deltas.size() * sizeof deltas[0]);
            std::vector<Bytef> out(size);
            ::compress2(out.data(), &size, reinterpret_cast<const Bytef*>(deltas.data()),
                deltas.size() * sizeof deltas[0], 6);
            bytes += static_cast<double>(size);
        }
    }
    count(state, bytes);
}

struct Filled {
    test::TemporaryFolder folder;
    std::optional<Telemetry> ours;
    std::unique_ptr<RowTable> rows;
};

Filled& filled(benchmark::State& state) {
    static Filled all;
    if (!all.ours) {
        all.ours.emplace(*Telemetry::open({.path = all.folder / "telemetry.db"}));
        feed(*all.ours, state);
        all.rows = std::make_unique<RowTable>(all.folder / "rows.db");
        check(all.rows->feed(Metric::Power), state);
    }
    return all;
}

// 720 points over the two hours, power (the noisiest column), of as many series as the argument
// says.
void queryOurs(benchmark::State& state) {
    auto& ours = *filled(state).ours;
    const std::vector<GpuUuid> gpus(uuids().begin(), uuids().begin() + state.range(0));
    std::size_t points = 0;
    for (auto _ : state) {
        const auto series = ours.query(
            {gpus, Metric::Power, instantOf(kStart), instantOf(kStart + kSeconds), 721});
        points = 0;
        for (const auto& one : *series) {
            points += one.points.size();
        }
    }
    state.counters["points"] = static_cast<double>(points);
}

void queryPeerRows(benchmark::State& state) {
    auto& rows = *filled(state).rows;
    std::size_t points = 0;
    for (auto _ : state) {
        points = rows.query(Metric::Power, static_cast<int>(state.range(0)), 720);
    }
    state.counters["points"] = static_cast<double>(points);
}

// Reading the raw samples of those series from memory once.
void queryFloor(benchmark::State& state) {
    const std::vector<MetricValue> raw(static_cast<std::size_t>(state.range(0)) * kSeconds, 3);
    for (auto _ : state) {
        std::int64_t sum = 0;
        for (const auto value : raw) {
            sum += value;
        }
        benchmark::DoNotOptimize(sum);
    }
}

// Group commit: one fsync for all changes of the group.
void journalCommit(benchmark::State& state) {
    test::TemporaryFolder folder;
    auto journal = Journal::open(folder / "control.db");
    std::int64_t next = 0;
    for (auto _ : state) {
        std::vector<Change> group;
        for (std::int64_t i = 0; i < state.range(0); ++i) {
            group.push_back({.upserts = {{"job", std::to_string(next++), std::string(300, 'p')}}});
        }
        check(journal->commit(group), state);
    }
    state.SetItemsProcessed(next);
}

// All figures of the cluster over 30 days, in as many points as the argument says: every hour or
// every minute of it is read.
void queryCluster(benchmark::State& state) {
    constexpr std::int64_t kMonth = 30 * 86'400;
    constexpr std::int64_t kStep = 300; // s a sample: fewer blocks of seconds to write before
    static test::TemporaryFolder folder;
    static auto telemetry = Telemetry::open({.path = folder / "cluster.db"});
    static bool fed = false;
    for (std::int64_t at = fed ? kMonth : 0; at < kMonth; at += kStep) {
        ClusterSample sample;
        for (std::size_t figure = 0; figure < kClusterFigureCount; ++figure) {
            sample[figure] = static_cast<MetricValue>(at / kStep * 7919 % 1000);
        }
        append(*telemetry, instantOf(kStart + at), sample);
        if (at % 86'400 == 0) {
            check(telemetry->flush(), state);
        }
    }
    fed = true;
    std::vector<ClusterFigure> figures;
    for (const auto& row : clusterFigureTable()) {
        figures.push_back(row.figure);
    }
    std::size_t points = 0;
    for (auto _ : state) {
        const auto series = query(*telemetry, figures, instantOf(kStart),
            instantOf(kStart + kMonth), static_cast<std::size_t>(state.range(0)));
        points = 0;
        for (const auto& one : *series) {
            points += one.points.size();
        }
    }
    state.counters["points"] = static_cast<double>(points);
}

// 100,000 tasks of 50 users on 1,000 GPUs that ended within 30 days.
Journal& endedTasks(benchmark::State& state) {
    static test::TemporaryFolder folder;
    static auto journal = Journal::open(folder / "control.db");
    static bool fed = false;
    for (int i = fed ? 100'000 : 0; i < 100'000;) {
        Change change;
        for (int j = 0; j < 1000; ++j, ++i) {
            const auto id = std::to_string(i);
            const auto ended = instantOf(kStart + i * 25);
            change.upserts.push_back({"task", id, std::string(800, 'p')});
            change.endings.push_back({.kind = "task",
                .id = id,
                .at = ended,
                .interval = UsageInterval{.started = ended - 3h,
                    .user = "user-" + std::to_string(i % 50),
                    .gpus = 2,
                    .cpus = Milli{4000},
                    .held = {{"GPU-" + std::to_string(i % 1000)},
                        {"GPU-" + std::to_string((i + 1) % 1000)}}}});
        }
        check(journal->commit(std::span(&change, 1)), state);
    }
    fed = true;
    return *journal;
}

void queryUsage(benchmark::State& state) {
    auto& journal = endedTasks(state);
    for (auto _ : state) {
        Usage usage(instantOf(kStart), instantOf(kStart + 30 * 86'400));
        check(journal.addTo(usage, 250'000), state);
        benchmark::DoNotOptimize(usage.users().size());
    }
}

// Who had one GPU in the 30 days.
void queryHolders(benchmark::State& state) {
    auto& journal = endedTasks(state);
    std::size_t tasks = 0;
    for (auto _ : state) {
        tasks
            = journal.holders({"GPU-7"}, instantOf(kStart), instantOf(kStart + 30 * 86'400), 5000)
                  ->size();
    }
    state.counters["tasks"] = static_cast<double>(tasks);
}

BENCHMARK(inOurs)->Unit(benchmark::kMillisecond);
BENCHMARK(inOursAppendOnly)->Unit(benchmark::kMillisecond);
BENCHMARK(inPeerRows)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(inFloor)->Unit(benchmark::kMillisecond);
BENCHMARK(queryOurs)->Arg(1)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(queryPeerRows)->Arg(1)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(queryFloor)->Arg(1)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(queryCluster)->Arg(720)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(queryUsage)->Unit(benchmark::kMillisecond);
BENCHMARK(queryHolders)->Unit(benchmark::kMillisecond);
BENCHMARK(journalCommit)->Arg(1)->Arg(64)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace muster::history

BENCHMARK_MAIN();
