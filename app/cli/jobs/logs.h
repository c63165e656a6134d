// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/conversation.h"
#include "app/cli/master_flags.h"
#include "app/cli/target.h"

namespace muster::cli {

// muster logs: what a task, or the newest attempt of a job, wrote; where that is nothing, why it
// failed or what became of it.
class Logs final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    struct Output;

    std::optional<ExitCode> answer(
        Conversation& conversation, const muster::v1::Message& message, Output& output);
    muster::v1::Request readLog(std::int64_t offset, bool follow) const;
    std::optional<ExitCode> chunk(
        Conversation& conversation, const muster::v1::LogChunk& chunk, Output& output);
    void taken(Conversation& conversation, std::uint64_t bytes);
    std::optional<ExitCode> end(Conversation& conversation);
    std::optional<ExitCode> explain(const CliContext& here, const muster::v1::Rows& rows) const;

    MasterFlags m_master;
    TaskName m_name;
    bool m_follow = false;
    bool m_stderr = false;
    int m_tail = -1; // lines; all when negative
    Target m_target;
    std::string m_kept; // with --tail: all of it until its end is known
    bool m_written = false; // there is some output
    std::uint64_t m_taken = 0; // bytes of it that the master was not told of
    std::optional<muster::v1::Error> m_problem; // why it cannot be read
};

} // namespace muster::cli
