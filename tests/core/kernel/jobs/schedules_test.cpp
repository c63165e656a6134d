// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedules.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

#include "tests/core/kernel/jobs/schedule/world.h"

namespace muster::jobs {
namespace {

using schedule::at;
using schedule::Decision;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

// The shell around Schedules, with a job scheduler that starts everything at once. What is durable
// is what was told in an event. All state is public.
struct World {
    ScheduleOptions options;
    Instant now = at("2026-01-01T00:00:30Z");
    std::optional<Schedules> schedules;
    std::map<JobId, ScheduledRun> jobs; // live
    std::vector<std::string> decided; // "report RUN 01:00"
    std::vector<JobId> killed;
    std::vector<std::string> arguments;
    Status answer;
    int nextJob = 1;

    World() { schedules.emplace(options, std::vector<Schedule>{}, now); }

    void apply(SchedulesInput input) {
        std::vector<SchedulesInput> next;
        next.push_back(std::move(input));
        while (!next.empty()) {
            auto one = std::move(next.front());
            next.erase(next.begin());
            for (auto& output : schedules->apply(std::move(one), now)) {
                if (const auto* submit = std::get_if<SubmitRun>(&output)) {
                    const JobId job{"job-" + std::to_string(nextJob++)};
                    jobs.emplace(job, *submit->job.run);
                    arguments.push_back(submit->arguments);
                    next.push_back(RunSeen{job, *submit->job.run});
                } else if (const auto* kill = std::get_if<KillRun>(&output)) {
                    killed.push_back(kill->job);
                } else if (const auto* answered = std::get_if<ScheduleAnswer>(&output)) {
                    answer = answered->status;
                } else if (const auto* event = std::get_if<ScheduleEvent>(&output)) {
                    note(*event);
                }
            }
        }
    }
    void note(const ScheduleEvent& event) {
        if (const auto* slot = std::get_if<SlotDecided>(&event)) {
            const auto clock = isoSeconds(slot->record.first).substr(11, 5);
            decided.push_back(slot->schedule.value + ' '
                + std::string(decisionName(slot->record.decision)) + ' ' + clock
                + (slot->record.slots > 1 ? " x" + std::to_string(slot->record.slots) : ""));
        }
    }
    void put(ScheduleSpec spec) { apply(PutSchedule{1, std::move(spec), nullptr, "alice"}); }
    void passUntil(std::string_view time) {
        now = at(time);
        apply(Tick{});
    }
    void end(JobId job, JobState state = JobState::Finished) {
        const auto run = jobs.extract(job).mapped();
        apply(RunSeen{job, run, state});
    }
    void endAll(JobState state = JobState::Finished) {
        while (!jobs.empty()) {
            end(jobs.begin()->first, state);
        }
    }
    const Schedule& operator[](const std::string& id) const { return *schedules->schedule({id}); }
    std::vector<std::string> take() { return std::exchange(decided, {}); }
    // A new life from what was durable.
    void restart() {
        std::vector<Schedule> recovered;
        for (const auto* one : schedules->schedules()) {
            Schedule kept = *one;
            kept.when.reset();
            kept.live.clear();
            readWhen(kept, nullptr);
            for (const auto& [job, run] : jobs) {
                if (run.schedule == kept.spec.id) {
                    kept.live.insert(job);
                }
            }
            recovered.push_back(std::move(kept));
        }
        schedules.emplace(options, std::move(recovered), now);
    }
};

ScheduleSpec spec(const std::string& id, const std::string& text = "R/2026-01-01T00:00:00Z/PT1H") {
    ScheduleSpec out;
    out.id = {id};
    out.text = text;
    out.run.name = id;
    out.run.payload = "python3 train.py";
    out.run.resources = *Resources::parse("cpus:1;mem:64;gpus:1");
    return out;
}

ScheduleSpec child(const std::string& id, std::vector<ScheduleId> parents) {
    auto out = spec(id, "");
    out.parents = std::move(parents);
    return out;
}

using Decided = std::vector<std::string>;

TEST(Schedules, RunWhenTheyAreDue) {
    World world;
    world.put(spec("report"));
    ASSERT_TRUE(world.answer);
    EXPECT_EQ(world.take(), Decided{"report RUN 00:00"}) << "its start is less than epsilon ago";
    world.endAll();
    world.passUntil("2026-01-01T00:59:59Z");
    EXPECT_EQ(world.take(), Decided{});
    world.passUntil("2026-01-01T01:00:00Z");
    EXPECT_EQ(world.take(), Decided{"report RUN 01:00"});
    EXPECT_EQ(world["report"].live.size(), 1U);
    EXPECT_EQ(world["report"].successes, 1U);
}

TEST(Schedules, LookAgainSoonSinceClocksCanBeSet) {
    World world;
    EXPECT_EQ(world.schedules->nextDeadline(), std::nullopt) << "without schedules nobody wakes";
    world.put(spec("report"));
    EXPECT_EQ(world.schedules->nextDeadline(), Now(world.now).uptime + seconds(10));
}

TEST(Schedules, SkipASlotWhileARunLives) {
    World world;
    world.put(spec("report"));
    world.passUntil("2026-01-01T01:00:00Z");
    EXPECT_EQ(world.take(), (Decided{"report RUN 00:00", "report SKIPPED_OVERLAP 01:00"}));
    auto concurrent = spec("report");
    concurrent.policy.concurrent = true;
    world.put(concurrent);
    world.passUntil("2026-01-01T02:00:00Z");
    EXPECT_EQ(world.take(), Decided{"report RUN 02:00"}) << "and no slot is decided twice";
    EXPECT_EQ(world["report"].live.size(), 2U);
}

TEST(Schedules, DecideNothingTwiceAfterARestart) {
    World world;
    world.put(spec("report"));
    world.take();
    world.restart();
    world.apply(Tick{});
    EXPECT_EQ(world.take(), Decided{});
    world.passUntil("2026-01-01T03:00:10Z");
    EXPECT_EQ(
        world.take(), (Decided{"report MISSED_DEADLINE 01:00 x2", "report SKIPPED_OVERLAP 03:00"}))
        << "its run of 00:00 still lives";
}

TEST(Schedules, KeepTheirCountsWhenTheyAreReplaced) {
    World world;
    world.put(spec("report"));
    world.endAll();
    world.passUntil("2026-01-01T01:00:00Z");
    world.endAll(JobState::Failed);
    world.take();
    world.put(spec("report", "R/2026-01-01T00:30:00Z/PT2H"));
    EXPECT_EQ(world["report"].successes, 1U);
    EXPECT_EQ(world["report"].failures, 1U);
    EXPECT_EQ(world["report"].next(), at("2026-01-01T02:30Z"));
    EXPECT_EQ(world.take(), Decided{});
}

TEST(Schedules, CountDownAndAreExhausted) {
    World world;
    world.put(spec("report", "R2/2026-01-01T00:00:00Z/PT1H"));
    world.endAll();
    EXPECT_EQ(world["report"].when->textAfter(world["report"].state.decided),
        "R1/2026-01-01T01:00:00.000Z/PT1H");
    world.passUntil("2026-01-01T01:00:00Z");
    world.endAll();
    EXPECT_TRUE(world["report"].isExhausted());
    world.passUntil("2026-01-01T05:00:00Z");
    EXPECT_EQ(world.take(), (Decided{"report RUN 00:00", "report RUN 01:00"}));
}

TEST(Schedules, ArePausedAndResumed) {
    World world;
    world.put(spec("report"));
    world.endAll();
    world.take();
    world.passUntil("2026-01-01T00:10:00Z");
    world.apply(PauseSchedule{2, {"report"}, true, "bob"});
    world.passUntil("2026-01-01T02:10:00Z");
    EXPECT_EQ(world["report"].author, "bob");
    world.apply(PauseSchedule{3, {"report"}, true, "bob"});
    EXPECT_EQ(world.answer.error().message, "Schedule 'report' is already paused");
    world.apply(PauseSchedule{4, {"report"}, false, "bob"});
    world.passUntil("2026-01-01T03:00:00Z");
    EXPECT_EQ(world.take(), (Decided{"report PAUSED 01:00 x2", "report RUN 03:00"}));
}

TEST(Schedules, RunByHandBesideTheirSlots) {
    World world;
    world.put(spec("report"));
    world.apply(RunSchedule{2, {"report"}, "--full"});
    EXPECT_EQ(world.answer.error().message,
        "A run of schedule 'report' has not ended, and it is not concurrent");
    world.endAll();
    world.take();
    world.passUntil("2026-01-01T00:20:00Z");
    world.apply(RunSchedule{3, {"report"}, "--full"});
    EXPECT_TRUE(world.answer);
    EXPECT_EQ(world.take(), Decided{"report RUN 00:20"});
    EXPECT_EQ(world.arguments.back(), "--full");
    world.endAll();
    world.passUntil("2026-01-01T01:00:00Z");
    EXPECT_EQ(world.take(), Decided{"report RUN 01:00"});
}

TEST(Schedules, AreDeletedWithTheirRuns) {
    World world;
    world.put(spec("report"));
    world.apply(DeleteSchedule{2, {"report"}, "alice"});
    EXPECT_TRUE(world.answer);
    EXPECT_EQ(world.killed, std::vector<JobId>{{"job-1"}});
    world.end({"job-1"}, JobState::Killed);
    EXPECT_EQ(world.schedules->size(), 0U);
    world.apply(RunSchedule{3, {"report"}, ""});
    EXPECT_EQ(world.answer.error().kind, Error::Kind::NotFound);
}

TEST(Schedules, DoNotCountTheRunOfAnEarlierScheduleOfThatName) {
    World world;
    world.put(spec("report"));
    world.apply(DeleteSchedule{2, {"report"}, "alice"});
    world.put(spec("report", "R/2026-01-01T00:30:00Z/PT1H"));
    world.end({"job-1"}, JobState::Killed);
    EXPECT_EQ(world["report"].failures, 0U);
}

TEST(Schedules, RunWhenAllTheirParentsHaveSucceeded) {
    World world;
    world.put(spec("a"));
    world.put(spec("b", "R/2026-01-01T00:00:00Z/PT2H"));
    world.put(child("sum", {{"a"}, {"b"}}));
    world.take();
    world.end({"job-1"});
    EXPECT_EQ(world.take(), Decided{});
    world.restart(); // what is done is remembered
    world.end({"job-2"});
    EXPECT_EQ(world.take(), Decided{"sum RUN 00:00"});
    world.endAll();
    world.passUntil("2026-01-01T01:00:00Z");
    world.endAll();
    EXPECT_EQ(world.take(), Decided{"a RUN 01:00"}) << "b has not run since the last sum";
}

TEST(Schedules, WaitForASuccessUnlessErrorsAreSoft) {
    World world;
    world.put(spec("a"));
    world.put(child("sum", {{"a"}}));
    world.take();
    world.endAll(JobState::Failed);
    EXPECT_EQ(world.take(), Decided{});
    EXPECT_EQ(world["a"].failuresInARow, 1U);
    auto soft = spec("a");
    soft.softError = true;
    world.put(soft);
    world.passUntil("2026-01-01T01:00:00Z");
    world.end({"job-2"}, JobState::Failed);
    EXPECT_EQ(world.take(), (Decided{"a RUN 01:00", "sum RUN 01:00"}));
}

TEST(Schedules, AreMarkedAsSucceededByHand) {
    World world;
    world.put(spec("a", "R/2026-02-01T00:00:00Z/P1D"));
    world.put(child("sum", {{"a"}}));
    world.apply(MarkSucceeded{2, {"a"}});
    EXPECT_EQ(world.take(), Decided{"sum RUN 00:00"});
}

TEST(Schedules, WithParentsSkipAndPauseToo) {
    World world;
    world.put(spec("a", "R/2026-02-01T00:00:00Z/P1D"));
    world.put(child("sum", {{"a"}}));
    world.apply(MarkSucceeded{2, {"a"}});
    world.apply(MarkSucceeded{3, {"a"}});
    world.apply(PauseSchedule{4, {"sum"}, true, "bob"});
    world.apply(MarkSucceeded{5, {"a"}});
    EXPECT_EQ(
        world.take(), (Decided{"sum RUN 00:00", "sum SKIPPED_OVERLAP 00:00", "sum PAUSED 00:00"}));
}

TEST(Schedules, RefuseWhatCouldNeverRun) {
    World world;
    world.put(spec("a", "R/2026-02-01T00:00:00Z/P1D"));
    world.put(child("b", {{"a"}}));
    world.put(child("c", {{"b"}, {"nobody"}}));
    EXPECT_EQ(
        world.answer.error().message, "Schedule 'c' has the parent 'nobody', which is not known");
    world.put(child("a", {{"b"}}));
    EXPECT_EQ(world.answer.error().message,
        "Schedule 'a' would wait for itself: it is among the parents of its parents");
    world.put(child("a", {{"a"}}));
    EXPECT_FALSE(world.answer);
    auto both = spec("c");
    both.parents = {{"a"}};
    world.put(both);
    EXPECT_EQ(world.answer.error().message, "Schedule 'c' needs either a schedule or parents");
    for (const auto* name : {"", ".", "..", "a b", "a/b", "\x1b[2J", "ä"}) {
        world.put(spec(name));
        EXPECT_FALSE(world.answer) << name;
    }
    auto noCommand = spec("c");
    noCommand.run.payload.clear();
    world.put(noCommand);
    EXPECT_EQ(world.answer.error().message, "Job needs a command");
    world.put(spec("c", "tomorrow"));
    EXPECT_FALSE(world.answer);
    EXPECT_EQ(world.schedules->size(), 2U);
}

TEST(Schedules, ArePausedAfterTooManyFailures) {
    World world;
    world.options.disableAfter = 2;
    world.schedules.emplace(world.options, std::vector<Schedule>{}, world.now);
    world.put(spec("report"));
    world.endAll(JobState::Failed);
    EXPECT_FALSE(world["report"].spec.policy.paused);
    world.passUntil("2026-01-01T01:00:00Z");
    world.endAll(JobState::Failed);
    EXPECT_TRUE(world["report"].spec.policy.paused);
    world.passUntil("2026-01-01T02:00:00Z");
    EXPECT_EQ(world.take().back(), "report PAUSED 02:00");
    world.apply(PauseSchedule{2, {"report"}, false, "bob"});
    world.passUntil("2026-01-01T03:00:00Z");
    world.endAll(JobState::Failed);
    EXPECT_FALSE(world["report"].spec.policy.paused) << "it is counted anew";
}

TEST(Schedules, KeepTheirChildrenWhenTheyAreDeleted) {
    World world;
    world.put(spec("a", "R/2026-02-01T00:00:00Z/P1D"));
    world.put(child("sum", {{"a"}}));
    world.apply(DeleteSchedule{2, {"a"}, "alice"});
    EXPECT_EQ(world.schedules->childrenOf({"a"}), std::vector<ScheduleId>{{"sum"}});
    world.put(spec("a", "R/2026-02-01T00:00:00Z/P1D"));
    world.apply(MarkSucceeded{3, {"a"}});
    EXPECT_EQ(world.take(), Decided{"sum RUN 00:00"});
}

TEST(Schedules, AreLimitedInNumber) {
    World world;
    world.options.most = 1;
    world.schedules.emplace(world.options, std::vector<Schedule>{}, world.now);
    world.put(spec("a"));
    world.put(spec("b"));
    EXPECT_EQ(
        world.answer.error().message, "There are 1 schedules, as many as there can be: delete one");
    world.put(spec("a"));
    EXPECT_TRUE(world.answer);
}

TEST(Schedules, WithAProblemAreKeptAndNeverDue) {
    World world;
    Schedule broken{.spec = spec("report"), .changed = world.now};
    broken.spec.text = "R/2026-01-01T00:00:00.000Z/P";
    readWhen(broken, nullptr);
    EXPECT_FALSE(broken.problem.empty());
    world.schedules.emplace(world.options, std::vector<Schedule>{broken}, world.now);
    world.passUntil("2026-01-01T05:00:00Z");
    EXPECT_EQ(world.take(), Decided{});
    EXPECT_FALSE(world["report"].problem.empty());
}

// Each slot from the start of a schedule on is decided once, whatever happens to the process that
// decides, to the clock and to the runs.
TEST(Schedules, DecideEachSlotOnceUnderCrashesAndSetClocks) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        std::mt19937_64 random(seed);
        const auto pick = [&](int most) { return static_cast<int>(random() % (most + 1U)); };
        World world;
        auto often = spec("often", "R/2026-01-01T00:01:00Z/PT1M");
        often.policy.epsilon = seconds(pick(300));
        often.policy.jitter = seconds(pick(20));
        often.policy.concurrent = pick(1) == 1;
        often.policy.catchUp = static_cast<unsigned>(pick(3));
        world.put(often);
        auto furthest = world.now;
        for (int step = 0; step < 200; ++step) {
            world.now += seconds(pick(20) == 0 ? pick(3600)
                    : pick(20) == 0            ? -pick(3600)
                                               : pick(40));
            furthest = std::max(furthest, world.now);
            if (pick(4) == 0) {
                world.restart();
            }
            world.apply(Tick{});
            if (!often.policy.concurrent) {
                ASSERT_LE(world.jobs.size(), 1U) << "seed " << seed;
            }
            if (!world.jobs.empty() && pick(2) == 0) {
                world.end(world.jobs.begin()->first,
                    pick(3) == 0 ? JobState::Failed : JobState::Finished);
            }
        }
        const auto& when = *world["often"].when;
        const auto until = world["often"].state.decided;
        EXPECT_LE(until, furthest);
        const auto of = [](const std::string& text) {
            const auto x = text.find(" x");
            return x == std::string::npos ? 1U : std::stoul(text.substr(x + 2));
        };
        std::uint64_t sum = 0;
        for (const auto& one : world.decided) {
            sum += of(one);
        }
        EXPECT_EQ(sum, when.count(at("2026-01-01T00:00Z"), until)) << "seed " << seed;
    }
}

} // namespace
} // namespace muster::jobs
