// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/listing.h"
#include "app/cli/master_flags.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::cli {

// muster offers refused: what frameworks are not offered now, and why.
class RefusedOffers final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    ExitCode print(const muster::v1::Refusals& refusals, const CliContext& here) const;

    MasterFlags m_master;
    std::string m_framework;
    std::string m_output = "table";
    int m_limit = 200;
    bool m_noHeader = false;
};

} // namespace muster::cli
