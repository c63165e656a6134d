// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/columns/usage.h"

#include "core/columns/headings.h"

#include <fmt/format.h>

namespace muster::columns {

namespace {

constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::int64_t kSecondMs = 1000;

// In thousandths.
std::int64_t hours(std::int64_t milliseconds) {
    constexpr auto kThousandth = kHourMs / 1000;
    return (milliseconds + kThousandth / 2) / kThousandth;
}

std::string hoursText(std::int64_t milliseconds) {
    return fmt::format("{:.1f}", static_cast<double>(milliseconds) / kHourMs);
}

Value share(const UsageRow& row) {
    const auto all = row.total.gpu_ms();
    return all == 0 ? std::int64_t{0} : (100 * row.usage.gpu_ms() + all / 2) / all;
}

Value meanWait(const UsageRow& row) {
    const auto& usage = row.usage;
    return usage.started() == 0 ? Value() : Value(usage.wait_ms() / usage.started() / kSecondMs);
}

// Unknown is what nobody tells; of who started nothing there is no wait.
std::string meanWaitText(const UsageRow& row) {
    const auto value = meanWait(row);
    return row.usage.started() == 0 ? std::string()
                                    : plainText({.measure = Measure::Duration}, value);
}

constexpr Column<UsageRow> kTable[] = {
    {.heading = kUserHeading,
        .value = [](const UsageRow& row) -> Value { return row.usage.user(); }},
    {.heading = {.key = "gpu_hours",
         .head = "GPU-HOURS",
         .listed = Listed::Table,
         .title = "GPU-hours",
         .names = "gpuh gpu",
         .rank = Rank::Main,
         .measure = Measure::Thousandths,
         .help = "GPUs allocated, busy or idle, times hours"},
        .value = [](const UsageRow& row) -> Value { return hours(row.usage.gpu_ms()); },
        .text = [](const UsageRow& row) { return hoursText(row.usage.gpu_ms()); }},
    {.heading = {.key = "share_percent",
         .listed = Listed::Never,
         .title = "Share (%)",
         .names = "share",
         .rank = Rank::Main,
         .measure = Measure::Number,
         .help = "Share of the GPU-hours of all users"},
        .value = share},
    {.heading = {.key = "cpu_hours",
         .head = "CPU-HOURS",
         .listed = Listed::Table,
         .title = "CPU-hours",
         .names = "cpuh cpu",
         .rank = Rank::Main,
         .measure = Measure::Thousandths,
         .help = "CPUs allocated, busy or idle, times hours"},
        .value = [](const UsageRow& row) -> Value { return hours(row.usage.cpu_ms()); },
        .text = [](const UsageRow& row) { return hoursText(row.usage.cpu_ms()); }},
    {.heading = {.key = "tasks",
         .head = "TASKS",
         .listed = Listed::Table,
         .title = "Tasks",
         .names = "tasks",
         .rank = Rank::Main,
         .measure = Measure::Number,
         .help = "Tasks that held resources in this period"},
        .value = [](const UsageRow& row) -> Value { return std::int64_t{row.usage.tasks()}; }},
    {.heading = {.key = "failed",
         .head = "FAILED",
         .listed = Listed::Table,
         .title = "Failed",
         .names = "failed",
         .rank = Rank::Main,
         .measure = Measure::Number,
         .help = "Tasks that failed in this period"},
        .value = [](const UsageRow& row) -> Value { return std::int64_t{row.usage.failed()}; }},
    {.heading = {.key = "mean_wait_seconds",
         .head = "MEAN-WAIT",
         .listed = Listed::Table,
         .title = "Mean wait",
         .names = "wait",
         .rank = Rank::Main,
         .measure = Measure::Duration,
         .help = "Time in the queue of jobs whose first attempt started in this period"},
        .value = meanWait,
        .text = meanWaitText},
};

constexpr std::string_view kOrder[]
    = {"user", "gpu_hours", "share_percent", "cpu_hours", "tasks", "failed", "mean_wait_seconds"};

} // namespace

std::span<const Column<UsageRow>> usageColumns() {
    return kTable;
}

std::span<const std::string_view> usageOrder() {
    return kOrder;
}

v1::Usage::Row totalOf(const v1::Usage& usage) {
    v1::Usage::Row out;
    for (const auto& row : usage.rows()) {
        out.set_gpu_ms(out.gpu_ms() + row.gpu_ms());
        out.set_cpu_ms(out.cpu_ms() + row.cpu_ms());
        out.set_tasks(out.tasks() + row.tasks());
        out.set_failed(out.failed() + row.failed());
        out.set_wait_ms(out.wait_ms() + row.wait_ms());
        out.set_started(out.started() + row.started());
    }
    return out;
}

} // namespace muster::columns
