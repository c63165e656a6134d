// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <vector>

#include <pwd.h>
#include <unistd.h>

#include "app/cli/program/program.h"

namespace {

std::string userName() {
    const passwd* entry = getpwuid(geteuid());
    return entry ? entry->pw_name : std::to_string(geteuid());
}

std::string hostName() {
    char name[256] = {};
    return gethostname(name, sizeof name - 1) == 0 ? name : "localhost";
}

} // namespace

int main(int argc, char** argv) {
    using namespace muster::cli;
    std::ios::sync_with_stdio(false);
    const CliContext here{.out = std::cout,
        .err = std::cerr,
        .variable = [](const char* name) { return std::getenv(name); },
        .terminal = isatty(STDOUT_FILENO) == 1,
        .input = STDIN_FILENO,
        .user = userName(),
        .hostname = hostName(),
        .errTerminal = isatty(STDERR_FILENO) == 1};
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const ExitCode code = runProgram(arguments, here);
    errno = 0;
    if (!std::cout.flush()) { // a full disk: what was asked for is not there
        std::cerr << "muster: cannot write the output"
                  << (errno != 0 ? std::string(": ") + std::strerror(errno) : "") << '\n';
        return static_cast<int>(code == ExitCode::Ok ? ExitCode::Failed : code);
    }
    return static_cast<int>(code);
}
