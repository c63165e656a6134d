// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/desktop/daily_span.h"

#include <gtest/gtest.h>

using muster::console::DailySpan;

TEST(DailySpan, GoesOverMidnight) {
    const auto night = DailySpan::parse(QStringLiteral("22:00-7:00"));
    ASSERT_TRUE(night);
    EXPECT_TRUE(night->contains({22, 0}));
    EXPECT_TRUE(night->contains({0, 0}));
    EXPECT_TRUE(night->contains({6, 59}));
    EXPECT_FALSE(night->contains({7, 0}));
    EXPECT_FALSE(night->contains({12, 0}));
}

TEST(DailySpan, EndsBeforeItsEnd) {
    const auto noon = DailySpan::parse(QStringLiteral(" 12:00 - 13:30 "));
    ASSERT_TRUE(noon);
    EXPECT_TRUE(noon->contains({13, 29}));
    EXPECT_FALSE(noon->contains({13, 30}));
    EXPECT_FALSE(noon->contains({11, 59}));
}

TEST(DailySpan, RefusesWhatIsNone) {
    for (const auto* text :
        {"", "22:00", "22:00-", "25:00-7:00", "22:00-22:00", "a-b", "1:00-2:00-3:00"}) {
        EXPECT_FALSE(DailySpan::parse(QString::fromLatin1(text))) << text;
    }
}
