// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report.h"

#include <cstdio>
#include <ostream>

#include <nlohmann/json.hpp>

#include "app/cli/conversation.h"
#include "app/cli/listing.h"
#include "core/columns/usage.h"
#include "core/kernel/base/text.h"
#include "core/proto/time.h"

namespace muster::cli {

using muster::v1::Usage;

namespace {

Listing usageListing(const Usage& usage) {
    auto listing = listingOf("users", columns::usageColumns());
    const auto total = columns::totalOf(usage);
    for (const auto& row : usage.rows()) {
        add(listing, columns::usageColumns(), {row, total});
    }
    return listing;
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
    if (usage.rows().empty()) {
        return {};
    }
    auto listing = usageListing(usage);
    auto total = columns::totalOf(usage);
    total.set_user("TOTAL");
    add(listing, columns::usageColumns(), {total, total});
    return tableText(listing, /*wide=*/false, /*header=*/true);
}

std::string usageCsv(const Usage& usage) {
    return csvText(usageListing(usage));
}

std::string usageJson(const Usage& usage, const ReportSpan& span) {
    using Json = nlohmann::ordered_json;
    auto listing = usageListing(usage);
    Json rows = Json::array();
    for (const auto& row : listing.rows) {
        rows.push_back(jsonOf(listing, row));
    }
    const auto sums = columns::totalOf(usage);
    add(listing, columns::usageColumns(), {sums, sums});
    auto total = jsonOf(listing, listing.rows.back());
    total.erase("user");
    const Json document{{"schema_version", kSchemaVersion}, {"from", isoTime(span.from)},
        {"to", isoTime(span.to)}, {"users", std::move(rows)}, {"total", std::move(total)},
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
        outputFlag(m_output, {"table", "json", "csv"}),
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
    muster::v1::Request request;
    request.mutable_query_usage()->set_from_ms(proto::milliseconds(*from));
    request.mutable_query_usage()->set_to_ms(m_until ? proto::milliseconds(*to) : 0);
    return askMaster(m_master, here, std::move(request), [&](const muster::v1::Reply& reply) {
        const auto& usage = reply.usage();
        here.out << (m_output == "json" ? usageJson(usage, {*from, *to})
                : m_output == "csv"     ? usageCsv(usage)
                                        : usageTable(usage));
        if (usage.rows().empty())
            here.err << fmt::format("No usage from {} to {}\n", isoTime(*from), isoTime(*to));
        if (usage.cut())
            here.err << "There are more tasks than the master can count at once: these are only "
                        "the earliest. Choose a shorter period\n";
        return ExitCode::Ok;
    });
}

} // namespace muster::cli
