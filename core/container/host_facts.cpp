// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/host_facts.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "core/container/files.h"
#include "core/container/process.h"
#include "core/container/split.h"

namespace muster::container {
namespace {

bool isOctal(char c) {
    return c >= '0' && c <= '7';
}

// The kernel writes blank, tab, newline and backslash as \ooo.
std::string unescape(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escaped = text[i] == '\\' && i + 3 < text.size() && isOctal(text[i + 1])
            && isOctal(text[i + 2]) && isOctal(text[i + 3]);
        if (!escaped) {
            result += text[i];
            continue;
        }
        const int value = (text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0');
        result += static_cast<char>(value);
        i += 3;
    }
    return result;
}

std::set<std::string> controllers(const HostFacts& facts) {
    std::set<std::string> result;
    if (facts.cgroupV2) {
        const std::string text = readFile("/sys/fs/cgroup/cgroup.controllers").value_or("");
        for (const auto name : splitWords(text, ' '))
            result.insert(std::string(name.substr(0, name.find('\n'))));
        result.insert("devices"); // a BPF program, not a controller
        return result;
    }
    for (const Mount& mount : facts.mounts) {
        if (mount.fsType != "cgroup")
            continue;
        for (const auto option : splitWords(mount.superOptions, ','))
            result.insert(std::string(option));
    }
    return result;
}

std::vector<DeviceNode> existingNodes() {
    const std::array paths{"/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia-uvm-tools"};
    std::vector<DeviceNode> result;
    for (const char* path : paths) {
        struct stat info { };
        if (stat(path, &info) == 0 && S_ISCHR(info.st_mode))
            result.push_back({path, major(info.st_rdev), minor(info.st_rdev)});
    }
    return result;
}

std::string resolvConfBelowRun() {
    std::array<char, PATH_MAX> target{};
    if (realpath("/etc/resolv.conf", target.data()) == nullptr)
        return {};
    const std::string path = target.data();
    return path.starts_with("/run/") ? path : std::string();
}

} // namespace

std::vector<Mount> parseMountinfo(std::string_view text) {
    std::vector<Mount> result;
    for (const auto line : splitWords(text, '\n')) {
        const auto fields = splitWords(line, ' ');
        const auto dash = std::find(fields.begin(), fields.end(), "-");
        if (fields.size() < 6 || fields.end() - dash < 4)
            continue;
        result.push_back({unescape(fields[3]), unescape(fields[4]), std::string(dash[1]),
            std::string(dash[3]), std::string(fields[2])});
    }
    return result;
}

Result<HostFacts> readHostFacts(std::vector<std::string> hidden) {
    HostFacts facts;
    const auto mountinfo = readFile("/proc/thread-self/mountinfo");
    if (!mountinfo)
        return tl::unexpected(mountinfo.error());
    facts.mounts = parseMountinfo(*mountinfo);
    facts.cgroupV2 = std::any_of(facts.mounts.begin(), facts.mounts.end(), [](const Mount& mount) {
        return mount.mountPoint == "/sys/fs/cgroup" && mount.fsType == "cgroup2";
    });
    facts.cgroupControllers = controllers(facts);
    facts.controlDevices = existingNodes();
    facts.resolvConf = resolvConfBelowRun();
    facts.oomScoreAdj = std::atoi(readFile("/proc/self/oom_score_adj").value_or("0").c_str());
    facts.hidden = std::move(hidden);
    return facts;
}

Status loadUvm(const std::string& deviceDirectory, const std::string& modprobe) {
    const auto exists = [&](const char* name) {
        return access((deviceDirectory + '/' + name).c_str(), F_OK) == 0;
    };
    if (!exists("nvidiactl") || exists("nvidia-uvm"))
        return {};
    const auto run = runProgram({modprobe, "-u", "-c", "0"}, std::chrono::seconds(30));
    if (!run)
        return failure("Failed to load '/dev/nvidia-uvm'", run.error());
    if (run->exitCode != 0)
        return failure(fmt::format("Failed to load '/dev/nvidia-uvm': {} exited with status {}: {}",
                           modprobe, run->exitCode, run->output),
            Error::Kind::Unavailable);
    return {};
}

} // namespace muster::container
