// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/host_driver.h"

#include "core/container/driver/module_version.h"

namespace muster::container::driver {

HostDriver readHostDriver(
    const DriverPlaces& places, const std::string& version, std::vector<std::string>& warnings) {
    HostDriver driver;
    driver.nodes = readDeviceNodes(places.devices);
    driver.moduleVersion = readModuleVersion(places.root);
    if (version.empty())
        return driver;
    const auto root = places.root == "/" ? std::string() : places.root;
    driver.cdi = readCdi({root + "/etc/cdi", root + "/var/run/cdi"});
    warnings.insert(warnings.end(), driver.cdi.warnings.begin(), driver.cdi.warnings.end());
    auto volume = buildVolume({places.root, places.volumes}, version);
    if (volume) {
        warnings.insert(warnings.end(), volume->warnings.begin(), volume->warnings.end());
        driver.volume = std::move(*volume);
    } else {
        warnings.push_back(
            fmt::format("There is no volume of the driver's files: {}", volume.error().message));
    }
    return driver;
}

} // namespace muster::container::driver
