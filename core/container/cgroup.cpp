// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/cgroup.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <set>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "core/container/files.h"
#include "core/container/spec.h"

namespace muster::container {
namespace {

using Clock = std::chrono::steady_clock;

bool writeExisting(const std::string& path, std::string_view text) {
    const Fd file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
    return file
        && write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::optional<unsigned long> counter(const std::string& path, std::string_view name) {
    const auto text = readFile(path);
    if (!text)
        return std::nullopt;
    std::istringstream lines(*text);
    std::string key;
    unsigned long value = 0;
    while (lines >> key >> value) {
        if (key == name)
            return value;
    }
    return std::nullopt;
}

} // namespace

Cgroup::Cgroup(const std::vector<Mount>& mounts, const std::string& path) {
    std::set<std::string> places;
    for (const Mount& mount : mounts) {
        const bool hierarchy = mount.fsType == "cgroup" || mount.fsType == "cgroup2";
        if (hierarchy && mount.mountPoint.starts_with("/sys/fs/cgroup"))
            places.insert(mount.mountPoint);
    }
    for (const std::string& place : places)
        m_directories.push_back(place + path);
}

std::vector<pid_t> Cgroup::members() const {
    std::set<pid_t> pids;
    for (const std::string& directory : m_directories) {
        std::istringstream lines(readFile(directory + "/cgroup.procs").value_or(""));
        for (pid_t pid = 0; lines >> pid;)
            pids.insert(pid);
    }
    return {pids.begin(), pids.end()};
}

void Cgroup::signalAll(int signal) const {
    for (const pid_t pid : members()) {
        if (pid > 0) // 0: a process of another pid namespace
            kill(pid, signal);
    }
}

void Cgroup::thaw() const {
    for (const std::string& directory : m_directories) {
        writeExisting(directory + "/freezer.state", "THAWED");
        writeExisting(directory + "/cgroup.freeze", "0");
    }
}

Status Cgroup::killAll(std::chrono::milliseconds limit) const {
    const auto deadline = Clock::now() + limit;
    for (auto pause = std::chrono::microseconds(200);;
         pause = std::min(pause * 2, std::chrono::microseconds(20000))) {
        const auto left = members();
        if (left.empty())
            return {};
        for (const std::string& directory : m_directories)
            writeExisting(directory + "/cgroup.kill", "1");
        thaw();
        signalAll(SIGKILL);
        if (Clock::now() > deadline)
            return failure(
                fmt::format("{} processes of {} did not exit within {} ms, the first is {}: it is "
                            "blocked in the kernel, and its devices stay in use",
                    left.size(), m_directories.front(), limit.count(), left.front()),
                Error::Kind::Timeout);
        std::this_thread::sleep_for(pause);
    }
}

std::optional<unsigned long> Cgroup::oomKills() const {
    for (const std::string& directory : m_directories) {
        for (const char* file : {"/memory.oom_control", "/memory.events"}) {
            if (const auto count = counter(directory + file, "oom_kill"))
                return count;
        }
    }
    return std::nullopt;
}

std::optional<Bytes> Cgroup::memoryPeak() const {
    for (const std::string& directory : m_directories) {
        for (const char* file : {"/memory.max_usage_in_bytes", "/memory.peak"}) {
            const auto text = readFile(directory + file);
            std::uint64_t bytes = 0;
            if (text
                && std::from_chars(text->data(), text->data() + text->size(), bytes).ec
                    == std::errc())
                return Bytes{bytes};
        }
    }
    return std::nullopt;
}

Status Cgroup::allow(const DeviceNode& node) const {
    const auto rule = fmt::format("c {}:{} rw", node.major, node.minor);
    for (const std::string& directory : m_directories) {
        if (writeExisting(directory + "/devices.allow", rule))
            return {};
    }
    return failure(
        "With cgroups v2 a running container cannot get another GPU: launch a new executor");
}

Status Cgroup::resize(Milli cpus, Bytes memory) const {
    const auto shares = cpuShares(cpus);
    for (const std::string& directory : m_directories) {
        writeExisting(directory + "/cpu.shares", std::to_string(shares));
        // runc's own conversion to the scale of v2
        writeExisting(directory + "/cpu.weight", std::to_string(1 + (shares - 2) * 9999 / 262142));
        for (const char* file : {"/memory.limit_in_bytes", "/memory.max"}) {
            const auto path = directory + file;
            const auto known = readFile(path);
            const bool raised
                = known && !known->starts_with("max") && std::stoull(*known) < memory.value;
            if (raised && !writeExisting(path, std::to_string(memory.value)))
                return systemFailure("raise " + path);
        }
    }
    return {};
}

Status Cgroup::remove() const {
    for (const std::string& directory : m_directories) {
        // The kernel may still be letting go of the last process when its list is already empty.
        for (int tries = 0; rmdir(directory.c_str()) != 0 && errno != ENOENT; ++tries) {
            if (errno != EBUSY || tries == 200)
                return systemFailure("remove cgroup " + directory);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
    return {};
}

} // namespace muster::container
