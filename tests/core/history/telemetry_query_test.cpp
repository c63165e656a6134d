// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The queries against brute force over a simulated day of several GPUs, with gaps, unknowns, late
// samples and a restart in the middle.
#include <memory>

#include <gtest/gtest.h>

#include "core/history/telemetry.h"
#include "tests/core/history/sample_oracle.h"
#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

using namespace std::chrono_literals;

// Not on a boundary of anything.
constexpr std::int64_t kStart = 1'800'000'000 + 12'345;
constexpr std::int64_t kDay = 86'400 + 1'800;

const std::vector<GpuUuid> kGpus = {{"GPU-steady"}, {"GPU-gaps"}, {"GPU-unknown"}, {"GPU-late"}};

class TelemetryDay : public testing::Test {
protected:
    static void SetUpTestSuite() {
        folder = std::make_unique<test::TemporaryFolder>();
        oracle = std::make_unique<SampleOracle>(kStart);
        reopen();
        std::vector<SyntheticGpu> models;
        for (std::uint32_t seed = 0; seed < kGpus.size(); ++seed) {
            models.emplace_back(seed);
        }
        std::mt19937 random(11);
        for (auto second = kStart; second < kStart + kDay; ++second) {
            for (std::size_t i = 0; i < kGpus.size(); ++i) {
                feed(i, second, models[i].next(), random);
            }
            if (second % 5 == 0) {
                ASSERT_TRUE(telemetry->flush());
            }
            if (second == kStart + 40'000 || second == kStart + 60'001) {
                ASSERT_TRUE(telemetry->flush());
                reopen();
            }
        }
    }

    static void TearDownTestSuite() {
        telemetry.reset();
        oracle.reset();
        folder.reset();
    }

    static void reopen() {
        telemetry.reset();
        auto opened = Telemetry::open({.path = *folder / "telemetry.db"});
        ASSERT_TRUE(opened) << opened.error().message;
        telemetry = std::make_unique<Telemetry>(std::move(*opened));
    }

    static void feed(
        std::size_t gpu, std::int64_t second, SyntheticGpu::Row row, std::mt19937& random) {
        const auto since = second - kStart;
        if (gpu == 1 && (since % 7'000 < 900 || random() % 50 == 0)) {
            return; // away for 15 minutes, and single samples missing
        }
        if (gpu == 2) {
            for (auto& value : row) {
                value = random() % 10 == 0 ? kUnknown : value;
            }
            row[3] = since < 50'000 ? kUnknown : row[3];
        }
        if (gpu == 3 && since % 4'000 < 400) {
            second += since % 4'000 < 200
                ? 200
                : -200; // two pieces of time that arrive in the wrong order
        }
        oracle->record(kGpus[gpu], second, row);
        telemetry->append(kGpus[gpu], instantOf(second) + 137ms, row);
    }

    static void expectBruteForce(
        std::int64_t from, std::int64_t to, std::size_t maxPoints, std::int64_t levelStep) {
        for (const auto& metric : metricTable()) {
            const auto series = telemetry->query(
                {kGpus, metric.metric, instantOf(from), instantOf(to), maxPoints});
            ASSERT_TRUE(series) << series.error().message;
            ASSERT_EQ(series->size(), kGpus.size());
            for (std::size_t i = 0; i < kGpus.size(); ++i) {
                const auto& one = (*series)[i];
                const auto width = one.step / 1s;
                pointsCompared += one.points.size();
                EXPECT_EQ(width % levelStep, 0) << "another level was read";
                EXPECT_LE(one.points.size(), maxPoints);
                EXPECT_FALSE(one.damage);
                EXPECT_EQ(
                    one.points, oracle->points(kGpus[i], metric.metric, from, to, levelStep, width))
                    << metric.key << " of " << kGpus[i].value << " from " << from << " to " << to;
            }
        }
    }

    static std::unique_ptr<test::TemporaryFolder> folder;
    static std::unique_ptr<SampleOracle> oracle;
    static std::unique_ptr<Telemetry> telemetry;
    static inline std::size_t pointsCompared = 0;
};

std::unique_ptr<test::TemporaryFolder> TelemetryDay::folder;
std::unique_ptr<SampleOracle> TelemetryDay::oracle;
std::unique_ptr<Telemetry> TelemetryDay::telemetry;

TEST_F(TelemetryDay, SecondsEqualBruteForce) {
    expectBruteForce(kStart, kStart + 700, 720, 1);
    expectBruteForce(kStart + 39'000, kStart + 41'000, 720, 1);
    expectBruteForce(kStart + kDay - 7'200, kStart + kDay, 720, 1);
    EXPECT_GT(pointsCompared, 3u * 10 * 500) << "the comparison is not of nothing with nothing";
}

TEST_F(TelemetryDay, MinutesEqualBruteForce) {
    expectBruteForce(kStart, kStart + kDay, 720, 60);
    expectBruteForce(kStart + 20'001, kStart + 70'003, 300, 60);
}

TEST_F(TelemetryDay, HoursEqualBruteForce) {
    expectBruteForce(kStart, kStart + kDay, 20, 3600);
    expectBruteForce(kStart - 86'400, kStart + 2 * kDay, 10, 3600);
}

TEST_F(TelemetryDay, RandomRangesEqualBruteForce) {
    for (std::uint32_t seed = 0; seed < 25; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const auto length = static_cast<std::int64_t>(2 + random() % (1u << (8 + random() % 9)));
        const auto from = kStart - 1000 + static_cast<std::int64_t>(random() % kDay);
        const auto points = 2 + random() % 500;
        const auto perPoint = length / static_cast<std::int64_t>(points);
        expectBruteForce(from, from + length, points,
            perPoint >= 3600     ? 3600
                : perPoint >= 60 ? 60
                                 : 1);
    }
}

TEST_F(TelemetryDay, StaysTheSameAfterARestart) {
    const Query day{kGpus, Metric::Power, instantOf(kStart), instantOf(kStart + kDay), 720};
    const auto before = telemetry->query(day);
    ASSERT_TRUE(telemetry->flush());
    reopen();
    const auto after = telemetry->query(day);
    ASSERT_TRUE(before && after);
    for (std::size_t i = 0; i < kGpus.size(); ++i) {
        EXPECT_EQ((*before)[i].points, (*after)[i].points) << kGpus[i].value;
    }
    EXPECT_EQ(telemetry->losses().damaged, 0u);
}

} // namespace
} // namespace muster::history
