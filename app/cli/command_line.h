// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace muster::cli {

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
};

// An argument without a name.
struct Argument {
    std::string name; // "TASK_OR_JOB"
    std::variant<std::string*, std::vector<std::string>*> into;
    std::string help;
    bool required = true;
};

// All that can follow the name of a command.
struct CommandLine {
    std::vector<Flag> flags;
    std::vector<Argument> arguments;
    std::vector<std::string>* rest = nullptr; // everything after "--", as it stands
    std::string examples; // whole lines
};

} // namespace muster::cli
