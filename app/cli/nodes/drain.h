// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/cluster_view.h"
#include "app/cli/command.h"
#include "app/cli/master_flags.h"
#include "core/kernel/base/result.h"

namespace muster::cli {

// muster nodes drain: nothing new is placed on a machine, and what runs there ends. Shows first
// what it stops, and on a terminal asks.
class DrainNode final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    ExitCode preview(const CliContext& here);

    MasterFlags m_master;
    std::string m_node;
    std::string m_reason;
    std::optional<std::string> m_maxGrace;
    bool m_dryRun = false;
    bool m_yes = false;
};

// muster nodes resume: work is placed there again.
class ResumeNode final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_node;
    std::string m_reason;
};

// What a drain of it stops, for people: a sentence and the list. `node`: its id or host name; an
// error names its neighbours.
Result<std::string> drainPreview(const ClusterView& view, const std::string& node);

} // namespace muster::cli
