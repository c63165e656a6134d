// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/usage.h"

#include <map>
#include <sstream>

#include <unistd.h>

#include "core/container/files.h"
#include "core/container/host_facts.h"

namespace muster::agentd {
namespace {

// The first number of a file; nothing for "max".
std::optional<std::uint64_t> firstNumber(const std::string& path) {
    std::istringstream text(container::readFile(path).value_or(""));
    std::uint64_t out = 0;
    return text >> out ? std::optional(out) : std::nullopt;
}

std::map<std::string, std::uint64_t> table(const std::string& path) {
    std::istringstream text(container::readFile(path).value_or(""));
    std::map<std::string, std::uint64_t> out;
    std::string key;
    for (std::uint64_t value = 0; text >> key >> value;) {
        out[key] = value;
    }
    return out;
}

bool hasOption(const std::string& options, const std::string& name) {
    return ("," + options + ",").find("," + name + ",") != std::string::npos;
}

// The folder of a v1 controller, or with no name that of v2; empty: there is none.
std::string folderOf(int pid, const std::string& controller) {
    std::istringstream lines(container::readFile(fmt::format("/proc/{}/cgroup", pid)).value_or(""));
    const auto mounts
        = container::parseMountinfo(container::readFile("/proc/self/mountinfo").value_or(""));
    // "4:cpu,cpuacct:/muster/x", of v2 "0::/muster/x"
    for (std::string line; std::getline(lines, line);) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (second == std::string::npos) {
            continue;
        }
        const auto names = line.substr(first + 1, second - first - 1);
        if (controller.empty() ? !names.empty() : !hasOption(names, controller)) {
            continue;
        }
        for (const auto& mount : mounts) {
            const bool fits = controller.empty()
                ? mount.fsType == "cgroup2"
                : mount.fsType == "cgroup" && hasOption(mount.superOptions, controller);
            if (!fits) {
                continue;
            }
            auto path = line.substr(second + 1);
            if (mount.root != "/" && path.starts_with(mount.root)) {
                path = path.substr(mount.root.size()); // a hierarchy that is seen in part
            }
            return mount.mountPoint + path;
        }
    }
    return "";
}

constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 60; // v1 says a number near 2^63

void readV1(int pid, mesos::v1::ResourceStatistics& out) {
    const auto memory = folderOf(pid, "memory");
    if (const auto total = firstNumber(memory + "/memory.usage_in_bytes");
        !memory.empty() && total) {
        out.set_mem_total_bytes(*total);
    }
    if (const auto limit = firstNumber(memory + "/memory.limit_in_bytes");
        !memory.empty() && limit && *limit < kNoLimit) {
        out.set_mem_limit_bytes(*limit);
    }
    auto stat = table(memory + "/memory.stat");
    if (!memory.empty() && stat.contains("total_rss")) {
        out.set_mem_rss_bytes(stat["total_rss"]);
        out.set_mem_anon_bytes(stat["total_rss"]);
        out.set_mem_cache_bytes(stat["total_cache"]);
        out.set_mem_file_bytes(stat["total_cache"]);
    }
    const auto accounting = folderOf(pid, "cpuacct");
    auto times = table(accounting + "/cpuacct.stat"); // in clock ticks
    if (!accounting.empty() && times.contains("user")) {
        const auto ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
        out.set_cpus_user_time_secs(static_cast<double>(times["user"]) / ticks);
        out.set_cpus_system_time_secs(static_cast<double>(times["system"]) / ticks);
    }
}

void readV2(int pid, mesos::v1::ResourceStatistics& out) {
    const auto folder = folderOf(pid, "");
    if (folder.empty()) {
        return;
    }
    if (const auto total = firstNumber(folder + "/memory.current");
        total && !out.has_mem_total_bytes()) {
        out.set_mem_total_bytes(*total);
    }
    if (const auto limit = firstNumber(folder + "/memory.max");
        limit && !out.has_mem_limit_bytes()) {
        out.set_mem_limit_bytes(*limit);
    }
    auto stat = table(folder + "/memory.stat");
    if (stat.contains("anon") && !out.has_mem_rss_bytes()) {
        out.set_mem_rss_bytes(stat["anon"]);
        out.set_mem_anon_bytes(stat["anon"]);
        out.set_mem_cache_bytes(stat["file"]);
        out.set_mem_file_bytes(stat["file"]);
    }
    auto times = table(folder + "/cpu.stat");
    if (times.contains("user_usec") && !out.has_cpus_user_time_secs()) {
        out.set_cpus_user_time_secs(static_cast<double>(times["user_usec"]) / 1e6);
        out.set_cpus_system_time_secs(static_cast<double>(times["system_usec"]) / 1e6);
    }
}

} // namespace

mesos::v1::ResourceStatistics readUsage(int pid, Instant now) {
    mesos::v1::ResourceStatistics out;
    out.set_timestamp(static_cast<double>(now.time_since_epoch().count()) / 1e6);
    readV1(pid, out);
    readV2(pid, out);
    return out;
}

} // namespace muster::agentd
