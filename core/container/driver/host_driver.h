// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/container/driver/injection.h"

namespace muster::container::driver {

struct DriverPlaces {
    std::string root = "/"; // where the driver is installed; the simulator's tree, which has no CDI
    std::string volumes; // VolumePlaces::folder
    std::string devices = "/dev";
};

// What inject() has to know of this machine; read once at the agent's start. Nodes and the module's
// version may be others when a container is launched. `version`: of the driver, by NVML. Without it
// there is neither volume nor CDI. What could not be had is a warning.
HostDriver readHostDriver(
    const DriverPlaces& places, const std::string& version, std::vector<std::string>& warnings);

} // namespace muster::container::driver
