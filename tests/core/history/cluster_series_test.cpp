// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/cluster_series.h"

#include <gtest/gtest.h>

#include "tests/core/history/noon.h"
#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

using namespace std::chrono_literals;

ClusterSample sampleOf(ClusterFigure figure, MetricValue value) {
    ClusterSample out;
    out.fill(kUnknown);
    out[static_cast<std::size_t>(figure)] = value;
    return out;
}

class ClusterSeries : public testing::Test {
protected:
    test::TemporaryFolder folder;
    Telemetry telemetry = *Telemetry::open({.path = folder / "telemetry.db"});

    std::vector<Point> points(ClusterFigure figure, Instant from, Instant to, std::size_t most) {
        const auto series = query(telemetry, std::array{figure}, from, to, most);
        EXPECT_TRUE(series.has_value());
        return series->front().points;
    }
};

TEST_F(ClusterSeries, NamesEachFigureOnceAndFindsItByItsKey) {
    std::size_t place = 0;
    for (const auto& row : clusterFigureTable()) {
        EXPECT_EQ(static_cast<std::size_t>(row.figure), place++);
        EXPECT_EQ(clusterFigureByKey(row.key), row.figure);
    }
    EXPECT_EQ(clusterFigureByKey("gpus"), std::nullopt);
}

TEST_F(ClusterSeries, KeepsFiguresApart) {
    append(telemetry, kNoon, sampleOf(ClusterFigure::GpusTotal, 8));
    append(telemetry, kNoon, sampleOf(ClusterFigure::JobsQueued, 3));
    EXPECT_EQ(points(ClusterFigure::GpusTotal, kNoon, kNoon + 10s, 100),
        (std::vector<Point>{{kNoon, 8, 8, 8.0}}));
    EXPECT_EQ(points(ClusterFigure::JobsQueued, kNoon, kNoon + 10s, 100).front().max, 3);
    EXPECT_TRUE(points(ClusterFigure::Power, kNoon, kNoon + 10s, 100).empty());
}

TEST_F(ClusterSeries, HasLowestMeanAndHighestOfAnInterval) {
    for (int second = 0; second < 120; ++second) {
        append(telemetry, kNoon + second * 1s,
            sampleOf(ClusterFigure::GpusAllocated, second < 60 ? 2 : 5));
    }
    EXPECT_EQ(points(ClusterFigure::GpusAllocated, kNoon, kNoon + 120s, 2),
        (std::vector<Point>{{kNoon, 2, 2, 2.0}, {kNoon + 60s, 5, 5, 5.0}}));
    const auto hour = points(ClusterFigure::GpusAllocated, kNoon, kNoon + 7200s, 2);
    ASSERT_EQ(hour.size(), 1u);
    EXPECT_EQ(hour.front(), (Point{kNoon, 2, 5, 3.5}));
}

TEST_F(ClusterSeries, HasNoPointWhereTheMasterWasDown) {
    append(telemetry, kNoon, sampleOf(ClusterFigure::JobsRunning, 1));
    append(telemetry, kNoon + 600s, sampleOf(ClusterFigure::JobsRunning, 2));
    const auto found = points(ClusterFigure::JobsRunning, kNoon, kNoon + 1200s, 2000);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[1].at, kNoon + 600s);
}

TEST_F(ClusterSeries, OutlivesTheMaster) {
    append(telemetry, kNoon, sampleOf(ClusterFigure::Power, 7'000'000)); // 10,000 boards of 700 W
    ASSERT_TRUE(telemetry.flush());
    telemetry = *Telemetry::open({.path = folder / "telemetry.db"});
    EXPECT_EQ(points(ClusterFigure::Power, kNoon, kNoon + 1s, 100).front().max, 7'000'000);
}

} // namespace
} // namespace muster::history
