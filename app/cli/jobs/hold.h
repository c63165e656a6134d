// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/master_flags.h"

namespace muster::cli {

// muster jobs hold: a job that waits is not started until it is released.
class HoldJob final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_job;
    std::string m_reason;
};

// muster jobs release: gives it its place in the queue back.
class ReleaseJob final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_job;
};

} // namespace muster::cli
