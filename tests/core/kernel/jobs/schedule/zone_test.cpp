// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/kernel/jobs/schedule/world.h"

namespace muster::schedule {
namespace {

using Kind = Zone::Moment::Kind;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

Civil civil(std::string_view text) {
    return Civil(at(text).time_since_epoch());
}

std::string span(const Zone& zone, std::string_view time) {
    const auto span = zone.spanAt(at(time));
    return isoSeconds(span.begin) + ' ' + isoSeconds(span.end) + ' '
        + std::to_string(span.offset.count());
}

std::string moment(const Zone& zone, std::string_view time) {
    const auto moment = zone.find(civil(time));
    const auto kind = moment.kind == Kind::Unique ? "once "
        : moment.kind == Kind::Fold               ? "fold "
                                                  : "gap ";
    return kind + isoSeconds(moment.first)
        + (moment.last == moment.first ? "" : ' ' + isoSeconds(moment.last));
}

std::string parseError(const std::string& file) {
    const auto zone = Zone::parse("Europe/Rome", file);
    return zone ? "no error" : zone.error().message;
}

TEST(ScheduleZone, KnowsWhenClocksAreSet) {
    EXPECT_EQ(span(*rome(), "2026-07-01T00:00Z"), "2026-03-29T01:00:00Z 2026-10-25T01:00:00Z 7200");
    EXPECT_EQ(span(*rome(), "2026-10-25T01:00Z"), "2026-10-25T01:00:00Z 2027-03-28T01:00:00Z 3600")
        << "a setting belongs to what comes after it";
    EXPECT_EQ(
        span(*newYork(), "2026-03-08T06:59Z"), "2025-11-02T06:00:00Z 2026-03-08T07:00:00Z -18000");
    EXPECT_EQ(
        span(*lordHowe(), "2026-12-25T00:00Z"), "2026-10-03T15:30:00Z 2027-04-03T15:00:00Z 39600")
        << "the southern summer is over new year";
    EXPECT_EQ(
        span(*casablanca(), "2026-03-01T00:00Z"), "2026-02-15T02:00:00Z 2026-03-22T02:00:00Z 0");
    EXPECT_EQ(kathmandu()->spanAt(at("2026-01-01T00:00Z")).offset, hours(5) + minutes(45));
}

TEST(ScheduleZone, KnowsTheRuleOfAYearFarAway) {
    EXPECT_EQ(span(*rome(), "2199-07-01T00:00Z"), "2199-03-31T01:00:00Z 2199-10-27T01:00:00Z 7200");
}

TEST(ScheduleZone, FindsTheInstantOfACivilTime) {
    EXPECT_EQ(moment(*rome(), "2026-01-01T03:00"), "once 2026-01-01T02:00:00Z");
    EXPECT_EQ(moment(*kathmandu(), "2026-01-01T00:00"), "once 2025-12-31T18:15:00Z");
}

TEST(ScheduleZone, SaysWhenClocksJumpOverACivilTime) {
    EXPECT_EQ(moment(*rome(), "2026-03-29T01:59:59"), "once 2026-03-29T00:59:59Z");
    EXPECT_EQ(moment(*rome(), "2026-03-29T02:30"), "gap 2026-03-29T01:00:00Z 2026-03-29T01:30:00Z");
    EXPECT_EQ(moment(*rome(), "2026-03-29T03:00"), "once 2026-03-29T01:00:00Z");
    EXPECT_EQ(
        moment(*lordHowe(), "2026-10-04T02:10"), "gap 2026-10-03T15:30:00Z 2026-10-03T15:40:00Z")
        << "half an hour";
    EXPECT_EQ(moment(*cairo(), "2026-04-24T00:00"), "gap 2026-04-23T22:00:00Z")
        << "no midnight that day";
    EXPECT_EQ(moment(*samoa(), "2011-12-30T12:00"), "gap 2011-12-30T10:00:00Z 2011-12-30T22:00:00Z")
        << "a day that there was not";
}

TEST(ScheduleZone, SaysBothInstantsOfACivilTimeThatIsShownTwice) {
    EXPECT_EQ(
        moment(*rome(), "2026-10-25T02:30"), "fold 2026-10-25T00:30:00Z 2026-10-25T01:30:00Z");
    EXPECT_EQ(moment(*rome(), "2026-10-25T03:00"), "once 2026-10-25T02:00:00Z");
    EXPECT_EQ(
        moment(*newYork(), "2026-11-01T01:00"), "fold 2026-11-01T05:00:00Z 2026-11-01T06:00:00Z");
    EXPECT_EQ(
        moment(*lordHowe(), "2026-04-05T01:45"), "fold 2026-04-04T14:45:00Z 2026-04-04T15:15:00Z");
    EXPECT_EQ(moment(*casablanca(), "2026-02-15T02:00"),
        "fold 2026-02-15T01:00:00Z 2026-02-15T02:00:00Z");
}

// What is civil is found, and what is found shows that time, except in a gap.
TEST(ScheduleZone, LeadsBackFromEachInstant) {
    for (const auto& zone :
        {rome(), newYork(), lordHowe(), kathmandu(), casablanca(), samoa(), cairo()}) {
        for (Instant t = at("2011-12-01T00:00Z"); t < at("2012-12-01T00:00Z"); t += minutes(17)) {
            const auto moment = zone->find(zone->civil(t));
            ASSERT_NE(moment.kind, Kind::Gap) << zone->name() << ' ' << isoSeconds(t);
            ASSERT_TRUE(moment.first == t || moment.last == t)
                << zone->name() << ' ' << isoSeconds(t);
        }
    }
}

TEST(ScheduleZone, HasAFixedOffsetToo) {
    EXPECT_EQ(Zone::utc().name(), "UTC");
    EXPECT_EQ(Zone::fixed(-hours(3) - minutes(30)).name(), "-03:30");
    EXPECT_EQ(Zone::fixed(hours(1)).civil(at("2026-01-01T23:30Z")), civil("2026-01-02T00:30"));
}

TEST(ScheduleZone, ReadsSummerTimeAllYear) {
    const auto always = zone("Test/Always", "XXX3EDT4,0/0,J365/23");
    for (const auto* time : {"2026-01-01T03:30Z", "2026-07-01T00:00Z", "2026-12-31T23:30Z"}) {
        EXPECT_EQ(always->spanAt(at(time)).offset, -hours(4)) << time;
    }
}

TEST(ScheduleZone, ReadsADayOfTheYearWithAndWithoutTheLeapDay) {
    EXPECT_EQ(span(*zone("Test/Julian", "AAA0BBB,J60/0,J300/0"), "2028-05-01T00:00Z"),
        "2028-03-01T00:00:00Z 2028-10-26T23:00:00Z 3600");
    EXPECT_EQ(span(*zone("Test/Zero", "AAA0BBB,59/0,J300/0"), "2028-05-01T00:00Z"),
        "2028-02-29T00:00:00Z 2028-10-26T23:00:00Z 3600");
    EXPECT_EQ(span(*zone("Test/Before", "AAA0BBB,M3.5.0/-48,J300/167"), "2026-05-01T00:00Z"),
        "2026-03-27T00:00:00Z 2026-11-02T22:00:00Z 3600");
}

TEST(ScheduleZone, HoldsTheLastOffsetWithoutARule) {
    const auto zone = Zone::parse("Test/Old", zoneFile(0, {{0, 3600}}, ""));
    ASSERT_TRUE(zone);
    EXPECT_EQ(zone->spanAt(at("1969-12-31T23:59Z")).offset, seconds(0));
    EXPECT_EQ(zone->spanAt(at("2150-01-01T00:00Z")).offset, hours(1));
}

TEST(ScheduleZone, FollowsTheRuleOnlyAfterTheLastSetting) {
    const auto summer = at("2010-07-01T00:00Z").time_since_epoch() / seconds(1);
    const auto renamed = at("2020-01-01T00:00Z").time_since_epoch() / seconds(1);
    const auto zone = Zone::parse("Test/Renamed",
        zoneFile(3600, {{summer, 3600}, {renamed, 3600}}, "CET-1CEST,M3.5.0,M10.5.0/3"));
    ASSERT_TRUE(zone);
    EXPECT_EQ(zone->spanAt(at("2015-07-01T00:00Z")).offset, hours(1));
    EXPECT_EQ(zone->spanAt(at("2020-07-01T00:00Z")).offset, hours(2));
}

TEST(ScheduleZone, ReadsAFileOfVersion1) {
    std::string file = "TZif" + std::string(16, '\0') + bigEndian(0, 4) + bigEndian(0, 4)
        + bigEndian(0, 4) + bigEndian(1, 4) + bigEndian(2, 4) + bigEndian(4, 4);
    file += bigEndian(-86400, 4) + '\1' + bigEndian(0, 4) + std::string(2, '\0')
        + bigEndian(-7200, 4) + std::string(2, '\0') + std::string("XXX\0", 4);
    const auto zone = Zone::parse("Test/One", file);
    ASSERT_TRUE(zone) << zone.error().message;
    EXPECT_EQ(zone->spanAt(at("1969-12-30T23:59Z")).offset, seconds(0));
    EXPECT_EQ(zone->spanAt(at("1969-12-31T00:00Z")).offset, -hours(2));
}

TEST(ScheduleZone, SaysWhatIsWrongWithAFile) {
    const auto good = zoneFile(0, {{1000, 3600}, {2000, 0}}, "CET-1");
    EXPECT_EQ(parseError(good), "no error");
    EXPECT_EQ(parseError(""),
        "The file of time zone Europe/Rome cannot be used: it does not begin with TZif; install "
        "tzdata again");
    EXPECT_EQ(parseError("TZif2"),
        "The file of time zone Europe/Rome cannot be used: it ends within its header; install "
        "tzdata again");
    EXPECT_NE(parseError(good.substr(0, 100)).find("too early"), std::string::npos);
    EXPECT_NE(parseError(good.substr(0, good.size() - 1)).find("does not end"), std::string::npos);
    EXPECT_NE(parseError(zoneFile(0, {{2000, 3600}, {2000, 0}}, "")).find("out of order"),
        std::string::npos);
    EXPECT_NE(
        parseError(zoneFile(93600, {}, "")).find("an offset of 93600 seconds"), std::string::npos);
    EXPECT_NE(parseError(zoneFile("CET")).find("'CET' is no rule"), std::string::npos);
    EXPECT_NE(parseError(zoneFile("CET-1CEST")).find("is no rule"), std::string::npos);
    EXPECT_NE(
        parseError(zoneFile("CET-1CEST,M13.1.0,M10.5.0")).find("is no rule"), std::string::npos);
    EXPECT_NE(parseError(std::string(70000, 'x')).find("70000 bytes"), std::string::npos);
}

TEST(ScheduleZone, RefusesLeapSeconds) {
    auto file = zoneFile("CET-1");
    const auto second = file.find("TZif", 4);
    file[second + 31] = 1; // the count of leap seconds
    file.insert(file.size() - 7, 12, '\0');
    EXPECT_EQ(parseError(file),
        "Time zone Europe/Rome counts leap seconds; use the zone without right/ in front");
}

// Whatever is cut off or changed: an error, or a zone that can be asked.
TEST(ScheduleZone, SurvivesDamagedFiles) {
    const auto good = zoneFile(0, {{1000, 3600}, {2000, 0}}, "CET-1CEST,M3.5.0,M10.5.0/3");
    for (std::size_t i = 0; i < good.size(); ++i) {
        EXPECT_FALSE(Zone::parse("Test/Cut", good.substr(0, i))) << i;
        for (const char c : {'\0', '\1', '\x7f', '\xff'}) {
            auto file = good;
            file[i] = c;
            if (const auto zone = Zone::parse("Test/Changed", file)) {
                EXPECT_LT(zone->spanAt(Instant()).begin, zone->spanAt(Instant()).end);
                zone->find(Civil());
            }
        }
    }
}

TEST(ScheduleZone, HasANameThatStaysInItsDirectory) {
    for (const auto* name :
        {"UTC", "Europe/Rome", "America/Argentina/Buenos_Aires", "Etc/GMT+12"}) {
        EXPECT_TRUE(isZoneName(name)) << name;
    }
    for (const auto* name :
        {"", "/Europe", "Europe/", "Europe//Rome", "../passwd", "Europe/..", "a b", "zone.tab"}) {
        EXPECT_FALSE(isZoneName(name)) << name;
    }
}

} // namespace
} // namespace muster::schedule
