// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program/manual.h"

#include <algorithm>
#include <cctype>

#include <fmt/ranges.h>

#include "app/cli/version.h"

namespace muster::cli {
namespace {

std::string pageName(std::string_view command) {
    auto name = fmt::format("muster-{}", command);
    std::ranges::replace(name, ' ', '-');
    return name;
}

// "-o, --output=table|json"
std::string tagOf(const Flag& flag) {
    std::string names = flag.name;
    if (const auto comma = names.find(','); comma != std::string::npos)
        names.insert(comma + 1, 1, ' ');
    if (flag.negatable)
        return fmt::format("{0}, --no-{1}", names, flag.name.substr(2));
    if (std::holds_alternative<bool*>(flag.into))
        return names;
    return fmt::format("{}={}", names,
        !flag.choices.empty()    ? fmt::format("{}", fmt::join(flag.choices, "|"))
            : flag.value.empty() ? "TEXT"
                                 : flag.value);
}

// A number below 0 stands for none.
std::string defaultOf(const Flag& flag) {
    if (const auto* text = std::get_if<std::string*>(&flag.into); text && !(*text)->empty())
        return fmt::format(" Default: {}.", **text);
    if (const auto* number = std::get_if<int*>(&flag.into); number && **number >= 0)
        return fmt::format(" Default: {}.", **number);
    return {};
}

std::string synopsis(const std::string& command, const CommandLine& line) {
    auto out = fmt::format("muster {} [FLAGS]", command);
    for (const auto& argument : line.arguments) {
        const bool several = std::holds_alternative<std::vector<std::string>*>(argument.into);
        const auto name = argument.name + (several ? "..." : "");
        out += argument.required ? " " + name : fmt::format(" [{}]", name);
    }
    return out + (line.rest ? " [-- ARGS...]" : "");
}

void addFlags(manual::Page& page, const std::vector<Flag>& flags) {
    std::vector<std::string> groups{""};
    for (const auto& flag : flags) {
        if (std::ranges::find(groups, flag.group) == groups.end())
            groups.push_back(flag.group);
    }
    for (const auto& group : groups) {
        if (!group.empty())
            page.subheading(group);
        for (const auto& flag : flags) {
            if (flag.group == group)
                page.item(tagOf(flag), fmt::format("{}.{}", flag.help, defaultOf(flag)));
        }
        if (group.empty())
            page.item("-h, --help", "Show the flags and examples.");
    }
}

void addExitStatus(manual::Page& page) {
    page.heading("EXIT STATUS")
        .paragraph(
            "0 success, 1 failure, 2 usage error, 3 not found, 4 permission denied, 5 master "
            "unreachable, 6 a job checked with --check would be pending, 130 interrupted. submit "
            "--wait and --follow: the exit status of the command if the job failed with 1 to 125.");
}

} // namespace

manual::Page pageOf(const CommandRow& row) {
    const auto command = row.make();
    const CommandLine line = command->line();
    const std::string name(row.name);
    std::string summary(row.summary);
    summary[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(summary[0])));
    manual::Page page(pageName(name), 1, programVersion(), summary, synopsis(name, line));
    page.heading("DESCRIPTION").paragraph(fmt::format("{}.", row.summary));
    if (!line.arguments.empty())
        page.heading("ARGUMENTS");
    for (const auto& argument : line.arguments)
        page.item(argument.name, fmt::format("{}.", argument.help));
    page.heading("OPTIONS");
    addFlags(page, line.flags);
    if (!line.examples.empty())
        page.heading("EXAMPLES").examples(line.examples);
    page.heading("SEE ALSO").paragraph("muster(1)");
    return page;
}

manual::Page overviewPage() {
    manual::Page page("muster", 1, programVersion(), "run and monitor work on a pool of GPU nodes",
        "muster COMMAND [FLAGS]\nmuster COMMAND --help");
    page.heading("DESCRIPTION")
        .paragraph("Commands for the cluster whose master is given by --master, by the variable "
                   "MUSTER_MASTER or by the current context (muster-context(1)).");
    page.heading("COMMANDS");
    std::string pages;
    for (const auto& row : commandTable()) {
        if (row.hidden)
            continue;
        page.item(fmt::format("muster {}", row.name), fmt::format("{}.", row.summary));
        pages += fmt::format("{}(1), ", pageName(row.name));
    }
    page.heading("ENVIRONMENT")
        .item("MUSTER_MASTER", "The master, HOST:PORT or a URL, if --master is not given.")
        .item("MUSTER_TOKEN_FILE", "The file with the token, if --token_file is not given.");
    page.heading("FILES").item("~/.config/muster/contexts.toml", "The contexts: known masters.");
    addExitStatus(page);
    page.heading("SEE ALSO").paragraph(pages + "muster-agentd(8), muster-console(1)");
    return page;
}

} // namespace muster::cli
