// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/command.h"

namespace muster::cli {

// What there is under names that change.
using AskNames = std::function<std::vector<std::string>(Names names)>;

// What may stand in place of the last of the words after "muster".
std::vector<std::string> completions(
    std::span<const std::string> words,
    const AskNames& ask = [](Names) { return std::vector<std::string>(); });

// As they were typed: bash hands over "--state=free" and "host:80" as three words each.
std::vector<std::string> joinedWords(std::span<const std::string> words);

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
