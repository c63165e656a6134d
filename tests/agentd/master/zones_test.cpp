// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/zones.h"

#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

TEST(Zones, AreReadOnceFromTheMachine) {
    Zones zones;
    const auto rome = zones.read("Europe/Rome");
    ASSERT_TRUE(rome);
    EXPECT_EQ((*rome)->name(), "Europe/Rome");
    EXPECT_EQ(zones.read("Europe/Rome").value(), *rome);
}

TEST(Zones, AreThoseOfAScheduleOrItsText) {
    Zones zones;
    jobs::ScheduleSpec spec;
    spec.text = "TZ=Asia/Tokyo 0 3 * * *";
    EXPECT_EQ(zones.of(spec).value()->name(), "Asia/Tokyo");
    spec.text = "0 3 * * *";
    EXPECT_EQ(zones.of(spec).value(), nullptr);
    spec.zone = "Europe/Rome";
    EXPECT_EQ(zones.of(spec).value()->name(), "Europe/Rome");
}

TEST(Zones, NeverReadAnotherFile) {
    Zones zones;
    for (const auto* name : {"", "..", "../../etc/passwd", "/etc/passwd", "Europe", "posixrules/..",
             "tzdata.zi", "zone.tab", "Mars/Base"}) {
        EXPECT_FALSE(zones.read(name)) << name;
    }
}

} // namespace
} // namespace muster::agentd
