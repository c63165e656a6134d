// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/services/service_command.h"

namespace muster::cli {

// muster services: all of them.
class ListServices final : public ServiceCommand {
public:
    CommandLine line() override;

private:
    Result<ExitCode> ask(const RestClient& marathon, const CliContext& here) override;

    std::string m_output = "table";
    bool m_noHeader = false;
};

// muster services show: one, why it waits, and its instances.
class ShowService final : public ServiceCommand {
public:
    CommandLine line() override;

private:
    Result<ExitCode> ask(const RestClient& marathon, const CliContext& here) override;

    std::string m_output = "table";
};

// muster services history: its versions, and what each changed.
class ServiceHistory final : public ServiceCommand {
public:
    CommandLine line() override;

private:
    Result<ExitCode> ask(const RestClient& marathon, const CliContext& here) override;

    int m_limit = 20;
    std::string m_output = "table";
    bool m_noHeader = false;
};

} // namespace muster::cli
