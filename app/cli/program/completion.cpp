// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program/completion.h"

#include <algorithm>
#include <ostream>

#include "app/cli/program/known_names.h"
#include "app/cli/program/program.h"

namespace muster::cli {

namespace {

constexpr const char* kBash = R"(# source <(muster completion bash)
_muster() {
    mapfile -t COMPREPLY < <(muster __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _muster muster
)";

constexpr const char* kZsh = R"zsh(#compdef muster
# muster completion zsh > "${fpath[1]}/_muster"
_muster() {
    local -a found
    found=(${(f)"$(muster __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    compadd -- $found
}
compdef _muster muster
)zsh";

constexpr const char* kFish = R"(# muster completion fish > ~/.config/fish/completions/muster.fish
complete -c muster -f -a '(muster __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
)";

// The row of the command that the words begin with, and how many of them are its name.
std::pair<const CommandRow*, std::size_t> commandOf(std::span<const std::string> words) {
    const CommandRow* found = nullptr;
    const std::string two = words.size() > 1 ? words[0] + " " + words[1] : "";
    for (const auto& row : commandTable()) {
        if (row.name == two)
            return {&row, 2};
        if (!words.empty() && row.name == words[0])
            found = &row;
    }
    return {found, 1};
}

// "-o,--output" has two spellings.
void addSpellings(const std::string& names, std::vector<std::string>& all) {
    const auto comma = names.find(',');
    all.push_back(names.substr(0, comma));
    if (comma != std::string::npos)
        all.push_back(names.substr(comma + 1));
}

std::vector<std::string> flagNames(const CommandLine& line) {
    std::vector<std::string> all = {"--help"};
    for (const auto& flag : line.flags) {
        addSpellings(flag.name, all);
        if (flag.negatable)
            all.push_back("--no-" + flag.name.substr(2));
    }
    return all;
}

// Of "--state" or "--state=free", if it takes a value.
const Flag* flagOf(const CommandLine& line, const std::string& word) {
    const auto name = word.substr(0, word.find('='));
    for (const auto& flag : line.flags) {
        std::vector<std::string> spellings;
        addSpellings(flag.name, spellings);
        if (!std::holds_alternative<bool*>(flag.into)
            && std::find(spellings.begin(), spellings.end(), name) != spellings.end())
            return &flag;
    }
    return nullptr;
}

// Where a word stands after a command.
struct Place {
    const Flag* flag = nullptr; // whose value it is
    std::size_t argument = 0; // else how many arguments are before it
    bool isRest = false; // it is one of those after "--"
};

Place placeAfter(const CommandLine& line, std::span<const std::string> before) {
    Place out;
    for (const auto& word : before) {
        if (out.flag) // its value
            out.flag = nullptr;
        else if (word == "--")
            return {.isRest = true};
        else if (!word.starts_with('-'))
            ++out.argument;
        else if (word.find('=') == std::string::npos)
            out.flag = flagOf(line, word);
    }
    return out;
}

const Argument* argumentAt(const CommandLine& line, std::size_t position) {
    if (line.arguments.empty())
        return nullptr;
    const auto& last = line.arguments.back();
    if (position < line.arguments.size())
        return &line.arguments[position];
    return std::holds_alternative<std::vector<std::string>*>(last.into) ? &last : nullptr;
}

void append(std::vector<std::string>& all, const std::vector<std::string>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

std::vector<std::string> valuesOf(const Flag& flag, const AskNames& ask) {
    auto all = flag.choices;
    append(all, flag.values);
    append(all, ask(flag.names));
    return all;
}

std::vector<std::string> wordsOf(const CommandLine& line, std::span<const std::string> before,
    const std::string& typed, const AskNames& ask) {
    const auto place = placeAfter(line, before);
    if (place.isRest)
        return {};
    if (place.flag)
        return valuesOf(*place.flag, ask);
    if (const auto equals = typed.find('='); typed.starts_with('-') && equals != typed.npos) {
        const auto* flag = flagOf(line, typed);
        auto all = flag ? valuesOf(*flag, ask) : std::vector<std::string>();
        for (auto& value : all)
            value.insert(0, typed, 0, equals + 1);
        return all;
    }
    if (typed.starts_with('-'))
        return flagNames(line);
    const auto* argument = argumentAt(line, place.argument);
    if (!argument)
        return {};
    auto all = argument->values;
    append(all, ask(argument->names));
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

std::vector<std::string> joinedWords(std::span<const std::string> words) {
    std::vector<std::string> out;
    bool isGlued = false; // to the word before
    for (const auto& word : words) {
        const bool isBreak = word == "=" || word == ":";
        if ((isGlued || isBreak) && !out.empty())
            out.back() += word;
        else
            out.push_back(word);
        isGlued = isBreak;
    }
    return out;
}

std::vector<std::string> completions(std::span<const std::string> words, const AskNames& ask) {
    if (words.empty())
        return commandWords({});
    const auto before = words.first(words.size() - 1);
    const auto& typed = words.back();
    std::vector<std::string> all;
    if (before.size() < 2)
        all = commandWords(before);
    if (const auto [row, size] = commandOf(before); row) {
        const auto command = row->make();
        append(all, wordsOf(command->line(), before.subspan(size), typed, ask));
    }
    std::erase_if(all, [&](const auto& word) { return !word.starts_with(typed); });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

CommandLine Completion::line() {
    CommandLine line;
    line.arguments
        = {{"SHELL", &m_shell, "bash, zsh or fish", true, Names::None, {"bash", "zsh", "fish"}}};
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
    const auto words = joinedWords(m_words);
    const auto found
        = completions(words, [&](Names names) { return knownNames(names, words, here); });
    // bash puts what it gets in place of the last of its own words.
    const bool isBreak = !m_words.empty() && (m_words.back() == "=" || m_words.back() == ":");
    const auto kept = m_words.empty() || isBreak ? 0 : m_words.back().size();
    const auto before = words.empty() ? 0 : words.back().size() - kept;
    for (const auto& word : found)
        here.out << word.substr(before) << '\n';
    return ExitCode::Ok;
}

} // namespace muster::cli
