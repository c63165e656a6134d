// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/telemetry.h"

#include <csignal>
#include <optional>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/history/statement.h"
#include "tests/core/history/noon.h"
#include "tests/core/history/synthetic_gpu.h"
#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

using namespace std::chrono_literals;

const GpuUuid kGpu{"GPU-8932f937-d72c-4106-c12f-20bd9faed9f6"};

SyntheticGpu::Row rowOf(MetricValue value) {
    SyntheticGpu::Row row;
    row.fill(value);
    return row;
}

class TelemetryTest : public testing::Test {
protected:
    void SetUp() override { reopen(); }
    void reopen() {
        telemetry.reset();
        auto opened = Telemetry::open(options);
        ASSERT_TRUE(opened) << opened.error().message;
        telemetry.emplace(std::move(*opened));
    }
    void appendSeconds(Instant from, int count, MetricValue value) {
        for (int i = 0; i < count; ++i) {
            telemetry->append(kGpu, from + i * 1s, rowOf(value));
        }
    }
    Series read(Instant from, Instant to, std::size_t points = 720) {
        auto series = telemetry->query({{kGpu}, Metric::Temperature, from, to, points});
        EXPECT_TRUE(series) << series.error().message;
        return series ? series->front() : Series{};
    }
    std::int64_t number(std::string_view sql) {
        Statement statement(telemetry->database(), sql);
        EXPECT_TRUE(statement.step().value_or(false));
        return statement.int64(0);
    }

    test::TemporaryFolder folder;
    Telemetry::Options options{.path = folder / "telemetry.db"};
    std::optional<Telemetry> telemetry;
};

TEST_F(TelemetryTest, ShowsSamplesThatAreStillInMemory) {
    appendSeconds(kNoon, 3, 50);
    const auto series = read(kNoon, kNoon + 60s);
    EXPECT_EQ(series.step, 1s);
    EXPECT_EQ(series.points,
        (std::vector<Point>{
            {kNoon, 50, 50, 50}, {kNoon + 1s, 50, 50, 50}, {kNoon + 2s, 50, 50, 50}}));
}

TEST_F(TelemetryTest, MakesNoPointOfAGapOrAnUnknownValueAndOneOfZero) {
    appendSeconds(kNoon, 1, 0);
    appendSeconds(kNoon + 1s, 1, kUnknown);
    appendSeconds(kNoon + 5s, 1, 7);
    EXPECT_EQ(read(kNoon, kNoon + 60s).points,
        (std::vector<Point>{{kNoon, 0, 0, 0}, {kNoon + 5s, 7, 7, 7}}));
}

TEST_F(TelemetryTest, GivesAnEmptySeriesForAGpuItNeverSaw) {
    const auto series = telemetry->query({{{"GPU-none"}, kGpu}, Metric::Power, kNoon, kNoon + 60s});
    ASSERT_TRUE(series);
    ASSERT_EQ(series->size(), 2u);
    EXPECT_TRUE((*series)[0].points.empty());
    EXPECT_FALSE(telemetry->query({{kGpu}, Metric::Power, kNoon, kNoon}));
}

TEST_F(TelemetryTest, GivesOneSeriesForAGpuThatIsNamedTwice) {
    appendSeconds(kNoon, 3, 50);
    const std::vector<GpuUuid> named(100'000, kGpu);
    const auto series = telemetry->query({named, Metric::Temperature, kNoon, kNoon + 60s, 100'000});
    ASSERT_TRUE(series);
    EXPECT_EQ(series->size(), 1u);
}

TEST_F(TelemetryTest, RefusesAQueryOfTooManyPointsInAll) {
    appendSeconds(kNoon, 3, 50);
    std::vector<GpuUuid> gpus(1, kGpu);
    for (int gpu = 0; gpu < 10; ++gpu) {
        gpus.push_back({"GPU-" + std::to_string(gpu)});
    }
    const auto refused
        = telemetry->query({gpus, Metric::Temperature, kNoon, kNoon + 100'000s, 100'000});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
        "11 series of up to 100000 points are too many for one query, the maximum is 1000000 "
        "points in all: ask for fewer series or points");
    EXPECT_TRUE(telemetry->query({gpus, Metric::Temperature, kNoon, kNoon + 100'000s, 80'000}));
    EXPECT_TRUE(telemetry->query({gpus, Metric::Temperature, kNoon, kNoon + 60s, 100'000}))
        << "there are 60 points at most";
}

TEST_F(TelemetryTest, RefusesTimesBefore1970AndCountsThem) {
    telemetry->append(kGpu, Instant(-1s), rowOf(1));
    EXPECT_EQ(telemetry->losses().refused, 1u);
    EXPECT_TRUE(telemetry->flush());
}

TEST_F(TelemetryTest, FlushesAndPrunesByItselfWhenItIsTime) {
    ASSERT_TRUE(telemetry->tick(kNoon));
    appendSeconds(kNoon, 1, 1);
    ASSERT_TRUE(telemetry->tick(kNoon + 4s));
    EXPECT_EQ(number("SELECT count(*) FROM tail"), 0);
    ASSERT_TRUE(telemetry->tick(kNoon + 5s));
    EXPECT_EQ(number("SELECT count(*) FROM tail"), 1);
}

TEST_F(TelemetryTest, FlushesTheGpusInTurns) {
    ASSERT_TRUE(telemetry->tick(kNoon));
    for (int gpu = 0; gpu < 10; ++gpu) {
        telemetry->append({"GPU-" + std::to_string(gpu)}, kNoon, rowOf(1));
    }
    for (int second = 1; second <= 5; ++second) {
        ASSERT_TRUE(telemetry->tick(kNoon + second * 1s));
        EXPECT_EQ(number("SELECT count(*) FROM tail"), 2 * second);
    }
}

TEST_F(TelemetryTest, FlushesAllGpusWhenItsTicksCameLate) {
    ASSERT_TRUE(telemetry->tick(kNoon));
    for (int gpu = 0; gpu < 10; ++gpu) {
        telemetry->append({"GPU-" + std::to_string(gpu)}, kNoon, rowOf(1));
    }
    ASSERT_TRUE(telemetry->tick(kNoon + 7s));
    EXPECT_EQ(number("SELECT count(*) FROM tail"), 10);
}

TEST_F(TelemetryTest, DeletesNothingWhenTheClockIsAheadForAMoment) {
    appendSeconds(kNoon, 400, 10);
    ASSERT_TRUE(telemetry->flush());
    const auto atUptime = [](Duration up) { return Uptime(up); };
    for (int second = 0; second < 1800; ++second) { // the machine started with a wrong time
        ASSERT_TRUE(telemetry->tick({kNoon + 24h * 40 + second * 1s, atUptime(60s + second * 1s)}));
    }
    for (int second = 1800; second < 7200; ++second) {
        ASSERT_TRUE(telemetry->tick({kNoon + second * 1s, atUptime(60s + second * 1s)}));
    }
    const auto series = read(kNoon, kNoon + 400s);
    EXPECT_EQ(series.step, 1s);
    EXPECT_EQ(series.points.size(), 400u);
}

TEST_F(TelemetryTest, PrunesWhenTheClockHasRunForAnHour) {
    appendSeconds(kNoon, 400, 10);
    ASSERT_TRUE(telemetry->flush());
    for (int minute = 0; minute < 60; ++minute) {
        ASSERT_TRUE(telemetry->tick(kNoon + 24h * 9 + minute * 1min));
    }
    EXPECT_GT(number("SELECT count(*) FROM chunk_1s"), 0);
    ASSERT_TRUE(telemetry->tick(kNoon + 24h * 9 + 60min));
    EXPECT_EQ(number("SELECT count(*) FROM chunk_1s"), 0);
}

TEST_F(TelemetryTest, ReadsSecondsAgainAfterAClockThatWasAhead) {
    appendSeconds(kNoon, 400, 10);
    ASSERT_TRUE(telemetry->prune(kNoon + 24h * 40));
    appendSeconds(kNoon + 480s, 400, 20);
    ASSERT_TRUE(telemetry->flush());
    EXPECT_EQ(read(kNoon + 480s, kNoon + 600s).step, 3600s) << "as if they were pruned";
    ASSERT_TRUE(telemetry->prune(kNoon + 1h));
    const auto series = read(kNoon + 480s, kNoon + 600s);
    EXPECT_EQ(series.step, 1s);
    EXPECT_EQ(series.points.size(), 120u);
    EXPECT_EQ(read(kNoon, kNoon + 400s).step, 3600s) << "its seconds are gone";
}

TEST_F(TelemetryTest, RefusesSamplesThatAreFarAheadOfItsTime) {
    ASSERT_TRUE(telemetry->tick(kNoon));
    appendSeconds(kNoon + 59min, 1, 1);
    EXPECT_EQ(telemetry->losses().refused, 0u);
    appendSeconds(kNoon + 61min, 1, 1);
    appendSeconds(instantOf(9'000'000'000'000), 1, 1);
    EXPECT_EQ(telemetry->losses().refused, 2u);
    ASSERT_TRUE(telemetry->tick(kNoon + 2min));
    appendSeconds(kNoon + 61min, 1, 1);
    EXPECT_EQ(telemetry->losses().refused, 2u);
}

TEST_F(TelemetryTest, ReadsAllOfTimeQuicklyWhereASampleIsFarAhead) {
    const auto far = instantOf(9'000'000'000'000);
    appendSeconds(far, 1, 1);
    appendSeconds(kNoon, 400, 2);
    ASSERT_TRUE(telemetry->flush());
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(read(Instant(), far + 1s).points.size(), 2u);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 10s);
}

TEST_F(TelemetryTest, AnswersTheSameWhenTheClockJumpsAheadAndBack) {
    appendSeconds(kNoon, 400, 10);
    appendSeconds(kNoon + 24h * 400, 5, 99);
    ASSERT_TRUE(telemetry->flush());
    appendSeconds(kNoon + 400s, 400, 20);
    ASSERT_TRUE(telemetry->flush());
    appendSeconds(kNoon + 24h * 401, 1, 99); // seals the late block
    ASSERT_TRUE(telemetry->flush());
    for (const std::size_t points : {800, 12, 2}) {
        const auto series = read(kNoon, kNoon + 800s, points);
        ASSERT_FALSE(series.points.empty()) << points;
        EXPECT_EQ(series.points.front().min, 10) << points;
        EXPECT_EQ(series.points.back().max, 20) << points;
    }
    EXPECT_EQ(read(kNoon, kNoon + 800s, 800).points.size(), 800u);
}

TEST_F(TelemetryTest, TakesHoursOfLateSamplesBetweenTwoFlushes) {
    appendSeconds(kNoon + 24h, 1, 1);
    appendSeconds(kNoon, 3 * 3600, 2);
    EXPECT_EQ(read(kNoon, kNoon + 3h, 100'000).points.size(), 3u * 3600);
    ASSERT_TRUE(telemetry->flush());
    EXPECT_EQ(read(kNoon, kNoon + 3h, 100'000).points.size(), 3u * 3600);
    EXPECT_EQ(telemetry->losses().dropped, 0u);
}

TEST_F(TelemetryTest, DropsTheOldestBlocksWhenTheDiskRefusesForHours) {
    ASSERT_TRUE(telemetry->database().execute("PRAGMA max_page_count = 1"));
    SyntheticGpu model(5); // a constant would fit into the pages there are
    for (int second = 0; second < 3 * 3600; ++second) {
        telemetry->append(kGpu, kNoon + second * 1s, model.next());
        if (second % 60 == 59) {
            static_cast<void>(telemetry->flush());
        }
    }
    EXPECT_GT(telemetry->losses().dropped, 0u);
    ASSERT_TRUE(telemetry->database().execute("PRAGMA max_page_count = 100000"));
    ASSERT_TRUE(telemetry->flush());
    const auto series = read(kNoon, kNoon + 3h, 100'000);
    EXPECT_GE(series.points.size(), 3600u);
    EXPECT_EQ(series.points.back().at, kNoon + 3h - 1s);
}

TEST_F(TelemetryTest, ReadsACoarserLevelWhereTheSecondsArePruned) {
    options.keepSeconds = 24h;
    options.keepMinutes = 24h * 3;
    reopen();
    for (int hour = 0; hour < 24 * 8; ++hour) {
        appendSeconds(kNoon + hour * 1h, 200, 30 + hour % 24);
        ASSERT_TRUE(telemetry->flush());
    }
    ASSERT_TRUE(telemetry->prune(kNoon + 24h * 8));
    EXPECT_EQ(read(kNoon + 24h * 8 - 1h, kNoon + 24h * 8).step, 6s);
    EXPECT_EQ(read(kNoon + 24h * 6, kNoon + 24h * 6 + 1h).step, 60s);
    const auto hour = read(kNoon + 1h, kNoon + 2h);
    EXPECT_EQ(hour.step, 3600s);
    EXPECT_EQ(hour.points, (std::vector<Point>{{kNoon + 1h, 31, 31, 31}}));
    EXPECT_LE(number("SELECT count(*) FROM chunk_1s"), 25 * 2);
    EXPECT_LE(number("SELECT count(*) FROM chunk_1m"), 24 * 3 + 1);
    EXPECT_EQ(read(kNoon, kNoon + 24h * 8, 192).points.size(), 192u);
    reopen();
    EXPECT_EQ(read(kNoon + 24h * 6, kNoon + 24h * 6 + 1h).step, 60s)
        << "the horizon outlives a restart";
}

TEST_F(TelemetryTest, LetsGoOfAGpuThatIsGoneAndTakesItBack) {
    appendSeconds(kNoon, 30, 5);
    ASSERT_TRUE(telemetry->prune(kNoon + 1h));
    EXPECT_EQ(number("SELECT count(*) FROM tail WHERE level = 0"), 0);
    EXPECT_EQ(read(kNoon, kNoon + 60s).points.size(), 30u);
    appendSeconds(kNoon + 30s, 30, 6); // the same block again
    appendSeconds(kNoon + 1h, 1, 7);
    ASSERT_TRUE(telemetry->flush());
    EXPECT_EQ(read(kNoon, kNoon + 60s).points.size(), 60u);
    ASSERT_TRUE(telemetry->prune(kNoon + 72h));
    const auto hours = read(kNoon - 24h * 30, kNoon + 24h, 31 * 24);
    ASSERT_EQ(hours.points.size(), 2u);
    EXPECT_EQ(hours.points[0], (Point{kNoon, 5, 6, 5.5}));
}

TEST_F(TelemetryTest, ReportsADamagedChunkForItsRangeAndReadsTheRest) {
    appendSeconds(kNoon, 1200, 40);
    ASSERT_TRUE(telemetry->flush());
    const auto bytes = number("SELECT length(data) FROM chunk_1s LIMIT 1");
    ASSERT_GT(bytes, 10);
    ASSERT_TRUE(telemetry->database().execute(
        "UPDATE chunk_1s SET data = CAST(substr(data, 1, 9) || x'5a' || substr(data, 11) AS BLOB) "
        "WHERE key = (SELECT key FROM chunk_1s ORDER BY key LIMIT 1 OFFSET 2)"));
    const auto series = read(kNoon, kNoon + 1200s, 1200);
    EXPECT_EQ(series.points.size(), 1200u - kSamplesInBlock);
    ASSERT_TRUE(series.damage);
    EXPECT_NE(series.damage->message.find("2027-01-15T08:04:00.000Z to 2027-01-15T08:06:00.000Z"),
        std::string::npos)
        << series.damage->message;
    EXPECT_FALSE(read(kNoon + 600s, kNoon + 1200s, 1200).damage);
}

TEST_F(TelemetryTest, KeepsTheOtherMetricsWhenTheTableOfMetricsWasOrderedDifferently) {
    ASSERT_TRUE(telemetry->database().execute(
        "UPDATE metric SET id = -id - 100; UPDATE metric SET id = id + 112;"
        "INSERT INTO metric (id, key) VALUES (40, 'of another version');"));
    reopen();
    SyntheticGpu::Row row;
    for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
        row[metric] = static_cast<MetricValue>(metric * 100);
    }
    for (int i = 0; i < 300; ++i) {
        telemetry->append(kGpu, kNoon + i * 1s, row);
    }
    ASSERT_TRUE(telemetry->flush());
    reopen();
    for (const auto& metric : metricTable()) {
        const auto series = telemetry->query({{kGpu}, metric.metric, kNoon, kNoon + 300s, 300});
        ASSERT_EQ(series->front().points.size(), 300u);
        EXPECT_EQ(series->front().points[17].max, static_cast<int>(metric.metric) * 100)
            << metric.key;
    }
}

TEST_F(TelemetryTest, OpensADatabaseThatKnewFewerMetrics) {
    ASSERT_TRUE(telemetry->database().execute("DELETE FROM metric WHERE id >= 13"));
    appendSeconds(kNoon, 60, 5);
    ASSERT_TRUE(telemetry->flush());
    reopen();
    appendSeconds(kNoon + 60s, 300, 6);
    ASSERT_TRUE(telemetry->flush());
    EXPECT_EQ(number("SELECT count(*) FROM metric"), static_cast<std::int64_t>(kMetricCount));
    EXPECT_EQ(read(kNoon, kNoon + 360s).points.size(), 360u);
    const auto sent
        = telemetry->query({{kGpu}, Metric::NvlinkSent, kNoon + 60s, kNoon + 360s, 300});
    ASSERT_TRUE(sent);
    EXPECT_EQ(sent->front().points.size(), 300u);
}

[[noreturn]] void appendForEver(const std::filesystem::path& path, int pipe) {
    auto telemetry = Telemetry::open({.path = path});
    for (int second = 0; telemetry; ++second) {
        telemetry->append(kGpu, kNoon + second * 1s, rowOf(second % 100));
        if (second % 10 == 9
            && (!telemetry->flush() || ::write(pipe, &second, sizeof second) < 0)) {
            break;
        }
    }
    ::_exit(2);
}

TEST_F(TelemetryTest, LosesNothingFlushedWhenItIsKilled) {
    telemetry.reset();
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const auto child = ::fork();
    if (child == 0) {
        appendForEver(options.path, ends[1]);
    }
    ::close(ends[1]);
    int flushed = 0;
    while (flushed < 1500 && ::read(ends[0], &flushed, sizeof flushed) == sizeof flushed) { }
    ::kill(child, SIGKILL);
    int next = 0;
    while (::read(ends[0], &next, sizeof next) == sizeof next) {
        flushed = next;
    }
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
    reopen();
    EXPECT_TRUE(telemetry->database().checkIntegrity());
    const auto series = read(kNoon, kNoon + (flushed + 1) * 1s, 100'000);
    ASSERT_EQ(series.points.size(), static_cast<std::size_t>(flushed + 1));
    for (int second = 0; second <= flushed; ++second) {
        EXPECT_EQ(series.points[static_cast<std::size_t>(second)].max, second % 100);
    }
}

} // namespace
} // namespace muster::history
