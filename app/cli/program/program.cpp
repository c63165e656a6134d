// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program/program.h"

#include <algorithm>
#include <optional>
#include <ostream>
#include <vector>

#include <fmt/format.h>

#include "app/cli/parse.h"
#include "app/cli/text.h"
#include "core/kernel/base/nearest.h"

namespace muster::cli {

namespace {

bool asksForHelp(std::string_view word) {
    return word == "-h" || word == "--help" || word == "help";
}

// Those whose names begin so, as --help lists them.
std::string listCommands(std::string_view prefix) {
    std::size_t longest = 0;
    for (const auto& row : commandTable())
        longest = std::max(longest, row.hidden ? 0 : row.name.size());
    std::string text;
    for (const auto& row : commandTable()) {
        if (!row.hidden && row.name.starts_with(prefix))
            text += fmt::format("  {:<{}}  {}\n", row.name, longest, row.summary);
    }
    return text;
}

void printHelp(std::ostream& out) {
    out << "muster: run and monitor work on a pool of GPU nodes\n"
           "\n"
           "Usage: muster COMMAND [FLAGS]\n"
           "\n"
           "Commands:\n"
        << listCommands("")
        << "\n'muster COMMAND --help' shows the flags and examples of a command\n";
}

struct Chosen {
    const CommandRow* row = nullptr;
    std::size_t words = 0; // of the command's name
};

Chosen choose(std::span<const std::string> arguments) {
    const std::string two = arguments.size() > 1 ? arguments[0] + " " + arguments[1] : arguments[0];
    for (const auto& row : commandTable()) {
        if (row.name == two)
            return {&row, std::min<std::size_t>(arguments.size(), 2)};
    }
    for (const auto& row : commandTable()) {
        if (row.name == arguments[0])
            return {&row, 1};
    }
    return {};
}

// "jobs explian": the first word is no command or one without arguments, so the second was to be
// the rest of a name. Empty: it was not.
std::string misspelt(const Chosen& chosen, std::span<const std::string> arguments) {
    if (chosen.words > 1 || arguments.size() < 2 || arguments[1].empty()
        || arguments[1].starts_with('-'))
        return {};
    const auto prefix = arguments[0] + " ";
    const bool goesOn = std::ranges::any_of(
        commandTable(), [&](const CommandRow& row) { return row.name.starts_with(prefix); });
    const bool takesWords = chosen.row && !chosen.row->make()->line().arguments.empty();
    return goesOn && !takesWords ? prefix + arguments[1] : "";
}

// "muster gpu": the beginning of several names, and none itself.
std::optional<ExitCode> listGroup(std::span<const std::string> words, const CliContext& here) {
    const auto commands = listCommands(words[0] + " ");
    if (commands.empty())
        return std::nullopt;
    const bool asked = words.size() > 1 && asksForHelp(words[1]);
    (asked ? here.out : here.err) << "Commands:\n" << commands;
    return asked ? ExitCode::Ok : ExitCode::Usage;
}

ExitCode unknownCommand(const std::string& typed, std::ostream& err) {
    err << fmt::format("muster: unknown command '{}'", escaped(typed));
    if (const auto nearest = nearestCommand(typed); !nearest.empty())
        err << fmt::format(". Did you mean 'muster {}'?", nearest);
    err << "\n'muster --help' lists all commands\n";
    return ExitCode::Usage;
}

ExitCode runCommand(
    const CommandRow& row, std::span<const std::string> arguments, const CliContext& here) {
    const auto command = row.make();
    const CommandLine line = command->line();
    const std::string name(row.name);
    const auto parsed = parse(name, std::string(row.summary), line, arguments);
    if (!parsed) {
        here.err << fmt::format("muster {}: {}\n'muster {} --help' shows the flags\n", name,
            escaped(parsed.error().message), name);
        return ExitCode::Usage;
    }
    if (*parsed == Parsed::Help) {
        const auto fresh = row.make();
        here.out << helpText(name, std::string(row.summary), fresh->line());
        if (const auto more = listCommands(name + " "); !more.empty())
            here.out << "\nSee also:\n" << more;
        return ExitCode::Ok;
    }
    return command->run(here);
}

} // namespace

std::string_view nearestCommand(std::string_view typed) {
    if (typed.empty())
        return {};
    std::string_view nearest;
    std::size_t least = std::max<std::size_t>(typed.size() / 2, 2) + 1;
    for (const auto& row : commandTable()) {
        // The beginning of a name is closer than any slip of the pen.
        const bool begins = typed.size() > 1 && row.name.starts_with(typed);
        const std::size_t away = begins ? 0 : editDistance(typed, row.name);
        if (!row.hidden && away < least) {
            least = away;
            nearest = row.name;
        }
    }
    return nearest;
}

ExitCode runProgram(std::span<const std::string> arguments, const CliContext& here) {
    std::vector<std::string> words(arguments.begin(), arguments.end());
    const bool helps = !words.empty() && asksForHelp(words[0]); // "muster help jobs explain"
    if (helps)
        words.erase(words.begin());
    if (words.empty() || asksForHelp(words[0])) {
        printHelp(helps ? here.out : here.err);
        return helps ? ExitCode::Ok : ExitCode::Usage;
    }
    if (helps)
        words.push_back("--help");
    if (words[0] == "--version")
        words[0] = "version";
    const Chosen chosen = choose(words);
    if (const auto typed = misspelt(chosen, words); !typed.empty())
        return unknownCommand(typed, here.err);
    if (chosen.row)
        return runCommand(*chosen.row, std::span(words).subspan(chosen.words), here);
    const auto group = listGroup(words, here);
    return group ? *group : unknownCommand(words[0], here.err);
}

} // namespace muster::cli
