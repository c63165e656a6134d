// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/kernel/jobs/schedule/slots.h"
#include "core/kernel/jobs/scheduler.h"

namespace muster::jobs {

// What is run again and again: at times of its own, or each time that all its parents have
// succeeded.
struct ScheduleSpec {
    ScheduleId id; // letters, digits, '_', '.' and '-'
    JobSpec run; // that each run is submitted as
    std::string text; // schedule::Recurrence::text(); empty: it has parents
    std::string zone; // whose clocks count; empty: the text says, else UTC
    std::vector<ScheduleId> parents;
    schedule::SlotPolicy policy;
    bool softError = false; // for its children a failure is as good as a success
    std::string document; // what else the API was told; not read here
    bool operator==(const ScheduleSpec&) const = default;
};

struct Schedule {
    ScheduleSpec spec;
    std::optional<schedule::Recurrence> when; // none: it has parents, or a problem
    std::string problem; // why it is never due; empty: it may be
    schedule::SlotState state;
    std::set<ScheduleId> done; // the parents that have succeeded since its last run
    std::set<JobId> live; // its runs that have not ended; the jobs are the record of them
    std::uint64_t successes = 0;
    std::uint64_t failures = 0;
    std::uint64_t failuresInARow = 0;
    std::optional<Instant> lastSuccess;
    std::optional<Instant> lastFailure;
    std::optional<Instant> lastSlot; // that was run
    std::string author; // of the last change
    Instant changed;

    std::optional<Instant> next() const { // the next slot to be decided
        return when ? when->next(state.decided) : std::nullopt;
    }
    // Nothing will be due any more: "R5/..." after five times.
    bool isExhausted() const { return when && !next(); }
};

// ---- inputs
// A new schedule, or another one in the place of that name: its counts stay, and so does the last
// decided slot if text and zone do.
struct PutSchedule {
    std::uint64_t request;
    ScheduleSpec spec; // its text is read here, its zone by the shell
    std::shared_ptr<const schedule::Zone> zone; // null: none is named
    std::string author;
};
// Its runs that have not ended are killed. Its children stay, and wait for a parent of that name.
struct DeleteSchedule {
    std::uint64_t request;
    ScheduleId schedule;
    std::string author;
};
// A run beside those of its slots.
struct RunSchedule {
    std::uint64_t request;
    ScheduleId schedule;
    std::string arguments; // for this run; the shell adds them to its command
};
// Slots of a paused schedule are decided as Paused.
struct PauseSchedule {
    std::uint64_t request;
    ScheduleId schedule;
    bool paused = true;
    std::string author;
};
// As if a run had succeeded now: its children may start.
struct MarkSucceeded {
    std::uint64_t request;
    ScheduleId schedule;
};
// What the job scheduler told of a job that is a run.
struct RunSeen {
    JobId job;
    ScheduledRun run;
    JobState state = JobState::Queued;
};
using SchedulesInput = std::variant<PutSchedule, DeleteSchedule, RunSchedule, PauseSchedule,
    MarkSucceeded, RunSeen, Tick>;

// ---- what happened, told once; readers look up what is now in Schedules
struct ScheduleChanged {
    ScheduleId schedule;
};
struct ScheduleRemoved {
    ScheduleId schedule;
};
// The one decision about a slot, or about all from the first to the last of the record.
struct SlotDecided {
    ScheduleId schedule;
    schedule::SlotRecord record;
    bool byHand = false; // not a slot of its own, but somebody's wish
    JobId job{}; // the run; empty: there is none
};
using ScheduleEvent = std::variant<ScheduleChanged, ScheduleRemoved, SlotDecided>;

// ---- outputs, in order. The shell makes decisions and jobs of one batch durable together: a slot
// that was decided to run has its job, and no other has.
struct SubmitRun {
    JobSpec job; // with its run
    std::string arguments;
};
struct KillRun {
    JobId job;
    std::string author;
};
struct ScheduleAnswer {
    std::uint64_t request;
    Status status;
};
using SchedulesOutput = std::variant<ScheduleEvent, SubmitRun, KillRun, ScheduleAnswer>;

struct ScheduleOptions {
    unsigned disableAfter = 0; // so many failures in a row pause a schedule; 0: none do
    std::size_t most = 100'000; // schedules
};

// Scheduled jobs: decides each slot of each schedule once, from the last decided slot and never
// from "now", and submits the runs to the job scheduler as anybody submits jobs. Costs nothing for
// what is not due. Pure, deterministic, not thread-safe.
class Schedules {
public:
    // `recovered`: with `when` and `live` filled in, or a problem. What is due is decided at the
    // first Tick.
    Schedules(ScheduleOptions options, std::vector<Schedule> recovered, Now now);
    ~Schedules();
    Schedules(Schedules&&) noexcept;

    std::vector<SchedulesOutput> apply(SchedulesInput input, Now now);
    std::optional<Uptime> nextDeadline() const;

    const Schedule* schedule(const ScheduleId& id) const;
    std::vector<const Schedule*> schedules() const; // by name
    std::size_t size() const;
    // Those that have it among their parents, by name.
    std::vector<ScheduleId> childrenOf(const ScheduleId& id) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

// Reads its text with its zone, as at a start. It has a problem if that or its job is not valid.
void readWhen(Schedule& schedule, std::shared_ptr<const schedule::Zone> zone);

} // namespace muster::jobs
