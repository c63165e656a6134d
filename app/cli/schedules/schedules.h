// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/rest_client.h"

namespace muster::cli {

// muster schedules: all of them.
class ListSchedules final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_output = "table";
    bool m_noHeader = false;
};

// What the commands about one schedule have in common.
class ScheduleCommand : public Command {
protected:
    using Json = RestClient::Json;

    void addName(CommandLine& line);
    ExitCode order(const CliContext& here, const std::string& method, const std::string& call,
        const std::string& done);
    std::string path(const char* call) const; // "/job/next/report"

    MasterFlags m_master;
    std::string m_name;
};

// muster schedules show
class ShowSchedule final : public ScheduleCommand {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::string m_output = "table";
};

// muster schedules next: when it is due.
class NextRuns final : public ScheduleCommand {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    int m_count = 5;
};

// muster schedules history: what became of its slots.
class ScheduleHistory final : public ScheduleCommand {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    int m_limit = 20;
    std::string m_output = "table";
    bool m_noHeader = false;
};

class RunSchedule final : public ScheduleCommand {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::string m_arguments;
};

class PauseSchedule final : public ScheduleCommand {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;
};

class ResumeSchedule final : public ScheduleCommand {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;
};

class DeleteSchedule final : public ScheduleCommand {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    bool m_yes = false;
};

} // namespace muster::cli
