// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"

namespace muster::cli {

// `muster backup FILE`: a copy of the master's journal, of one that runs as well.
class Backup : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::string m_file;
    std::optional<std::string> m_workDir;
};

// `muster restore FILE`: makes a copy the journal again.
class Restore : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::string m_file;
    std::optional<std::string> m_workDir;
};

} // namespace muster::cli
