// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/container/host_facts.h"
#include "core/kernel/base/defaults.h"
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
// Where its first process finds its program.
inline constexpr const char* kInitInside = "/run/muster-init";
// Where a container with an image finds its sandbox (doc/features.md D17).
inline constexpr const char* kImageSandbox = "/mnt/mesos/sandbox";

// A file or folder of the host that a container is shown.
struct BindMount {
    std::string
        source; // of the host, absolute; its parents are trusted unless there is a descriptor
    std::string target; // inside, absolute; made if the image lacks it
    bool readOnly = true;
    // Open on what is shown, whatever the path leads to by then; the caller keeps it so until the
    // launch is over. -1: the path.
    int descriptor = -1;

    bool operator==(const BindMount&) const = default;
};

// A symbolic link that a container with an image starts with.
struct SymbolicLink {
    std::string path; // inside, absolute
    std::string target;

    bool operator==(const SymbolicLink&) const = default;
};

// A file system in the task's memory, empty at its start: what it holds counts as memory.
struct Tmpfs {
    std::string path; // inside, absolute; made if the image lacks it
    Bytes size{}; // 0: as much as the task's memory
    unsigned mode = 01777; // of its root folder
    bool executable = false; // programs in it may be run

    bool operator==(const Tmpfs&) const = default;
};

// What a container has in place of the host's files: an image, and what is shown beside it.
struct ImageRoot {
    std::vector<std::string> layers; // unpacked folders of the host, absolute; the last is on top
    std::string workingDirectory; // inside; empty: the sandbox
    std::vector<BindMount> mounts;
    std::vector<SymbolicLink> links;
    std::vector<DeviceNode> devices; // beside the NVIDIA control nodes and the granted GPUs
    std::vector<Tmpfs> tmpfs{};
    // Only the sandbox, /dev, /dev/shm, each tmpfs and writable mounts can be written.
    bool readOnly = false;

    bool operator==(const ImageRoot&) const = default;
};

// Of setrlimit(2). Nothing: unlimited.
struct ResourceLimit {
    std::string name; // "RLIMIT_NOFILE"
    std::optional<std::uint64_t> soft;
    std::optional<std::uint64_t> hard;

    bool operator==(const ResourceLimit&) const = default;
};

struct TerminalSize {
    unsigned rows = 0;
    unsigned columns = 0;

    bool operator==(const TerminalSize&) const = default;
};

// What root in a container may do, unless its specification says otherwise.
const std::vector<std::string>& defaultCapabilities();

// A task as data: its command on the files of its image, or else on the host's own. The network and
// the host name are the host's; pid, ipc and mount namespaces are the task's own.
struct ContainerSpec {
    ContainerId id;
    std::vector<std::string> argv; // never through a shell, unless the caller's argv names one
    std::vector<std::pair<std::string, std::string>> environment;
    UserIds user;
    std::string sandbox; // absolute host path, and that inside unless there is an image
    std::optional<ImageRoot> image;
    std::string agentFolder; // of the host, shown read-only at kAgentFolder; empty: none
    std::vector<unsigned> gpuMinors; // exactly the granted GPUs: /dev/nvidia<minor>
    Milli cpus; // a share; 0: the kernel's default
    Milli cpuLimit; // a quota; 0: none
    Bytes memory; // 0: no limit
    std::int64_t maxProcesses = 4096; // 0: no limit
    Bytes logSize = defaults::kMaxLogSize; // of each file that keeps its stdout or its stderr
    unsigned logFiles = defaults::kMaxLogFiles; // older ones kept of each
    // "CAP_KILL": exactly these, in place of defaultCapabilities() for root and none for others.
    std::optional<std::vector<std::string>> capabilities;
    Bytes sharedMemory; // the size of /dev/shm; 0: as much as `memory`
    std::vector<ResourceLimit> limits; // of each process; others are the agent's own
    // The command's stdin, stdout and stderr are a terminal that begins with this size; all that it
    // shows is in the file of stdout.
    std::optional<TerminalSize> terminal;
    int stopSignal = SIGTERM; // what a SIGTERM to the task becomes
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
    std::optional<Bytes> memoryPeak; // then: what it used at once; nothing: it is not counted

    bool operator==(const Exit&) const = default;
};

// With less the runtime's own steps before the command would be killed.
inline constexpr Bytes kLeastMemory = Bytes::mebi(12);

// Where the task finds its sandbox.
inline std::string sandboxInside(const ContainerSpec& spec) {
    return spec.image ? kImageSandbox : spec.sandbox;
}

// What the kernel's scheduler weighs such a share with.
std::int64_t cpuShares(Milli cpus);

// Refuses what must never reach the runtime: an id that is no file name, an empty command, NUL
// bytes, a sandbox that is not a plain absolute path outside /proc, /sys, /dev and /run, output
// files of less than 4 KiB or none at all, a terminal of no size, memory that is too little for the
// runtime itself; for an image also volumes and tmpfs over the container's own mounts.
Status checkSpec(const ContainerSpec& spec);

// Whether something may be mounted over that place of a container with an image: no link in it.
// The error says which places may not.
Status checkVolumePlace(const std::string& place);
Status checkTmpfsPlace(const std::string& place);
// At or below /proc, /sys or /dev.
bool isKernels(const std::string& place);

// "alice", "1000" or "1000:1000" -> numbers, by the host's own user database. Thread-safe.
Result<UserIds> resolveUser(const std::string& text);

} // namespace muster::container
