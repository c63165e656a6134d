// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "core/kernel/base/result.h"

namespace muster::bench {

// One program from posix_spawn to wait4, its waited-for children included.
struct ProcessRun {
    double wallMilliseconds = 0;
    double cpuMilliseconds = 0; // user and system
};

// An error when it does not start or does not end with 0. Its output goes to /dev/null.
Result<ProcessRun> runMeasured(
    const std::vector<std::string>& argv, const std::vector<std::string>& environment);

// The most memory (KiB, VmHWM) that the program's own process had. Read by ptrace as it exits:
// ru_maxrss of a process that was spawned also counts what its parent had.
Result<long> peakKib(
    const std::vector<std::string>& argv, const std::vector<std::string>& environment);

// KiB, of /proc/<pid>/smaps_rollup.
struct Memory {
    long resident = 0;
    long proportional = 0; // Pss: a shared page counts by its share
    long privateDirty = 0; // what goes away with the process
};
Memory memoryOf(pid_t pid);

// CPU time of all its threads, from the scheduler's nanoseconds. A thread that ended counts no
// more.
double cpuMilliseconds(pid_t pid);
// The children that it has waited for, in the kernel's ticks of 10 ms.
double childrenCpuMilliseconds(pid_t pid);
std::vector<pid_t> childrenOf(pid_t pid);

} // namespace muster::bench
