// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/kernel/jobs/schedule/world.h"

namespace muster::schedule {
namespace {

std::string next(std::string_view line, std::string_view after, std::size_t most,
    std::shared_ptr<const Zone> zone = nullptr) {
    return slots(recurrence(line, std::move(zone)), after, most);
}

TEST(ScheduleCron, ReadsTheFiveFields) {
    EXPECT_EQ(next("* * * * *", "2026-01-01T00:00Z", 2), "2026-01-01T00:01Z 2026-01-01T00:02Z");
    EXPECT_EQ(next("*/20 8-9 * * *", "2026-01-01T08:30Z", 4),
        "2026-01-01T08:40Z 2026-01-01T09:00Z 2026-01-01T09:20Z 2026-01-01T09:40Z");
    EXPECT_EQ(next("0,30 0 1,15 jan,JUL *", "2026-01-01T00:00Z", 4),
        "2026-01-01T00:30Z 2026-01-15T00:00Z 2026-01-15T00:30Z 2026-07-01T00:00Z");
    EXPECT_EQ(next("10-30/10 0 * * mon-wed", "2026-01-01T00:00Z", 4),
        "2026-01-05T00:10Z 2026-01-05T00:20Z 2026-01-05T00:30Z 2026-01-06T00:10Z");
    EXPECT_EQ(
        next("0 0 * * 7", "2026-01-01T00:00Z", 1), next("0 0 * * sun", "2026-01-01T00:00Z", 1));
    EXPECT_EQ(next("0 0 * * 5-7", "2026-01-01T00:00Z", 3),
        "2026-01-02T00:00Z 2026-01-03T00:00Z 2026-01-04T00:00Z");
}

TEST(ScheduleCron, ReadsNicknames) {
    EXPECT_EQ(next("@hourly", "2026-01-01T00:30Z", 1), "2026-01-01T01:00Z");
    EXPECT_EQ(next("@daily", "2026-01-01T00:30Z", 1), "2026-01-02T00:00Z");
    EXPECT_EQ(next("@Midnight", "2026-01-01T00:30Z", 1), "2026-01-02T00:00Z");
    EXPECT_EQ(next("@weekly", "2026-01-01T00:30Z", 1), "2026-01-04T00:00Z");
    EXPECT_EQ(next("@monthly", "2026-01-01T00:30Z", 1), "2026-02-01T00:00Z");
    EXPECT_EQ(next("@yearly", "2026-01-01T00:30Z", 1), "2027-01-01T00:00Z");
    EXPECT_EQ(next("@annually", "2026-01-01T00:30Z", 1), "2027-01-01T00:00Z");
}

// "0 0 13 * 5": crontab(5) has this example.
TEST(ScheduleCron, IsDueOnADayOfTheMonthOrOfTheWeek) {
    EXPECT_EQ(next("0 0 13 * 5", "2026-02-01T00:00Z", 4),
        "2026-02-06T00:00Z 2026-02-13T00:00Z 2026-02-20T00:00Z 2026-02-27T00:00Z");
    EXPECT_EQ(next("0 0 12 * 5", "2026-02-01T00:00Z", 3),
        "2026-02-06T00:00Z 2026-02-12T00:00Z 2026-02-13T00:00Z");
}

TEST(ScheduleCron, MustFitBothDaysWhereOneBeginsWithAStar) {
    EXPECT_EQ(next("0 0 */10 * sun", "2026-01-01T00:00Z", 3),
        "2026-01-11T00:00Z 2026-02-01T00:00Z 2026-03-01T00:00Z")
        << "days 1, 11, 21 and 31 that are Sundays";
    EXPECT_EQ(next("0 0 13 * *", "2026-01-01T00:00Z", 2), "2026-01-13T00:00Z 2026-02-13T00:00Z");
}

TEST(ScheduleCron, KnowsLeapYears) {
    EXPECT_EQ(next("0 0 29 2 *", "2026-01-01T00:00Z", 2), "2028-02-29T00:00Z 2032-02-29T00:00Z");
    EXPECT_EQ(next("0 0 29 2 *", "2096-03-01T00:00Z", 1), "2104-02-29T00:00Z") << "2100 is none";
    EXPECT_EQ(next("0 0 31 * *", "2026-01-31T00:00Z", 2), "2026-03-31T00:00Z 2026-05-31T00:00Z");
}

TEST(ScheduleCron, EndsWithTheYearsOfSchedules) {
    EXPECT_EQ(next("0 0 1 1 *", "2199-01-01T00:00Z", 1), "");
    EXPECT_EQ(next("0 0 1 1 *", "1950-01-01T00:00Z", 1), "1970-01-01T00:00Z");
    EXPECT_EQ(next("59 23 31 12 *", "2199-12-31T23:58Z", 2), "2199-12-31T23:59Z");
}

TEST(ScheduleCron, IsDueByTheClocksOfItsZone) {
    EXPECT_EQ(next("0 9 * * *", "2026-01-01T00:00Z", 1, kathmandu()), "2026-01-01T03:15Z");
    EXPECT_EQ(next("0 9 * * *", "2026-03-28T12:00Z", 1, rome()), "2026-03-29T07:00Z");
    EXPECT_EQ(next("0 9 * * *", "2026-03-27T12:00Z", 1, rome()), "2026-03-28T08:00Z");
}

TEST(ScheduleCron, RunsOnceRightAfterTheGapThatItsTimeIsIn) {
    EXPECT_EQ(
        next("30 2 * * *", "2026-03-28T12:00Z", 2, rome()), "2026-03-29T01:00Z 2026-03-30T00:30Z")
        << "03:00 by the clocks there, and 02:30 again the next day";
    EXPECT_EQ(next("0,15,30,45 2 * * *", "2026-03-28T12:00Z", 2, rome()),
        "2026-03-29T01:00Z 2026-03-30T00:00Z")
        << "four times that are skipped are made up for once";
    EXPECT_EQ(next("30 2,3 * * *", "2026-03-28T12:00Z", 2, rome()),
        "2026-03-29T01:00Z 2026-03-29T01:30Z");
    EXPECT_EQ(
        next("0 2,3 * * *", "2026-03-28T12:00Z", 2, rome()), "2026-03-29T01:00Z 2026-03-30T00:00Z")
        << "together with what is due at that moment anyway";
    EXPECT_EQ(next("30 2 * * *", "2026-03-07T12:00Z", 1, newYork()), "2026-03-08T07:00Z");
    EXPECT_EQ(next("15 2 * * *", "2026-10-03T00:00Z", 1, lordHowe()), "2026-10-03T15:30Z");
    EXPECT_EQ(next("@daily", "2026-04-23T00:00Z", 1, cairo()), "2026-04-23T22:00Z")
        << "no midnight";
    EXPECT_EQ(
        next("0 12 * * *", "2011-12-29T23:00Z", 2, samoa()), "2011-12-30T10:00Z 2011-12-30T22:00Z")
        << "for the day that was skipped, and that day's own";
}

TEST(ScheduleCron, RunsOnceInAFold) {
    EXPECT_EQ(
        next("30 2 * * *", "2026-10-24T12:00Z", 2, rome()), "2026-10-25T00:30Z 2026-10-26T01:30Z");
    EXPECT_EQ(next("30 2 * * *", "2026-10-25T01:00Z", 1, rome()), "2026-10-26T01:30Z")
        << "also for who asks in the second hour";
    EXPECT_EQ(next("0,30 1,2 * * *", "2026-11-01T04:59Z", 4, newYork()),
        "2026-11-01T05:00Z 2026-11-01T05:30Z 2026-11-01T07:00Z 2026-11-01T07:30Z");
    EXPECT_EQ(next("45 1 * * *", "2026-04-04T00:00Z", 2, lordHowe()),
        "2026-04-04T14:45Z 2026-04-05T15:15Z");
    EXPECT_EQ(next("30 2 * * *", "2026-02-14T12:00Z", 2, casablanca()),
        "2026-02-15T01:30Z 2026-02-16T02:30Z");
}

TEST(ScheduleCron, IsDueWheneverClocksShowItWhereMinuteOrHourIsAStar) {
    EXPECT_EQ(next("0 * * * *", "2026-10-24T23:30Z", 4, rome()),
        "2026-10-25T00:00Z 2026-10-25T01:00Z 2026-10-25T02:00Z 2026-10-25T03:00Z");
    EXPECT_EQ(next("*/30 2 * * *", "2026-10-24T12:00Z", 5, rome()),
        "2026-10-25T00:00Z 2026-10-25T00:30Z 2026-10-25T01:00Z 2026-10-25T01:30Z "
        "2026-10-26T01:00Z");
    EXPECT_EQ(next("*/30 2 * * *", "2026-03-28T12:00Z", 1, rome()), "2026-03-30T00:00Z");
    EXPECT_EQ(next("0 * * * *", "2026-10-03T14:00Z", 3, lordHowe()),
        "2026-10-03T14:30Z 2026-10-03T16:00Z 2026-10-03T17:00Z")
        << "01:00 and 03:00, as clocks jump from 02:00 to 02:30";
    EXPECT_EQ(next("30 * * * *", "2026-10-03T14:30Z", 3, lordHowe()),
        "2026-10-03T15:00Z 2026-10-03T15:30Z 2026-10-03T16:30Z")
        << "01:30, and 02:30 half an hour later";
}

TEST(ScheduleCron, CountsWhatItWouldGive) {
    for (const auto* line :
        {"30 2 * * *", "*/15 * * * *", "0,15,30,45 0-4 * * *", "0 2,3 * * *", "0 0 13 * 5"}) {
        for (const auto& zone : {rome(), newYork(), lordHowe(), casablanca(), cairo(), samoa()}) {
            const auto schedule = recurrence(line, zone);
            for (const auto* year : {"2011", "2026"}) {
                const auto begin = at(std::string(year) + "-02-01T00:07Z");
                const auto end = begin + std::chrono::hours(24 * 350);
                std::uint64_t slots = 0;
                for (auto slot = schedule.next(begin); *slot <= end; slot = schedule.next(*slot)) {
                    ++slots;
                    if (slots % 97 == 0) {
                        ASSERT_EQ(schedule.count(begin, *slot), slots)
                            << line << ' ' << zone->name();
                        ASSERT_EQ(schedule.fromEnd(begin, *slot, 0), *slot);
                    }
                }
                ASSERT_EQ(schedule.count(begin, end), slots) << line << ' ' << zone->name();
            }
        }
    }
}

TEST(ScheduleCron, CountsNothingBackwards) {
    const auto hourly = recurrence("@hourly");
    EXPECT_EQ(hourly.count(at("2026-01-01T00:00Z"), at("2026-01-01T00:00Z")), 0U);
    EXPECT_EQ(hourly.count(at("2026-01-02T00:00Z"), at("2026-01-01T00:00Z")), 0U);
    EXPECT_EQ(hourly.count(at("2026-01-01T00:00Z"), at("2026-01-01T01:00Z")), 1U)
        << "the end belongs to it";
}

TEST(ScheduleCron, NamesItsZone) {
    EXPECT_EQ(Recurrence::zoneOf("TZ=Europe/Rome 0 3 * * *"), "Europe/Rome");
    EXPECT_EQ(Recurrence::zoneOf(" CRON_TZ=Etc/GMT+5\t@daily"), "Etc/GMT+5");
    EXPECT_EQ(Recurrence::zoneOf("0 3 * * *"), "");
    EXPECT_EQ(Recurrence::zoneOf("TZ=../passwd 0 3 * * *").error().message,
        "'../passwd' is no time zone; write one such as TZ=Europe/Rome");
    EXPECT_EQ(
        next("TZ=Europe/Rome 0 3 * * *", "2026-01-01T12:00Z", 1, rome()), "2026-01-02T02:00Z");
    EXPECT_EQ(error("TZ=Europe/Rome 0 3 * * *", newYork()),
        "The schedule names the time zone Europe/Rome, but it is in America/New_York; leave one "
        "out");
    EXPECT_EQ(error("TZ=Europe/Rome R//P1D", rome()),
        "TZ= is for lines of cron; name the zone of an interval in its settings");
}

TEST(ScheduleCron, WritesWhatItReads) {
    EXPECT_EQ(recurrence("  0\t3  *  JAN Mon-Fri ").text(), "0 3 * jan mon-fri");
    EXPECT_EQ(recurrence("@Daily").text(), "@daily");
    EXPECT_EQ(recurrence("CRON_TZ=Europe/Rome  @daily", rome()).text(), "TZ=Europe/Rome @daily");
}

TEST(ScheduleCron, NamesTheFieldThatIsWrong) {
    EXPECT_EQ(error("60 * * * *"), "The minute '60' has '60': write 0 to 59");
    EXPECT_EQ(error("0 24 * * *"), "The hour '24' has '24': write 0 to 23");
    EXPECT_EQ(error("0 0 0 * *"), "The day of the month '0' has '0': write 1 to 31");
    EXPECT_EQ(error("0 0 L * *"), "The day of the month 'l' has 'l': write 1 to 31");
    EXPECT_EQ(error("0 0 * foo *"), "The month 'foo' has 'foo': write 1 to 12 or jan to dec");
    EXPECT_EQ(error("0 0 * * 8"), "The day of the week '8' has '8': write 0 to 7 or sun to sat");
    EXPECT_EQ(error("1,,2 * * * *"), "The minute '1,,2' has '': write 0 to 59");
    EXPECT_EQ(error("*/0 * * * *"), "The minute '*/0' has the step '0': write 1 to 59");
    EXPECT_EQ(error("5/15 * * * *"), "The minute '5/15' has a step without a range: write 5-59/15");
    EXPECT_EQ(
        error("0 22-2 * * *"), "The hour '22-2' has the range 22-2 backwards: write 22-23,0-2");
    EXPECT_EQ(error("0 0 * * fri-mon"),
        "The day of the week 'fri-mon' has the range fri-mon backwards: write 5-7,0-1");
    EXPECT_EQ(error("* * * *"),
        "The schedule '* * * *' has 4 fields: write the five of cron (minute, hour, day of the "
        "month, month, day of the week)");
    EXPECT_EQ(error("0 0 0 * * ?"),
        "The schedule '0 0 0 * * ?' has 6 fields: write the five of cron (minute, hour, day of the "
        "month, month, day of the week), without seconds or a year");
    EXPECT_EQ(error("@reboot"),
        "'@reboot' is none of @hourly, @daily, @weekly, @monthly and @yearly; write one of these "
        "or five fields");
    EXPECT_EQ(error("0 0 31 2,4,6 *"),
        "The schedule '0 0 31 2,4,6 *' is never due: write a day that the month has");
}

} // namespace
} // namespace muster::schedule
