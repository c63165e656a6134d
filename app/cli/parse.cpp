// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/parse.h"

#include <algorithm>

#include <CLI/CLI.hpp>

namespace muster::cli {

namespace {

CLI::Option* declare(CLI::App& app, const Flag& flag, bool* into) {
    const std::string no = flag.negatable ? ",!--no-" + flag.name.substr(2) : "";
    return app.add_flag(flag.name + no, *into, flag.help);
}

CLI::Option* declare(CLI::App& app, const Flag& flag, std::optional<std::string>* into) {
    return app.add_option_function<std::string>(
        flag.name, [into](const std::string& text) { *into = text; }, flag.help);
}

CLI::Option* declare(CLI::App& app, const Flag& flag, std::vector<std::string>* into) {
    return app.add_option(flag.name, *into, flag.help)->expected(1)->take_all();
}

template <typename Value>
CLI::Option* declare(CLI::App& app, const Flag& flag, Value* into) {
    return app.add_option(flag.name, *into, flag.help);
}

// "RESOURCES (cpus:1;mem:128)": what to write, and the default.
std::string valueText(const Flag& flag) {
    if (const auto* text = std::get_if<std::string*>(&flag.into); text && !(*text)->empty())
        return fmt::format("{} ({})", flag.value, **text);
    return flag.value;
}

void declare(CLI::App& app, const Flag& flag) {
    auto* option = std::visit([&](auto* into) { return declare(app, flag, into); }, flag.into);
    if (!std::holds_alternative<std::vector<std::string>*>(flag.into))
        option->take_last();
    if (!std::holds_alternative<bool*>(flag.into))
        option->option_text(valueText(flag));
    if (!flag.group.empty())
        option->group(flag.group);
    if (!flag.choices.empty())
        option->transform(CLI::IsMember(flag.choices));
}

void declare(CLI::App& app, const Argument& argument) {
    auto* option = std::visit(
        [&](auto* into) { return app.add_option(argument.name, *into, argument.help); },
        argument.into);
    option->required(argument.required)->option_text(" ");
}

void build(CLI::App& app, const std::string& command, const CommandLine& line) {
    app.name("muster " + command);
    app.set_help_flag("-h,--help", "Show this help");
    for (const auto& flag : line.flags)
        declare(app, flag);
    for (const auto& argument : line.arguments)
        declare(app, argument);
    if (!line.examples.empty())
        app.footer("Examples:\n" + line.examples);
}

} // namespace

Result<Parsed> parse(const std::string& command, const std::string& summary,
    const CommandLine& line, std::span<const std::string> arguments) {
    CLI::App app(summary);
    build(app, command, line);
    // CLI11 would hand what follows "--" to the positionals; a command's own words stay as they
    // are.
    const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
    if (dashes != arguments.end() && !line.rest)
        return failure(fmt::format("'muster {}' takes nothing after '--'", command));
    if (dashes != arguments.end())
        line.rest->assign(dashes + 1, arguments.end());
    std::vector<std::string> reversed(
        std::make_reverse_iterator(dashes), std::make_reverse_iterator(arguments.begin()));
    try {
        app.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        return Parsed::Help;
    } catch (const CLI::ParseError& error) {
        return failure(error.what());
    }
    return Parsed::Run;
}

std::string helpText(
    const std::string& command, const std::string& summary, const CommandLine& line) {
    CLI::App app(summary);
    build(app, command, line);
    return app.help();
}

} // namespace muster::cli
