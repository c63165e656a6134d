// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/kernel/base/gpu.h"

namespace muster::gpu {

// What NVML says once of a machine. Versions are empty where the driver does not tell.
struct Discovery {
    // A GPU that NVML counts and that cannot be used: lost, hidden by a devices cgroup, or without
    // UUID.
    struct Unreachable {
        unsigned index = 0;
        std::string reason; // "GPU is lost"
        bool operator==(const Unreachable&) const = default;
    };

    // What images may ask of a GPU (NVIDIA_REQUIRE_*). Empty: the driver does not tell.
    struct Class {
        GpuUuid gpu;
        std::string capability; // "7.5"
        std::string brand; // "tesla", as container tools write it
        bool operator==(const Class&) const = default;
    };

    std::vector<GpuInfo> gpus; // by index
    std::vector<Class> classes; // likewise
    std::vector<Unreachable> unreachable;
    std::string driverVersion; // "390.30"
    std::string cudaVersion; // "12.4", the newest that the driver runs
    std::string nvmlVersion; // "9.390.30"

    std::size_t count() const {
        return gpus.size() + unreachable.size();
    } // nvmlDeviceGetCount's number
    bool operator==(const Discovery&) const = default;
};

} // namespace muster::gpu
