// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/injection.h"

#include <algorithm>
#include <array>
#include <memory>

#include <dirent.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "core/container/driver/module_version.h"
#include "core/kernel/base/text.h"

namespace muster::container::driver {
namespace {

constexpr const char* defaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

std::string valueOf(const ImageFacts& image, std::string_view name, std::string_view otherwise) {
    const auto* value = find(image.taskEnvironment, name);
    if (value == nullptr)
        value = find(image.environment, name);
    return std::string(value != nullptr ? *value : otherwise);
}

Status checkGpuTask(const InjectionRequest& request, const HostDriver& host) {
    if (auto held = checkRequirements(request.image, request.driver); !held)
        return held;
    const auto library = host.volume ? host.volume->version : request.driver.driverVersion;
    if (const auto mismatch = versionMismatch(host.moduleVersion, library))
        return failure(*mismatch, Error::Kind::Conflict);
    return {};
}

void setLibraryPath(Injection& injection, const ImageFacts& image) {
    injection.environment.emplace_back("LD_LIBRARY_PATH",
        appendFolders(valueOf(image, "LD_LIBRARY_PATH", ""), injection.loaderFolders));
}

// See doc/features.md D14.
void addVolume(Injection& injection, const InjectionRequest& request, const Volume& volume) {
    injection.way = Injection::Way::Volume;
    injection.mounts = {{volume.path(injection.capabilities), kVolumeTarget, true}};
    const std::string target = kVolumeTarget;
    injection.loaderFolders = {"/usr/local/cuda/compat", target + "/lib", target + "/lib64"};
    injection.environment.emplace_back(
        "PATH", appendFolders(valueOf(request.image, "PATH", defaultPath), {target + "/bin"}));
    setLibraryPath(injection, request.image);
}

void addCdi(Injection& injection, const InjectionRequest& request, CdiInjection cdi) {
    injection.way = Injection::Way::Cdi;
    injection.mounts = std::move(cdi.mounts);
    injection.extraNodes = std::move(cdi.nodes);
    injection.links = std::move(cdi.links);
    injection.loaderFolders = std::move(cdi.loaderFolders);
    injection.environment.insert(
        injection.environment.end(), cdi.environment.begin(), cdi.environment.end());
    injection.warnings.insert(injection.warnings.end(), cdi.warnings.begin(), cdi.warnings.end());
    setLibraryPath(injection, request.image);
}

// CDI knows devices, not drivers: without a GPU only the volume can be had.
Status addDriver(Injection& injection, const InjectionRequest& request, const HostDriver& host) {
    if (!request.gpus.empty() && !host.cdi.entries.empty()) {
        auto cdi = cdiFor(host.cdi, request.gpus, host.nodes);
        if (cdi) {
            addCdi(injection, request, std::move(*cdi));
            return {};
        }
        if (!host.volume)
            return tl::unexpected(cdi.error());
        injection.warnings.push_back(
            fmt::format("CDI is not used, but the driver's volume: {}", cdi.error().message));
    }
    if (host.volume) {
        addVolume(injection, request, *host.volume);
        return {};
    }
    if (!request.gpus.empty())
        return failure(
            fmt::format("{} granted, but this host has neither a volume of the driver's "
                        "files nor a CDI spec: install the driver's libraries and run ldconfig",
                counted(request.gpus.size(), "GPU")),
            Error::Kind::Unavailable);
    return {};
}

void addNodesIn(
    const std::string& folder, const std::string& prefix, std::vector<DeviceNode>& nodes) {
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(folder.c_str()), closedir);
    while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) {
        const std::string name = entry->d_name;
        const auto path = folder + '/' + name;
        struct stat info { };
        if (name.starts_with(prefix) && lstat(path.c_str(), &info) == 0 && S_ISCHR(info.st_mode))
            nodes.push_back({path, major(info.st_rdev), minor(info.st_rdev)});
    }
}

} // namespace

Result<Injection> inject(const InjectionRequest& request, const HostDriver& host) {
    const auto wanted = driverRequestOf(request.image, request.gpus.size());
    if (!wanted)
        return tl::unexpected(wanted.error());
    Injection injection;
    std::copy_if(host.nodes.begin(), host.nodes.end(), std::back_inserter(injection.shownNodes),
        [](const DeviceNode& node) {
            return node.path.starts_with("/dev/nvidia")
                && node.path.find('/', std::string_view("/dev/").size()) == std::string::npos;
        });
    std::vector<GpuUuid> uuids;
    for (const GrantedGpu& gpu : request.gpus)
        uuids.push_back(gpu.uuid);
    injection.environment = {{"NVIDIA_VISIBLE_DEVICES", visibleDevices(uuids)}};
    if (!wanted->driver) {
        if (!request.gpus.empty())
            injection.warnings.push_back(
                fmt::format("{} granted, but the image takes no driver ({})",
                    counted(request.gpus.size(), "GPU"), wanted->reason));
        return injection;
    }
    injection.capabilities = wanted->capabilities;
    if (!request.gpus.empty()) {
        if (auto checked = checkGpuTask(request, host); !checked)
            return tl::unexpected(checked.error());
    }
    if (auto added = addDriver(injection, request, host); !added)
        return tl::unexpected(added.error());
    return injection;
}

std::vector<DeviceNode> readDeviceNodes(const std::string& deviceDirectory) {
    std::vector<DeviceNode> nodes;
    addNodesIn(deviceDirectory, "nvidia", nodes);
    addNodesIn(deviceDirectory + "/nvidia-caps", "nvidia-cap", nodes);
    addNodesIn(deviceDirectory + "/dri", "", nodes);
    std::sort(nodes.begin(), nodes.end(),
        [](const DeviceNode& a, const DeviceNode& b) { return a.path < b.path; });
    return nodes;
}

} // namespace muster::container::driver
