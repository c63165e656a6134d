// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/master_flags.h"

namespace muster::cli {

// muster cp: files of a task's sandbox, while it runs and afterwards.
class Copy final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_source;
    std::string m_framework;
    std::string m_local;
};

// muster files: what a folder of a task's sandbox has.
class Files final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_id;
    std::string m_framework;
    std::string m_path;
    std::string m_output = "table";
    bool m_noHeader = false;
};

} // namespace muster::cli
