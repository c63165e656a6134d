// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "app/cli/command.h"
#include "app/cli/conversation.h"
#include "app/cli/master_flags.h"
#include "app/cli/target.h"

namespace muster::cli {

// muster logs: what a task, or the newest attempt of a job, wrote; where that is nothing, why it
// failed or what became of it. With --follow also while the master is restarted.
class Logs : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

protected:
    MasterFlags m_master;
    TaskName m_name;
    bool m_stderr = false;

private:
    struct Output;
    struct Stream;
    using StreamPtr = std::shared_ptr<Stream>;

    ExitCode read(Conversation& conversation, bool isAgain, bool& answered, Output& output,
        const CliContext& here);
    ExitCode fails(Error why); // said once all is printed
    std::optional<ExitCode> answer(
        const StreamPtr& stream, const muster::v1::Message& message, Output& output);
    muster::v1::Request readLog() const; // from where it was read to
    std::optional<ExitCode> chunk(
        const StreamPtr& stream, const muster::v1::LogChunk& chunk, Output& output);
    std::optional<ExitCode> end(Conversation& conversation);
    std::optional<ExitCode> explain(const CliContext& here, const muster::v1::Rows& rows) const;

    bool m_follow = false;
    int m_tail = -1; // lines; all when negative
    Target m_target;
    std::optional<Error> m_unknown; // no such task is listed: the master may know it all the same
    std::string m_kept; // with --tail: all of it until its end is known
    std::int64_t m_next = 0; // where the next chunk begins
    bool m_written = false; // there is some output
    std::optional<muster::v1::Error> m_problem; // why it cannot be read
    std::optional<Error> m_failure;
};

} // namespace muster::cli
