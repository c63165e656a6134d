// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/container/device_rules.h"
#include "core/container/host_facts.h"
#include "core/kernel/base/result.h"
#include "core/kernel/base/units.h"

namespace muster::container {

// One container's control group in every hierarchy that the host has: a directory each under
// cgroup v1, one under v2. Reads and writes the kernel's files directly; stateless, thread-safe.
class Cgroup {
public:
    // `path` is the cgroupsPath given to the runtime: absolute, from each hierarchy's root.
    Cgroup(const std::vector<Mount>& mounts, const std::string& path);

    // Every process in it, children of children included, as pids of the caller's namespace.
    std::vector<pid_t> members() const;
    void signalAll(int signal) const;
    // Kills until nothing is left; a frozen group is thawed first, since under v1 it cannot die.
    // An error at the limit: the processes are in the kernel (state D) and hold their devices, or
    // are about to end.
    Status killAll(std::chrono::milliseconds limit) const;
    // How many of its processes the kernel killed for memory; nothing if it is not counted.
    std::optional<unsigned long> oomKills() const;
    // The most memory that it used at once; nothing if it is not counted.
    std::optional<Bytes> memoryPeak() const;
    // A further device that its processes may open. An error under v2, where the kernel asks a
    // program that the runtime attached.
    Status allow(const DeviceNode& node) const;
    Result<DeviceRules> deviceRules() const { return DeviceRules::of(m_directories); }
    // A memory limit is only ever raised: lowered below what is in use it would kill. What the host
    // cannot limit is left out, as at the launch.
    Status resize(Milli cpus, Bytes memory) const;
    // Removes the emptied directories. Success when there are none.
    Status remove() const;

private:
    void thaw() const;

    std::vector<std::string> m_directories;
};

} // namespace muster::container
