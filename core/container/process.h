// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/container/files.h"
#include "core/kernel/base/result.h"

namespace muster::container {

// A process as it was, not as its number says today: numbers are used again.
struct ProcessRef {
    pid_t pid = 0;
    std::uint64_t startTime = 0; // clock ticks since boot, field 22 of /proc/<pid>/stat

    bool operator==(const ProcessRef&) const = default;
};

// The process that has this number now; nothing for a zombie or none.
std::optional<ProcessRef> findProcess(pid_t pid);
// A pidfd of exactly that process, or an empty one if it is gone.
Fd openProcess(const ProcessRef& process);
// A copy of the descriptor that it has under that number: the same open file, close-on-exec. Needs
// the rights to trace the process, and Linux 5.6.
Result<Fd> takeDescriptor(const ProcessRef& process, int number);
// False if that process is gone.
bool signalProcess(const ProcessRef& process, int signal);
// True once the process is gone.
bool waitForEnd(const ProcessRef& process, std::chrono::milliseconds limit);

// What a new process gets as its descriptors 0, 1, 2 and from 3 on; -1: /dev/null.
struct Descriptors {
    int in = -1;
    int out = -1;
    int error = -1;
    std::vector<int> extra{};
    std::string terminal{}; // a path: the first three are this, and it controls the session
};

// Starts argv (looked up in PATH) by posix_spawn, which never copies a large agent's page tables:
// in a session of its own, default signals, exactly this environment, working directory and
// descriptors: a listening socket that a container kept open would outlive the agent.
Result<pid_t> spawn(const std::vector<std::string>& argv,
    const std::vector<std::string>& environment, const std::string& directory,
    const Descriptors& descriptors);
// Exit status as of waitpid; blocks. REQUIRES: nothing else in this process waits for all children.
int waitForChild(pid_t pid);

struct ProgramRun {
    int exitCode = 0; // 128 + number after a signal, as a shell counts
    std::string output; // stdout and stderr together, its first 16 KiB, without the last newline
};

// Runs a program to its end; killed with its session at the limit, which is an error.
Result<ProgramRun> runProgram(
    const std::vector<std::string>& argv, std::chrono::milliseconds limit);

} // namespace muster::container
