// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/capability_files.h"

#include <algorithm>

namespace muster::container::driver {
namespace {

// As the container toolkit groups them; libGL, libEGL and libGLES* are NVIDIA's own in drivers of
// before GLVND.
const std::vector<DriverFile>& driverLibraries() {
    using enum Capability;
    static const std::vector<DriverFile> table{
        {"libnvidia-ml", Utility},
        {"libnvidia-cfg", Utility},
        {"libnvidia-nscq", Utility},
        {"libcuda", Compute},
        {"libcudadebugger", Compute},
        {"libnvidia-opencl", Compute},
        {"libnvidia-gpucomp", Compute},
        {"libnvidia-ptxjitcompiler", Compute},
        {"libnvidia-fatbinaryloader", Compute},
        {"libnvidia-allocator", Compute},
        {"libnvidia-compiler", Compute},
        {"libnvidia-pkcs11", Compute},
        {"libnvidia-pkcs11-openssl3", Compute},
        {"libnvidia-nvvm", Compute},
        {"libnvidia-tileiras", Compute},
        {"libvdpau_nvidia", Video},
        {"libnvidia-encode", Video},
        {"libnvidia-opticalflow", Video},
        {"libnvcuvid", Video},
        {"libnvidia-eglcore", Graphics},
        {"libnvidia-glcore", Graphics},
        {"libnvidia-tls", Graphics},
        {"libnvidia-glsi", Graphics},
        {"libnvidia-fbc", Graphics},
        {"libnvidia-ifr", Graphics},
        {"libnvidia-rtcore", Graphics},
        {"libnvoptix", Graphics},
        {"libGLX_nvidia", Graphics},
        {"libEGL_nvidia", Graphics},
        {"libGLESv2_nvidia", Graphics},
        {"libGLESv1_CM_nvidia", Graphics},
        {"libGL", Graphics},
        {"libEGL", Graphics},
        {"libGLESv2", Graphics},
        {"libGLESv1_CM", Graphics},
        {"libnvidia-glvkspirv", Graphics},
        {"libnvidia-cbl", Graphics},
        {"libnvidia-ngx", Ngx},
    };
    return table;
}

} // namespace

const std::vector<DriverFile>& driverPrograms() {
    using enum Capability;
    static const std::vector<DriverFile> table{
        {"nvidia-smi", Utility},
        {"nvidia-debugdump", Utility},
        {"nvidia-persistenced", Utility},
        {"nv-fabricmanager", Utility},
        {"nvidia-cuda-mps-control", Compute},
        {"nvidia-cuda-mps-server", Compute},
    };
    return table;
}

bool takesLibrary(std::string_view file, std::string_view version, const Capabilities& groups) {
    const auto suffix = fmt::format(".so.{}", version);
    if (!file.ends_with(suffix))
        return false;
    const auto name = file.substr(0, file.size() - suffix.size());
    const auto& table = driverLibraries();
    const auto known = std::find_if(
        table.begin(), table.end(), [&](const DriverFile& row) { return row.name == name; });
    return known != table.end() ? groups.contains(known->group) : name.starts_with("libnvidia-");
}

} // namespace muster::container::driver
