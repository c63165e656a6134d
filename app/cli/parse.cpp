// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/parse.h"

#include <algorithm>
#include <limits>

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

#include "core/kernel/base/nearest.h"
#include "core/kernel/base/wrap.h"

namespace muster::cli {

namespace {

// With the values that it takes, if it takes no others.
std::string helpOf(const Flag& flag) {
    return wrapped(flag.choices.empty()
            ? flag.help
            : fmt::format("{}: {}", flag.help, fmt::join(flag.choices, ", ")),
        kHelpColumns);
}

CLI::Option* declare(CLI::App& app, const Flag& flag, bool* into) {
    const std::string no = flag.negatable ? ",!--no-" + flag.name.substr(2) : "";
    return app.add_flag(flag.name + no, *into, helpOf(flag));
}

CLI::Option* declare(CLI::App& app, const Flag& flag, std::optional<std::string>* into) {
    return app.add_option_function<std::string>(
        flag.name, [into](const std::string& text) { *into = text; }, helpOf(flag));
}

CLI::Option* declare(CLI::App& app, const Flag& flag, std::vector<std::string>* into) {
    return app.add_option(flag.name, *into, helpOf(flag))->expected(1)->take_all();
}

template <typename Value>
CLI::Option* declare(CLI::App& app, const Flag& flag, Value* into) {
    return app.add_option(flag.name, *into, helpOf(flag));
}

// "RESOURCES (cpus:1;mem:128)": what to write, and the default. A number below 0 stands for none.
std::string valueText(const Flag& flag) {
    if (const auto* text = std::get_if<std::string*>(&flag.into); text && !(*text)->empty())
        return fmt::format("{} ({})", flag.value, **text);
    if (const auto* number = std::get_if<int*>(&flag.into); number && **number >= 0)
        return fmt::format("{} ({})", flag.value, **number);
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
        [&](auto* into) {
            return app.add_option(argument.name, *into, wrapped(argument.help, kHelpColumns));
        },
        argument.into);
    option->required(argument.required)->option_text(" ");
    if (argument.required)
        option->check([](const std::string& text) {
            return std::string(text.empty() ? "must not be empty" : "");
        });
}

// As CLI11 writes it, without its own marks and with what may follow "--".
class HelpFormatter final : public CLI::Formatter {
public:
    explicit HelpFormatter(bool takesWords) : m_takesWords(takesWords) { }

    std::string make_option_name(const CLI::Option* option, bool isPositional) const override {
        return withoutFalseMark(CLI::Formatter::make_option_name(option, isPositional));
    }
    std::string make_usage(const CLI::App* app, std::string name) const override {
        auto usage = CLI::Formatter::make_usage(app, std::move(name));
        if (m_takesWords)
            usage.insert(usage.find_last_not_of('\n') + 1, " [-- ARGS...]");
        return usage;
    }

private:
    const bool m_takesWords;
};

// A blank line between the examples and what is said beside them.
std::string footer(const std::string& examples) {
    std::string out = "Examples:\n" + examples;
    for (auto end = out.find('\n', out.find('\n') + 1); end != std::string::npos;
         end = out.find('\n', end + 1)) {
        if (out[end + 1] != ' ') {
            out.insert(end, "\n");
            break;
        }
    }
    return out;
}

void build(CLI::App& app, const std::string& command, const CommandLine& line) {
    app.name("muster " + command);
    app.set_help_flag("-h,--help", "Show this help");
    app.formatter(std::make_shared<HelpFormatter>(line.rest != nullptr));
    for (const auto& flag : line.flags)
        declare(app, flag);
    for (const auto& argument : line.arguments)
        declare(app, argument);
    if (!line.examples.empty())
        app.footer(footer(line.examples));
}

// "--reason=": CLI11 would take the next word for its value.
Status needValues(std::span<const std::string> words) {
    for (const auto& word : words) {
        if (word.starts_with("--") && word.find('=') == word.size() - 1)
            return failure(fmt::format("'{}' needs a value", word.substr(0, word.size() - 1)));
    }
    return {};
}

// "gpus" of "--gpus=2".
std::string bareName(std::string_view flag) {
    flag.remove_prefix(std::min(flag.find_first_not_of('-'), flag.size()));
    return std::string(flag.substr(0, flag.find('=')));
}

// Empty: none is close.
std::string nearestFlag(const CommandLine& line, const std::string& typed) {
    std::vector<std::string> names{"help"};
    for (const auto& flag : line.flags) {
        names.push_back(bareName(flag.name.substr(flag.name.find("--"))));
        if (flag.negatable)
            names.push_back("no-" + names.back());
    }
    const auto name = bareName(typed);
    if (const auto near = nearestNames(name, names, 1); !near.empty())
        return "--" + near.front();
    // "--memory", "--out"
    const auto begins = std::find_if(names.begin(), names.end(), [&](const std::string& known) {
        return name.size() > 2 && (name.starts_with(known) || known.starts_with(name));
    });
    return begins == names.end() ? "" : "--" + *begins;
}

// `word`: the first that nothing takes.
tl::unexpected<Error> unexpectedWord(
    const std::string& command, const CommandLine& line, const std::string& word) {
    if (word.starts_with('-')) {
        const auto near = nearestFlag(line, word);
        return failure(fmt::format("unknown flag '{}'{}", word.substr(0, word.find('=')),
            near.empty() ? "" : fmt::format(": did you mean '{}'?", near)));
    }
    if (!line.rest)
        return failure(fmt::format("'muster {}' takes no argument '{}'", command, word));
    std::string usage = command;
    for (const auto& argument : line.arguments)
        usage += " " + argument.name;
    return failure(fmt::format(
        "put '--' before the command that is to run, as in 'muster {} -- {} ...'", usage, word));
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
    if (const auto complete = needValues({arguments.begin(), dashes}); !complete)
        return tl::unexpected(complete.error());
    std::vector<std::string> reversed(
        std::make_reverse_iterator(dashes), std::make_reverse_iterator(arguments.begin()));
    try {
        app.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        return Parsed::Help;
    } catch (const CLI::ArgumentMismatch& error) {
        const std::string_view text = error.what(); // "--node: 1 required TEXT missing"
        return failure(fmt::format("'{}' needs a value", text.substr(0, text.find(':'))));
    } catch (const CLI::ConversionError& error) {
        return failure(fmt::format(
            "{}: write a whole number, {} at most", error.what(), std::numeric_limits<int>::max()));
    } catch (const CLI::ExtrasError& error) {
        const auto words = app.remaining();
        return words.empty() ? failure(error.what()) : unexpectedWord(command, line, words.front());
    } catch (const CLI::ParseError& error) {
        return failure(error.what());
    }
    return Parsed::Run;
}

std::string helpText(
    const std::string& command, const std::string& summary, const CommandLine& line) {
    CLI::App app(summary);
    build(app, command, line);
    auto text = app.help();
    for (auto at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n"))
        text.erase(at, 1);
    return text;
}

} // namespace muster::cli
