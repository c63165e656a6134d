// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/data_age.h"

#include <gtest/gtest.h>

using namespace muster::console;
using namespace std::chrono_literals;
using enum DataAge::Freshness;

namespace {

// Samples in the given interval until `last`.
DataAge sampledEach(std::chrono::milliseconds interval, std::chrono::milliseconds last) {
    DataAge age;
    age.heard(0s);
    age.expectSamples(true, 0s);
    for (auto now = 0ms; now <= last; now += interval) {
        age.sampled(now);
    }
    return age;
}

} // namespace

TEST(DataAge, KnowsNothingBeforeTheFirstWord) {
    const DataAge age;
    EXPECT_EQ(age.at(1h, false), None);
    EXPECT_EQ(age.from(), std::nullopt);
}

TEST(DataAge, IsOldAfterThreeIntervalsAndLostAfterAMinute) {
    const auto age = sampledEach(1s, 100s);
    EXPECT_EQ(age.from(), 100s);
    EXPECT_EQ(age.at(100s, true), Fresh);
    EXPECT_EQ(age.at(115s, false), Fresh); // a hiccup
    EXPECT_EQ(age.at(115'001ms, false), Old);
    EXPECT_EQ(age.at(160s, false), Old);
    EXPECT_EQ(age.at(160'001ms, false), Lost);
}

TEST(DataAge, IsOldAsSoonWhileTheLinkIsLiveButNoSampleComes) {
    const auto age = sampledEach(1s, 100s);
    EXPECT_EQ(age.at(115'001ms, true), Old);
    EXPECT_EQ(age.at(1h, true), Old); // never "not connected", which would be untrue
}

TEST(DataAge, FollowsTheIntervalInWhichSamplesReallyCome) {
    const auto age = sampledEach(10s, 200s);
    EXPECT_EQ(age.interval(), 10s);
    EXPECT_EQ(age.at(230s, false), Fresh);
    EXPECT_EQ(age.at(230'001ms, false), Old);
}

TEST(DataAge, DoesNotTakeAnOutageForAnInterval) {
    auto age = sampledEach(1s, 100s);
    age.sampled(400s);
    EXPECT_EQ(age.interval(), DataAge::kLeastInterval);
    EXPECT_EQ(age.at(401s, true), Fresh);
}

TEST(DataAge, IsPatientUntilTheIntervalIsKnown) {
    DataAge age;
    age.expectSamples(true, 0s);
    age.sampled(0s);
    EXPECT_EQ(age.at(59s, true), Fresh);
    EXPECT_EQ(age.at(61s, true), Old);
}

TEST(DataAge, TakesAnySignOfLifeWhereNoGpuIsSampled) {
    DataAge age;
    for (auto now = 0s; now <= 100s; now += 5s) {
        age.heard(now);
    }
    EXPECT_EQ(age.at(100s, true), Fresh);
    EXPECT_EQ(age.from(), 100s);
    EXPECT_EQ(age.at(116s, false), Old);
    EXPECT_EQ(age.at(161s, false), Lost);
}

TEST(DataAge, GivesTheFirstAgentTimeForItsFirstSample) {
    auto age = sampledEach(1s, 10s);
    age.expectSamples(false, 11s); // the only agent went
    age.heard(1000s);
    EXPECT_EQ(age.at(1000s, true), Fresh);
    age.expectSamples(true, 1000s);
    EXPECT_EQ(age.at(1010s, true), Fresh);
    EXPECT_EQ(age.at(1016s, true), Old);
}
