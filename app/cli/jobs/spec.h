// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/jobs/job_command.h"
#include "core/spec/job_text.h"

namespace muster::cli {

// muster jobs spec: what was submitted as a job, as a file for submit --file.
class ShowSpec final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_id;
    std::string m_output = "yaml";
};

// muster jobs clone: the same job once more, with what the flags say in place of what it had. The
// caller runs it.
class CloneJob final : public JobCommand {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::string m_id;
    spec::JobText m_flags;
};

} // namespace muster::cli
