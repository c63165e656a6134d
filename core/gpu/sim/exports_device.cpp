// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "core/gpu/sim/answer.h"

namespace muster::sim {
namespace {

constexpr U32 kVendorNvidia = 0x10DE;

// The functions _v1 and _v2 know only the short struct.
int putPci(const Moment& moment, PciInfo* out, bool withLongId) {
    if (out == nullptr) {
        return InvalidArgument;
    }
    const auto& gpu = *moment.gpu;
    std::memset(out, 0, withLongId ? sizeof(PciInfo) : offsetof(PciInfo, busId) + 16);
    std::snprintf(out->busIdLegacy, sizeof(out->busIdLegacy), "%04X:%02X:%02X.0",
        gpu.domain & 0xFFFF, gpu.bus & 0xFF, gpu.device & 0x1F);
    if (withLongId) {
        std::snprintf(out->busId, sizeof(out->busId), "%08X:%02X:%02X.0", gpu.domain,
            gpu.bus & 0xFF, gpu.device & 0x1F);
    }
    out->pciDeviceId = kVendorNvidia;
    put(moment, &out->domain, gpu.domain);
    put(moment, &out->bus, gpu.bus);
    return put(moment, &out->device, gpu.device);
}

int pci(const char* function, Device device, PciInfo* out, bool withLongId) {
    return simulator().device(
        function, device, [=](const Moment& moment) { return putPci(moment, out, withLongId); });
}

int modeOf(const char* function, Device device, int* out, int (*value)(const Gpu&)) {
    return simulator().device(function, device,
        [=](const Moment& moment) { return put(moment, out, value(*moment.gpu)); });
}

int limit(const char* function, Device device, U32* out) {
    return simulator().device(function, device,
        [=](const Moment& moment) { return put(moment, out, moment.gpu->watts.most * 1000); });
}

} // namespace
} // namespace muster::sim

using namespace muster::sim;

MUSTER_NVML nvmlDeviceGetName(Device device, char* out, U32 size) {
    return simulator().device(__func__, device,
        [=](const Moment& moment) { return putText(moment, out, size, moment.gpu->model); });
}

MUSTER_NVML nvmlDeviceGetUUID(Device device, char* out, U32 size) {
    return simulator().device(__func__, device,
        [=](const Moment& moment) { return putText(moment, out, size, moment.gpu->uuid); });
}

MUSTER_NVML nvmlDeviceGetIndex(Device device, U32* out) {
    return simulator().device(
        __func__, device, [=](const Moment& moment) { return put(moment, out, moment.index); });
}

MUSTER_NVML nvmlDeviceGetMinorNumber(Device device, U32* out) {
    return simulator().device(__func__, device,
        [=](const Moment& moment) { return put(moment, out, moment.gpu->minor); });
}

MUSTER_NVML nvmlDeviceGetPciInfo(Device device, PciInfo* out) {
    return pci(__func__, device, out, false);
}

MUSTER_NVML nvmlDeviceGetPciInfo_v2(Device device, PciInfo* out) {
    return pci(__func__, device, out, false);
}

MUSTER_NVML nvmlDeviceGetPciInfo_v3(Device device, PciInfo* out) {
    return pci(__func__, device, out, true);
}

MUSTER_NVML nvmlDeviceGetPersistenceMode(Device device, int* out) {
    return modeOf(__func__, device, out, [](const Gpu& gpu) { return int{gpu.persistence}; });
}

MUSTER_NVML nvmlDeviceGetComputeMode(Device device, int* out) {
    return modeOf(__func__, device, out, [](const Gpu& gpu) { return gpu.computeMode; });
}

MUSTER_NVML nvmlDeviceGetDisplayActive(Device device, int* out) {
    return modeOf(__func__, device, out, [](const Gpu& gpu) { return int{gpu.display}; });
}

MUSTER_NVML nvmlDeviceGetDisplayMode(Device device, int* out) {
    return modeOf(__func__, device, out, [](const Gpu& gpu) { return int{gpu.display}; });
}

MUSTER_NVML nvmlDeviceGetEccMode(Device device, int* current, int* pending) {
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        if (!moment.gpu->ecc) {
            return NotSupported;
        }
        put(moment, current, int{*moment.gpu->ecc});
        return put(moment, pending, int{*moment.gpu->ecc});
    });
}

MUSTER_NVML nvmlDeviceGetBrand(Device device, int* out) {
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        return moment.gpu->brand ? put(moment, out, *moment.gpu->brand) : NotSupported;
    });
}

MUSTER_NVML nvmlDeviceGetCudaComputeCapability(Device device, int* major, int* minor) {
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        if (!moment.gpu->capability) {
            return NotSupported;
        }
        put(moment, major, moment.gpu->capability->first);
        return put(moment, minor, moment.gpu->capability->second);
    });
}

MUSTER_NVML nvmlDeviceGetMigMode(Device device, U32* current, U32* pending) {
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        if (!moment.gpu->mig) {
            return NotSupported;
        }
        put(moment, current, U32{*moment.gpu->mig});
        return put(moment, pending, U32{*moment.gpu->mig});
    });
}

MUSTER_NVML nvmlDeviceGetEnforcedPowerLimit(Device device, U32* out) {
    return limit(__func__, device, out);
}

MUSTER_NVML nvmlDeviceGetPowerManagementLimit(Device device, U32* out) {
    return limit(__func__, device, out);
}

MUSTER_NVML nvmlDeviceGetTemperatureThreshold(Device device, int kind, U32* out) {
    constexpr U32 kShutdown = 92;
    constexpr U32 kSlowdown = 87;
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        return kind > 1 ? int{NotSupported} : put(moment, out, kind == 0 ? kShutdown : kSlowdown);
    });
}

MUSTER_NVML nvmlDeviceGetMaxPcieLinkGeneration(Device device, U32* out) {
    return simulator().device(__func__, device,
        [=](const Moment& moment) { return put(moment, out, moment.gpu->pcieGeneration); });
}

MUSTER_NVML nvmlDeviceGetMaxPcieLinkWidth(Device device, U32* out) {
    return simulator().device(__func__, device,
        [=](const Moment& moment) { return put(moment, out, moment.gpu->pcieWidth); });
}
