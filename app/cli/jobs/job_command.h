// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>

#include "app/cli/command.h"
#include "app/cli/conversation.h"
#include "app/cli/log_writer.h"
#include "app/cli/master_flags.h"

namespace muster::cli {

// What the commands that submit a job have in common: check it only, wait for its end, follow its
// output, also while the master is restarted.
class JobCommand : public Command {
protected:
    void addTo(CommandLine& line); // the flags of all that
    ExitCode send(muster::v1::SubmitJob job, const CliContext& here);

    MasterFlags m_master;

private:
    using Writers = std::array<LogWriter, 2>; // stdout, stderr

    std::optional<ExitCode> answer(Conversation& conversation, const muster::v1::Message& message,
        const CliContext& here, Writers& writers);
    std::optional<ExitCode> submitted(
        Conversation& conversation, const muster::v1::JobSubmitted& taken, const CliContext& here);
    std::optional<ExitCode> changed(Conversation& conversation, const muster::v1::Rows& rows,
        const CliContext& here, Writers& writers);
    // What no node can ever run is taken all the same, for another may join.
    void warn(const muster::v1::Explanation& explanation, const CliContext& here) const;
    std::optional<ExitCode> exitCode() const; // none: the command goes on
    static muster::v1::Request queryEnded();
    muster::v1::Request readLog(std::size_t stream, std::int64_t offset) const;

    // Once the connection was lost: goes on with the same job.
    ExitCode reconnect(const CliContext& here, Writers& writers, const Error& lost);
    ExitCode goOn(
        Conversation& conversation, bool& answered, const CliContext& here, Writers& writers);

    bool m_check = false;
    std::string m_output = "table";
    bool m_wait = false;
    bool m_follow = false;
    bool m_parsable = false; // only the id of the job is printed
    std::string m_key;
    std::string m_job;
    std::string m_readFramework;
    std::string m_readTask; // whose logs are being read
    std::bitset<2> m_reading; // of these streams
    std::optional<ExitCode> m_ended; // of the job
    std::string m_framework; // of the job's task
    std::string m_attempt; // the newest task
    std::optional<int> m_status; // the exit status of its ended attempt; 0: it has none
    bool m_asksStatus = false; // the master
};

} // namespace muster::cli
