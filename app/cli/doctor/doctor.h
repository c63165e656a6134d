// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/doctor/checks.h"
#include "app/cli/listing.h"

namespace muster::cli {

// muster doctor: whether this machine can run Muster's daemon and tasks, and what to do where not.
class Doctor final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::string m_output = "table";
    std::optional<std::string> m_workDir;
    int m_port = 5050;
    bool m_strict = false;
};

// As a table, which leaves the remedies out, or JSON.
Listing listingOf(const std::vector<doctor::Finding>& findings);

// Below the table: a line for each remedy; empty where there is nothing to do.
std::string remediesText(const std::vector<doctor::Finding>& findings);

// 0 fine, 1 warnings where they count (`strict`), 2 errors.
ExitCode exitCodeOf(doctor::Verdict worst, bool strict);

} // namespace muster::cli
