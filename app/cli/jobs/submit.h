// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/jobs/job_command.h"
#include "core/spec/job_file.h"

namespace muster::cli {

// muster submit: a job for the queue, from flags, a file or a template; flags go before the others.
class Submit final : public JobCommand {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

    // What the flags, and the file that they name, ask for.
    Result<muster::v1::SubmitJob> job(const CliContext& here) const;

private:
    Result<spec::JobFile> base(const CliContext& here) const;

    spec::JobText m_flags;
    std::string m_file;
    std::string m_template;
    std::vector<std::string> m_set; // "epochs=10"
};

} // namespace muster::cli
