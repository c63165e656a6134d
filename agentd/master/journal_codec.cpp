// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/journal_codec.h"

#include "agentd/master/job_fields.h"
#include "core/proto/gpu.h"
#include "core/proto/resources.h"
#include "core/proto/task.h"
#include "core/proto/time.h"
#include "core/proto/why_ended.h"

#pragma GCC diagnostic error "-Wswitch"

namespace muster::agentd {
namespace {

using proto::instant;
using proto::maybeInstant;
using proto::milliseconds;

constexpr const char* kTask = "A task";
constexpr const char* kJob = "A job";
constexpr const char* kSchedule = "A schedule";
constexpr const char* kSlot = "A decision about a slot";

std::int64_t microseconds(Instant at) {
    return at.time_since_epoch().count();
}

Instant fromMicroseconds(std::int64_t micros) {
    return Instant(Duration(micros));
}

std::optional<Duration> durationFrom(bool given, std::int64_t micros) {
    return given ? std::optional(Duration(micros)) : std::nullopt;
}

void fill(const cluster::ExecutorInfo& executor, muster::v1::TaskRow::Executor& out) {
    out.set_id(executor.id.value);
    out.set_custom(executor.type == cluster::ExecutorInfo::Type::Custom);
    out.set_role(executor.role);
    proto::append(
        executor.resources, *out.mutable_resources(), proto::ResourceFormat::PostRefinement);
    if (executor.shutdownGrace) {
        out.set_shutdown_grace_us(executor.shutdownGrace->count());
    }
    out.set_payload(executor.payload);
}

Result<cluster::ExecutorInfo> executorFrom(const muster::v1::TaskRow::Executor& in) {
    using Type = cluster::ExecutorInfo::Type;
    return proto::fromProto(in.resources()).map([&](Resources&& resources) {
        return cluster::ExecutorInfo{.id = {in.id()},
            .type = in.custom() ? Type::Custom : Type::Default,
            .resources = std::move(resources),
            .role = in.role(),
            .shutdownGrace = durationFrom(in.has_shutdown_grace_us(), in.shutdown_grace_us()),
            .payload = in.payload()};
    });
}

// What the kernel made of the task; what it does not interpret stands in the payload.
Result<cluster::TaskInfo> infoFrom(const muster::v1::TaskRow& in) {
    mesos::v1::TaskInfo payload;
    auto resources = proto::fromProto(in.resources());
    if (!resources || !payload.ParsePartialFromString(in.payload())) {
        return unreadableRow(kTask);
    }
    auto out = proto::fromProto(payload);
    out.id = {in.id()};
    out.name = in.name();
    out.agent = {in.agent_id()};
    out.resources = std::move(*resources);
    out.role = in.role();
    out.user = in.user();
    out.killGrace = durationFrom(in.has_kill_grace_us(), in.kill_grace_us());
    out.payload = in.payload();
    out.defect = {};
    out.executor.reset();
    if (in.has_executor()) {
        auto executor = executorFrom(in.executor());
        if (!executor) {
            return unreadableRow(kTask);
        }
        out.executor = std::move(*executor);
    }
    return out;
}

// States, sources and reasons of tasks have Mesos' numbers.
void fill(const cluster::TaskStatus& status, muster::v1::TaskRow::Status& out) {
    out.set_state(static_cast<std::uint32_t>(status.state));
    out.set_source(static_cast<std::uint32_t>(status.source));
    if (status.reason) {
        out.set_reason(static_cast<std::uint32_t>(*status.reason));
    }
    out.set_message(status.message);
    if (status.exitCode) {
        out.set_exit_code(*status.exitCode);
    }
    if (status.signal) {
        out.set_signal(*status.signal);
    }
    proto::setWhy(status, out);
}

bool hasKnownNumbers(const muster::v1::TaskRow::Status& status) {
    using Wire = mesos::v1::TaskStatus;
    return mesos::v1::TaskState_IsValid(static_cast<int>(status.state()))
        && Wire::Source_IsValid(static_cast<int>(status.source()))
        && (!status.has_reason() || Wire::Reason_IsValid(static_cast<int>(status.reason())));
}

cluster::TaskStatus statusFrom(const muster::v1::TaskRow::Status& in) {
    cluster::TaskStatus out{.state = static_cast<TaskState>(in.state()),
        .source = static_cast<StatusSource>(in.source()),
        .message = in.message()};
    if (in.has_reason()) {
        out.reason = static_cast<Reason>(in.reason());
    }
    if (in.has_exit_code()) {
        out.exitCode = in.exit_code();
    }
    if (in.has_signal()) {
        out.signal = in.signal();
    }
    proto::readWhy(in, out);
    return out;
}

muster::v1::JobRow::State rowState(JobState state) {
    switch (state) {
    case JobState::Queued:
        return muster::v1::JobRow::QUEUED;
    case JobState::Running:
        return muster::v1::JobRow::RUNNING;
    case JobState::Finished:
        return muster::v1::JobRow::FINISHED;
    case JobState::Failed:
        return muster::v1::JobRow::FAILED;
    case JobState::Killed:
        return muster::v1::JobRow::KILLED;
    }
    return muster::v1::JobRow::QUEUED;
}

std::optional<JobState> jobStateOf(muster::v1::JobRow::State state) {
    for (const auto known : {JobState::Queued, JobState::Running, JobState::Finished,
             JobState::Failed, JobState::Killed}) {
        if (rowState(known) == state) {
            return known;
        }
    }
    return std::nullopt;
}

muster::v1::SlotRow::Decision rowDecision(schedule::Decision decision) {
    switch (decision) {
    case schedule::Decision::Run:
        return muster::v1::SlotRow::RUN;
    case schedule::Decision::SkippedOverlap:
        return muster::v1::SlotRow::SKIPPED_OVERLAP;
    case schedule::Decision::MissedDeadline:
        return muster::v1::SlotRow::MISSED_DEADLINE;
    case schedule::Decision::Paused:
        return muster::v1::SlotRow::PAUSED;
    }
    return muster::v1::SlotRow::NO_DECISION;
}

std::optional<schedule::Decision> decisionOf(muster::v1::SlotRow::Decision decision) {
    using schedule::Decision;
    for (const auto known :
        {Decision::Run, Decision::SkippedOverlap, Decision::MissedDeadline, Decision::Paused}) {
        if (rowDecision(known) == decision) {
            return known;
        }
    }
    return std::nullopt;
}

void fill(const jobs::JobSpec& spec, muster::v1::JobRow::Spec& out) {
    addFields(spec, out);
    out.set_command(spec.command);
    proto::append(spec.resources, *out.mutable_resources(), proto::ResourceFormat::PostRefinement);
    out.set_payload(spec.payload);
    out.set_time_limit_us(spec.timeLimit.value_or(Duration(0)).count());
    out.set_retry_pause_us(spec.retryPause.value_or(Duration(0)).count());
    if (spec.run) {
        out.mutable_run()->set_schedule_id(spec.run->schedule.value);
        out.mutable_run()->set_slot_us(microseconds(spec.run->slot));
        out.mutable_run()->set_by_hand(spec.run->byHand);
    }
}

Result<jobs::JobSpec> specFrom(const muster::v1::JobRow::Spec& in) {
    auto resources = proto::fromProto(in.resources());
    if (!resources) {
        return tl::unexpected(resources.error());
    }
    auto out = fieldsOf(in);
    out.command = in.command();
    out.resources = std::move(*resources);
    out.payload = in.payload();
    if (in.time_limit_us() != 0) {
        out.timeLimit = Duration(in.time_limit_us());
    }
    if (in.retry_pause_us() != 0) {
        out.retryPause = Duration(in.retry_pause_us());
    }
    if (in.has_run()) {
        out.run
            = {{in.run().schedule_id()}, fromMicroseconds(in.run().slot_us()), in.run().by_hand()};
    }
    return out;
}

} // namespace

tl::unexpected<Error> unreadableRow(std::string_view which) {
    return failure(
        fmt::format("{} in the control journal cannot be read: restore the journal from a "
                    "backup, or move it away to start over",
            which),
        Error::Kind::Internal);
}

muster::v1::FrameworkRow journalRow(const cluster::FrameworkInfo& framework) {
    muster::v1::FrameworkRow out;
    out.set_id(framework.id.value);
    out.set_name(framework.name);
    out.set_user(framework.user);
    for (const auto& role : framework.roles) {
        out.add_roles(role);
    }
    out.set_principal(framework.principal);
    out.set_hostname(framework.hostname);
    out.set_failover_timeout_us(framework.failoverTimeout.count());
    out.set_checkpoint(framework.checkpoint);
    for (const auto capability : framework.capabilities) {
        out.add_capabilities(static_cast<std::uint32_t>(capability));
    }
    out.set_payload(framework.payload);
    return out;
}

muster::v1::TaskRow journalRow(const cluster::Task& task) {
    muster::v1::TaskRow out;
    out.set_framework_id(task.framework.value);
    out.set_id(task.info.id.value);
    out.set_name(task.info.name);
    out.set_agent_id(task.info.agent.value);
    out.set_hostname(task.hostname);
    out.set_home(task.home);
    out.set_user(task.info.user);
    out.set_role(task.info.role);
    proto::append(
        task.info.resources, *out.mutable_resources(), proto::ResourceFormat::PostRefinement);
    for (const auto& gpu : task.gpus) {
        out.add_gpus(gpu.value);
    }
    if (task.info.executor) {
        fill(*task.info.executor, *out.mutable_executor());
    }
    if (task.info.killGrace) {
        out.set_kill_grace_us(task.info.killGrace->count());
    }
    fill(task.latest, *out.mutable_latest());
    out.set_created_ms(milliseconds(task.created));
    out.set_started_ms(milliseconds(task.started));
    out.set_ended_ms(milliseconds(task.ended));
    if (task.wantedKill) {
        auto& kill = *out.mutable_wanted_kill();
        *kill.mutable_by() = proto::toProto(task.wantedKill->by);
        if (task.wantedKill->grace) {
            kill.set_grace_us(task.wantedKill->grace->count());
        }
    }
    out.set_payload(task.info.payload.bytes());
    return out;
}

muster::v1::JobRow journalRow(const jobs::Job& job, const FrameworkId& framework) {
    muster::v1::JobRow out;
    out.set_id(job.id.value);
    out.set_key(job.key);
    fill(job.spec, *out.mutable_spec());
    out.set_state(rowState(job.state));
    out.set_attempts(job.attempts);
    out.set_failures(job.failures);
    out.set_framework_id(framework.value);
    out.set_task_id(job.task ? job.task->value : "");
    out.set_agent_id(job.agent.value);
    out.set_launched(job.launched);
    out.set_killing(job.killing);
    out.set_message(job.message);
    out.set_why(job.why);
    if (job.killedBy) {
        *out.mutable_killed_by() = proto::toProto(*job.killedBy);
    }
    if (job.hold) {
        auto& hold = *out.mutable_hold();
        hold.set_author(job.hold->author);
        hold.set_reason(job.hold->reason);
        hold.set_since_ms(milliseconds(job.hold->since));
    }
    out.set_submitted_ms(milliseconds(job.submitted));
    out.set_first_started_ms(milliseconds(job.firstStarted));
    out.set_started_ms(milliseconds(job.started));
    out.set_ended_ms(milliseconds(job.ended));
    out.set_not_before_ms(milliseconds(job.notBefore));
    return out;
}

Result<cluster::FrameworkInfo> frameworkFromRow(std::string_view bytes) {
    const auto in = parseRow<muster::v1::FrameworkRow>(bytes, "A framework");
    if (!in) {
        return tl::unexpected(in.error());
    }
    cluster::FrameworkInfo out{.id = {in->id()},
        .name = in->name(),
        .user = in->user(),
        .roles = {in->roles().begin(), in->roles().end()},
        .principal = in->principal(),
        .hostname = in->hostname(),
        .failoverTimeout = Duration(in->failover_timeout_us()),
        .checkpoint = in->checkpoint(),
        .payload = in->payload()};
    for (const auto capability : in->capabilities()) {
        out.capabilities.insert(static_cast<cluster::Capability>(capability));
    }
    return out;
}

Result<cluster::Task> taskFromRow(std::string_view bytes) {
    return parseRow<muster::v1::TaskRow>(bytes, kTask).and_then(toTask);
}

Result<cluster::Task> toTask(const muster::v1::TaskRow& row) {
    auto info = infoFrom(row);
    if (!info || !hasKnownNumbers(row.latest())) {
        return unreadableRow(kTask);
    }
    cluster::Task out{.framework = {row.framework_id()},
        .info = std::move(*info),
        .latest = statusFrom(row.latest()),
        .hostname = row.hostname(),
        .home = row.home(),
        .created = instant(row.created_ms()),
        .started = maybeInstant(row.started_ms()),
        .ended = maybeInstant(row.ended_ms())};
    out.latest.task = out.info.id;
    out.latest.agent = out.info.agent;
    out.latest.at = out.ended.value_or(out.created);
    for (const auto& gpu : row.gpus()) {
        out.gpus.push_back({gpu});
    }
    if (row.has_wanted_kill()) {
        const auto& kill = row.wanted_kill();
        out.wantedKill = {{out.framework, out.info.id},
            durationFrom(kill.has_grace_us(), kill.grace_us()), proto::fromProto(kill.by())};
    }
    return out;
}

Result<jobs::Job> jobFromRow(std::string_view bytes) {
    return parseRow<muster::v1::JobRow>(bytes, kJob).and_then(toJob);
}

Result<jobs::Job> toJob(const muster::v1::JobRow& row) {
    const auto state = jobStateOf(row.state());
    auto spec = specFrom(row.spec());
    if (row.id().empty() || !state || !spec) {
        return unreadableRow(kJob);
    }
    jobs::Job out{.id = {row.id()},
        .spec = std::move(*spec),
        .state = *state,
        .attempts = row.attempts(),
        .failures = row.failures(),
        .agent = {row.agent_id()},
        .launched = row.launched(),
        .killing = row.killing(),
        .message = row.message(),
        .why = row.why(),
        .submitted = instant(row.submitted_ms()),
        .firstStarted = maybeInstant(row.first_started_ms()),
        .started = maybeInstant(row.started_ms()),
        .ended = maybeInstant(row.ended_ms()),
        .notBefore = maybeInstant(row.not_before_ms()),
        .key = row.key()};
    if (!row.task_id().empty()) {
        out.task = TaskId{row.task_id()};
    }
    if (row.has_killed_by()) {
        out.killedBy = proto::fromProto(row.killed_by());
    }
    if (row.has_hold()) {
        out.hold = {row.hold().author(), row.hold().reason(), instant(row.hold().since_ms())};
    }
    return out;
}

muster::v1::ScheduleRow journalRow(const jobs::Schedule& schedule) {
    const auto& spec = schedule.spec;
    muster::v1::ScheduleRow out;
    out.set_id(spec.id.value);
    fill(spec.run, *out.mutable_run());
    out.set_text(spec.text);
    out.set_zone(spec.zone);
    for (const auto& parent : spec.parents) {
        out.add_parents(parent.value);
    }
    out.set_soft_error(spec.softError);
    const auto& [epsilon, concurrent, paused, jitter, window, catchUp, spread] = spec.policy;
    out.set_epsilon_us(epsilon.count());
    out.set_concurrent(concurrent);
    out.set_paused(paused);
    out.set_jitter_us(jitter.count());
    out.set_window(window ? window->text() : "");
    out.set_catch_up(catchUp);
    out.set_spread_us(spread.count());
    out.set_document(spec.document);
    out.set_decided_us(microseconds(schedule.state.decided));
    if (schedule.state.catchUpAt) {
        out.set_catch_up_at_us(microseconds(*schedule.state.catchUpAt));
    }
    for (const auto& parent : schedule.done) {
        out.add_done(parent.value);
    }
    out.set_successes(schedule.successes);
    out.set_failures(schedule.failures);
    out.set_failures_in_a_row(schedule.failuresInARow);
    out.set_last_success_ms(milliseconds(schedule.lastSuccess));
    out.set_last_failure_ms(milliseconds(schedule.lastFailure));
    out.set_last_slot_us(schedule.lastSlot ? microseconds(*schedule.lastSlot) : 0);
    out.set_author(schedule.author);
    out.set_changed_ms(milliseconds(schedule.changed));
    return out;
}

Result<jobs::Schedule> scheduleFromRow(std::string_view bytes) {
    const auto row = parseRow<muster::v1::ScheduleRow>(bytes, kSchedule);
    auto run = row ? specFrom(row->run()) : tl::unexpected(row.error());
    if (!run || row->id().empty()) {
        return unreadableRow(kSchedule);
    }
    jobs::Schedule out;
    auto& spec = out.spec;
    spec.id = {row->id()};
    spec.run = std::move(*run);
    spec.text = row->text();
    spec.zone = row->zone();
    for (const auto& parent : row->parents()) {
        spec.parents.push_back({parent});
    }
    spec.softError = row->soft_error();
    spec.policy = {.epsilon = Duration(row->epsilon_us()),
        .concurrent = row->concurrent(),
        .paused = row->paused(),
        .jitter = Duration(row->jitter_us()),
        .catchUp = row->catch_up(),
        .spread = Duration(row->spread_us())};
    if (!row->window().empty()) {
        const auto window = schedule::Window::parse(row->window());
        if (!window) {
            return unreadableRow(kSchedule);
        }
        spec.policy.window = *window;
    }
    spec.document = row->document();
    out.state.decided = fromMicroseconds(row->decided_us());
    if (row->has_catch_up_at_us()) {
        out.state.catchUpAt = fromMicroseconds(row->catch_up_at_us());
    }
    for (const auto& parent : row->done()) {
        out.done.insert({parent});
    }
    out.successes = row->successes();
    out.failures = row->failures();
    out.failuresInARow = row->failures_in_a_row();
    out.lastSuccess = maybeInstant(row->last_success_ms());
    out.lastFailure = maybeInstant(row->last_failure_ms());
    if (row->last_slot_us() != 0) {
        out.lastSlot = fromMicroseconds(row->last_slot_us());
    }
    out.author = row->author();
    out.changed = instant(row->changed_ms());
    return out;
}

muster::v1::SlotRow journalRow(const jobs::SlotDecided& slot) {
    muster::v1::SlotRow out;
    out.set_decision(rowDecision(slot.record.decision));
    out.set_first_us(microseconds(slot.record.first));
    out.set_last_us(microseconds(slot.record.last));
    out.set_slots(slot.record.slots);
    out.set_by_hand(slot.byHand);
    out.set_job_id(slot.job.value);
    return out;
}

Result<jobs::SlotDecided> slotFromRow(std::string_view bytes) {
    const auto row = parseRow<muster::v1::SlotRow>(bytes, kSlot);
    const auto decision = row ? decisionOf(row->decision()) : std::nullopt;
    if (!decision) {
        return unreadableRow(kSlot);
    }
    return jobs::SlotDecided{.schedule = {},
        .record = {*decision, fromMicroseconds(row->first_us()), fromMicroseconds(row->last_us()),
            row->slots()},
        .byHand = row->by_hand(),
        .job = {row->job_id()}};
}

// By name, so that a new field does not compile before it has a place in the row.
muster::v1::AgentRow journalRow(const cluster::AgentRecord& record) {
    const auto& [id, hostname, policy, reservations, orders, home, unreachableSince, condemned]
        = record;
    const auto& [deactivated, drain, maxGrace, markGone, drainStart, gone, author, reason] = policy;
    muster::v1::AgentRow out;
    out.set_id(id.value);
    out.set_hostname(hostname);
    out.set_deactivated(deactivated);
    out.set_drain(static_cast<muster::v1::AgentRow::Drain>(drain));
    if (maxGrace) {
        out.set_max_grace_us(maxGrace->count());
    }
    out.set_mark_gone(markGone);
    out.set_drain_start_ms(milliseconds(drainStart));
    out.set_gone_ms(milliseconds(gone));
    out.set_author(author);
    out.set_reason(reason);
    out.set_home(home);
    out.set_unreachable_since_ms(milliseconds(unreachableSince));
    proto::append(reservations, *out.mutable_reservations(), proto::ResourceFormat::PostRefinement);
    for (const auto& key : condemned) {
        auto& added = *out.add_condemned();
        added.set_framework_id(key.framework.value);
        added.set_task_id(key.task.value);
    }
    for (const auto& order : orders) {
        auto& added = *out.add_orders();
        added.set_gpu(order.gpu.value);
        added.set_author(order.author);
        if (order.restriction) {
            *added.mutable_restriction() = proto::toProto(*order.restriction);
        }
    }
    return out;
}

muster::v1::RestrictionRow journalRow(const cluster::GpuRestriction& restriction) {
    muster::v1::RestrictionRow out;
    *out.mutable_restriction() = proto::toProto(restriction.restriction);
    out.set_agent_id(restriction.agent.value);
    return out;
}

muster::v1::MaintenanceRow journalRow(const cluster::Maintenance& maintenance) {
    muster::v1::MaintenanceRow out;
    for (const auto& window : maintenance.windows) {
        auto& added = *out.add_windows();
        added.set_start_us(window.unavailability.start.time_since_epoch().count());
        if (window.unavailability.duration) {
            added.set_duration_us(window.unavailability.duration->count());
        }
        for (const auto& id : window.machines) {
            auto& machine = *added.add_machines();
            machine.set_hostname(id.hostname);
            machine.set_ip(id.ip);
            machine.set_down(maintenance.machines.at(id).down);
        }
    }
    return out;
}

muster::v1::QuotaRow journalRow(const cluster::QuotaConfig& config) {
    muster::v1::QuotaRow out;
    out.set_role(config.role);
    for (int i = 0; i < Resources::kKinds; ++i) {
        const auto kind = static_cast<Resources::Kind>(i);
        const std::string name(Resources::name(kind));
        if (config.quota.guarantees[kind] != 0) {
            (*out.mutable_guarantees())[name] = config.quota.guarantees[kind];
        }
        if (config.quota.limits[kind] != allocator::Quota::kUnlimited) {
            (*out.mutable_limits())[name] = config.quota.limits[kind];
        }
    }
    return out;
}

muster::v1::WeightRow journalRow(const cluster::RoleWeight& weight) {
    muster::v1::WeightRow out;
    out.set_role(weight.role);
    out.set_weight(weight.weight.value);
    return out;
}

Result<cluster::AgentRecord> agentFromRow(std::string_view bytes) {
    const auto row = parseRow<muster::v1::AgentRow>(bytes, "An agent");
    if (!row) {
        return tl::unexpected(row.error());
    }
    const auto& in = *row;
    auto reservations = proto::fromProto(in.reservations());
    if (!reservations) {
        return unreadableRow("The reservations of an agent");
    }
    cluster::AgentRecord out{.id = {in.id()},
        .hostname = in.hostname(),
        .policy = {},
        .reservations = std::move(*reservations),
        .home = in.home(),
        .unreachableSince = maybeInstant(in.unreachable_since_ms())};
    out.policy = {.deactivated = in.deactivated(),
        .drain = static_cast<cluster::AgentPolicy::Drain>(in.drain()),
        .maxGrace
        = in.has_max_grace_us() ? std::optional(Duration(in.max_grace_us())) : std::nullopt,
        .markGone = in.mark_gone(),
        .drainStart = maybeInstant(in.drain_start_ms()),
        .gone = maybeInstant(in.gone_ms()),
        .author = in.author(),
        .reason = in.reason()};
    for (const auto& order : in.orders()) {
        auto& added = out.orders.emplace_back(
            cluster::GpuOrder{{order.gpu()}, std::nullopt, order.author()});
        if (order.has_restriction()) {
            added.restriction = proto::fromProto(order.restriction());
        }
    }
    for (const auto& key : in.condemned()) {
        out.condemned.insert(cluster::TaskKey{{key.framework_id()}, {key.task_id()}});
    }
    return out;
}

Result<cluster::GpuRestriction> restrictionFromRow(std::string_view bytes) {
    const auto in = parseRow<muster::v1::RestrictionRow>(bytes, "The restriction of a GPU");
    return in.map([](const auto& row) {
        return cluster::GpuRestriction{proto::fromProto(row.restriction()), {row.agent_id()}};
    });
}

Status addMaintenance(std::string_view bytes, cluster::Recovered& into) {
    const auto in = parseRow<muster::v1::MaintenanceRow>(bytes, "The maintenance schedule");
    if (!in) {
        return tl::unexpected(in.error());
    }
    for (const auto& window : in->windows()) {
        cluster::MaintenanceWindow out;
        out.unavailability.start = Instant(Duration(window.start_us()));
        if (window.has_duration_us()) {
            out.unavailability.duration = Duration(window.duration_us());
        }
        for (const auto& machine : window.machines()) {
            out.machines.push_back({machine.hostname(), machine.ip()});
            if (machine.down()) {
                into.downMachines.push_back(out.machines.back());
            }
        }
        into.windows.push_back(std::move(out));
    }
    return {};
}

Result<cluster::QuotaConfig> quotaFromRow(std::string_view bytes) {
    const auto in = parseRow<muster::v1::QuotaRow>(bytes, "A quota");
    if (!in) {
        return tl::unexpected(in.error());
    }
    cluster::QuotaConfig out{.role = in->role(), .quota = {}};
    for (int i = 0; i < Resources::kKinds; ++i) {
        const auto kind = static_cast<Resources::Kind>(i);
        const std::string name(Resources::name(kind));
        if (const auto found = in->guarantees().find(name); found != in->guarantees().end()) {
            out.quota.guarantees[kind] = found->second;
        }
        if (const auto found = in->limits().find(name); found != in->limits().end()) {
            out.quota.limits[kind] = found->second;
        }
    }
    return out;
}

Result<cluster::RoleWeight> weightFromRow(std::string_view bytes) {
    const auto in = parseRow<muster::v1::WeightRow>(bytes, "A weight");
    if (!in || in->weight() <= 0) {
        return unreadableRow("A weight");
    }
    return cluster::RoleWeight{in->role(), Milli{in->weight()}};
}

muster::v1::AlertRow journalRow(const alerts::Alert& alert) {
    muster::v1::AlertRow out;
    out.set_rule(std::string(alerts::info(alert.rule).name));
    out.set_object(alert.object);
    out.set_name(alert.name);
    out.set_text(alert.text);
    out.set_since_ms(milliseconds(alert.since));
    out.set_holder(alert.holder);
    out.set_counted_ms(milliseconds(alert.counted));
    if (alert.seen) {
        auto& seen = *out.mutable_seen();
        seen.set_author(alert.seen->author);
        seen.set_at_ms(milliseconds(alert.seen->at));
        seen.set_note(alert.seen->note);
        seen.set_muted_until_ms(milliseconds(alert.seen->mutedUntil));
    }
    return out;
}

Result<alerts::Alert> alertFromRow(std::string_view bytes) {
    const auto row = parseRow<muster::v1::AlertRow>(bytes, "An alert");
    const auto rule = row ? alerts::ruleByName(row->rule()) : std::nullopt;
    if (!rule) {
        return unreadableRow("An alert");
    }
    alerts::Alert out{
        *rule, row->object(), row->name(), row->text(), instant(row->since_ms()), std::nullopt};
    if (row->has_seen()) {
        const auto& seen = row->seen();
        out.seen = {
            seen.author(), instant(seen.at_ms()), seen.note(), maybeInstant(seen.muted_until_ms())};
    }
    out.holder = row->holder();
    out.counted = maybeInstant(row->counted_ms());
    return out;
}

} // namespace muster::agentd
