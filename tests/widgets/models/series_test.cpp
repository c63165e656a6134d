// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/series.h"

#include <gtest/gtest.h>

using namespace muster::models;

namespace {

constexpr qint64 kWindow = 15 * 60 * 1000;

std::vector<SeriesPoint> every(qint64 stepMs, qint64 fromMs, int count) {
    std::vector<SeriesPoint> points;
    for (int i = 0; i < count; ++i) {
        points.push_back({fromMs + i * stepMs, static_cast<double>(i)});
    }
    return points;
}

std::size_t size(const std::vector<Segment>& segments) {
    std::size_t all = 0;
    for (const auto& segment : segments) {
        all += segment.size();
    }
    return all;
}

} // namespace

TEST(Series, DrawsNoLineOverATimeWithoutData) {
    Series series(kWindow);
    for (const auto& point : every(1000, 1'000'000, 5)) {
        series.append(point);
    }
    for (const auto& point : every(1000, 1'060'000, 5)) {
        series.append(point);
    }
    const auto segments = series.segments();
    ASSERT_EQ(segments.size(), 2u);
    EXPECT_EQ(segments[0].back().atMs, 1'004'000);
    EXPECT_EQ(segments[1].front().atMs, 1'060'000);
}

TEST(Series, TakesTheStepOfTheHistoryForNoGap) {
    Series series(kWindow);
    series.setHistory(every(60'000, 0, 10), 60'000);
    EXPECT_EQ(series.segments().size(), 1u);
}

TEST(Series, HasAtMostSixHundredPoints) {
    Series series(kWindow);
    series.setHistory(every(500, 0, 1800), 1000);
    EXPECT_LE(size(series.segments()), Series::kMostPoints);
    EXPECT_GT(size(series.segments()), Series::kMostPoints / 2);
}

TEST(Series, KeepsLivePointsThatAreNewerThanTheHistory) {
    Series series(kWindow);
    series.append({100'000, 1});
    series.append({101'000, 2});
    series.setHistory(every(1000, 95'000, 6), 1000); // to 100'000
    const auto& points = series.points();
    ASSERT_EQ(points.size(), 7u);
    EXPECT_EQ(points.back(), (SeriesPoint{101'000, 2}));
}

TEST(Series, ForgetsWhatLeftTheWindow) {
    Series series(10'000);
    for (const auto& point : every(1000, 0, 60)) {
        series.append(point);
    }
    EXPECT_EQ(series.points().front().atMs, 49'000);
}

TEST(Series, LeavesOutAPointThatIsNotNewer) {
    Series series(kWindow);
    series.append({5000, 1});
    series.append({5000, 2});
    series.append({4000, 3});
    EXPECT_EQ(series.points().size(), 1u);
}

TEST(Series, AveragesWhatSharesAPoint) {
    Series series(kWindow);
    std::vector<SeriesPoint> points;
    for (int i = 0; i < 1200; ++i) {
        points.push_back({i * 500, i % 2 == 0 ? 0.0 : 10.0});
    }
    series.setHistory(std::move(points), 1000);
    const auto segments = series.segments();
    for (const auto& point : segments.front()) {
        EXPECT_DOUBLE_EQ(point.value, 5);
    }
}
