// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"

namespace muster::cli {

// muster context: the masters that this user knows; the current one is marked.
class ShowContexts final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::string m_output = "table";
};

// muster context set NAME ADDRESS: adds or changes one, and makes it the current one. Nothing is
// saved that could not be used: the address, the token and the certificate authority are read
// first.
class SetContext final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::string m_name;
    std::string m_address;
    std::optional<std::string> m_tokenFile;
    std::optional<std::string> m_caFile;
};

// muster context remove NAME: not the current one, unless it is the last.
class RemoveContext final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::string m_name;
};

// muster context use NAME
class UseContext final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::string m_name;
};

} // namespace muster::cli
