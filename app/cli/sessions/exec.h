// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/master_flags.h"
#include "core/proto/mesos/v1/agent/agent.pb.h"

namespace muster::cli {

struct ExecFlags {
    bool interactive = false;
    bool terminal = false;
    bool detach = false;
    std::vector<std::string> env;
    std::vector<std::string> argv;
};

// What the agent is asked; `parent` is the task's container, `name` that of the new one in it.
// `rows` and `columns` of the terminal, if it has one. Pure.
Result<mesos::v1::agent::Call> planExec(const ExecFlags& flags,
    const mesos::v1::ContainerID& parent, const std::string& name, unsigned rows, unsigned columns);

// muster exec: runs one more command in the container of a running task, and exits like it.
class Exec final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_id;
    std::string m_framework;
    ExecFlags m_flags;
};

// muster attach: to a task's own terminal, or back to a command that 'muster exec --detach'
// started; to a task without either by looking at what it writes.
class Attach final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_id;
    std::string m_framework;
    std::optional<std::string> m_session;
    bool m_noInput = false;
};

} // namespace muster::cli
