// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/master_flags.h"
#include "core/kernel/base/time.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::cli {

// muster report: who used how much.
class Report final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_since = "7d";
    std::optional<std::string> m_until;
    std::string m_by = "user";
    std::string m_output = "table";
};

// "7d": so long before `now`; "2026-11-01", "2026-11-01T09:30", "2026-11-01T09:30:00Z": that time,
// in UTC.
Result<Instant> parseMoment(const std::string& text, Instant now);

struct ReportSpan {
    Instant from;
    Instant to;
};
// A user a row, most GPU time first, and what they come to; of no user an empty text.
std::string usageTable(const muster::v1::Usage& usage);
// RFC 4180, without the sums.
std::string usageCsv(const muster::v1::Usage& usage);
// One JSON object with "schema_version".
std::string usageJson(const muster::v1::Usage& usage, const ReportSpan& span);

} // namespace muster::cli
