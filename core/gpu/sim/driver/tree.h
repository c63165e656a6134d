// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/base/result.h"

namespace muster::sim {

// What the driver's tree is made of.
struct DriverParts {
    std::string scenario; // a file; its driver is the version
    std::string nvml; // libmuster-nvml-sim.so
    std::string smi; // muster-nvidia-smi
    std::string standIns; // a folder of libraries named by soname
    std::string machine{}; // whose GPUs these are; may be empty
};

// Writes what a driver installs below `folder`: usr/lib/<multiarch>, usr/bin/nvidia-smi, and
// etc/ld.so.cache by the real ldconfig, which needs root. What is there of an earlier call is
// replaced.
Status writeDriverTree(const std::string& folder, const DriverParts& parts);

} // namespace muster::sim
