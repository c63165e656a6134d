// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/container/driver/request.h"

namespace muster::container::driver {

// What a requirement is compared with. Empty is unknown, and an unknown fact refuses nothing.
struct GpuFacts {
    std::string arch; // compute capability, "7.5"
    std::string brand; // "tesla", in small letters
};

struct DriverFacts {
    std::string driverVersion; // "390.30"
    std::string cudaVersion; // the newest that the driver serves: "9.1"
    std::vector<GpuFacts> gpus; // the granted ones: each must hold

    // NVML's number (12040) as text ("12.4"); "" for 0 and less.
    static std::string cudaText(int number);
};

// Holds if every NVIDIA_REQUIRE_* of the merged environment does (a blank is OR, a comma AND;
// properties cuda, driver, arch, brand; unknown ones are skipped), the legacy rule's CUDA_VERSION
// and the label com.nvidia.cuda.version too. NVIDIA_DISABLE_REQUIRE=1|true turns all of it off.
// The error (Conflict) names the condition, both versions and the remedy:
//   unsatisfied condition: cuda>=12.0 (driver 390.30 serves CUDA 9.1); ...
//   unsupported CUDA version: driver 8.0 < image 9.0          (nvidia-docker's text)
// A condition that cannot be read, or more than 64 variables or 4096 bytes of one: Invalid.
// O(bytes x GPUs). Pure.
Status checkRequirements(const ImageFacts& image, const DriverFacts& driver);

} // namespace muster::container::driver
