// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/rotation.h"

#include <gtest/gtest.h>

using namespace muster::console;
using namespace std::chrono_literals;
using enum WallPageId;

TEST(Rotation, ShowsEachPageForTheIntervalAndStartsAgain) {
    Rotation rotation({Overview, Queue}, 20s, 0s);
    EXPECT_EQ(rotation.at(0s), (WallPlace{Overview, 0}));
    EXPECT_EQ(rotation.at(19'999ms), (WallPlace{Overview, 0}));
    EXPECT_EQ(rotation.at(20s), (WallPlace{Queue, 0}));
    EXPECT_EQ(rotation.at(39s), (WallPlace{Queue, 0}));
    EXPECT_EQ(rotation.at(40s), (WallPlace{Overview, 0}));
}

TEST(Rotation, KeepsStepThoughItIsAskedLate) {
    Rotation rotation({Overview, Queue}, 20s, 0s);
    EXPECT_EQ(rotation.at(20'900ms).page, Queue);
    EXPECT_EQ(rotation.at(40s).page, Overview);
}

TEST(Rotation, TurnsOnePageAfterTheMachineSlept) {
    Rotation rotation({Overview, Gpus, Queue}, 20s, 0s);
    EXPECT_EQ(rotation.at(8h).page, Gpus);
    EXPECT_EQ(rotation.at(8h + 19s).page, Gpus);
    EXPECT_EQ(rotation.at(8h + 20s).page, Queue);
}

TEST(Rotation, StaysOnTheOnlyPage) {
    Rotation rotation({Queue}, 1s, 0s);
    for (auto now = 0s; now < 10s; now += 1s) {
        EXPECT_EQ(rotation.at(now), (WallPlace{Queue, 0}));
    }
}

TEST(Rotation, TurnsOverTheScreensOfAPageBeforeItGoesOn) {
    Rotation rotation({Gpus, Queue}, 10s, 0s);
    rotation.setScreens(Gpus, 2);
    EXPECT_EQ(rotation.at(0s), (WallPlace{Gpus, 0}));
    EXPECT_EQ(rotation.at(10s), (WallPlace{Gpus, 1}));
    EXPECT_EQ(rotation.at(20s), (WallPlace{Queue, 0}));
    EXPECT_EQ(rotation.at(30s), (WallPlace{Gpus, 0}));
}

TEST(Rotation, ShowsAFewOfManyScreensATurnAndGoesOnFromThere) {
    Rotation rotation({Gpus, Queue}, 10s, 0s);
    rotation.setScreens(Gpus, 5);
    std::vector<int> seen; // -1: the other page
    for (auto now = 0s; now < 100s; now += 10s) {
        const auto place = rotation.at(now);
        seen.push_back(place.page == Gpus ? place.screen : -1);
    }
    EXPECT_EQ(seen, (std::vector<int>{0, 1, 2, -1, 3, 4, -1, 0, 1, 2}));
}

TEST(Rotation, ForgetsAScreenThatIsNoMore) {
    Rotation rotation({Gpus}, 10s, 0s);
    rotation.setScreens(Gpus, 4);
    EXPECT_EQ(rotation.at(10s).screen, 1);
    rotation.setScreens(Gpus, 1);
    EXPECT_EQ(rotation.at(11s), (WallPlace{Gpus, 0}));
    rotation.setScreens(Gpus, 0);
    EXPECT_EQ(rotation.at(12s), (WallPlace{Gpus, 0}));
}

TEST(Rotation, StandsStillOnTheAlertsWhilePinned) {
    Rotation rotation({Overview, Queue}, 20s, 0s);
    rotation.pin(true, 15s);
    EXPECT_EQ(rotation.at(15s), (WallPlace{Alerts, 0}));
    EXPECT_EQ(rotation.at(10h), (WallPlace{Alerts, 0}));
    rotation.pin(false, 10h);
    EXPECT_EQ(rotation.at(10h), (WallPlace{Overview, 0}));
    EXPECT_EQ(rotation.at(10h + 19s), (WallPlace{Overview, 0}));
    EXPECT_EQ(rotation.at(10h + 20s), (WallPlace{Queue, 0}));
}

TEST(Rotation, KnowsWhichDotAPageHas) {
    const Rotation rotation({Queue, Overview}, 20s, 0s);
    EXPECT_EQ(rotation.pages(), 2);
    EXPECT_EQ(rotation.indexOf(Overview), 1);
    EXPECT_EQ(rotation.indexOf(Alerts), -1);
}
