// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/time.h"

#include <gtest/gtest.h>

namespace muster {
namespace {

using namespace std::chrono_literals;

TEST(Duration, ReadsMesosWords) {
    EXPECT_EQ(parseDuration("1secs"), Duration(1s));
    EXPECT_EQ(parseDuration("500ms"), Duration(500ms));
    EXPECT_EQ(parseDuration("10mins"), Duration(10min));
    EXPECT_EQ(parseDuration("2hrs"), Duration(2h));
    EXPECT_EQ(parseDuration("1days"), Duration(24h));
    EXPECT_EQ(parseDuration("3weeks"), Duration(3 * 7 * 24h));
    EXPECT_EQ(parseDuration("7us"), Duration(7us));
    EXPECT_EQ(parseDuration("1.5mins"), Duration(90s));
    EXPECT_EQ(parseDuration("0ns"), Duration(0));
}

TEST(Duration, ReadsTheShortForm) {
    EXPECT_EQ(parseDuration("90s"), Duration(90s));
    EXPECT_EQ(parseDuration("2h30m"), Duration(2h + 30min));
    EXPECT_EQ(parseDuration("1d1h1m1s"), Duration(25h + 61s));
}

TEST(Duration, RefusesWhatHasNoUnitAndSaysWhatToWrite) {
    for (const auto* text : {"", "10", "secs", "10 secs", "10parsecs", "-1secs", "1h-1m", "infsecs",
             "nansecs", "1e400secs", "1e15secs", "1..5s"}) {
        const auto parsed = parseDuration(text);
        ASSERT_FALSE(parsed) << text;
        EXPECT_EQ(parsed.error().message,
            fmt::format("Failed to parse duration '{}': write a number and a unit, for example "
                        "10secs, 5mins or 2h30m",
                text));
    }
}

TEST(Duration, PrintsInTheLargestUnitThatGivesAWholeNumber) {
    EXPECT_EQ(durationText(10min), "10mins");
    EXPECT_EQ(durationText(1s), "1secs");
    EXPECT_EQ(durationText(1500ms), "1500ms");
    EXPECT_EQ(durationText(90min), "90mins");
    EXPECT_EQ(durationText(48h), "2days");
    EXPECT_EQ(durationText(21 * 24h), "3weeks");
    EXPECT_EQ(durationText(7us), "7us");
}

TEST(Duration, PrintsNothingAsMesosDoes) {
    EXPECT_EQ(durationText(Duration{}), "0ns");
}

TEST(Duration, ReadsBackWhatItPrints) {
    for (std::int64_t count = 1; count < 4'000'000'000'000; count = count * 7 + 3) {
        ASSERT_EQ(parseDuration(durationText(Duration(count))), Duration(count)) << count;
    }
}

TEST(Instant, PrintsAsIsoTime) {
    const Instant noon
        = std::chrono::sys_days{std::chrono::November / 20 / 2026} + 12h + 4min + 31s + 250ms;
    EXPECT_EQ(isoSeconds(noon), "2026-11-20T12:04:31Z");
    EXPECT_EQ(isoTime(noon), "2026-11-20T12:04:31.250Z");
    EXPECT_EQ(isoTime(noon + 999us), "2026-11-20T12:04:31.250Z")
        << "never a time that is yet to come";
    EXPECT_EQ(isoTime(Instant{}), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(isoTime(Instant{} - 1us), "1969-12-31T23:59:59.999Z");
    EXPECT_EQ(isoTime(std::chrono::sys_days{std::chrono::February / 29 / 2028}),
        "2028-02-29T00:00:00.000Z");
}

} // namespace
} // namespace muster
