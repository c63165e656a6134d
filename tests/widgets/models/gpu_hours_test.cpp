// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/gpu_hours.h"

#include <QDateTime>
#include <gtest/gtest.h>

using namespace muster::models;

namespace {

constexpr qint64 kMinuteMs = 60'000;
constexpr qint64 kHourMs = 60 * kMinuteMs;

// Local time, of a month without a change of clocks.
qint64 at(int day, int hour, int minute = 0) {
    return QDateTime(QDate(2026, 6, day), QTime(hour, minute)).toMSecsSinceEpoch();
}

// So many GPUs at each step from one time to the other.
Series constant(double gpus, TimeSpan span, qint64 stepMs) {
    std::vector<SeriesPoint> points;
    for (auto atMs = span.fromMs; atMs < span.toMs; atMs += stepMs) {
        points.push_back({atMs, gpus, gpus, gpus});
    }
    Series out;
    out.setHistory(std::move(points), stepMs);
    return out;
}

} // namespace

TEST(GpuHours, AreSummedByLocalHourOverADay) {
    const TimeSpan span{at(10, 9, 30), at(10, 12)};
    const GpuHours hours(constant(4, span, 5 * kMinuteMs), span);
    EXPECT_FALSE(hours.byDay());
    EXPECT_EQ(hours.title(), QStringLiteral("GPU-hours by hour"));
    ASSERT_EQ(hours.sums().size(), 3u);
    EXPECT_EQ(hours.sums()[0].toMs, at(10, 10)) << "the part of an hour";
    EXPECT_NEAR(hours.sums()[0].hours, 2, 1e-9);
    EXPECT_NEAR(hours.sums()[1].hours, 4, 1e-9);
    EXPECT_NEAR(hours.sums()[2].hours, 4, 1e-9);
    EXPECT_EQ(hours.help(0), QStringLiteral("09:00: 2.0 GPU-hours"));
    EXPECT_EQ(hours.label(1), QStringLiteral("10 h"));
}

TEST(GpuHours, AreNeverMoreThanTheGpusWhateverTheStepsOfTheHistory) {
    const TimeSpan span{at(10, 9), at(10, 12)};
    const auto steps = 7 * kMinuteMs; // which no hour is a multiple of
    const GpuHours hours(constant(4, {span.fromMs - 3 * kMinuteMs, span.toMs}, steps), span);
    ASSERT_EQ(hours.sums().size(), 3u);
    for (const auto& sum : hours.sums()) {
        EXPECT_NEAR(sum.hours, 4, 1e-9);
    }
}

TEST(GpuHours, AreSummedByLocalDayOverAWeek) {
    const TimeSpan span{at(10, 12), at(17, 12)};
    const GpuHours hours(constant(0.5, {at(11, 0), at(17, 12)}, kHourMs), span);
    EXPECT_TRUE(hours.byDay());
    EXPECT_EQ(hours.title(), QStringLiteral("GPU-hours by day"));
    ASSERT_EQ(hours.sums().size(), 8u);
    EXPECT_FALSE(hours.sums()[0].known) << "before the first of all";
    EXPECT_EQ(hours.help(0), QStringLiteral("10 Jun: no data"));
    EXPECT_NEAR(hours.sums()[1].hours, 12, 1e-9);
    EXPECT_NEAR(hours.sums()[7].hours, 6, 1e-9);
    EXPECT_EQ(hours.help(7), QStringLiteral("17 Jun: 6.0 GPU-hours"));
}

TEST(GpuHours, NameNoMoreDaysThanThereIsRoomFor) {
    const TimeSpan span{at(1, 0), at(30, 0)};
    const GpuHours hours(constant(1, span, kHourMs), span);
    int named = 0;
    for (std::size_t i = 0; i < hours.sums().size(); ++i) {
        named += hours.label(i).isEmpty() ? 0 : 1;
    }
    EXPECT_LE(named, 6);
    EXPECT_EQ(hours.label(hours.sums().size() - 1), QStringLiteral("29 Jun")) << "the newest";
}

TEST(GpuHours, AreNoneWhereNothingIsKnown) {
    EXPECT_TRUE(GpuHours(Series(), {at(1, 0), at(2, 0)}).sums().empty());
}
