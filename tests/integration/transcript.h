// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <regex>
#include <string>

#include "tests/support/e2e/world.h"

namespace muster::e2e {

// What the user saw, in the form of tests/data/execute: ids and the flags' help by their names.
inline std::string transcript(Process& program, Patience patience = 8s) {
    static const std::string uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    const auto status = program.wait(patience);
    auto text = program.out() + program.err();
    text = std::regex_replace(text, std::regex(uuid + "-S[0-9]+"), "<agent>");
    text = std::regex_replace(text, std::regex(uuid + "-[0-9]+"), "<framework>");
    if (const auto usage = text.find("\nUsage"); usage != std::string::npos) {
        text = text.substr(0, usage) + "\n(usage follows)\n";
    }
    return status ? text + "exit status: " + std::to_string(*status) + "\n" : text;
}

inline std::string recorded(const std::string& name) {
    return fileText(MUSTER_SOURCE_DIR "/tests/data/execute/" + name + ".txt");
}

} // namespace muster::e2e
