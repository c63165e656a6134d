// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/conversation.h"
#include "app/cli/master_flags.h"

namespace muster::cli {

// muster kill: ends jobs and tasks. An id that is no job's is taken for a task's.
class Kill final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const Surroundings& here) override;

private:
    std::optional<ExitCode> answer(
        Conversation& conversation, const muster::v1::Reply& reply, const Surroundings& here);

    MasterFlags m_master;
    std::vector<std::string> m_ids;
    std::string m_reason;
    bool m_yes = false;
    std::size_t m_answered = 0;
    ExitCode m_worst = ExitCode::Ok;
};

} // namespace muster::cli
