// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/execute/plan.h"
#include "app/cli/master_flags.h"

namespace muster::cli {

// muster execute: one command on one machine of the cluster, in place of mesos-execute.
class Execute final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    ExitCode refuse(const CliContext& here, const Refusal& refusal);

    MasterFlags m_master;
    ExecuteFlags m_flags;
};

} // namespace muster::cli
