// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/series.h"

#include <gtest/gtest.h>

using namespace muster::models;

namespace {

std::vector<SeriesPoint> every(qint64 stepMs, qint64 fromMs, int count) {
    std::vector<SeriesPoint> points;
    for (int i = 0; i < count; ++i) {
        points.push_back(SeriesPoint::of(fromMs + i * stepMs, i));
    }
    return points;
}

} // namespace

TEST(Series, JoinsNoPointsOverATimeWithoutData) {
    Series series;
    for (const auto& point : every(1000, 1'000'000, 5)) {
        series.append(point);
    }
    for (const auto& point : every(1000, 1'060'000, 5)) {
        series.append(point);
    }
    ASSERT_EQ(series.points().size(), 10u);
    for (std::size_t i = 1; i < 10; ++i) {
        EXPECT_EQ(series.joined(i), i != 5) << i;
    }
}

TEST(Series, TakesTheStepOfTheHistoryForNoGap) {
    Series series;
    series.setHistory(every(60'000, 0, 10), 60'000);
    for (std::size_t i = 1; i < 10; ++i) {
        EXPECT_TRUE(series.joined(i)) << i;
    }
}

TEST(Series, TakesTheSlowStepOfASlowMetricForNoGap) {
    Series slow(10'000);
    slow.append(SeriesPoint::of(0, 1));
    slow.append(SeriesPoint::of(10'000, 1));
    EXPECT_TRUE(slow.joined(1));
}

TEST(Series, KeepsLivePointsThatAreNewerThanTheHistory) {
    Series series;
    series.append(SeriesPoint::of(100'000, 1));
    series.append(SeriesPoint::of(101'000, 2));
    series.setHistory(every(1000, 95'000, 6), 1000); // to 100'000
    ASSERT_EQ(series.points().size(), 7u);
    EXPECT_EQ(series.points().back(), SeriesPoint::of(101'000, 2));
    EXPECT_EQ(series.livePoints(), 1u);
}

TEST(Series, ReplacesAnOlderHistoryWhole) {
    Series series;
    series.setHistory(every(60'000, 0, 100), 60'000);
    series.append(SeriesPoint::of(6'000'000, 7));
    series.setHistory(every(1000, 60'000, 60), 1000);
    ASSERT_EQ(series.points().size(), 61u) << "no minute of the old history stays";
    EXPECT_EQ(series.points().back(), SeriesPoint::of(6'000'000, 7));
}

TEST(Series, ForgetsWhatIsTooOldOnceItIsMuch) {
    Series series;
    for (const auto& point : every(1000, 0, 60)) {
        series.append(point);
    }
    series.forgetBefore(10'000);
    EXPECT_EQ(series.points().size(), 60u) << "a sixth is not worth the copy";
    series.forgetBefore(49'000);
    EXPECT_EQ(series.points().front().atMs, 49'000);
}

TEST(Series, LeavesOutAPointThatIsNotNewer) {
    Series series;
    series.append(SeriesPoint::of(5000, 1));
    series.append(SeriesPoint::of(5000, 2));
    series.append(SeriesPoint::of(4000, 3));
    EXPECT_EQ(series.points().size(), 1u);
}

TEST(Series, FindsThePointThatSpeaksForATime) {
    Series series;
    EXPECT_FALSE(series.nearest(0));
    for (const auto& point : every(1000, 10'000, 3)) {
        series.append(point);
    }
    EXPECT_EQ(series.nearest(10'400), 0u);
    EXPECT_EQ(series.nearest(10'600), 1u);
    EXPECT_EQ(series.nearest(13'000), 2u);
    EXPECT_FALSE(series.nearest(60'000)) << "nobody measured then";
    EXPECT_FALSE(series.nearest(0));
}
