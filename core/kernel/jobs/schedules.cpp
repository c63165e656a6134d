// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedules.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/kernel/base/operator_command.h"
#include "core/kernel/base/text.h"
#include "core/kernel/jobs/schedule_table.h"
#include "core/kernel/jobs/validate.h"

namespace muster::jobs {
namespace {

using schedule::Decision;

constexpr std::size_t kMostParents = 100;

bool isNameLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
        || c == '.' || c == '-';
}

Status validateId(const ScheduleId& id) {
    if (id.empty() || id.value == "." || id.value == ".." || id.value.size() > kLongestName
        || !std::all_of(id.value.begin(), id.value.end(), isNameLetter)) {
        return failure(fmt::format("'{}' is no name of a schedule; use 1 to {} letters, digits, "
                                   "'_', '.' and '-'",
            escaped(id.value.substr(0, kLongestName)), kLongestName));
    }
    return {};
}

Status validate(const ScheduleSpec& spec) {
    auto valid = validateId(spec.id);
    valid = valid ? schedule::validate(spec.policy) : valid;
    valid = valid ? validate(spec.run) : valid;
    if (!valid) {
        return valid;
    }
    if (spec.text.empty() == spec.parents.empty()) {
        return failure(
            fmt::format("Schedule '{}' needs either a schedule or parents", spec.id.value));
    }
    if (spec.parents.size() > kMostParents) {
        return failure(fmt::format("Schedule '{}' has {} parents, at most {} are allowed",
            spec.id.value, spec.parents.size(), kMostParents));
    }
    return {};
}

tl::unexpected<Error> unknown(const ScheduleId& id) {
    return unknownObject(
        OperatorCommandInfo::Object::Schedule, escaped(id.value.substr(0, kLongestName)));
}

} // namespace

struct Schedules::State {
    State(ScheduleOptions given, std::vector<Schedule> recovered, Now start);

    // ---- what arrives
    void on(PutSchedule input);
    void on(const DeleteSchedule& input);
    void on(const RunSchedule& input);
    void on(const PauseSchedule& input);
    void on(const MarkSucceeded& input);
    void on(const RunSeen& input);
    void on(const Tick&);

    Status put(PutSchedule& input);
    Status check(const ScheduleSpec& spec) const;
    Status runByHand(const RunSchedule& input);

    void look(Schedule& schedule); // decides what can be decided now
    void run(Schedule& schedule, Instant slot, bool byHand, std::string arguments = {});
    void succeed(Schedule& schedule);
    void fail(Schedule& schedule);
    void notifyChildren(const Schedule& parent);
    void runAfterParents(Schedule& child);
    bool isRunning(const Schedule& schedule) const;
    Instant newSlot(const Schedule& schedule) const; // now, but never the same twice

    void changed(const Schedule& schedule) { happened(ScheduleChanged{schedule.spec.id}); }
    void happened(ScheduleEvent event) { out.emplace_back(std::move(event)); }
    void answer(std::uint64_t request, Status status) {
        out.emplace_back(ScheduleAnswer{request, std::move(status)});
    }

    ScheduleOptions options;
    ScheduleTable table;
    std::set<ScheduledRun> submitted; // of which the job scheduler has not told yet

    // Of the input in work.
    Now now;
    std::vector<SchedulesOutput> out;
};

Schedules::State::State(ScheduleOptions given, std::vector<Schedule> recovered, Now start)
    : options(given), now(start) {
    for (auto& one : recovered) {
        const auto& kept = table.put(std::move(one));
        if (kept.when) {
            table.lookAt(kept.spec.id, start);
        }
    }
}

void readWhen(Schedule& schedule, std::shared_ptr<const schedule::Zone> zone) {
    const auto& spec = schedule.spec;
    if (const auto valid = validate(spec); !valid) {
        schedule.problem = valid.error().message;
    } else if (!spec.text.empty()) {
        // Its start is written out, so it needs no time of today.
        auto when = schedule::Recurrence::parse(spec.text, std::move(zone), schedule.changed);
        if (when) {
            schedule.when = std::move(*when);
        } else {
            schedule.problem = when.error().message;
        }
    }
}

// ---- what people ask for

void Schedules::State::on(PutSchedule input) {
    answer(input.request, put(input));
}

Status Schedules::State::check(const ScheduleSpec& spec) const {
    if (auto valid = validate(spec); !valid) {
        return valid;
    }
    for (const auto& parent : spec.parents) {
        if (!table.all().contains(parent)) {
            return failure(fmt::format("Schedule '{}' has the parent '{}', which is not known",
                spec.id.value, escaped(parent.value.substr(0, kLongestName))));
        }
    }
    if (table.leadsTo(spec.parents, spec.id)) {
        return failure(fmt::format(
            "Schedule '{}' would wait for itself: it is among the parents of its parents",
            spec.id.value));
    }
    if (!table.all().contains(spec.id) && table.all().size() >= options.most) {
        return failure(fmt::format("There are {} schedules, as many as there can be: delete one",
                           table.all().size()),
            Error::Kind::Conflict);
    }
    return {};
}

Status Schedules::State::put(PutSchedule& input) {
    if (auto valid = check(input.spec); !valid) {
        return valid;
    }
    Schedule fresh{
        .spec = std::move(input.spec), .author = std::move(input.author), .changed = now};
    auto& spec = fresh.spec;
    if (!spec.text.empty()) {
        auto when = schedule::Recurrence::parse(spec.text, std::move(input.zone), now);
        if (!when) {
            return tl::unexpected(when.error());
        }
        spec.text = when->text();
        fresh.state = schedule::firstState(*when, spec.policy, now);
        fresh.when = std::move(*when);
    }
    if (auto* before = table.find(spec.id)) {
        look(*before); // what was due until now is decided as it stood
        fresh.live = std::move(before->live);
        fresh.successes = before->successes;
        fresh.failures = before->failures;
        fresh.failuresInARow = before->failuresInARow;
        fresh.lastSuccess = before->lastSuccess;
        fresh.lastFailure = before->lastFailure;
        fresh.lastSlot = before->lastSlot;
        if (before->spec.text == spec.text && before->spec.zone == spec.zone) {
            fresh.state = before->state;
        }
        if (before->spec.parents == spec.parents) {
            fresh.done = std::move(before->done);
        }
    }
    auto& kept = table.put(std::move(fresh));
    changed(kept);
    look(kept);
    return {};
}

void Schedules::State::on(const DeleteSchedule& input) {
    const auto* schedule = table.find(input.schedule);
    if (schedule == nullptr) {
        answer(input.request, unknown(input.schedule));
        return;
    }
    for (const auto& job : schedule->live) {
        out.emplace_back(KillRun{job, input.author});
    }
    table.remove(input.schedule);
    happened(ScheduleRemoved{input.schedule});
    answer(input.request, {});
}

void Schedules::State::on(const RunSchedule& input) {
    answer(input.request, runByHand(input));
}

Status Schedules::State::runByHand(const RunSchedule& input) {
    auto* schedule = table.find(input.schedule);
    if (schedule == nullptr) {
        return unknown(input.schedule);
    }
    if (auto valid = validate(schedule->spec.run); !valid) {
        return valid;
    }
    if (isRunning(*schedule) && !schedule->spec.policy.concurrent) {
        return failure(fmt::format("A run of schedule '{}' has not ended, and it is not concurrent",
                           input.schedule.value),
            Error::Kind::Conflict);
    }
    run(*schedule, newSlot(*schedule), true, input.arguments);
    return {};
}

void Schedules::State::on(const PauseSchedule& input) {
    auto* schedule = table.find(input.schedule);
    if (schedule == nullptr) {
        answer(input.request, unknown(input.schedule));
        return;
    }
    auto& paused = schedule->spec.policy.paused;
    auto fits = checkState(input.paused ? CommandKind::PauseSchedule : CommandKind::ResumeSchedule,
        paused ? ObjectState::Paused : ObjectState::Ready,
        fmt::format("Schedule '{}'", input.schedule.value));
    if (!fits) {
        answer(input.request, std::move(fits));
        return;
    }
    look(*schedule);
    paused = input.paused;
    schedule->failuresInARow = 0;
    schedule->author = input.author;
    schedule->changed = now;
    changed(*schedule);
    look(*schedule);
    answer(input.request, {});
}

void Schedules::State::on(const MarkSucceeded& input) {
    auto* schedule = table.find(input.schedule);
    if (schedule == nullptr) {
        answer(input.request, unknown(input.schedule));
        return;
    }
    succeed(*schedule);
    answer(input.request, {});
}

// ---- runs

void Schedules::State::on(const Tick&) {
    while (auto* due = table.takeDue(now)) {
        look(*due);
    }
}

void Schedules::State::look(Schedule& schedule) {
    if (!schedule.when) {
        return;
    }
    auto decided = schedule::decide(*schedule.when, schedule.spec.policy, schedule.spec.id.value,
        schedule.state, isRunning(schedule), now);
    const bool news = decided.state != schedule.state;
    schedule.state = decided.state;
    table.lookAt(schedule.spec.id, decided.lookAt);
    for (const auto& record : decided.records) {
        if (record.decision == Decision::Run) {
            run(schedule, record.first, false);
        } else {
            happened(SlotDecided{schedule.spec.id, record});
        }
    }
    if (news) {
        changed(schedule);
    }
}

void Schedules::State::run(Schedule& schedule, Instant slot, bool byHand, std::string arguments) {
    schedule.lastSlot = std::max(slot, schedule.lastSlot.value_or(slot));
    auto job = schedule.spec.run;
    job.run = {schedule.spec.id, slot, byHand};
    submitted.insert(*job.run);
    changed(schedule);
    out.emplace_back(SubmitRun{std::move(job), std::move(arguments)});
}

bool Schedules::State::isRunning(const Schedule& schedule) const {
    const auto next = submitted.lower_bound({schedule.spec.id, Instant::min()});
    return !schedule.live.empty()
        || (next != submitted.end() && next->schedule == schedule.spec.id);
}

Instant Schedules::State::newSlot(const Schedule& schedule) const {
    const Instant at = now;
    return schedule.lastSlot ? std::max(at, *schedule.lastSlot + Duration(1)) : at;
}

void Schedules::State::on(const RunSeen& input) {
    const auto& [id, slot, byHand] = input.run;
    auto* schedule = table.find(id);
    if (submitted.erase(input.run) > 0) {
        happened(SlotDecided{id, {Decision::Run, slot, slot}, byHand, input.job});
        if (schedule != nullptr) {
            schedule->live.insert(input.job);
        } else { // it was deleted meanwhile
            out.emplace_back(KillRun{input.job, "muster"});
        }
    }
    // Of one that was deleted since, also if there is another one of that name, nothing counts.
    if (isTerminal(input.state) && schedule != nullptr && schedule->live.erase(input.job) > 0) {
        if (input.state == JobState::Finished) {
            succeed(*schedule);
        } else {
            fail(*schedule);
        }
    }
}

void Schedules::State::succeed(Schedule& schedule) {
    ++schedule.successes;
    schedule.failuresInARow = 0;
    schedule.lastSuccess = now;
    changed(schedule);
    notifyChildren(schedule);
}

// What becomes of failures and of children: doc/features.md G5, G6.
void Schedules::State::fail(Schedule& schedule) {
    ++schedule.failures;
    ++schedule.failuresInARow;
    schedule.lastFailure = now;
    if (options.disableAfter > 0 && schedule.failuresInARow >= options.disableAfter) {
        look(schedule);
        schedule.spec.policy.paused = true;
        schedule.author = "muster";
        schedule.changed = now;
    }
    changed(schedule);
    if (schedule.spec.softError) {
        notifyChildren(schedule);
    }
}

void Schedules::State::notifyChildren(const Schedule& parent) {
    for (const auto& id : table.childrenOf(parent.spec.id)) {
        auto& child = *table.find(id);
        child.done.insert(parent.spec.id);
        const auto isDone = [&](const ScheduleId& one) { return child.done.contains(one); };
        if (std::ranges::all_of(child.spec.parents, isDone)) {
            runAfterParents(child);
        }
        changed(child);
    }
}

void Schedules::State::runAfterParents(Schedule& child) {
    child.done.clear();
    const auto slot = newSlot(child);
    const auto& policy = child.spec.policy;
    const auto decision = policy.paused          ? Decision::Paused
        : isRunning(child) && !policy.concurrent ? Decision::SkippedOverlap
                                                 : Decision::Run;
    if (decision == Decision::Run && child.problem.empty()) {
        run(child, slot, false);
    } else {
        child.lastSlot = slot;
        happened(SlotDecided{child.spec.id,
            {decision == Decision::Run ? Decision::MissedDeadline : decision, slot, slot}});
    }
}

Schedules::Schedules(ScheduleOptions options, std::vector<Schedule> recovered, Now now)
    : m_state(std::make_unique<State>(options, std::move(recovered), now)) { }
Schedules::~Schedules() = default;
Schedules::Schedules(Schedules&&) noexcept = default;

std::vector<SchedulesOutput> Schedules::apply(SchedulesInput input, Now now) {
    m_state->now = now;
    std::visit([this](auto& one) { m_state->on(std::move(one)); }, input);
    return std::exchange(m_state->out, {});
}

std::optional<Uptime> Schedules::nextDeadline() const {
    const auto look = m_state->table.nextLook();
    return look ? std::optional(m_state->now.lookAt(*look)) : std::nullopt;
}

const Schedule* Schedules::schedule(const ScheduleId& id) const {
    return m_state->table.find(id);
}

std::vector<const Schedule*> Schedules::schedules() const {
    std::vector<const Schedule*> out;
    for (const auto& [id, schedule] : m_state->table.all()) {
        out.push_back(&schedule);
    }
    return out;
}

std::size_t Schedules::size() const {
    return m_state->table.all().size();
}

std::vector<ScheduleId> Schedules::childrenOf(const ScheduleId& id) const {
    const auto& children = m_state->table.childrenOf(id);
    return {children.begin(), children.end()};
}

} // namespace muster::jobs
