// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/conversation.h"
#include "app/cli/jobs/container_flags.h"
#include "app/cli/log_writer.h"
#include "app/cli/master_flags.h"
#include "app/cli/sessions/terminal.h"

namespace muster::cli {

struct SubmitFlags {
    std::optional<std::string> name; // else the first word of the command
    std::optional<std::string> image;
    std::optional<std::string> command; // for /bin/sh -c
    std::optional<std::string> resources;
    std::optional<std::string> gpus; // these three are added to each other, not to --resources
    std::optional<std::string> cpus;
    std::optional<std::string> memory; // MiB
    std::optional<std::string> user;
    std::vector<std::string> constraints; // "gpu:K40"
    std::vector<std::string> env; // "K=V"
    std::vector<std::string> uris; // for its sandbox
    std::vector<std::string> argv; // after "--"
    bool linked = false;
    bool terminal = false;
    int priority = 0;
    int retries = 0;
    ContainerFlags container;
};

// What the flags ask for; an error says which flag is wrong. `size`: of the job's terminal.
Result<muster::v1::SubmitJob> planSubmit(
    const SubmitFlags& flags, const std::string& caller, TerminalSize size = {});

// muster submit: a job for the queue.
class Submit final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const Surroundings& here) override;

private:
    std::optional<ExitCode> answer(Conversation& conversation, const muster::v1::Message& message,
        const Surroundings& here, LogWriter& log);
    std::optional<ExitCode> submitted(
        Conversation& conversation, const std::string& id, const Surroundings& here);
    std::optional<ExitCode> changed(
        Conversation& conversation, const muster::v1::Rows& rows, const Surroundings& here);

    MasterFlags m_master;
    SubmitFlags m_flags;
    bool m_check = false;
    bool m_wait = false;
    bool m_follow = false;
    std::string m_job;
    std::string m_readTask; // whose log is being read
    bool m_reading = false;
    std::optional<ExitCode> m_ended; // of the job
};

} // namespace muster::cli
