// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/heat_paint.h"

#include <random>

#include <QImage>
#include <QPainter>
#include <gtest/gtest.h>

#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::models;
using namespace muster::widgets;

namespace {

std::vector<HeatTile> randomTiles(std::mt19937& random, int count) {
    std::vector<HeatTile> tiles;
    for (int i = 0; i < count; ++i) {
        const auto mark = static_cast<Mark>(random() % kMarkCount);
        const auto metric = random() % 4 == 0 ? HeatMetric::State : Metric::GpuUtilization;
        tiles.push_back(heatTile(metric, mark, static_cast<int>(random() % 102) - 1));
    }
    return tiles;
}

// Every tile by itself, every pixel of a pattern by itself.
void paintSlowly(QPainter& painter, const HeatScene& scene, QRect exposed) {
    painter.setClipRect(exposed);
    painter.fillRect(exposed, QColor(scene.colours.ground));
    for (int i = 0; i < scene.layout.tiles(); ++i) {
        const auto& tile = scene.tiles[static_cast<std::size_t>(i)];
        const auto rect = scene.layout.tileRect(i);
        painter.fillRect(rect, QColor(scene.colours.fill[tile.level]));
        const auto pattern = heatPattern(tile, scene.roomForIcons, scene.stale);
        for (int y = 0; y < rect.height(); ++y) {
            for (int x = 0; x < rect.width(); ++x) {
                if (isInked(pattern, x, y, rect.size())) {
                    painter.fillRect(QRect(rect.topLeft() + QPoint(x, y), QSize(1, 1)),
                        QColor(inkOf(pattern, scene.colours, tile.level)));
                }
            }
        }
    }
}

template <typename Paint>
QImage painted(QSize size, QPoint offset, const Paint& paint) {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    painter.translate(-offset);
    paint(painter);
    return image;
}

HeatTile tileOf(Mark mark, MetricValue number) {
    return heatTile(Metric::GpuUtilization, mark, number);
}

} // namespace

TEST(HeatPaint, EqualsPaintingEachTileByItself) {
    std::mt19937 random(3);
    for (int round = 0; round < 60; ++round) {
        SCOPED_TRACE(round);
        std::vector<int> counts(1 + random() % 80);
        for (auto& count : counts) {
            count = round % 2 == 0 ? 8 : 1 + static_cast<int>(random() % 17);
        }
        const QSize room(200 + int(random() % 500), 100 + int(random() % 300));
        const HeatLayout layout(counts, room, {14, 40}, static_cast<int>(random() % 6));
        const auto tiles = randomTiles(random, layout.tiles());
        const auto colours
            = heatColours(round % 3 == 0 ? darkPalette() : lightPalette(), round % 5 == 0);
        const HeatScene scene{layout, tiles, colours, round % 4 == 0, round % 5 == 0};
        const QPoint offset(int(random() % 50), int(random() % 50));
        const QRect exposed = random() % 2 == 0
            ? QRect(offset, room)
            : QRect(offset + QPoint(int(random() % 90), int(random() % 60)), QSize(77, 53));
        const auto fast
            = painted(room, offset, [&](QPainter& p) { paintTiles(p, scene, exposed); });
        const auto slow
            = painted(room, offset, [&](QPainter& p) { paintSlowly(p, scene, exposed); });
        ASSERT_EQ(fast, slow);
    }
}

TEST(HeatPaint, TellsTroubleWithoutColour) {
    EXPECT_EQ(heatPattern(tileOf(Mark::Busy, 50), false, false), HeatPattern::None);
    EXPECT_EQ(heatPattern(tileOf(Mark::Bad, 50), false, false), HeatPattern::Cross);
    EXPECT_EQ(heatPattern(tileOf(Mark::Restricted, 50), false, false), HeatPattern::Slash);
    EXPECT_EQ(heatPattern(tileOf(Mark::Draining, 50), false, false), HeatPattern::Slash);
    EXPECT_EQ(heatPattern(tileOf(Mark::Bad, 50), true, false), HeatPattern::None)
        << "there the icon says so";
    EXPECT_EQ(heatPattern(tileOf(Mark::Lost, 50), true, false), HeatPattern::Hatch);
    EXPECT_EQ(heatPattern(tileOf(Mark::Busy, kUnknown), true, false), HeatPattern::Hatch);
    EXPECT_EQ(heatPattern(tileOf(Mark::Busy, 50), true, true), HeatPattern::Hatch);
    EXPECT_EQ(heatPattern(heatTile(HeatMetric::State, Mark::Offered, kUnknown), false, false),
        HeatPattern::Dot);
}

TEST(HeatPaint, ShowsEveryPatternOnTheSmallestTilesToo) {
    for (const auto pattern :
        {HeatPattern::Hatch, HeatPattern::Slash, HeatPattern::Cross, HeatPattern::Dot}) {
        for (const int size : {2, 3, 5, 11, 40}) {
            int inked = 0;
            for (int y = 0; y < size; ++y) {
                for (int x = 0; x < size; ++x) {
                    inked += isInked(pattern, x, y, {size, size}) ? 1 : 0;
                }
            }
            EXPECT_GE(inked, size / 2) << static_cast<int>(pattern) << " on " << size;
            EXPECT_LE(inked, size * size) << static_cast<int>(pattern) << " on " << size;
        }
    }
}

TEST(HeatPaint, TellsFreeFromBusyByLuminance) {
    for (const auto& palette : {lightPalette(), darkPalette()}) {
        const auto colours = heatColours(palette, false);
        const auto fill = [&](Mark mark) {
            return QColor(colours.fill[heatTile(HeatMetric::State, mark, kUnknown).level]);
        };
        EXPECT_GE(contrast(fill(Mark::Free), fill(Mark::Busy)), 2.5);
    }
}

TEST(HeatPaint, InksReadablyOnEveryColour) {
    for (const auto& palette : {lightPalette(), darkPalette()}) {
        for (const bool stale : {false, true}) {
            const auto colours = heatColours(palette, stale);
            for (std::size_t level = 0; level < colours.fill.size(); ++level) {
                EXPECT_GE(contrast(QColor(colours.fill[level]), QColor(colours.ink[level])), 4.5)
                    << level;
            }
        }
    }
}
