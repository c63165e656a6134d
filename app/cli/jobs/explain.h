// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/master_flags.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::cli {

inline constexpr int kShownMachines = 20; // those nearest to serving the job

// muster jobs explain: why a job waits, machine by machine, and what would let it start.
class ExplainJob final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_id;
    std::string m_output = "table";
    int m_machines = kShownMachines;
};

// For people: the sentence, the table of machines, what would let it start.
std::string explanationText(const muster::v1::Explanation& explanation);
// For scripts: one JSON object with "schema_version".
std::string explanationJson(const muster::v1::Explanation& explanation);

// Asks the master and prints the answer. With `check`: WouldWait when no machine would serve it
// now.
ExitCode explain(const muster::v1::Explain& question, const std::string& output, bool check,
    const MasterFlags& flags, const CliContext& here);

} // namespace muster::cli
