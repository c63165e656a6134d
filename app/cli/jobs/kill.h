// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/cluster_view.h"
#include "app/cli/command.h"
#include "app/cli/conversation.h"
#include "app/cli/master_flags.h"

namespace muster::cli {

// muster kill: ends jobs and tasks; on a terminal it asks first. An id that is no job's is taken
// for a task's.
class Kill final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    muster::v1::Request killJob(std::size_t position, const CliContext& here) const;
    muster::v1::Request killTask(std::size_t position, const CliContext& here) const;
    Status checkNames() const; // each is of one job at most
    std::optional<ExitCode> answer(
        Conversation& conversation, const muster::v1::Reply& reply, const CliContext& here);

    MasterFlags m_master;
    std::vector<std::string> m_ids;
    std::string m_reason;
    std::string m_framework;
    bool m_yes = false;
    ClusterView m_view; // before the kill
    std::size_t m_answered = 0;
    std::vector<std::pair<std::string, muster::v1::Error>> m_unknown; // and what the master said
    ExitCode m_worst = ExitCode::Ok;
};

// "Kill job 'job-12' (train) and task 't-3'?": what stands under those ids, for people. Many are
// counted.
std::string killQuestion(
    const ClusterView& view, const std::vector<std::string>& ids, const std::string& framework);

} // namespace muster::cli
