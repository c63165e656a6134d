// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/heat_layout.h"

#include <algorithm>
#include <random>

#include <QRegion>
#include <gtest/gtest.h>

using muster::widgets::HeatLayout;

namespace {

constexpr HeatLayout::Measures kFont{16, 42};
constexpr QSize kRoom(1200, 600);

HeatLayout layoutOf(const std::vector<int>& counts, QSize room = kRoom, int zoom = 0) {
    return {counts, room, kFont, zoom};
}

std::vector<int> randomCounts(std::mt19937& random) {
    std::vector<int> counts(random() % 60);
    for (auto& count : counts) {
        count = 1 + static_cast<int>(random() % 17);
    }
    return counts;
}

} // namespace

TEST(HeatLayout, OfNothingIsEmpty) {
    const auto layout = layoutOf({});
    EXPECT_EQ(layout.tiles(), 0);
    EXPECT_TRUE(layout.size().isEmpty());
    EXPECT_EQ(layout.tileAt({5, 5}), -1);
    EXPECT_TRUE(layout.tileRect(0).isNull());
}

TEST(HeatLayout, DoesNotBlowUpAFewGpus) {
    const auto layout = layoutOf({4});
    EXPECT_LT(layout.size().width(), kRoom.width() / 2);
    EXPECT_EQ(layout.tile().height(), 40) << "two lines and a half";
    EXPECT_GT(layout.tile().width(), layout.tile().height());
    EXPECT_EQ(layout.line(), kFont.line) << "the node is named";
}

TEST(HeatLayout, FitsTenThousandGpusIntoOneWindow) {
    const auto layout = layoutOf(std::vector<int>(1250, 8));
    EXPECT_EQ(layout.tiles(), 10'000);
    EXPECT_LE(layout.size().width(), kRoom.width());
    EXPECT_LE(layout.size().height(), kRoom.height());
    EXPECT_GE(layout.tile().height(), 6);
    EXPECT_EQ(layout.gap(), 1) << "tiles do not touch";
    const auto beside = layout.groupRect(1).left() - layout.groupRect(0).right() - 1;
    EXPECT_GT(beside, 2 * layout.gap()) << "nodes stand apart";
}

TEST(HeatLayout, GrowsBeyondTheRoomRatherThanBelowTwoPixels) {
    const auto layout = layoutOf(std::vector<int>(50'000, 8));
    EXPECT_EQ(layout.tile(), QSize(2, 2));
    EXPECT_LE(layout.size().width(), kRoom.width());
    EXPECT_GT(layout.size().height(), kRoom.height());
}

TEST(HeatLayout, PutsTilesInOrderAndNeverOverEachOther) {
    std::mt19937 random(7);
    for (int round = 0; round < 40; ++round) {
        const auto layout = layoutOf(randomCounts(random),
            {300 + int(random() % 900), 80 + int(random() % 600)}, static_cast<int>(random() % 6));
        const QRect all(QPoint(), layout.size());
        QRegion covered;
        for (int tile = 0; tile < layout.tiles(); ++tile) {
            const auto rect = layout.tileRect(tile);
            ASSERT_EQ(rect.size(), layout.tile());
            ASSERT_TRUE(all.contains(rect)) << round;
            ASSERT_FALSE(covered.intersects(rect)) << round << ", tile " << tile;
            covered += rect;
            ASSERT_TRUE(layout.groupRect(layout.groupOf(tile)).contains(rect));
        }
        for (std::size_t group = 1; group < layout.groups().size(); ++group) {
            ASSERT_FALSE(layout.groupRect(static_cast<int>(group))
                             .intersects(layout.groupRect(static_cast<int>(group) - 1)));
        }
    }
}

TEST(HeatLayout, FindsTheTileUnderEveryPoint) {
    std::mt19937 random(11);
    for (int round = 0; round < 20; ++round) {
        const auto layout = layoutOf(randomCounts(random), {500, 300}, round % 5);
        for (int i = 0; i < 2000; ++i) {
            const QPoint point(int(random() % 600) - 20, int(random() % 400) - 20);
            int expected = -1;
            for (int tile = 0; tile < layout.tiles(); ++tile) {
                expected = layout.tileRect(tile).contains(point) ? tile : expected;
            }
            ASSERT_EQ(layout.tileAt(point), expected)
                << round << ": " << point.x() << ", " << point.y();
        }
    }
}

TEST(HeatLayout, ListsWhatAnAreaTouches) {
    std::mt19937 random(13);
    for (int round = 0; round < 20; ++round) {
        const auto layout = layoutOf(randomCounts(random), {500, 300}, round % 5);
        const QRect area(int(random() % 400), int(random() % 250), 90, 70);
        std::vector<int> expected;
        for (int tile = 0; tile < layout.tiles(); ++tile) {
            if (layout.tileRect(tile).intersects(area)) {
                expected.push_back(tile);
            }
        }
        ASSERT_EQ(layout.tilesIn(area), expected) << round;
    }
}

TEST(HeatLayout, KeepsANodesPlaceWhenItIsZoomed) {
    const std::vector<int> counts(200, 8);
    const auto far = layoutOf(counts);
    auto last = far.tile();
    for (int zoom = 1; zoom <= 3; ++zoom) {
        const auto near = layoutOf(counts, kRoom, zoom);
        EXPECT_GT(near.tile().height(), last.height());
        EXPECT_EQ(near.perRow(), far.perRow());
        ASSERT_EQ(near.shelves().size(), far.shelves().size());
        for (std::size_t i = 0; i < counts.size(); ++i) {
            EXPECT_EQ(near.groups()[i].shelf, far.groups()[i].shelf);
        }
        last = near.tile();
    }
    const auto largest = layoutOf(counts, kRoom, HeatLayout::kMostZoom);
    EXPECT_EQ(largest.tile(), layoutOf(counts, kRoom, 1000).tile());
}

TEST(HeatLayout, WalksUpAndDownWhereTheEyeExpectsIt) {
    // One shelf each: 12 GPUs in rows of 4 or 8, then 3, then 12.
    const auto layout = layoutOf({12, 3, 12}, {kFont.label * 9, 400});
    const int perRow = layout.perRow();
    EXPECT_EQ(layout.above(0), 0);
    EXPECT_EQ(layout.below(0), perRow);
    EXPECT_EQ(layout.above(perRow), 0);
    for (int tile = 0; tile < layout.tiles(); ++tile) {
        const int down = layout.below(tile);
        EXPECT_TRUE(down == tile || layout.tileRect(down).top() > layout.tileRect(tile).top());
        const int up = layout.above(tile);
        EXPECT_TRUE(up == tile || layout.tileRect(up).top() < layout.tileRect(tile).top());
    }
}

TEST(HeatLayout, WalksByShelves) {
    const auto layout = layoutOf(std::vector<int>(300, 8));
    ASSERT_GT(layout.shelves().size(), 3u);
    const int down = layout.onShelf(5, 2);
    EXPECT_EQ(layout.tileRect(down).left(), layout.tileRect(5).left());
    EXPECT_EQ(layout.groups()[static_cast<std::size_t>(layout.groupOf(down))].shelf, 2);
    EXPECT_EQ(layout.onShelf(down, -2), 5);
    EXPECT_EQ(layout.onShelf(5, -1), 5);
}
