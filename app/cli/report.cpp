// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report.h"

#include <cmath>
#include <cstdio>
#include <ostream>

#include <nlohmann/json.hpp>

#include "app/cli/conversation.h"
#include "app/cli/listing.h"
#include "core/kernel/base/elapsed.h"
#include "core/kernel/base/text.h"
#include "core/proto/time.h"

namespace muster::cli {

using muster::v1::Usage;

namespace {

constexpr std::uint64_t kRequest = 1;
constexpr double kHourMs = 3'600'000;

double hours(std::int64_t milliseconds) {
    return std::round(static_cast<double>(milliseconds) / kHourMs * 1000) / 1000;
}

// Seconds; nothing: no job started.
std::optional<std::int64_t> meanWait(const Usage::Row& row) {
    constexpr std::int64_t kSecondMs = 1000;
    return row.started() == 0 ? std::nullopt
                              : std::optional(row.wait_ms() / row.started() / kSecondMs);
}

Usage::Row totalOf(const Usage& usage) {
    Usage::Row out;
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

std::vector<Cell> cellsOf(const Usage::Row& row, const std::string& name) {
    const auto wait = meanWait(row);
    return {Cell::word(name), Cell::word(fmt::format("{:.1f}", hours(row.gpu_ms()))),
        Cell::word(fmt::format("{:.1f}", hours(row.cpu_ms()))), Cell::number(row.tasks()),
        Cell::number(row.failed()),
        Cell::word(wait ? elapsedText(std::chrono::seconds(*wait)) : "")};
}

nlohmann::ordered_json jsonOf(const Usage::Row& row) {
    nlohmann::ordered_json out{{"gpu_hours", hours(row.gpu_ms())},
        {"cpu_hours", hours(row.cpu_ms())}, {"tasks", row.tasks()}, {"failed", row.failed()}};
    const auto wait = meanWait(row);
    out["mean_wait_seconds"] = wait ? nlohmann::ordered_json(*wait) : nlohmann::ordered_json();
    return out;
}

} // namespace

Result<Instant> parseMoment(const std::string& text, Instant now) {
    if (const auto ago = parseDuration(text)) {
        return now - *ago;
    }
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, used = 0;
    const bool date = std::sscanf(text.c_str(), "%4d-%2d-%2d%n", &year, &month, &day, &used) == 3;
    std::string rest = date ? text.substr(static_cast<std::size_t>(used)) : "?";
    if (rest.ends_with('Z')) {
        rest.pop_back();
    }
    used = 0;
    if (!rest.empty() && std::sscanf(rest.c_str(), "T%2d:%2d%n", &hour, &minute, &used) == 2) {
        rest = rest.substr(static_cast<std::size_t>(used));
        used = 0;
        if (!rest.empty() && std::sscanf(rest.c_str(), ":%2d%n", &second, &used) == 1) {
            rest = rest.substr(static_cast<std::size_t>(used));
        }
    }
    const std::chrono::year_month_day calendar{std::chrono::year(year),
        std::chrono::month(static_cast<unsigned>(month)),
        std::chrono::day(static_cast<unsigned>(day))};
    const bool clock
        = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
    if (!rest.empty() || !calendar.ok() || !clock) {
        return failure(fmt::format(
            "'{}' is not a time: use 7d, 12h, 2026-11-01 or 2026-11-01T09:30 (UTC)", text));
    }
    return std::chrono::sys_days(calendar) + std::chrono::hours(hour) + std::chrono::minutes(minute)
        + std::chrono::seconds(second);
}

std::string usageTable(const Usage& usage) {
    Listing listing{"users",
        {{"USER", ""}, {"GPU-HOURS", "", false, true}, {"CPU-HOURS", "", false, true},
            {"TASKS", "", false, true}, {"FAILED", "", false, true},
            {"MEAN-WAIT", "", false, true}},
        {}};
    for (const auto& row : usage.rows()) {
        listing.rows.push_back(cellsOf(row, row.user()));
    }
    if (usage.rows().empty()) {
        return {};
    }
    listing.rows.push_back(cellsOf(totalOf(usage), "TOTAL"));
    return tableText(listing, /*wide=*/false, /*header=*/true);
}

std::string usageCsv(const Usage& usage) {
    std::string out = "user,gpu_hours,cpu_hours,tasks,failed,mean_wait_seconds\r\n";
    for (const auto& row : usage.rows()) {
        const auto wait = meanWait(row);
        out += fmt::format("{},{},{},{},{},{}\r\n", csvField(row.user()), hours(row.gpu_ms()),
            hours(row.cpu_ms()), row.tasks(), row.failed(), wait ? std::to_string(*wait) : "");
    }
    return out;
}

std::string usageJson(const Usage& usage, const ReportSpan& span) {
    using Json = nlohmann::ordered_json;
    Json rows = Json::array();
    for (const auto& row : usage.rows()) {
        Json one{{"user", row.user()}};
        one.update(jsonOf(row));
        rows.push_back(std::move(one));
    }
    const Json document{{"schema_version", kSchemaVersion}, {"from", isoTime(span.from)},
        {"to", isoTime(span.to)}, {"users", std::move(rows)}, {"total", jsonOf(totalOf(usage))},
        {"cut", usage.cut()}};
    return escapedJson(document.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

CommandLine Report::line() {
    CommandLine line;
    line.flags = {
        {"--since", &m_since,
            "Start of the period: how long ago (7d), or a time in UTC (2026-11-01T09:30)", "TIME"},
        {"--until", &m_until, "End of the period; default: now", "TIME"},
        {"--by", &m_by, "What to group the rows by", "WHAT", false, {"user"}},
        {"-o,--output", &m_output, "Output format", "FORMAT", false, {"table", "json", "csv"}},
    };
    m_master.addTo(line);
    line.examples = "  muster report\n"
                    "  muster report --since=30d -o csv\n"
                    "  muster report --since=2026-10-01 --until=2026-11-01\n"
                    "GPU-hours count allocated GPUs, busy or not. Only usage within the period "
                    "counts; running\n"
                    "tasks count until now. FAILED counts tasks that failed themselves, not those "
                    "lost with their\n"
                    "node. MEAN-WAIT is the mean time until a job first ran";
    return line;
}

ExitCode Report::run(const CliContext& here) {
    const auto now = std::chrono::floor<Duration>(std::chrono::system_clock::now());
    const auto from = parseMoment(m_since, now);
    const auto to = m_until ? parseMoment(*m_until, now) : Result<Instant>(now);
    if (!from || !to)
        return fail(here,
            Error{
                (from ? "'--until': " + to.error().message : "'--since': " + from.error().message)},
            ExitCode::Usage);
    if (*from >= *to)
        return fail(here,
            Error{fmt::format(
                "'--since' ({}) must be before '--until' ({})", isoTime(*from), isoTime(*to))},
            ExitCode::Usage);
    auto master = findMaster(m_master, here, "/ws/console");
    if (!master)
        return fail(here, master.error(), ExitCode::Usage);
    muster::v1::Request request;
    request.set_id(kRequest);
    request.mutable_query_usage()->set_from_ms(proto::milliseconds(*from));
    request.mutable_query_usage()->set_to_ms(m_until ? proto::milliseconds(*to) : 0);
    return Conversation(std::move(*master), here)
        .run({request},
            [&](Conversation&, const muster::v1::Message& message) -> std::optional<ExitCode> {
                if (!message.reply().has_usage())
                    return std::nullopt;
                const auto& usage = message.reply().usage();
                here.out << (m_output == "json" ? usageJson(usage, {*from, *to})
                        : m_output == "csv"     ? usageCsv(usage)
                                                : usageTable(usage));
                if (usage.rows().empty())
                    here.err << fmt::format(
                        "No usage from {} to {}\n", isoTime(*from), isoTime(*to));
                if (usage.cut())
                    here.err << "There are more tasks than the master can count at once: these are "
                                "only the earliest. Choose a shorter period\n";
                return ExitCode::Ok;
            });
}

} // namespace muster::cli
