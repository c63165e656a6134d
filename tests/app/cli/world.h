// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/program/program.h"
#include "tests/support/paths.h"

namespace muster::cli {

// The context of one run of the program, with what it printed.
struct World {
    std::ostringstream out;
    std::ostringstream err;
    std::map<std::string, std::string> variables = {{"XDG_CONFIG_HOME", "/nonexistent"}};

    bool terminal = false;
    int input = -1;

    int run(std::vector<std::string> arguments) {
        const CliContext here{.out = out,
            .err = err,
            .variable =
                [this](const char* name) {
                    const auto found = variables.find(name);
                    return found == variables.end() ? nullptr : found->second.c_str();
                },
            .terminal = terminal,
            .input = input,
            .user = "alice",
            .hostname = "desk"};
        return static_cast<int>(runProgram(arguments, here));
    }
};

inline std::string dataFile(const std::string& name) {
    std::ifstream file(std::string(MUSTER_SOURCE_DIR "/tests/data/") + name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace muster::cli
