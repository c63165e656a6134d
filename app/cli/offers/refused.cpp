// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/offers/refused.h"

#include <ostream>

#include "app/cli/conversation.h"
#include "core/columns/refusal.h"

namespace muster::cli {

using muster::v1::Refusals;

namespace {

constexpr int kMost = 5000; // that a master gives at once

} // namespace

CommandLine RefusedOffers::line() {
    CommandLine line;
    line.flags = {
        outputFlag(m_output, {"table", "wide", "json", "csv"}),
        noHeaderFlag(m_noHeader),
        {"--framework", &m_framework, "Only of this framework", "NAME_OR_ID"},
        {"--limit", &m_limit, "Show at most this many, those that expire last", "N"},
    };
    m_master.addTo(line);
    line.examples = "  muster offers refused\n"
                    "  muster offers refused --framework=train -o json\n"
                    "Each row is not offered to the framework until the time shown; a row without "
                    "a node applies to all";
    return line;
}

ExitCode RefusedOffers::run(const CliContext& here) {
    if (m_limit < 1 || m_limit > kMost)
        return fail(here, Error{fmt::format("'--limit' must be a number from 1 to {}", kMost)},
            ExitCode::Usage);
    muster::v1::Request request;
    request.mutable_query_refusals()->set_framework(m_framework);
    request.mutable_query_refusals()->set_limit(static_cast<std::uint32_t>(m_limit));
    return askMaster(m_master, here, std::move(request),
        [&](const muster::v1::Reply& reply) { return print(reply.refusals(), here); });
}

// What has no end comes before what ends last.
ExitCode RefusedOffers::print(const Refusals& refusals, const CliContext& here) const {
    auto listing = listingOf("refused", columns::refusalColumns());
    for (const auto* rows : {&refusals.withheld(), &refusals.rows()}) {
        for (const auto& row : *rows)
            add(listing, columns::refusalColumns(), row);
    }
    here.out << listingText(listing, m_output, !m_noHeader);
    if (listing.rows.empty())
        here.err << "Nothing is refused at present\n";
    if (refusals.more())
        here.err << fmt::format(
            "Showing only the {} that expire last; use --limit to see more\n", m_limit);
    return ExitCode::Ok;
}

} // namespace muster::cli
