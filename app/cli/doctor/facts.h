// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/container/driver/linker_cache.h"
#include "core/container/host_check.h"
#include "core/gpu/discovery.h"
#include "core/kernel/base/result.h"
#include "core/kernel/base/units.h"

namespace muster::cli::doctor {

// Who listens at the port.
struct PortHolder {
    unsigned user = 0; // its number
    std::string program; // "muster-agentd (pid 7)"; empty: only root can see it
};

struct Disk {
    std::string path; // that exists: the folder, or the nearest above it
    Bytes free; // for us
    Bytes size;
    std::uint64_t freeInodes = 0;
    std::uint64_t inodes = 0; // 0: the file system has no limit
};

// All that the checks know of a machine. Nothing: it could not be looked at.
struct Facts {
    unsigned pciGpus = 0; // display controllers of NVIDIA on the PCI bus
    bool nouveau = false; // the kernel module is loaded
    std::string moduleVersion; // of the kernel module nvidia; "": it is not loaded
    std::optional<Result<gpu::Discovery>> nvml; // nothing: muster-nvml is not installed
    std::vector<unsigned> missingNodes; // minor numbers of GPUs without /dev/nvidia<minor>
    bool hasControlNode = false; // /dev/nvidiactl
    bool hasUvmNode = false; // /dev/nvidia-uvm
    bool hasModprobe = false; // nvidia-modprobe is installed
    std::optional<std::vector<container::driver::CachedLibrary>> libraries; // the linker cache
    container::HostAbilities host;
    std::optional<std::vector<std::string>> delegated; // v2: what the root hands to groups below
    std::optional<std::string> skopeoVersion;
    std::string workDir;
    std::optional<Disk> disk;
    std::optional<bool> clockSynchronised;
    std::uint16_t port = 0;
    std::optional<std::optional<PortHolder>> portHolder; // nothing inside: the port is free
};

struct Places {
    std::string workDir;
    std::uint16_t port = 5050;
    std::string runc = "runc";
    std::string conmon = "conmon";
    std::string skopeo = "skopeo";
};

// The one place that looks at the machine. Takes seconds where the driver answers slowly.
Facts gatherFacts(const Places& places);

} // namespace muster::cli::doctor
