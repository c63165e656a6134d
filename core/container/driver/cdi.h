// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/container/driver/request.h"
#include "core/container/spec.h"

namespace muster::container::driver {

struct GrantedGpu {
    GpuUuid uuid;
    unsigned index = 0; // NVML's
    unsigned minor = 0; // /dev/nvidia<minor>
};

using InjectedMount = BindMount;
using InjectedLink = SymbolicLink;

// The container edits of one CDI device, or those that a spec has for all of its devices.
struct CdiNode {
    std::string path; // in the container
    std::string hostPath; // the same unless the spec says otherwise
    std::string permissions; // "rwm"; empty: all
};

struct CdiHook {
    std::string name; // "createContainer"
    std::string path;
    std::vector<std::string> arguments; // without the program's own name
};

struct CdiMount {
    std::string hostPath;
    std::string containerPath;
    std::vector<std::string> options;
};

struct CdiEdits {
    Pairs environment;
    std::vector<CdiNode> nodes;
    std::vector<CdiMount> mounts;
    std::vector<CdiHook> hooks;
};

struct CdiDevice {
    std::string name;
    CdiEdits edits;
};

struct CdiSpec {
    std::string kind; // "nvidia.com/gpu"
    std::vector<CdiDevice> devices;
    CdiEdits edits;
};

// One file, JSON or YAML: at most 1 MiB, 20000 nodes, 16 levels, no aliases. Unknown fields of
// containerEdits are refused. Pure.
Result<CdiSpec> parseCdi(std::string_view text);

// The specs for nvidia.com/gpu of these folders, later folders over earlier ones: a device that two
// files of one folder define is in conflict and not there. What could not be used is a warning.
struct CdiRegistry {
    struct Entry {
        CdiSpec spec;
        std::string file;
        std::size_t folder = 0; // its priority
    };
    std::vector<Entry> entries;
    std::vector<std::string> warnings;
};

// Files *.json, *.yaml and *.yml that root owns and nobody else can write.
CdiRegistry readCdi(const std::vector<std::string>& folders = {"/etc/cdi", "/var/run/cdi"});

// What the granted GPUs' devices ask for, with hooks replaced by what they would have done.
struct CdiInjection {
    std::vector<InjectedMount> mounts;
    std::vector<DeviceNode> nodes; // those of the host that are no GPU: control, DRM, MIG
    std::vector<InjectedLink> links; // hook create-symlinks
    std::vector<std::string> loaderFolders; // hook update-ldcache
    Pairs environment;
    std::vector<std::string> warnings;
};

// By UUID, index, "gpu<index>" or "all" in this order. NotFound if a granted GPU has no device.
// Refused: a hook that is not known here, a path that is not plain and absolute, a device with the
// node of another GPU (its spec is older than the machine). `host`: the nodes that exist, whose
// numbers count more than the spec's. REQUIRES: gpus is not empty.
Result<CdiInjection> cdiFor(const CdiRegistry& registry, const std::vector<GrantedGpu>& gpus,
    const std::vector<DeviceNode>& host);

} // namespace muster::container::driver
