// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/master_flags.h"

namespace muster::cli {

// muster nodes gone: a machine will not come back. What it ran is over, jobs start elsewhere.
class MarkNodeGone final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_node;
    std::string m_reason;
    bool m_yes = false;
};

} // namespace muster::cli
