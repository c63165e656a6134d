// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

namespace muster::cli {

// What a command sees of the world beside the master: main() takes it from the process, a test
// makes it up.
struct CliContext {
    std::ostream& out;
    std::ostream& err;
    std::function<const char*(const char*)> variable; // of the environment, or nullptr
    bool terminal = false; // `out` is one: --watch may redraw
    int input = -1; // a descriptor of what is typed; -1: nothing is
    std::string user; // the caller's name
    std::string hostname;
    bool errTerminal = false; // `err` is one
};

} // namespace muster::cli
