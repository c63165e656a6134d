// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/kernel/base/id.h"
#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"
#include "core/kernel/base/units.h"

namespace muster::container {

// Whom a task runs as: numbers only, so that nothing is looked up once the container exists.
struct UserIds {
    std::uint32_t uid = 0;
    std::uint32_t gid = 0;
    std::vector<std::uint32_t> groups; // additional ones, as initgroups would set them

    bool operator==(const UserIds&) const = default;
};

// Where a container finds the folder that its agent shows it.
inline constexpr const char* kAgentFolder = "/run/muster";

// A task without an image, as data: its command on the host's own files. The network and the host
// name are the host's; pid, ipc and mount namespaces are the task's own.
struct ContainerSpec {
    ContainerId id;
    std::vector<std::string> argv; // never through a shell, unless the caller's argv names one
    std::vector<std::pair<std::string, std::string>> environment;
    UserIds user;
    std::string sandbox; // absolute host path; the working directory inside, too
    std::string agentFolder; // of the host, shown read-only at kAgentFolder; empty: none
    std::vector<unsigned> gpuMinors; // exactly the granted GPUs: /dev/nvidia<minor>
    Milli cpus; // a share; 0: the kernel's default
    Milli cpuLimit; // a quota; 0: none
    Bytes memory; // 0: no limit
    std::int64_t maxProcesses = 4096; // 0: no limit
    std::vector<std::string> extraCapabilities; // "CAP_MKNOD"
    Duration killGrace
        = std::chrono::seconds(3); // SIGTERM to SIGKILL; the agent's timer, kept here

    bool operator==(const ContainerSpec&) const = default;
};

// What a running container may have from now on.
struct ContainerSize {
    Milli cpus; // as in ContainerSpec
    Bytes memory;
    std::vector<unsigned> gpuMinors;
};

// How a container ended. Neither code nor signal: nobody saw it end (a reboot, a killed monitor).
struct Exit {
    ContainerId id;
    std::optional<int> exitCode;
    std::optional<int> signal;
    bool oomKilled = false; // the kernel killed one of its processes for memory

    bool operator==(const Exit&) const = default;
};

// What the kernel's scheduler weighs such a share with.
std::int64_t cpuShares(Milli cpus);

// Refuses what must never reach the runtime: an id that is no file name, an empty command, NUL
// bytes, a sandbox that is not a plain absolute path outside /proc, /sys, /dev and /run.
Status checkSpec(const ContainerSpec& spec);

// "alice", "1000" or "1000:1000" -> numbers, by the host's own user database. Thread-safe.
Result<UserIds> resolveUser(const std::string& text);

} // namespace muster::container
