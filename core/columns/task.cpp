// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/columns/task.h"

#include <fmt/ranges.h>

#include "core/columns/headings.h"
#include "core/columns/values.h"

namespace muster::columns {

namespace {

// Exactly why it ended, where it is known; else what Mesos says.
std::string endOf(const TaskRow& row) {
    return row.task.why().empty() ? row.task.message() : row.task.why();
}

// As nvidia-smi numbers them on the node; of one that is not known its UUID.
Value indices(const TaskRow& row) {
    std::vector<std::string> texts;
    for (const auto& uuid : row.task.gpus()) {
        const auto* gpu = row.cluster.gpu(uuid);
        texts.push_back(gpu == nullptr ? uuid : std::to_string(gpu->index()));
    }
    return texts;
}

std::string exitOf(const TaskRow& row) {
    const auto& task = row.task;
    return task.has_signal()   ? "signal " + std::to_string(task.signal())
        : task.has_exit_code() ? std::to_string(task.exit_code())
                               : std::string();
}

Value exitCode(const TaskRow& row) {
    return row.task.has_exit_code() ? Value(std::int64_t{row.task.exit_code()}) : Value();
}

Value signal(const TaskRow& row) {
    return row.task.has_signal() ? Value(std::int64_t{row.task.signal()}) : Value();
}

// What has no number has not ended so: that is not unknown.
template <Value (*kNumber)(const TaskRow& row)>
std::string numberOrNothing(const TaskRow& row) {
    const auto value = kNumber(row);
    const auto* number = std::get_if<std::int64_t>(&value);
    return number == nullptr ? std::string() : std::to_string(*number);
}

constexpr Column<TaskRow> kTable[] = {
    {.heading = {.key = "task_id",
         .head = "TASK",
         .listed = Listed::Table,
         .title = "Task",
         .names = "task id",
         .rank = Rank::Main},
        .value = [](const TaskRow& row) -> Value { return row.task.id(); }},
    {.heading = kNameHeading, .value = [](const TaskRow& row) -> Value { return row.task.name(); }},
    {.heading = kStateHeading,
        .value = [](const TaskRow& row) -> Value { return word(row.task.state()); }},
    {.heading = kNodeHeading,
        .value = [](const TaskRow& row) -> Value { return row.task.hostname(); }},
    {.heading = {.key = "gpu_count",
         .head = "GPUS",
         .listed = Listed::Table,
         .title = "Number of GPUs",
         .measure = Measure::Number},
        .value = [](const TaskRow& row) -> Value { return std::int64_t{row.task.gpus_size()}; }},
    {.heading = {.key = "gpus", .title = "UUIDs of its GPUs", .measure = Measure::List},
        .value = [](const TaskRow& row) { return list(row.task.gpus()); }},
    {.heading = {.key = "gpu_indices",
         .title = "GPU indices",
         .names = "gpus",
         .rank = Rank::Main,
         .measure = Measure::List,
         .help = "Indices of its GPUs on the node"},
        .value = indices,
        .tip
        = [](const TaskRow& row) { return fmt::format("{}", fmt::join(row.task.gpus(), "\n")); }},
    {.heading = kResourcesHeading,
        .value = [](const TaskRow& row) -> Value { return bundle(row.task.resources()); }},
    {.heading = kUserHeading, .value = [](const TaskRow& row) -> Value { return row.task.user(); }},
    {.heading = {.key = "framework_name",
         .title = "Framework",
         .names = "framework",
         .rank = Rank::Usual},
        .value = [](const TaskRow& row) -> Value {
            const auto* framework = row.cluster.framework(row.task.framework_id());
            return framework == nullptr ? row.task.framework_id() : framework->name();
        },
        .tip = [](const TaskRow& row) { return row.task.framework_id(); }},
    {.heading = {.key = "started",
         .head = "STARTED",
         .listed = Listed::Table,
         .title = "Started",
         .names = "started age",
         .rank = Rank::Main,
         .measure = Measure::Moment},
        .value = [](const TaskRow& row) -> Value { return row.task.started_ms(); }},
    {.heading = {.key = "why", .head = "WHY", .listed = Listed::Table, .title = "Why"},
        .value = [](const TaskRow& row) -> Value { return row.task.why(); }},
    {.heading = {.key = "ended",
         .head = "ENDED",
         .listed = Listed::Wide,
         .title = "Ended",
         .names = "ended",
         .rank = Rank::Usual,
         .measure = Measure::Moment},
        .value = [](const TaskRow& row) -> Value { return row.task.ended_ms(); }},
    {.heading = {.key = "exit",
         .listed = Listed::Never, // exit_code and signal say it apart
         .title = "Exit",
         .names = "exit",
         .rank = Rank::Usual},
        .value = [](const TaskRow& row) -> Value { return exitOf(row); }},
    {.heading = {.key = "exit_code",
         .head = "EXIT",
         .listed = Listed::Wide,
         .title = "Exit code",
         .measure = Measure::Signed},
        .value = exitCode,
        .text = numberOrNothing<exitCode>},
    {.heading = {.key = "signal",
         .head = "SIGNAL",
         .listed = Listed::Wide,
         .title = "Signal",
         .measure = Measure::Number},
        .value = signal,
        .text = numberOrNothing<signal>},
    {.heading = kCommandHeading,
        .value = [](const TaskRow& row) -> Value { return row.task.command(); },
        .tip = [](const TaskRow& row) { return row.task.command(); }},
    {.heading = {.key = "message",
         .head = "MESSAGE",
         .listed = Listed::Wide,
         .title = "Message of Mesos"},
        .value = [](const TaskRow& row) -> Value { return row.task.message(); }},
    {.heading = kMessageHeading,
        .value = [](const TaskRow& row) -> Value { return endOf(row); },
        .tip = [](const TaskRow& row) { return endOf(row); }},
    {.heading
        = {.key = "reason", .head = "REASON", .listed = Listed::Wide, .title = "Reason of Mesos"},
        .value = [](const TaskRow& row) -> Value { return word(row.task.reason()); }},
    {.heading
        = {.key = "source", .head = "SOURCE", .listed = Listed::Wide, .title = "Source of Mesos"},
        .value = [](const TaskRow& row) -> Value { return word(row.task.source()); }},
    {.heading = kFrameworkIdHeading,
        .value = [](const TaskRow& row) -> Value { return row.task.framework_id(); }},
    {.heading = kAgentIdHeading,
        .value = [](const TaskRow& row) -> Value { return row.task.agent_id(); }},
    {.heading = {.key = "created",
         .head = "CREATED",
         .listed = Listed::Wide,
         .title = "Created",
         .measure = Measure::Moment},
        .value = [](const TaskRow& row) -> Value { return row.task.created_ms(); }},
    {.heading = {.key = "killed_by", .title = "Killed by"},
        .value = [](const TaskRow& row) -> Value { return row.task.killed_by().author(); }},
    {.heading = {.key = "kill_reason", .title = "Why it was killed"},
        .value = [](const TaskRow& row) -> Value { return row.task.killed_by().reason(); }},
    {.heading
        = {.key = "memory_peak_bytes", .title = "Most memory (bytes)", .measure = Measure::Number},
        .value = [](const TaskRow& row) -> Value {
            const auto& exceeded = row.task.memory_exceeded();
            return exceeded.has_peak_bytes()
                ? Value(static_cast<std::int64_t>(exceeded.peak_bytes()))
                : Value();
        }},
};

constexpr std::string_view kOrder[] = {"task_id", "name", "state", "node", "gpu_indices", "user",
    "framework_name", "started", "ended", "exit", "end", "command"};

} // namespace

std::span<const Column<TaskRow>> taskColumns() {
    return kTable;
}

std::span<const std::string_view> taskOrder() {
    return kOrder;
}

} // namespace muster::columns
