// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/desktop/notice_burst.h"

#include <gtest/gtest.h>

using muster::console::NoticeBurst;

TEST(NoticeBurst, ShowsFiveWithinTenSecondsAndCountsTheRest) {
    NoticeBurst burst;
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(burst.add(1000 + i), 0) << i;
    }
    EXPECT_EQ(burst.add(1005), 1);
    EXPECT_EQ(burst.add(1006), 2);
}

TEST(NoticeBurst, IsOverWhenTheOldOnesAreTenSecondsOld) {
    NoticeBurst burst;
    for (int i = 0; i < 7; ++i) {
        burst.add(1000);
    }
    EXPECT_EQ(burst.add(11'000), 0);
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(burst.add(11'000), 0) << i;
    }
    EXPECT_EQ(burst.add(11'000), 1);
}

TEST(NoticeBurst, NeverCountsThoseThatComeSlowly) {
    NoticeBurst burst;
    for (qint64 at = 0; at < 100'000; at += 2001) {
        EXPECT_EQ(burst.add(at), 0) << at;
    }
}
