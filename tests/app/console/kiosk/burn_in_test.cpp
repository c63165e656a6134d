// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/burn_in.h"

#include <set>

#include <QRect>

#include <gtest/gtest.h>

using namespace muster::console;

TEST(BurnIn, MovesTwoPixelsEachMinuteOnAClosedPath) {
    std::set<std::pair<int, int>> seen;
    const int round = 4 * kBurnInSide / 2;
    for (int minute = 0; minute < round; ++minute) {
        const auto at = burnInShift(minute);
        const auto next = burnInShift(minute + 1);
        EXPECT_EQ((next - at).manhattanLength(), 2) << minute;
        EXPECT_TRUE(QRect(0, 0, kBurnInSide + 1, kBurnInSide + 1).contains(at));
        seen.emplace(at.x(), at.y());
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(round));
    EXPECT_EQ(burnInShift(0), burnInShift(round));
}
