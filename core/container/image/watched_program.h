// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/container/process.h"
#include "core/kernel/base/result.h"

namespace muster::container::image {

// A program that may take minutes, as data.
struct WatchedProgram {
    std::vector<std::string> argv;
    std::vector<std::string> environment;
    std::string directory;
    Descriptors descriptors; // in and extra; its output is taken
    std::chrono::steady_clock::time_point deadline;
    std::stop_token stop;
    std::string note; // a file that says which process it is, for endNoted(); empty: none
    // Called every 250 ms; a failure ends the program and is the result.
    std::function<Status()> look;
};

struct ProgramEnd {
    int code = 0; // 128 + number after a signal
    std::string output; // at most 4 MiB; more is an error
    std::string errors; // the last 16 KiB of stderr
};

// Runs it to its end. Killed with its process group at the deadline (Timeout), at a stop
// (Conflict, "Cancelled") and when looking fails.
Result<ProgramEnd> runWatched(const WatchedProgram& program);

// Ends what the note in that file names, if it still runs: its agent was killed and it was not. A
// missing or strange note names nothing.
void endNoted(const std::string& note);

// What a stop ends with.
tl::unexpected<Error> cancelled();

} // namespace muster::container::image
