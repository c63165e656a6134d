// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/master_flags.h"

namespace muster::cli {

// muster gpu restrict: keeps new work away from one GPU.
class RestrictGpu final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_uuid;
    std::string m_reason;
    std::optional<std::string> m_duration;
};

// muster gpu release: gives it back.
class ReleaseGpu final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_uuid;
};

} // namespace muster::cli
