// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/process_cost.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/container/process.h"

namespace muster::bench {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
}

// The number after "name:" in a file of lines, or 0.
long field(const std::string& path, const std::string& name) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(name + ":"))
            return std::stol(line.substr(name.size() + 1));
    }
    return 0;
}

Result<void> checkExit(const std::string& program, int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return {};
    return failure(fmt::format("{} ended with wait status {:#x}", program, status));
}

} // namespace

Result<ProcessRun> runMeasured(
    const std::vector<std::string>& argv, const std::vector<std::string>& environment) {
    const auto begin = Clock::now();
    const auto pid = container::spawn(argv, environment, "/", {});
    if (!pid)
        return tl::unexpected(pid.error());
    int status = 0;
    rusage usage{};
    wait4(*pid, &status, 0, &usage);
    const auto wall = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    if (auto ended = checkExit(argv[0], status); !ended)
        return tl::unexpected(ended.error());
    return ProcessRun{wall, milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)};
}

Result<long> peakKib(
    const std::vector<std::string>& argv, const std::vector<std::string>& environment) {
    const auto pid = container::spawn(argv, environment, "/", {});
    if (!pid)
        return tl::unexpected(pid.error());
    if (ptrace(PTRACE_SEIZE, *pid, nullptr, PTRACE_O_TRACEEXIT) != 0)
        return failure(fmt::format("{} ended before it could be traced", argv[0]));
    long peak = 0;
    int status = 0;
    while (waitpid(*pid, &status, 0) == *pid && WIFSTOPPED(status)) {
        const bool exits = status >> 8 == (SIGTRAP | (PTRACE_EVENT_EXIT << 8));
        if (exits)
            peak = field(fmt::format("/proc/{}/status", *pid), "VmHWM");
        const bool event = status >> 16 != 0;
        ptrace(PTRACE_CONT, *pid, nullptr, event ? 0 : WSTOPSIG(status));
    }
    if (auto ended = checkExit(argv[0], status); !ended)
        return tl::unexpected(ended.error());
    return peak;
}

Memory memoryOf(pid_t pid) {
    const auto path = fmt::format("/proc/{}/smaps_rollup", pid);
    return {field(path, "Rss"), field(path, "Pss"), field(path, "Private_Dirty")};
}

double cpuMilliseconds(pid_t pid) {
    double nanoseconds = 0;
    std::error_code gone;
    for (const auto& thread :
        std::filesystem::directory_iterator(fmt::format("/proc/{}/task", pid), gone)) {
        double ran = 0;
        if (std::ifstream(thread.path() / "schedstat") >> ran)
            nanoseconds += ran;
    }
    return nanoseconds / 1e6;
}

double childrenCpuMilliseconds(pid_t pid) {
    std::ifstream file(fmt::format("/proc/{}/stat", pid));
    std::string text((std::istreambuf_iterator<char>(file)), {});
    std::istringstream rest(text.substr(text.rfind(')') + 2)); // from field 3 on
    std::string skipped;
    for (int i = 3; i < 16; ++i)
        rest >> skipped;
    double user = 0;
    double system = 0;
    rest >> user >> system;
    return (user + system) * 1e3 / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::vector<pid_t> childrenOf(pid_t pid) {
    std::vector<pid_t> children;
    std::ifstream file(fmt::format("/proc/{0}/task/{0}/children", pid));
    for (pid_t child = 0; file >> child;)
        children.push_back(child);
    return children;
}

} // namespace muster::bench
