// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/columns/job.h"

#include "core/columns/headings.h"
#include "core/columns/values.h"
#include "core/proto/job.h"

namespace muster::columns {

namespace {

// Exactly why the last attempt ended, where it is known; else what Mesos says.
std::string endOf(const v1::Job& job) {
    return job.why().empty() ? job.message() : job.why();
}

// Of a queued job why it is pending, of an ended one why its last attempt ended.
std::string reason(const JobRow& row) {
    const auto& job = row.job;
    if (!proto::isWaiting(job)) {
        return endOf(job);
    }
    return !job.wait_text().empty() || job.wait_reason() == v1::Job::NONE ? job.wait_text()
                                                                          : word(job.wait_reason());
}

Value constraints(const JobRow& row) {
    std::vector<std::string> texts;
    for (const auto& constraint : row.job.constraints()) {
        texts.push_back(constraint.attribute()
            + (constraint.op() == v1::Job::Constraint::EQUALS
                    ? ":"
                    : ' ' + v1::Job::Constraint::Operator_Name(constraint.op()) + ' ')
            + constraint.value());
    }
    return texts;
}

Value ranFor(const JobRow& row) {
    constexpr std::int64_t kSecondMs = 1000;
    const auto& job = row.job;
    return job.started_ms() == 0 || job.ended_ms() == 0
        ? Value()
        : Value((job.ended_ms() - job.started_ms()) / kSecondMs);
}

constexpr Column<JobRow> kTable[] = {
    {.heading = {.key = "job_id",
         .head = "JOB",
         .listed = Listed::Table,
         .title = "Job",
         .names = "job id",
         .rank = Rank::Main},
        .value = [](const JobRow& row) -> Value { return row.job.id(); }},
    {.heading = kNameHeading, .value = [](const JobRow& row) -> Value { return row.job.name(); }},
    {.heading = kStateHeading,
        .value = [](const JobRow& row) -> Value { return word(row.job.state()); }},
    {.heading = kUserHeading, .value = [](const JobRow& row) -> Value { return row.job.user(); }},
    {.heading = kResourcesHeading,
        .value = [](const JobRow& row) -> Value { return bundle(row.job.resources()); }},
    {.heading = kGpusHeading,
        .value = [](const JobRow& row) -> Value { return amount(row.job.resources(), "gpus"); }},
    {.heading = onRequest(kCpusHeading),
        .value = [](const JobRow& row) -> Value { return amount(row.job.resources(), "cpus"); }},
    {.heading = onRequest(kMemoryHeading),
        .value = [](const JobRow& row) -> Value { return amount(row.job.resources(), "mem"); }},
    {.heading = {.key = "priority",
         .head = "PRIORITY",
         .listed = Listed::Table,
         .title = "Priority",
         .names = "priority",
         .rank = Rank::Extra,
         .measure = Measure::Signed},
        .value = [](const JobRow& row) -> Value { return std::int64_t{row.job.priority()}; }},
    // None while it is pending: it may go elsewhere than the last time.
    {.heading = kNodeHeading,
        .value = [](const JobRow& row) -> Value {
            return proto::isWaiting(row.job) ? std::string() : row.cluster.node(row.job.agent_id());
        }},
    {.heading = {.key = "submitted",
         .head = "SUBMITTED",
         .listed = Listed::Table,
         .title = "Submitted",
         .names = "submitted age",
         .rank = Rank::Main,
         .measure = Measure::Moment},
        .value = [](const JobRow& row) -> Value { return row.job.submitted_ms(); }},
    {.heading = {.key = "reason",
         .head = "WHY",
         .listed = Listed::Table,
         .title = "Reason",
         .names = "waits reason",
         .rank = Rank::Main,
         .help = "Why the job is pending or its last attempt ended"},
        .value = [](const JobRow& row) -> Value { return reason(row); },
        .tip = reason},
    {.heading = {.key = "wait_reason", .title = "Pending reason"},
        .value = [](const JobRow& row) -> Value {
            return proto::isWaiting(row.job) ? word(row.job.wait_reason()) : std::string();
        }},
    {.heading = {.key = "wait_text", .title = "Why the job is pending"},
        .value = [](const JobRow& row) -> Value {
            return proto::isWaiting(row.job) ? row.job.wait_text() : std::string();
        }},
    {.heading = {.key = "message", .title = "Message of Mesos"},
        .value = [](const JobRow& row) -> Value { return row.job.message(); }},
    {.heading = onRequest(kMessageHeading),
        .value = [](const JobRow& row) -> Value { return endOf(row.job); },
        .tip = [](const JobRow& row) { return endOf(row.job); }},
    {.heading = {.key = "task_id", .head = "TASK", .listed = Listed::Wide, .title = "Task id"},
        .value = [](const JobRow& row) -> Value { return row.job.task_id(); }},
    {.heading = {.key = "attempts",
         .head = "ATTEMPTS",
         .listed = Listed::Wide,
         .title = "Attempts",
         .names = "attempts",
         .rank = Rank::Extra,
         .measure = Measure::Number},
        .value = [](const JobRow& row) -> Value { return std::int64_t{row.job.attempts()}; }},
    {.heading = {.key = "retries",
         .head = "RETRIES",
         .listed = Listed::Wide,
         .title = "Retries",
         .measure = Measure::Number},
        .value = [](const JobRow& row) -> Value { return std::int64_t{row.job.retries()}; }},
    {.heading = {.key = "linked",
         .head = "LINKED",
         .listed = Listed::Wide,
         .title = "Linked",
         .measure = Measure::Flag},
        .value = [](const JobRow& row) -> Value { return row.job.linked(); }},
    {.heading = {.key = "constraints",
         .head = "CONSTRAINTS",
         .listed = Listed::Wide,
         .title = "Constraints",
         .measure = Measure::List},
        .value = constraints},
    {.heading = {.key = "started",
         .head = "STARTED",
         .listed = Listed::Wide,
         .title = "Started",
         .names = "started",
         .rank = Rank::Extra,
         .measure = Measure::Moment},
        .value = [](const JobRow& row) -> Value { return row.job.started_ms(); }},
    {.heading = {.key = "ended",
         .head = "ENDED",
         .listed = Listed::Wide,
         .title = "Ended",
         .measure = Measure::Moment},
        .value = [](const JobRow& row) -> Value { return row.job.ended_ms(); }},
    {.heading = {.key = "ran_for_seconds",
         .title = "Ran for",
         .names = "ran",
         .rank = Rank::Usual,
         .measure = Measure::Duration},
        .value = ranFor},
    {.heading = onRequest(kCommandHeading),
        .value = [](const JobRow& row) -> Value { return row.job.command(); },
        .tip = [](const JobRow& row) { return row.job.command(); }},
    {.heading = {.key = "framework_id", .title = "Framework id"},
        .value = [](const JobRow& row) -> Value { return row.job.framework_id(); }},
    {.heading = {.key = "agent_id", .title = "Agent id"},
        .value = [](const JobRow& row) -> Value { return row.job.agent_id(); }},
    {.heading = {.key = "why", .title = "Why its last attempt ended"},
        .value = [](const JobRow& row) -> Value { return row.job.why(); }},
    {.heading = {.key = "killed_by", .title = "Killed by"},
        .value = [](const JobRow& row) -> Value { return row.job.killed_by().author(); }},
    {.heading = {.key = "kill_reason", .title = "Why it was killed"},
        .value = [](const JobRow& row) -> Value { return row.job.killed_by().reason(); }},
    {.heading = {.key = "held_by", .title = "Held by"},
        .value = [](const JobRow& row) -> Value { return row.job.hold().author(); }},
    {.heading = {.key = "hold_reason", .title = "Why it is held"},
        .value = [](const JobRow& row) -> Value { return row.job.hold().reason(); }},
};

constexpr std::string_view kOrder[]
    = {"job_id", "name", "user", "state", "reason", "gpus", "cpus", "memory_mib", "priority",
        "attempts", "node", "submitted", "started", "ran_for_seconds", "end", "command"};

} // namespace

std::span<const Column<JobRow>> jobColumns() {
    return kTable;
}

std::span<const std::string_view> jobOrder() {
    return kOrder;
}

} // namespace muster::columns
