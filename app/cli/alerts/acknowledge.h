// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/master_flags.h"

namespace muster::cli {

// muster alerts ack: says that somebody has seen an alert.
class Acknowledge final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_id;
    std::string m_note;
    std::optional<std::string> m_muteFor;
};

} // namespace muster::cli
