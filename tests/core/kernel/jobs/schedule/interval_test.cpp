// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/kernel/jobs/schedule/limits.h"
#include "tests/core/kernel/jobs/schedule/world.h"

namespace muster::schedule {
namespace {

constexpr auto kBefore = "1970-01-01T00:00Z";

std::string first(
    std::string_view text, std::size_t most, std::shared_ptr<const Zone> zone = nullptr) {
    return slots(recurrence(text, std::move(zone)), kBefore, most);
}

std::string periodError(std::string_view text) {
    const auto period = Period::parse(text);
    return period ? "no error" : period.error().message;
}

std::string periodText(std::string_view text) {
    const auto period = Period::parse(text);
    return period ? period->text : period.error().message;
}

TEST(ScheduleInterval, RunsACountedNumberOfTimesFromItsStart) {
    EXPECT_EQ(first("R3/2026-01-01T00:00:00Z/PT1H", 9),
        "2026-01-01T00:00Z 2026-01-01T01:00Z 2026-01-01T02:00Z");
    EXPECT_EQ(first("R1/2026-01-01T00:00:00Z/P1Y", 9), "2026-01-01T00:00Z");
    EXPECT_EQ(first("R0/2026-01-01T00:00:00Z/PT1H", 9), "") << "exhausted";
}

TEST(ScheduleInterval, RunsForEver) {
    const auto daily = recurrence("R/2018-03-05T23:00:00.000Z/PT24H"); // of the founding documents
    EXPECT_EQ(slots(daily, "2018-01-01T00:00Z", 2), "2018-03-05T23:00Z 2018-03-06T23:00Z");
    EXPECT_EQ(slots(daily, "2026-01-01T23:00Z", 1), "2026-01-02T23:00Z") << "strictly after";
    EXPECT_EQ(slots(daily, "2199-12-31T00:00Z", 9), "2199-12-31T23:00Z") << "until the year 2200";
}

TEST(ScheduleInterval, StartsNowWithoutAStart) {
    EXPECT_EQ(first("R2//PT5M", 9), "2026-01-01T00:00Z 2026-01-01T00:05Z");
    EXPECT_EQ(recurrence("R2//PT5M").text(), "R2/2026-01-01T00:00:00.000Z/PT5M");
    EXPECT_EQ(recurrence("R//P1D", rome()).text(), "R/2026-01-01T01:00:00.000+01:00/P1D");
}

TEST(ScheduleInterval, CountsMonthsFromItsStart) {
    EXPECT_EQ(first("R5/2026-01-31T00:00:00Z/P1M", 9),
        "2026-01-31T00:00Z 2026-02-28T00:00Z 2026-03-31T00:00Z 2026-04-30T00:00Z "
        "2026-05-31T00:00Z");
    EXPECT_EQ(first("R3/2024-02-29T12:00:00Z/P1Y", 9),
        "2024-02-29T12:00Z 2025-02-28T12:00Z 2026-02-28T12:00Z");
    EXPECT_EQ(first("R3/2026-01-30T00:00:00Z/P1M1D", 9),
        "2026-01-30T00:00Z 2026-03-01T00:00Z 2026-04-01T00:00Z")
        << "months before days";
}

TEST(ScheduleInterval, CountsDaysByTheCalendarAndHoursAsTheyPass) {
    EXPECT_EQ(first("R3/2026-03-28T12:00:00/P1D", 9, rome()),
        "2026-03-28T11:00Z 2026-03-29T10:00Z 2026-03-30T10:00Z");
    EXPECT_EQ(first("R3/2026-03-28T12:00:00/PT24H", 9, rome()),
        "2026-03-28T11:00Z 2026-03-29T11:00Z 2026-03-30T11:00Z");
    EXPECT_EQ(first("R3/2026-10-24T02:30:00/P1DT1H", 9, rome()),
        "2026-10-24T00:30Z 2026-10-25T01:30Z 2026-10-26T03:30Z")
        << "the day by the calendar, then an hour for each";
}

TEST(ScheduleInterval, ShiftsATimeThatClocksJumpOverOnThatDayOnly) {
    EXPECT_EQ(first("R3/2026-03-28T02:30:00/P1D", 9, rome()),
        "2026-03-28T01:30Z 2026-03-29T01:30Z 2026-03-30T00:30Z")
        << "02:30, 03:30, 02:30";
    EXPECT_EQ(first("R3/2026-03-07T02:30:00/P1D", 9, newYork()),
        "2026-03-07T07:30Z 2026-03-08T07:30Z 2026-03-09T06:30Z");
    EXPECT_EQ(
        first("R2/2026-10-03T02:15:00/P1D", 9, lordHowe()), "2026-10-02T15:45Z 2026-10-03T15:45Z");
}

TEST(ScheduleInterval, MeansTheFirstOfTwoEqualTimes) {
    EXPECT_EQ(first("R3/2026-10-24T02:30:00/P1D", 9, rome()),
        "2026-10-24T00:30Z 2026-10-25T00:30Z 2026-10-26T01:30Z");
    EXPECT_EQ(
        first("R2/2026-10-31T01:30:00/P1D", 9, newYork()), "2026-10-31T05:30Z 2026-11-01T05:30Z");
    EXPECT_EQ(first("R2/2026-02-14T02:30:00/P1D", 9, casablanca()),
        "2026-02-14T01:30Z 2026-02-15T01:30Z");
}

TEST(ScheduleInterval, StartsInTheSecondOfTwoEqualTimesIfTheOffsetSaysSo) {
    EXPECT_EQ(first("R2/2026-10-25T02:30:00+01:00/P1D", 9, rome()),
        "2026-10-25T01:30Z 2026-10-26T01:30Z");
    EXPECT_EQ(first("R2/2026-10-25T02:30:00+02:00/P1D", 9, rome()),
        "2026-10-25T00:30Z 2026-10-26T01:30Z");
}

TEST(ScheduleInterval, IsOneSlotWhereAZoneSkippedADay) {
    const auto daily = recurrence("R/2011-12-28T12:00:00/P1D", samoa());
    EXPECT_EQ(slots(daily, "2011-12-28T00:00Z", 4),
        "2011-12-28T22:00Z 2011-12-29T22:00Z 2011-12-30T22:00Z 2011-12-31T22:00Z");
    EXPECT_EQ(daily.count(at("2011-12-28T00:00Z"), at("2011-12-31T23:00Z")), 4U);
}

TEST(ScheduleInterval, TakesTheFieldsOfItsStartAsItsZonesAsChronosDoes) {
    EXPECT_EQ(first("R1/2026-07-01T23:00:00Z/P1D", 9, rome()), "2026-07-01T21:00Z");
    EXPECT_EQ(first("R1/2026-07-01T23:00:00-05:00/P1D", 9), "2026-07-02T04:00Z")
        << "without a zone";
    EXPECT_EQ(first("R1/2026-07-01T23:00:00/P1D", 9), "2026-07-01T23:00Z");
}

TEST(ScheduleInterval, ReadsStartsOfAllForms) {
    for (const auto* start : {"2026-07-01", "2026-07-01T00", "2026-07-01T00:00",
             "2026-07-01T00:00:00", "2026-07-01T00:00:00.000Z", "2026-07-01T00:00:00,0+00:00",
             "2026-07-01T05:30+0530", "2026-06-30T23-01"}) {
        EXPECT_EQ(first("R1/" + std::string(start) + "/P1D", 9), "2026-07-01T00:00Z") << start;
    }
}

TEST(ScheduleInterval, WritesWhatItReads) {
    for (const auto* text : {"R/2018-03-05T23:00:00.000Z/PT24H",
             "R5/2026-01-01T00:00:00.250+05:30/P1Y2M3W4DT5H6M7.500S",
             "R0/2026-10-25T02:30:00.000Z/P1M"}) {
        EXPECT_EQ(recurrence(text).text(), text);
    }
    EXPECT_EQ(recurrence("R2/2026-07-01/PT60M0S").text(), "R2/2026-07-01T00:00:00.000Z/PT60M");
    for (const auto* text :
        {"R/2026-10-25T02:30:00.000+01:00/P1D", "R/2026-10-25T02:30:00.000+02:00/P1D"}) {
        EXPECT_EQ(recurrence(text, rome()).text(), text) << "both times of the night";
    }
}

TEST(ScheduleInterval, CountsSlotsOfCenturiesAtOnce) {
    const auto everySecond = recurrence("R/1970-01-01T00:00:00Z/PT1S");
    EXPECT_EQ(everySecond.count(at("1970-01-01T00:00Z"), at("2199-12-31T23:59:59Z")), 7258118399U);
    EXPECT_EQ(
        recurrence("R5/2026-01-01T00:00:00Z/PT1H").count(at(kBefore), at("2030-01-01T00:00Z")), 5U);
    EXPECT_EQ(recurrence("R/2026-01-31T00:00:00Z/P1M")
                  .count(at("2026-01-31T00:00Z"), at("2027-01-31T00:00Z")),
        12U);
}

TEST(ScheduleInterval, FindsASlotFromTheEnd) {
    const auto hourly = recurrence("R/2026-01-01T00:00:00Z/PT1H");
    EXPECT_EQ(hourly.fromEnd(at("2026-01-02T00:00Z"), at("2026-01-03T00:30Z"), 0),
        at("2026-01-03T00:00Z"));
    EXPECT_EQ(hourly.fromEnd(at("2026-01-02T00:00Z"), at("2026-01-03T00:30Z"), 23),
        at("2026-01-02T01:00Z"));
    EXPECT_EQ(hourly.fromEnd(at("2026-01-02T00:00Z"), at("2026-01-03T00:30Z"), 24), std::nullopt);
}

TEST(ScheduleInterval, NamesThePartThatIsWrong) {
    EXPECT_EQ(
        error("FOO"), "The schedule 'FOO' has not the three parts of R/2026-01-01T00:00:00Z/PT1H");
    EXPECT_EQ(error("R/2026-01-01T00:00:00Z"),
        "The schedule 'R/2026-01-01T00:00:00Z' has not the three parts of "
        "R/2026-01-01T00:00:00Z/PT1H");
    EXPECT_EQ(error("5/2026-01-01T00:00:00Z/PT1H"),
        "'5' is no number of repetitions; write R for ever or R5 for five times, up to 9 digits");
    EXPECT_EQ(error("R-1/2026-01-01T00:00:00Z/PT1H"),
        "'R-1' is no number of repetitions; write R for ever or R5 for five times, up to 9 digits");
    EXPECT_EQ(error("R/2026-02-30T00:00:00Z/PT1H"),
        "The start '2026-02-30T00:00:00Z' is no time; write one such as 2026-01-01T00:00:00Z, or "
        "nothing for now");
    EXPECT_EQ(error("R/1969-12-31T23:59:59Z/PT1H"),
        "The start '1969-12-31T23:59:59Z' is not in the years 1970 to 2199");
    EXPECT_EQ(error("R/2200-01-01T00:00:00Z/PT1H"),
        "The start '2200-01-01T00:00:00Z' is not in the years 1970 to 2199");
    EXPECT_EQ(error("R/2026-01-01T00:00:00Z/1H"),
        "The period '1H' does not begin with P; write one such as PT1H, P1D or P1M");
    EXPECT_EQ(error("TZ=Europe/Rome"),
        "The schedule names the time zone Europe/Rome, but it is in UTC; leave one out");
    EXPECT_EQ(error(" "),
        "The schedule is empty; write one such as R/2026-01-01T00:00:00Z/PT1H or 0 3 * * *");
    EXPECT_EQ(error("R/\xe2\x80\xae/P1D"),
        "The schedule 'R/\\u202e/P1D' has letters that no schedule has; write it in ASCII");
    EXPECT_EQ(
        error(std::string(2000, 'R')), "The schedule has 2000 bytes, at most 1000 are allowed");
}

TEST(SchedulePeriod, NamesWhatIsWrong) {
    const std::string remedy = "; write one such as PT1H, P1D or P1M";
    EXPECT_EQ(periodError("P"), "The period 'P' ends without a number and a unit" + remedy);
    EXPECT_EQ(periodError("PT"), "The period 'PT' ends without a number and a unit" + remedy);
    EXPECT_EQ(periodError("P1DT"), "The period 'P1DT' ends without a number and a unit" + remedy);
    EXPECT_EQ(periodError("P1H"), "The period 'P1H' has no place for 'H' at '1H'" + remedy);
    EXPECT_EQ(periodError("P1D1M"), "The period 'P1D1M' has no place for 'M' at '1M'" + remedy);
    EXPECT_EQ(periodError("P-1D"), "The period 'P-1D' has no number with a unit at '-1D'" + remedy);
    EXPECT_EQ(periodError("PT1.5H"),
        "The period 'PT1.5H' may have a fraction of seconds only, of 1 to 3 digits" + remedy);
    EXPECT_EQ(periodError("P1234567890D"),
        "The period 'P1234567890D' has a number of more than 9 digits" + remedy);
    EXPECT_EQ(periodError("PT0S"), "The period 'PT0S' is shorter than 1s" + remedy);
    EXPECT_EQ(periodError("PT0.999S"), "The period 'PT0.999S' is shorter than 1s" + remedy);
    EXPECT_EQ(periodError("P999999999Y"),
        "The period 'P999999999Y' is longer than the 230 years from 1970 to 2200" + remedy);
    EXPECT_EQ(periodError("P1DT1H"), "no error");
}

TEST(SchedulePeriod, StaysAsItWasWritten) {
    EXPECT_EQ(periodText("PT24H"), "PT24H");
    EXPECT_EQ(periodText("P0Y7DT0H"), "P7D");
    EXPECT_EQ(periodText("PT1,5S"), "PT1.500S");
}

} // namespace
} // namespace muster::schedule
