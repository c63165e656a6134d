// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program/completion.h"

#include <algorithm>
#include <ostream>

#include "app/cli/program/program.h"

namespace muster::cli {

namespace {

constexpr const char* kBash = R"(# source <(muster completion bash)
_muster() {
    mapfile -t COMPREPLY < <(muster __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}")
}
complete -o default -F _muster muster
)";

constexpr const char* kZsh = R"(#compdef muster
# muster completion zsh > "${fpath[1]}/_muster"
_muster() {
    local -a found
    found=("${(@f)$(muster __complete -- "${(@)words[2,CURRENT]}")}")
    compadd -- $found
}
compdef _muster muster
)";

constexpr const char* kFish = R"(# muster completion fish > ~/.config/fish/completions/muster.fish
complete -c muster -f -a '(muster __complete -- (commandline -opc)[2..-1] (commandline -ct))'
)";

const CommandRow* commandOf(std::span<const std::string> words) {
    const CommandRow* found = nullptr;
    const std::string two = words.size() > 1 ? words[0] + " " + words[1] : "";
    for (const auto& row : commandTable()) {
        if (row.name == two)
            return &row;
        if (!words.empty() && row.name == words[0])
            found = &row;
    }
    return found;
}

// "-o,--output" has two spellings.
void addSpellings(const std::string& names, std::vector<std::string>& all) {
    const auto comma = names.find(',');
    all.push_back(names.substr(0, comma));
    if (comma != std::string::npos)
        all.push_back(names.substr(comma + 1));
}

std::vector<std::string> flagsOf(const CommandRow& row) {
    const auto command = row.make();
    const CommandLine line = command->line();
    std::vector<std::string> all = {"--help"};
    for (const auto& flag : line.flags) {
        addSpellings(flag.name, all);
        if (flag.negatable)
            all.push_back("--no-" + flag.name.substr(2));
        for (const auto& choice : flag.choices)
            all.push_back("--" + flag.name.substr(flag.name.find("--") + 2) + "=" + choice);
    }
    return all;
}

// The names of commands that go on after the words, one word of each.
std::vector<std::string> commandWords(std::span<const std::string> before) {
    std::vector<std::string> all;
    const std::string prefix = before.empty() ? "" : before[0] + " ";
    for (const auto& row : commandTable()) {
        if (row.hidden || !row.name.starts_with(prefix))
            continue;
        const std::string rest(row.name.substr(prefix.size()));
        all.push_back(rest.substr(0, rest.find(' ')));
    }
    return all;
}

} // namespace

std::vector<std::string> completions(std::span<const std::string> words) {
    if (words.empty())
        return commandWords({});
    const auto before = words.first(words.size() - 1);
    std::vector<std::string> all;
    if (before.size() < 2)
        all = commandWords(before);
    if (const auto* row = before.empty() ? nullptr : commandOf(before);
        row && words.back().starts_with('-'))
        all = flagsOf(*row);
    std::erase_if(all, [&](const auto& word) { return !word.starts_with(words.back()); });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

CommandLine Completion::line() {
    CommandLine line;
    line.arguments = {{"SHELL", &m_shell, "bash, zsh or fish"}};
    line.examples = "  source <(muster completion bash)";
    return line;
}

ExitCode Completion::run(const CliContext& here) {
    const char* script = m_shell == "bash" ? kBash
        : m_shell == "zsh"                 ? kZsh
        : m_shell == "fish"                ? kFish
                                           : nullptr;
    if (!script) {
        here.err << "muster: completion is available for bash, zsh and fish\n";
        return ExitCode::Usage;
    }
    here.out << script;
    return ExitCode::Ok;
}

CommandLine Complete::line() {
    CommandLine line;
    line.rest = &m_words;
    return line;
}

ExitCode Complete::run(const CliContext& here) {
    for (const auto& word : completions(m_words))
        here.out << word << '\n';
    return ExitCode::Ok;
}

} // namespace muster::cli
