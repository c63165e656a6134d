// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/container/driver/request.h"

namespace muster::container::driver {

// The one table of what the driver consists of.
struct DriverFile {
    std::string_view name; // "libcuda" or "nvidia-smi"
    Capability group;
};

const std::vector<DriverFile>& driverPrograms();

// Whether a container with these groups gets that library. `file`: "libcuda.so.390.30". False for
// what is not NVIDIA's: another version, or a name that is neither in the table nor "libnvidia-*".
// A libnvidia-* that the table does not know yet is in every group: a newer driver's libraries need
// each other.
bool takesLibrary(std::string_view file, std::string_view version, const Capabilities& groups);

} // namespace muster::container::driver
