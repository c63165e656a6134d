// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"

namespace muster::container {

// One line of /proc/self/mountinfo, its octal escapes undone (proc(5)).
struct Mount {
    std::string root; // the part of the file system that is mounted
    std::string mountPoint;
    std::string fsType;
    std::string superOptions; // "rw,devices": where a v1 hierarchy names its controllers
    std::string device{}; // of the file system: "8:1"

    bool operator==(const Mount&) const = default;
};

// In mount order. A line that is not of the documented shape is left out.
std::vector<Mount> parseMountinfo(std::string_view text);

struct DeviceNode {
    std::string path;
    unsigned major = 0;
    unsigned minor = 0;

    bool operator==(const DeviceNode&) const = default;
};

// What a container's configuration depends on besides its specification: a snapshot of the host.
struct HostFacts {
    std::vector<Mount> mounts;
    std::vector<DeviceNode> controlDevices; // /dev/nvidiactl, -uvm, -uvm-tools: those that exist
    std::set<std::string> cgroupControllers; // "memory", "pids"...: limits that can be set at all
    bool cgroupV2 = false; // /sys/fs/cgroup itself is the unified hierarchy
    std::string resolvConf; // where /etc/resolv.conf leads to, if below /run
    int oomScoreAdj = 0; // our own; a task may not go below it
    std::vector<std::string> hidden; // directories no task may see: work and state directories
};

// Reads the facts of the mount namespace that the calling thread is in. Thread-safe, about 0.2 ms.
// `hidden` is passed through.
Result<HostFacts> readHostFacts(std::vector<std::string> hidden);

// The control devices exist once the driver is in use, /dev/nvidia-uvm only after the first CUDA
// program: when it alone is missing, runs "nvidia-modprobe -u -c 0" as Mesos does.
// The error is Mesos' text: "Failed to load '/dev/nvidia-uvm': ...".
Status loadUvm(
    const std::string& deviceDirectory = "/dev", const std::string& modprobe = "nvidia-modprobe");

} // namespace muster::container
