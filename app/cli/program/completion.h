// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/cli/command.h"

namespace muster::cli {

// What may stand in place of the last of the words after "muster".
std::vector<std::string> completions(std::span<const std::string> words);

// muster completion SHELL: a script for the shell, which calls `muster __complete -- WORD...`.
class Completion final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::string m_shell;
};

class Complete final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::vector<std::string> m_words;
};

} // namespace muster::cli
