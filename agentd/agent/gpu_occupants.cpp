// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/gpu_occupants.h"

#include <fstream>

#include <pwd.h>
#include <sys/stat.h>

#include <fmt/format.h>

namespace muster::agentd {
namespace {

constexpr Bytes kLeastMemoryInUse = Bytes::mebi(100);
constexpr MetricValue kBusy = 20; // %
constexpr unsigned kProcessSamples = 2;
constexpr unsigned kLoadSamples = 5;
constexpr std::string_view kNobody = "busy, but the driver reports no process";

std::string userOf(std::uint32_t pid) {
    struct stat facts { };
    if (::stat(fmt::format("/proc/{}", pid).c_str(), &facts) != 0) {
        return {};
    }
    char buffer[4096];
    passwd entry{};
    passwd* found = nullptr;
    ::getpwuid_r(facts.st_uid, &entry, buffer, sizeof buffer, &found);
    return found != nullptr ? found->pw_name : std::to_string(facts.st_uid);
}

} // namespace

// A line is "4:devices:/muster/muster-<uuid>", or "0::/..." where control groups are v2.
ProcessOwner ownerOf(std::uint32_t pid) {
    std::ifstream groups(fmt::format("/proc/{}/cgroup", pid));
    ProcessOwner out;
    constexpr std::string_view kOurs = ":/muster/";
    for (std::string line; std::getline(groups, line);) {
        out.alive = true;
        if (const auto at = line.find(kOurs); at != std::string::npos) {
            const auto name = line.substr(at + kOurs.size());
            out.container = ContainerId{name.substr(0, name.find('/'))};
        }
    }
    if (out.alive) {
        out.user = userOf(pid);
    }
    return out;
}

std::string GpuOccupants::suspectOf(const gpu::GpuSample& gpu) const {
    for (const auto& process : gpu.processes) {
        if (process.graphics || (process.memory && *process.memory < kLeastMemoryInUse)) {
            continue;
        }
        const auto owner = m_callbacks.owner(process.pid);
        if (owner.container && m_callbacks.lives(*owner.container)) {
            continue;
        }
        const auto name = process.name.empty() ? std::string("a process") : process.name;
        const auto memory
            = process.memory ? fmt::format(", {} MiB", process.memory->value >> 20) : "";
        if (owner.container) {
            return fmt::format("{} (pid {}{}) is left over from container {}, which has ended",
                name, process.pid, memory, owner.container->value);
        }
        return owner.alive
            ? fmt::format("in use by {} of {} (pid {}{})", name, owner.user, process.pid, memory)
            : fmt::format("in use by {} (pid {}{}), which is not visible on this host", name,
                process.pid, memory);
    }
    const auto load = gpu.values[static_cast<std::size_t>(Metric::GpuUtilization)];
    return gpu.processes.empty() && load >= kBusy ? std::string(kNobody) : "";
}

std::string GpuOccupants::look(const gpu::GpuSample& gpu) {
    auto suspect = suspectOf(gpu);
    if (suspect.empty()) {
        m_seen.erase(gpu.uuid);
        return {};
    }
    auto& seen = m_seen[gpu.uuid];
    const bool load = suspect == kNobody;
    // Memory comes and goes: what counts is that somebody is there.
    const bool goesOn = !seen.suspect.empty() && (seen.suspect == kNobody) == load;
    seen.samples = goesOn ? seen.samples + 1 : 1;
    const auto needed = load ? kLoadSamples : kProcessSamples;
    if (!goesOn || seen.samples <= needed) {
        seen.suspect = std::move(suspect);
    }
    if (seen.samples < needed) {
        m_suspicious = true;
        return {};
    }
    return seen.suspect;
}

} // namespace muster::agentd
