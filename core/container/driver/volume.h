// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/container/driver/request.h"

namespace muster::container::driver {

inline constexpr const char* kVolumeTarget = "/usr/local/nvidia";

struct VolumePlaces {
    std::string root = "/"; // where the driver is installed; the simulator has a tree of its own
    std::string folder; // "/var/run/muster/driver": one volume a driver version, side by side
};

// <folder>/nvidia_<version> with bin, lib (32 bit) and lib64: the driver's files and the names that
// the loader looks for, each as a link.
struct Volume {
    std::string folder;
    std::string version;
    std::vector<std::string> warnings;

    // Where the files of these groups are: the volume itself for all of them, else a view beside
    // it, "nvidia_390.30.compute+utility".
    std::string path(const Capabilities& capabilities) const;
};

// Builds the volume from the linker cache of the driver's root, or adds what a volume that is there
// lacks; nothing in it is ever removed or replaced. Only files of exactly that version are taken
// (lib*.so.<version>): what another vendor put under the same name is not NVIDIA's. Files are
// linked where the file system is the same, else copied. A folder on a file system that is mounted
// noexec gets a tmpfs over it. Needs root ("NvidiaVolume::create() requires root privileges").
// NotFound when the root has no libcuda or libnvidia-ml of that version.
Result<Volume> buildVolume(const VolumePlaces& places, const std::string& version);

// Makes path(capabilities); cheap when it is there. One caller at a time.
Status makeView(const Volume& volume, const Capabilities& capabilities);

} // namespace muster::container::driver
