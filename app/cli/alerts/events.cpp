// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/alerts/events.h"

#include <algorithm>
#include <chrono>
#include <ostream>

#include "app/cli/conversation.h"
#include "core/columns/event.h"
#include "core/kernel/base/time.h"
#include "core/proto/time.h"

namespace muster::cli {

namespace {

constexpr int kMost = 10000; // that a master gives at once

} // namespace

CommandLine Events::line() {
    CommandLine line;
    line.flags = {
        outputFlag(m_output, {"table", "json", "csv"}),
        noHeaderFlag(m_noHeader),
        {"--since", &m_since, "How far back to look: 30m, 2h, 7days", "DURATION"},
        {"--limit", &m_limit, "Show at most this many, the newest ones", "N"},
    };
    m_master.addTo(line);
    line.examples = "  muster events\n  muster events --since=7days --limit=1000 -o json";
    return line;
}

ExitCode Events::run(const CliContext& here) {
    const auto since = parseDuration(m_since);
    if (!since)
        return fail(here, Error{"'--since': " + since.error().message}, ExitCode::Usage);
    if (m_limit < 1 || m_limit > kMost)
        return fail(here, Error{fmt::format("'--limit' must be a number from 1 to {}", kMost)},
            ExitCode::Usage);
    muster::v1::Request request;
    auto& query = *request.mutable_query_audit();
    query.set_from_ms(proto::milliseconds(
        std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()) - *since));
    query.set_limit(static_cast<std::uint32_t>(m_limit));
    return askMaster(m_master, here, std::move(request),
        [&](const muster::v1::Reply& reply) { return print(reply.audit(), here); });
}

ExitCode Events::print(const muster::v1::AuditRows& audit, const CliContext& here) const {
    auto listing = listingOf("events", columns::eventColumns());
    for (const auto& row : audit.rows())
        add(listing, columns::eventColumns(), row);
    std::reverse(listing.rows.begin(), listing.rows.end());
    here.out << listingText(listing, m_output, !m_noHeader);
    if (listing.rows.empty())
        here.err << fmt::format(
            "No events in the last {}. Use --since to look further back\n", m_since);
    if (audit.rows_size() == m_limit)
        here.err << fmt::format("Showing only the newest {}; use --limit to see more\n", m_limit);
    return ExitCode::Ok;
}

} // namespace muster::cli
