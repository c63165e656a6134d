// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace muster::cli {

// Whose names the shell completes. Open: what has not ended.
enum class Names {
    None,
    Nodes,
    Gpus,
    OpenJobs,
    Jobs,
    OpenTasks, // and jobs
    Tasks, // and jobs
    Offers,
    Alerts,
    Contexts,
    Templates,
    Schedules,
    Services
};

// One flag, declared once: the parser, --help and the shell completion read it. The value before
// parsing is the default.
struct Flag {
    using Target = std::variant<bool*, int*, std::string*, std::optional<std::string>*,
        std::vector<std::string>*>; // a vector takes the flag as often as it is given

    std::string name; // "--kill_after", "-o,--output"
    Target into;
    std::string help;
    std::string value = {}; // what to write after the name: "DURATION"; unused for a bool
    bool negatable = false; // a bool that also has a --no-... form
    std::vector<std::string> choices = {};
    std::string group = {}; // its heading in --help; empty: the first
    Names names = Names::None;
    std::vector<std::string> values = {}; // that the shell completes, beside choices
};

// Flags that mean the same in every command that has them.
inline Flag outputFlag(std::string& into, std::vector<std::string> formats) {
    return {"-o,--output", &into, "Output format", "FORMAT", false, std::move(formats)};
}
inline Flag noHeaderFlag(bool& into) {
    return {"--no-header", &into, "Omit the header line"};
}
inline Flag reasonFlag(std::string& into) {
    return {"--reason", &into, "The reason, shown to others", "TEXT"};
}

// An argument without a name.
struct Argument {
    std::string name; // "TASK_OR_JOB"
    std::variant<std::string*, std::vector<std::string>*> into;
    std::string help;
    bool required = true;
    Names names = Names::None;
    std::vector<std::string> values = {}; // that the shell completes
};

// All that can follow the name of a command.
struct CommandLine {
    std::vector<Flag> flags;
    std::vector<Argument> arguments;
    std::vector<std::string>* rest = nullptr; // everything after "--", as it stands
    std::string examples; // whole lines
};

} // namespace muster::cli
