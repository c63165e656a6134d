// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "agentd/master/pace.h"

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;

const Pace::Time kStart{1h};

TEST(Pace, LetsSomeGoAtOnceThenOneAnInterval) {
    Pace pace(20ms, 3);
    auto now = kStart;
    for (int sent = 0; sent < 3; ++sent) {
        EXPECT_LE(pace.next(), now) << sent;
        pace.onSent(now);
    }
    for (int sent = 0; sent < 10; ++sent) {
        EXPECT_EQ(pace.next(), now + 20ms);
        now = pace.next();
        pace.onSent(now);
    }
}

TEST(Pace, GivesOneBackForEachQuietInterval) {
    Pace pace(20ms, 3);
    for (int sent = 0; sent < 3; ++sent) {
        pace.onSent(kStart);
    }
    const auto later = kStart + 40ms;
    pace.onSent(later);
    EXPECT_LE(pace.next(), later);
    pace.onSent(later);
    EXPECT_EQ(pace.next(), later + 20ms);
}

TEST(Pace, HoldsNoMoreThanThatAfterALongQuietTime) {
    Pace pace(20ms, 2);
    const auto later = kStart + 1h;
    pace.onSent(kStart);
    pace.onSent(later);
    EXPECT_LE(pace.next(), later);
    pace.onSent(later);
    EXPECT_EQ(pace.next(), later + 20ms);
}

TEST(Pace, IsNotPutOffForLongByWhatGoesOutOfTurn) {
    Pace pace(20ms, 3);
    for (int sent = 0; sent < 100; ++sent) {
        pace.onSent(kStart);
    }
    EXPECT_EQ(pace.next(), kStart + 20ms);
}

} // namespace
} // namespace muster::agentd
