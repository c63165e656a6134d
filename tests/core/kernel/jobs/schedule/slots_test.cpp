// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedule/slots.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

#include "tests/core/kernel/jobs/schedule/world.h"

namespace muster::schedule {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

// A schedule and its durable state.
struct Job {
    Recurrence when;
    SlotPolicy policy;
    SlotState state;
    std::string name = "train";

    explicit Job(std::string_view text, const SlotPolicy& how = {},
        std::shared_ptr<const Zone> zone = nullptr)
        : when(recurrence(text, std::move(zone))), policy(how) { }

    SlotDecisions decideAt(Instant now, bool running = false) {
        auto out = decide(when, policy, name, state, running, now);
        state = out.state;
        return out;
    }
    SlotDecisions decideAt(std::string_view now, bool running = false) {
        return decideAt(at(now), running);
    }
};

Job hourly(const SlotPolicy& policy = {}) {
    Job job("R/2026-01-01T00:00:00Z/PT1H", policy);
    job.state.decided = at("2025-12-31T00:00Z");
    return job;
}

// "RUN 10:00", or of many "MISSED_DEADLINE 03:00-09:00 (7)"
std::string text(const SlotDecisions& decisions) {
    std::string out;
    for (const auto& record : decisions.records) {
        const auto clock = [](Instant slot) { return isoSeconds(slot).substr(11, 5); };
        out += (out.empty() ? "" : ", ") + std::string(decisionName(record.decision)) + ' '
            + clock(record.first);
        if (record.slots > 1) {
            out += '-' + clock(record.last) + " (" + std::to_string(record.slots) + ')';
        }
    }
    return out;
}

TEST(ScheduleSlots, StartARunWhenASlotIsDue) {
    auto job = hourly();
    auto decided = job.decideAt("2026-01-01T00:00Z");
    EXPECT_EQ(text(decided), "RUN 00:00");
    EXPECT_EQ(decided.lookAt, at("2026-01-01T01:00Z"));
    decided = job.decideAt("2026-01-01T00:30Z");
    EXPECT_EQ(text(decided), "") << "once";
    EXPECT_EQ(decided.lookAt, at("2026-01-01T01:00Z"));
    EXPECT_EQ(text(job.decideAt("2026-01-01T01:00:30Z")), "RUN 01:00");
}

TEST(ScheduleSlots, SayTheSameWhoeverAsksAgain) {
    auto job = hourly({.epsilon = hours(24), .catchUp = 3});
    const auto state = job.state;
    const auto first = job.decideAt("2026-01-01T12:30Z");
    job.state = state; // as after a crash before the decision was durable
    const auto again = job.decideAt("2026-01-01T12:30Z");
    EXPECT_EQ(again.records, first.records);
    EXPECT_EQ(again.state, first.state);
}

TEST(ScheduleSlots, SkipASlotWhileARunHasNotEnded) {
    auto job = hourly();
    EXPECT_EQ(text(job.decideAt("2026-01-01T00:00Z", true)), "SKIPPED_OVERLAP 00:00");
    job.policy.concurrent = true;
    EXPECT_EQ(text(job.decideAt("2026-01-01T01:00Z", true)), "RUN 01:00");
}

TEST(ScheduleSlots, NeverOverlapByThemselves) {
    Job job("R/2026-01-01T00:00:00Z/PT20S");
    job.state.decided = at("2025-12-31T23:59:59Z");
    EXPECT_EQ(text(job.decideAt("2026-01-01T00:00:50Z")),
        "RUN 00:00, SKIPPED_OVERLAP 00:00, SKIPPED_OVERLAP 00:00");
}

TEST(ScheduleSlots, AreMissedAfterEpsilon) {
    auto job = hourly();
    EXPECT_EQ(text(job.decideAt("2026-01-01T00:01:00Z")), "RUN 00:00")
        << "a minute, that is in time";
    EXPECT_EQ(text(job.decideAt("2026-01-01T01:01:01Z")), "MISSED_DEADLINE 01:00");
}

TEST(ScheduleSlots, AreMissedInOneRecordAfterALongTime) {
    Job job("* * * * *");
    job.state.decided = at("2016-01-01T00:00Z");
    const auto decided = job.decideAt("2026-01-01T00:00Z");
    ASSERT_EQ(decided.records.size(), 3U);
    EXPECT_EQ(decided.records[0],
        (SlotRecord{
            Decision::MissedDeadline, at("2016-01-01T00:01Z"), at("2025-12-31T23:58Z"), 5260318}));
    EXPECT_EQ(decided.records[1],
        (SlotRecord{Decision::Run, at("2025-12-31T23:59Z"), at("2025-12-31T23:59Z")}));
    EXPECT_EQ(decided.records[2].decision, Decision::SkippedOverlap);
}

TEST(ScheduleSlots, ArePausedInOneRecord) {
    auto job = hourly({.epsilon = hours(24), .paused = true});
    const auto decided = job.decideAt("2026-01-01T05:30Z");
    EXPECT_EQ(text(decided), "PAUSED 00:00-05:00 (6)");
    EXPECT_EQ(decided.lookAt, at("2026-01-01T06:00Z"));
    job.policy.paused = false;
    EXPECT_EQ(text(job.decideAt("2026-01-01T05:59Z")), "") << "what was paused is not made up for";
    EXPECT_EQ(text(job.decideAt("2026-01-01T06:00Z")), "RUN 06:00");
}

// What decide says when it is called again and again at the time it asked for.
std::vector<std::pair<Instant, SlotRecord>> follow(
    Job& job, Instant now, Instant until, bool ended = true) {
    std::vector<std::pair<Instant, SlotRecord>> out;
    for (bool running = false; now < until;) {
        const auto decided = job.decideAt(now, running && !ended);
        for (const auto& record : decided.records) {
            out.emplace_back(now, record);
            running = running || record.decision == Decision::Run;
        }
        EXPECT_GT(decided.lookAt.value_or(until), now);
        now = decided.lookAt.value_or(until);
    }
    return out;
}

TEST(ScheduleSlots, CatchUpWithTheLastOnesAfterADayDown) {
    auto job = hourly({.epsilon = hours(12), .catchUp = 3, .spread = minutes(5)});
    const auto decided = follow(job, at("2026-01-02T00:10Z"), at("2026-01-02T01:30Z"));
    ASSERT_EQ(decided.size(), 6U);
    // 00:00 to 12:00 are later than epsilon, 13:00 to 21:00 are more than three.
    EXPECT_EQ(decided[0].second,
        (SlotRecord{
            Decision::MissedDeadline, at("2026-01-01T00:00Z"), at("2026-01-01T12:00Z"), 13}));
    EXPECT_EQ(decided[1].second,
        (SlotRecord{
            Decision::MissedDeadline, at("2026-01-01T13:00Z"), at("2026-01-01T21:00Z"), 9}));
    for (int i = 2; i < 5; ++i) {
        EXPECT_EQ(decided[i].second.decision, Decision::Run);
        EXPECT_EQ(decided[i].second.first, at("2026-01-01T20:00Z") + hours(i));
    }
    EXPECT_LE(decided[2].first, at("2026-01-02T00:15Z")) << "not all jobs of a cluster at once";
    EXPECT_EQ(decided[3].first - decided[2].first, minutes(5));
    EXPECT_EQ(decided[4].first - decided[3].first, minutes(5));
    EXPECT_EQ(decided[5].first, at("2026-01-02T01:00Z")) << "and then as always";
}

TEST(ScheduleSlots, CatchUpBeforeTheNextSlotIsDue) {
    auto job = hourly({.epsilon = hours(12), .catchUp = 3, .spread = minutes(30)});
    const auto decided = follow(job, at("2026-01-02T00:56Z"), at("2026-01-02T01:30Z"));
    ASSERT_EQ(decided.size(), 6U);
    for (int i = 2; i < 5; ++i) {
        EXPECT_EQ(decided[i].second.decision, Decision::Run);
        EXPECT_LT(decided[i].first, at("2026-01-02T01:00Z"));
    }
    EXPECT_EQ(decided[5].first, at("2026-01-02T01:00Z"));
    EXPECT_EQ(decided[5].second.decision, Decision::Run);
}

TEST(ScheduleSlots, CatchUpWithNothingWhereTheNextSlotIsDueAlready) {
    auto job = hourly({.epsilon = hours(12), .catchUp = 3});
    EXPECT_EQ(
        text(job.decideAt("2026-01-01T05:00:10Z")), "MISSED_DEADLINE 00:00-04:00 (5), RUN 05:00");
}

TEST(ScheduleSlots, CatchUpWithNothingIfToldSo) {
    auto job = hourly({.epsilon = hours(12), .catchUp = 0});
    EXPECT_EQ(text(job.decideAt("2026-01-01T05:10Z")), "MISSED_DEADLINE 00:00-05:00 (6)");
}

TEST(ScheduleSlots, CatchUpWithoutOverlap) {
    auto job = hourly({.epsilon = hours(12), .catchUp = 3, .spread = minutes(5)});
    const auto decided = follow(job, at("2026-01-01T06:10Z"), at("2026-01-01T06:59Z"), false);
    ASSERT_EQ(decided.size(), 4U);
    EXPECT_EQ(decided[1].second.decision, Decision::Run);
    EXPECT_EQ(decided[2].second.decision, Decision::SkippedOverlap);
    EXPECT_EQ(decided[3].second.decision, Decision::SkippedOverlap);
}

TEST(ScheduleSlots, AreNeverDecidedTwiceWhenTheClockIsSetBack) {
    auto job = hourly({.epsilon = hours(2), .spread = minutes(50)});
    EXPECT_EQ(
        text(job.decideAt("2026-01-01T02:00Z")), "MISSED_DEADLINE 00:00-01:00 (2), RUN 02:00");
    const auto decided = job.decideAt("2026-01-01T01:00Z");
    EXPECT_EQ(text(decided), "");
    EXPECT_EQ(decided.lookAt, at("2026-01-01T03:00Z"));
    // Nor does a catch-up wait for the hour to pass again.
    job.decideAt("2026-01-01T05:10Z");
    job.state.catchUpAt = at("2026-01-01T06:20Z");
    EXPECT_LE(job.decideAt("2026-01-01T04:20Z").lookAt, at("2026-01-01T05:00Z"));
}

TEST(ScheduleSlots, StartApartByJitter) {
    std::set<Instant> starts;
    for (int i = 0; i < 100; ++i) {
        auto job = hourly({.jitter = minutes(10)});
        job.name = "job-" + std::to_string(i);
        job.state.decided = at("2025-12-31T23:30Z");
        const auto decided = follow(job, at("2025-12-31T23:59Z"), at("2026-01-01T00:30Z"));
        ASSERT_EQ(decided.size(), 1U);
        EXPECT_EQ(decided[0].second.decision, Decision::Run);
        EXPECT_GE(decided[0].first, at("2026-01-01T00:00Z"));
        EXPECT_LE(decided[0].first, at("2026-01-01T00:10Z"));
        starts.insert(decided[0].first);
    }
    EXPECT_GT(starts.size(), 95U);
    EXPECT_LT(*starts.begin(), at("2026-01-01T00:01Z"));
    EXPECT_GT(*starts.rbegin(), at("2026-01-01T00:09Z"));
}

TEST(ScheduleSlots, HaveEpsilonAfterJitter) {
    auto job = hourly({.jitter = minutes(10)});
    EXPECT_EQ(text(job.decideAt("2026-01-01T00:11:00Z")), "RUN 00:00");
    EXPECT_EQ(text(job.decideAt("2026-01-01T01:11:01Z")), "MISSED_DEADLINE 01:00");
}

TEST(ScheduleSlots, WaitForTheWindow) {
    const auto window = *Window::parse("22:00-06:00");
    Job job("0 20 * * *", {.epsilon = hours(3), .window = window, .spread = minutes(5)}, rome());
    job.state.decided = at("2026-01-01T12:00Z");
    auto decided = follow(job, at("2026-01-01T19:00Z"), at("2026-01-02T12:00Z"));
    ASSERT_EQ(decided.size(), 1U);
    EXPECT_EQ(decided[0].second.decision, Decision::Run);
    EXPECT_GE(decided[0].first, at("2026-01-01T21:00Z")) << "22:00 in Rome";
    EXPECT_LE(decided[0].first, at("2026-01-01T21:05Z"));
    job.policy.epsilon = hours(1);
    decided = follow(job, at("2026-01-02T19:00Z"), at("2026-01-03T12:00Z"));
    ASSERT_EQ(decided.size(), 1U);
    EXPECT_EQ(decided[0].second.decision, Decision::MissedDeadline) << "too late when it opens";
    EXPECT_EQ(decided[0].first, at("2026-01-02T20:00Z") + Duration(1));
}

TEST(ScheduleSlots, OfANewScheduleBeginWithItsStart) {
    const SlotPolicy policy;
    const auto count = recurrence("R2//PT5M"); // starts now, in 2026
    EXPECT_EQ(count.next(firstState(count, policy, at("2026-01-01T00:00Z")).decided),
        at("2026-01-01T00:00Z"));
    const auto old = recurrence("R/2018-03-05T23:00:00Z/PT24H");
    EXPECT_EQ(old.next(firstState(old, policy, at("2026-01-01T23:00:50Z")).decided),
        at("2026-01-01T23:00Z"))
        << "not eight years of slots that nobody wanted, but the one that is due";
    const auto cron = recurrence("0 * * * *");
    EXPECT_EQ(cron.next(firstState(cron, policy, at("2026-01-01T00:00:30Z")).decided),
        at("2026-01-01T01:00Z"));
}

TEST(ScheduleSlots, EndWithTheSchedule) {
    Job job("R1/2026-01-01T00:00:00Z/PT1H");
    job.state.decided = at("2025-12-31T00:00Z");
    const auto decided = job.decideAt("2026-01-01T00:00Z");
    EXPECT_EQ(text(decided), "RUN 00:00");
    EXPECT_EQ(decided.lookAt, std::nullopt);
}

TEST(ScheduleSlots, NameWhatAPolicyMayNotBe) {
    EXPECT_TRUE(validate(SlotPolicy{}));
    EXPECT_EQ(validate({.epsilon = seconds(-1)}).error().message,
        "epsilon must be between 0 and 366days, not -1secs");
    EXPECT_EQ(validate({.jitter = hours(25)}).error().message,
        "The jitter must be between 0 and 1days, not 25hrs");
    EXPECT_EQ(validate({.spread = hours(25)}).error().message,
        "The spread of a catch-up must be between 0 and 1days, not 25hrs");
    EXPECT_EQ(validate({.catchUp = 1001}).error().message,
        "A catch-up must be of 0 to 1000 runs, not 1001");
}

// Outages, crashes, pauses, clocks that are set: the records are all slots, each once, in order,
// and no run is outside of its time or beside another.
TEST(ScheduleSlots, AreDecidedExactlyOnceWhateverHappens) {
    std::set<Decision> all;
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        const auto upTo = [&](int most) { return static_cast<int>(random() % (most + 1U)); };
        const std::vector<std::string> texts{"*/7 * * * *", "0,30 1-3 * * *",
            "R/2026-03-27T00:30:00/PT45S", "R/2026-03-27T02:30:00/P1D", "17 * * * *", "@daily"};
        const std::vector<std::shared_ptr<const Zone>> zones{
            rome(), cairo(), lordHowe(), kathmandu()};
        Job job(texts[seed % texts.size()],
            {.epsilon = minutes(upTo(3) * upTo(300)),
                .concurrent = upTo(2) == 0,
                .jitter = minutes(upTo(1) * upTo(20)),
                .catchUp = static_cast<unsigned>(upTo(4)),
                .spread = minutes(upTo(30))},
            zones[seed % zones.size()]);
        if (upTo(3) == 0) {
            job.policy.window = *Window::parse("22:00-06:00");
        }
        const auto begin = at("2026-03-27T00:00Z");
        job.state.decided = begin;
        auto now = begin;
        auto reached = begin; // by the records
        std::uint64_t slots = 0;
        std::optional<Instant> runEnds;
        for (int step = 0; step < 400; ++step) {
            if (upTo(9) == 0) {
                job.decideAt(now); // as a crash before it was durable: the state is lost
                job.state.decided = reached;
            }
            const bool running = runEnds && *runEnds > now;
            const auto decided = job.decideAt(now, running);
            bool busy = running;
            for (const auto& record : decided.records) {
                ASSERT_EQ(record.first, job.when.next(reached)) << seed;
                ASSERT_EQ(record.slots, job.when.count(reached, record.last)) << seed;
                ASSERT_EQ(
                    record.slots > 1 ? job.when.fromEnd(reached, record.last, 0) : record.first,
                    record.last);
                if (record.decision == Decision::Run) {
                    ASSERT_TRUE(job.policy.concurrent || !busy) << seed;
                    ASSERT_GE(now, record.first) << seed;
                    ASSERT_LE(now, record.first + job.policy.jitter + job.policy.epsilon) << seed;
                    busy = true;
                    runEnds = now + minutes(upTo(40));
                }
                ASSERT_TRUE(job.policy.paused || record.decision != Decision::Paused) << seed;
                reached = record.last;
                slots += record.slots;
                all.insert(record.decision);
            }
            ASSERT_EQ(job.state.decided, reached) << seed;
            ASSERT_GT(decided.lookAt.value_or(Instant::max()), now) << seed;
            const auto next = job.when.next(reached);
            ASSERT_TRUE(!next || *next + job.policy.jitter + job.policy.epsilon >= now)
                << seed << ": nothing overdue waits";
            if (upTo(20) == 0) {
                now += hours(upTo(40)); // nobody looks
            } else if (upTo(20) == 0) {
                now -= minutes(upTo(60)); // the clock is set
            } else {
                now = std::max(now, *decided.lookAt);
            }
            if (upTo(20) == 0) {
                job.policy.paused = !job.policy.paused;
            }
        }
        EXPECT_EQ(slots, job.when.count(begin, reached)) << seed;
    }
    EXPECT_EQ(all.size(), 4U) << "there was every kind of decision";
}

TEST(ScheduleWindow, OpensByTheClocksOfAZone) {
    const auto night = *Window::parse("22:00-06:00");
    EXPECT_EQ(night.text(), "22:00-06:00");
    EXPECT_EQ(night.openAt(*rome(), at("2026-01-01T20:59Z")), at("2026-01-01T21:00Z"));
    EXPECT_EQ(night.openAt(*rome(), at("2026-01-01T04:59Z")), at("2026-01-01T04:59Z"))
        << "still open";
    EXPECT_EQ(night.openAt(*rome(), at("2026-01-01T05:00Z")), at("2026-01-01T21:00Z"));
    const auto early = *Window::parse("02:30-05:00");
    EXPECT_EQ(early.openAt(*rome(), at("2026-03-29T00:00Z")), at("2026-03-29T01:00Z"))
        << "after the jump";
    EXPECT_EQ(early.openAt(*rome(), at("2026-10-25T01:10Z")), at("2026-10-25T01:30Z"))
        << "in the second of two equal hours";
}

TEST(ScheduleWindow, SaysWhatToWrite) {
    for (const auto* wrong :
        {"", "22:00", "22:00-", "22-06", "24:00-06:00", "22:60-06:00", "22:00-06:00-"}) {
        EXPECT_EQ(Window::parse(wrong).error().message,
            "'" + std::string(wrong) + "' is no time of the day; write one such as 22:00-06:00");
    }
    EXPECT_EQ(Window::parse("06:00-06:00").error().message,
        "The window '06:00-06:00' has no end; leave it out for the whole day");
}

} // namespace
} // namespace muster::schedule
