// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <regex>
#include <string>

#include "tests/support/e2e/world.h"
#include "tests/support/paths.h"

namespace muster::e2e {

// What the user saw, in the form of tests/data/execute_*.txt: ids are named, the help that follows
// a refusal is left out.
inline std::string transcript(Process& program) {
    static const std::string uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    auto text = program.out() + program.err();
    text = std::regex_replace(text, std::regex(uuid + "-S[0-9]+"), "<agent>");
    text = std::regex_replace(text, std::regex(uuid + "-[0-9]+"), "<framework>");
    const auto usage = text.find("Usage");
    return text.substr(0, usage == std::string::npos ? usage : text.find('\n') + 1);
}

// What mesos-execute printed.
inline std::string recorded(const std::string& name) {
    return fileText(MUSTER_SOURCE_DIR "/tests/data/execute_" + name + ".txt");
}

// Unlike mesos-execute, `muster execute` exits with 1 when the task did not finish.
inline void expectRecorded(Process& program, const std::string& name, int status) {
    EXPECT_EQ(program.wait(8s), status);
    EXPECT_EQ(transcript(program), recorded(name));
}

} // namespace muster::e2e
