// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/trace.h"

#include <algorithm>
#include <random>

#include <QImage>
#include <QPainter>
#include <gtest/gtest.h>

#include "widgets/charts/plot.h"

using namespace muster::models;
using namespace muster::widgets;

namespace {

constexpr unsigned kSeed = 20;

// A walk, one point a second, with a gap of a minute somewhere in each thousand points.
Series walk(int count, double top) {
    std::mt19937 random(kSeed);
    std::normal_distribution<double> change(0, top / 50);
    Series series;
    double value = top / 2;
    qint64 at = 0;
    for (int i = 0; i < count; ++i) {
        value = std::clamp(value + change(random), 0.0, top);
        at += i % 1000 == 700 ? 60'000 : 1000;
        series.append(SeriesPoint::of(at, value));
    }
    return series;
}

// Column by column over all points.
Trace bruteForce(const Series& series, TimeSpan span, int columns) {
    Trace out;
    const auto& points = series.points();
    for (int column = 0; column < columns; ++column) {
        const auto from = span.fromMs + span.lengthMs() * column / columns;
        const auto to = span.fromMs + span.lengthMs() * (column + 1) / columns;
        std::vector<std::size_t> inside;
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (points[i].atMs >= from && points[i].atMs < to) {
                inside.push_back(i);
            }
        }
        if (inside.size() > 1 && inside.front() > 0 && series.joined(inside.front())) {
            inside.push_back(inside.front() - 1);
        }
        Extremes range;
        for (const auto i : inside) {
            range.add({points[i].minimum, points[i].maximum, 0});
        }
        if (!inside.empty() && range.maximum > range.minimum) {
            out.spans.push_back({column, range.minimum, range.maximum});
        }
    }
    return out;
}

QImage blank(int width, int height) {
    QImage image(width, height, QImage::Format_RGB32);
    image.fill(Qt::white);
    return image;
}

} // namespace

TEST(Trace, HasTheExtremesOfEachColumnAsBruteForceFindsThem) {
    const auto series = walk(20'000, 100);
    const TimeSpan whole{0, series.points().back().atMs + 1};
    for (const int columns : {1, 7, 200, 641}) {
        EXPECT_EQ(trace(series, whole, columns).spans, bruteForce(series, whole, columns).spans)
            << columns;
    }
    const TimeSpan part{3'000'000, 5'500'123};
    EXPECT_EQ(trace(series, part, 333).spans, bruteForce(series, part, 333).spans);
}

TEST(Trace, HasOnePointOfTheLineForAColumnAtMost) {
    const auto series = walk(20'000, 100);
    const auto found = trace(series, {0, series.points().back().atMs + 1}, 300);
    std::size_t all = 0;
    for (const auto& line : found.lines) {
        all += line.size();
    }
    EXPECT_LE(all, 300u);
    EXPECT_GT(all, 250u);
}

TEST(Trace, BreaksTheLineAndNamesTheTimeWhereNobodyMeasured) {
    Series series;
    for (const qint64 at : {10'000, 11'000, 12'000, 50'000, 51'000}) {
        series.append(SeriesPoint::of(at, 5));
    }
    const auto found = trace(series, {0, 100'000}, 100);
    ASSERT_EQ(found.lines.size(), 2u);
    EXPECT_EQ(found.lines[0].size(), 3u);
    EXPECT_EQ(found.lines[1].size(), 2u);
    EXPECT_EQ(found.gaps, (std::vector<Trace::Gap>{{0, 10}, {13, 50}, {52, 100}}));
    EXPECT_TRUE(found.spans.empty()) << "all points of a column are equal";
}

TEST(Trace, IsAllGapWithoutPoints) {
    EXPECT_EQ(trace(Series(), {0, 1000}, 10).gaps, (std::vector<Trace::Gap>{{0, 10}}));
    EXPECT_TRUE(trace(Series(), {0, 1000}, 10).lines.empty());
}

TEST(Trace, ComesFromThePointBeforeAndGoesToThePointAfter) {
    Series series;
    series.setHistory({SeriesPoint::of(0, 0), SeriesPoint::of(60'000, 60)}, 60'000);
    const auto found = trace(series, {20'000, 40'000}, 20);
    ASSERT_EQ(found.lines.size(), 1u);
    EXPECT_EQ(found.lines[0], (std::vector<QPointF>{{-20, 0}, {40, 60}}));
    EXPECT_TRUE(found.gaps.empty());
}

TEST(Trace, CarriesTheExtremesOfCoarsePointsFromOneToTheNext) {
    Series series;
    series.setHistory({{0, 0, 50, 100}, {10'000, 40, 50, 60}}, 10'000);
    const auto found = trace(series, {0, 10'001}, 10);
    ASSERT_GE(found.spans.size(), 9u);
    EXPECT_EQ(found.spans.front(), (Trace::Span{0, 0, 100}));
    EXPECT_NEAR(found.spans[5].minimum, 20, 1);
    EXPECT_NEAR(found.spans[5].maximum, 80, 1);
}

// The chart of a million points is the picture of all their lines: no pixel of it is missing, and
// none is more than one beside it.
TEST(Plot, InksThePixelsOfThePolylineOfAllPoints) {
    constexpr int kWidth = 400;
    constexpr int kHeight = 100;
    Series series;
    std::mt19937 random(kSeed);
    std::normal_distribution<double> change(0, 1);
    double value = 50;
    for (int i = 0; i < 1'000'000; ++i) {
        value = std::clamp(value + change(random), 1.0, 99.0);
        series.append(SeriesPoint::of(i * 1000LL, value));
    }
    const TimeSpan span{0, 1'000'000'000};
    auto ours = blank(kWidth, kHeight);
    QPainter painter(&ours);
    paintPlot(painter, QRectF(0, 0, kWidth, kHeight), span, {.top = 100, .step = 50},
        {{&series, Qt::black, false}}, {});
    painter.end();
    auto all = blank(kWidth, kHeight);
    QPainter brute(&all);
    QVector<QPointF> points;
    for (const auto& point : series.points()) {
        points.push_back({static_cast<double>(point.atMs) * kWidth / 1e9,
            kHeight - point.average * kHeight / 100});
    }
    brute.drawPolyline(points);
    brute.end();
    const auto inked = [](const QImage& image, int x, int y) {
        for (int dx = -1; dx <= 1; ++dx) {
            for (int dy = -1; dy <= 1; ++dy) {
                if (image.valid(x + dx, y + dy) && image.pixel(x + dx, y + dy) != 0xffffffff) {
                    return true;
                }
            }
        }
        return false;
    };
    int missing = 0;
    int beside = 0;
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            missing += all.pixel(x, y) != 0xffffffff && !inked(ours, x, y) ? 1 : 0;
            beside += ours.pixel(x, y) != 0xffffffff && !inked(all, x, y) ? 1 : 0;
        }
    }
    EXPECT_EQ(missing, 0);
    EXPECT_EQ(beside, 0);
}

TEST(Plot, LeavesAGapWhite) {
    Series series;
    for (const qint64 at : {0, 1000, 2000, 90'000, 91'000, 100'000}) {
        series.append(SeriesPoint::of(at, 5));
    }
    auto image = blank(100, 20);
    QPainter painter(&image);
    const TimeSpan span{0, 100'000};
    const std::vector<PlotLine> lines{{&series, Qt::black, false}};
    paintPlot(painter, QRectF(0, 0, 100, 20), span, {.top = 10, .step = 5}, lines, {});
    for (int y = 0; y < 20; ++y) {
        EXPECT_EQ(image.pixel(45, y), 0xffffffff) << y;
    }
    paintPlot(painter, QRectF(0, 0, 100, 20), span, {.top = 10, .step = 5}, lines, Qt::gray);
    int hatched = 0;
    for (int y = 0; y < 20; ++y) {
        hatched += image.pixel(45, y) != 0xffffffff ? 1 : 0;
    }
    EXPECT_GT(hatched, 0) << "the gap is named when nothing more is to come";
    EXPECT_LT(hatched, 20);
}
