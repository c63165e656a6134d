// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/listing.h"
#include "app/cli/master_flags.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::cli {

// muster events: who did what, alerts, agents that came and went; the newest last, as in a log.
class Events final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    ExitCode print(const muster::v1::AuditRows& audit, const CliContext& here) const;

    MasterFlags m_master;
    std::string m_output = "table";
    std::string m_since = "1d";
    int m_limit = 100;
    bool m_noHeader = false;
};

} // namespace muster::cli
