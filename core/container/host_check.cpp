// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/host_check.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include <fmt/ranges.h>
#include <unistd.h>

#include "core/container/process.h"
#include "core/kernel/base/nearest.h"

namespace muster::container {
namespace {

std::set<std::string> isolators(const std::string& text) {
    std::set<std::string> result;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        if (end > begin)
            result.insert(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return result;
}

std::array<int, 3> numbers(const std::string& version) {
    std::array<int, 3> parts{};
    // NOLINTNEXTLINE(cert-err34-c): a part that is missing stays 0
    (void)std::sscanf(version.c_str(), "%d.%d.%d", &parts[0], &parts[1], &parts[2]);
    return parts;
}

Status needDevices(const std::string& isolator, const HostAbilities& host) {
    if (!host.root)
        return failure(
            fmt::format(
                "The '{}' isolator needs root to limit which GPUs a task can open: start the agent "
                "as root (sudo), or use --isolation=none to monitor the GPUs without running tasks",
                isolator),
            Error::Kind::Denied);
    if (!host.facts.cgroupControllers.contains("devices"))
        return failure(
            fmt::format("The '{}' isolator needs cgroups, and neither a v2 hierarchy nor a v1 "
                        "'devices' hierarchy is mounted at /sys/fs/cgroup: mount one, or use "
                        "--isolation=none",
                isolator),
            Error::Kind::Unavailable);
    return {};
}

// What runc and the agent do by these names, of Mesos'.
constexpr std::array<std::string_view, 13> kIsolators{"filesystem/linux", "cgroups/all",
    "cgroups/cpu", "cgroups/devices", "cgroups/mem", "cgroups/pids", "gpu/nvidia", "docker/runtime",
    "linux/capabilities", "linux/nnp", "linux/seccomp", "posix/rlimits", "volume/host_path"};

// In Mesos' words, and then in ours.
Status needKnown(const std::set<std::string>& names) {
    for (const auto& name : names) {
        if (std::find(kIsolators.begin(), kIsolators.end(), name) != kIsolators.end())
            continue;
        const auto near = nearestNames(name, {kIsolators.begin(), kIsolators.end()}, 1);
        return failure(fmt::format("Unknown or unsupported isolator '{}': Muster supports {}{}",
            name, fmt::join(kIsolators, ", "),
            near.empty() ? "" : fmt::format("; did you mean {}?", near.front())));
    }
    return {};
}

Status needCompanions(const std::set<std::string>& names) {
    if (!names.contains("gpu/nvidia"))
        return {};
    if (!names.contains("cgroups/devices") && !names.contains("cgroups/all"))
        return failure(
            "The 'cgroups/devices' or 'cgroups/all' isolator must be enabled in order to "
            "use the 'gpu/nvidia' isolator");
    if (!names.contains("filesystem/linux"))
        return failure("The 'filesystem/linux' isolator must be enabled in order to use the "
                       "'gpu/nvidia' isolator");
    return {};
}

} // namespace

// "runc version 1.1.5+ds1\n...", "conmon version 2.1.6\n..."
std::optional<std::string> versionOf(const std::string& program) {
    constexpr std::string_view kMark = " version ";
    const auto run = runProgram({program, "--version"}, std::chrono::seconds(5));
    if (!run || run->exitCode != 0)
        return std::nullopt;
    const auto begin = run->output.find(kMark);
    if (begin == std::string::npos)
        return std::nullopt;
    const auto text = run->output.substr(begin + kMark.size());
    return text.substr(0, text.find_first_of("\n "));
}

HostAbilities readHostAbilities(const std::string& runc, const std::string& conmon) {
    HostAbilities host;
    host.root = geteuid() == 0;
    if (auto facts = readHostFacts({}))
        host.facts = std::move(*facts);
    host.runcVersion = versionOf(runc);
    host.conmonVersion = versionOf(conmon);
    return host;
}

Status needProgram(const char* name, const std::optional<std::string>& version) {
    if (version)
        return {};
    return failure(
        fmt::format("Tasks need the program '{0}', but it cannot be run: install it (apt install "
                    "{0}), or use --isolation=none to monitor the GPUs without running tasks",
            name),
        Error::Kind::Unavailable);
}

Status checkIsolation(const std::string& isolation, const HostAbilities& host) {
    const auto names = isolators(isolation);
    if (names.empty() || names == std::set<std::string>{"none"})
        return {};
    if (const auto known = needKnown(names); !known)
        return known;
    if (const auto companions = needCompanions(names); !companions)
        return companions;
    const std::string isolator = names.contains("cgroups/all") ? "cgroups/all"
        : names.contains("cgroups/devices")                    ? "cgroups/devices"
                                                               : *names.begin();
    if (const auto devices = needDevices(isolator, host); !devices)
        return devices;
    if (const auto runc = needProgram("runc", host.runcVersion); !runc)
        return runc;
    return needProgram("conmon", host.conmonVersion);
}

std::optional<std::string> runcWarning(const HostAbilities& host) {
    constexpr std::array<int, 3> kFixed{1, 2, 8}; // CVE-2025-31133, -52565, -52881
    if (!host.runcVersion || numbers(*host.runcVersion) >= kFixed)
        return std::nullopt;
    return fmt::format(
        "runc {} is older than 1.2.8, which fixed container escapes (CVE-2025-31133, "
        "CVE-2025-52565, CVE-2025-52881), unless the distribution patched it: run only users' "
        "tasks that you trust, or upgrade runc",
        *host.runcVersion);
}

std::vector<std::string> limitWarnings(const HostAbilities& host) {
    std::vector<std::string> warnings;
    const std::array limits{
        std::pair{"memory", "memory"}, std::pair{"cpu", "cpus"}, std::pair{"pids", "processes"}};
    for (const auto& [controller, what] : limits) {
        if (!host.facts.cgroupControllers.contains(controller))
            warnings.push_back(
                fmt::format("The cgroup controller '{}' is missing on this host: tasks "
                            "are not limited in {}",
                    controller, what));
    }
    return warnings;
}

std::vector<std::string> isolationWarnings(const HostAbilities& host) {
    auto warnings = limitWarnings(host);
    if (auto runc = runcWarning(host))
        warnings.insert(warnings.begin(), std::move(*runc));
    return warnings;
}

} // namespace muster::container
