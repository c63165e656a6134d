// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/container/driver/cdi.h"
#include "core/container/driver/requirement.h"
#include "core/container/driver/volume.h"

namespace muster::container::driver {

// The driver as it is on this machine. Without a volume and without CDI there is none.
struct HostDriver {
    std::optional<Volume> volume;
    CdiRegistry cdi;
    std::vector<DeviceNode> nodes; // readDeviceNodes()
    std::string moduleVersion; // of the kernel's module; "" if unknown
};

struct InjectionRequest {
    ImageFacts image;
    std::vector<GrantedGpu> gpus; // exactly these, whatever the environment says
    DriverFacts driver;
};

// What a container with an image gets of the driver. Pure data: the caller mounts and makes it.
struct Injection {
    enum class Way { None, Volume, Cdi };

    Way way = Way::None;
    Capabilities capabilities; // Volume: makeView() with them before the mounts
    std::vector<InjectedMount> mounts;
    // These are seen (doc/features.md D4); what may be opened is oci_config's deviceNodes() and
    // `extraNodes`.
    std::vector<DeviceNode> shownNodes;
    std::vector<DeviceNode> extraNodes; // of CDI, besides the control nodes and the granted GPUs
    std::vector<InjectedLink> links;
    std::vector<std::string> loaderFolders; // already in LD_LIBRARY_PATH
    Pairs environment; // replaces the variables of these names
    std::vector<std::string> warnings;
};

// The sum of this folder: request, requirement, module version, then CDI if the machine has it for
// each granted GPU, else the volume. The environment always has NVIDIA_VISIBLE_DEVICES, so that an
// image that says "all" gives no GPU. A task without GPUs is never refused for its image's
// requirement: the same image runs without them. Pure.
Result<Injection> inject(const InjectionRequest& request, const HostDriver& host);

// Every /dev/nvidia*, /dev/nvidia-caps/* and /dev/dri/* that is a character device, sorted.
std::vector<DeviceNode> readDeviceNodes(const std::string& deviceDirectory = "/dev");

} // namespace muster::container::driver
