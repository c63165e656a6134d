// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/time_range.h"

#include <gtest/gtest.h>

using namespace muster::models;

namespace {
constexpr qint64 kNow = 10'000'000;
constexpr qint64 kWindow = 900'000;
} // namespace

TEST(TimeRange, FollowsNowUntilItIsZoomed) {
    TimeRange range(kWindow);
    EXPECT_TRUE(range.live());
    EXPECT_EQ(range.at(kNow), (TimeSpan{kNow - kWindow, kNow}));
    EXPECT_EQ(range.at(kNow + 1), (TimeSpan{kNow + 1 - kWindow, kNow + 1}));
    const TimeSpan zoom{kNow - 500'000, kNow - 400'000};
    EXPECT_TRUE(range.zoom(zoom, kNow));
    EXPECT_FALSE(range.live());
    EXPECT_EQ(range.at(kNow + 60'000), zoom) << "a zoom stands still";
}

TEST(TimeRange, GoesBackZoomByZoom) {
    TimeRange range(kWindow);
    const TimeSpan outer{kNow - 500'000, kNow - 400'000};
    const TimeSpan inner{kNow - 450'000, kNow - 420'000};
    range.zoom(outer, kNow);
    range.zoom(inner, kNow);
    EXPECT_EQ(range.at(kNow), inner);
    EXPECT_TRUE(range.back());
    EXPECT_EQ(range.at(kNow), outer);
    EXPECT_TRUE(range.back());
    EXPECT_TRUE(range.live());
    EXPECT_FALSE(range.back());
}

TEST(TimeRange, LeavesAllZoomsAtOnce) {
    TimeRange range(kWindow);
    EXPECT_FALSE(range.reset());
    range.zoom({kNow - 500'000, kNow - 400'000}, kNow);
    range.zoom({kNow - 450'000, kNow - 420'000}, kNow);
    EXPECT_TRUE(range.reset());
    EXPECT_TRUE(range.live());
    range.zoom({kNow - 450'000, kNow - 420'000}, kNow);
    range.setWindow(2 * kWindow);
    EXPECT_EQ(range.at(kNow), (TimeSpan{kNow - 2 * kWindow, kNow}));
}

TEST(TimeRange, TakesTheEndsOfADragInAnyOrder) {
    TimeRange range(kWindow);
    range.zoom({kNow - 400'000, kNow - 500'000}, kNow);
    EXPECT_EQ(range.at(kNow), (TimeSpan{kNow - 500'000, kNow - 400'000}));
}

TEST(TimeRange, ShowsNoLessThanTheLeastAndNothingOfTheFuture) {
    TimeRange range(kWindow);
    range.zoom({kNow - 300'000, kNow - 300'000}, kNow);
    EXPECT_EQ(range.at(kNow), (TimeSpan{kNow - 305'000, kNow - 295'000}));
    range.zoom({kNow - 1000, kNow}, kNow);
    EXPECT_EQ(range.at(kNow), (TimeSpan{kNow - TimeRange::kLeastMs, kNow}));
    EXPECT_FALSE(range.zoom(range.at(kNow), kNow)) << "that is shown already";
}
