// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/rest_client.h"

namespace muster::cli {

// muster schedules create: flags, or a file with a job as Chronos has it.
class CreateSchedule final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    using Json = RestClient::Json;

    Result<Json> fromFile();
    Result<Json> fromFlags(const CliContext& here) const;

    MasterFlags m_master;
    std::string m_file;
    std::string m_name;
    std::string m_schedule;
    std::string m_zone;
    std::vector<std::string> m_after;
    std::string m_command;
    std::vector<std::string> m_words;
    std::string m_cpus;
    std::string m_mem;
    int m_gpus = 0;
    int m_retries = 0;
    std::string m_image;
    std::string m_user;
    std::string m_description;
    std::vector<std::string> m_env;
    std::vector<std::string> m_uris;
    std::vector<std::string> m_constraints;
    std::string m_epsilon;
    std::string m_jitter;
    std::string m_window;
    std::string m_timeLimit;
    int m_catchUp = 1;
    bool m_concurrent = false;
    bool m_softError = false;
    bool m_paused = false;
};

} // namespace muster::cli
