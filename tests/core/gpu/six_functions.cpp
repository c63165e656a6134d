// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Exports the six functions of NVML that Mesos loads, as a driver that has nothing else.
#include "core/gpu/nvml_abi.h"

#define EXPORT extern "C" __attribute__((visibility("default")))

using muster::gpu::abi::Device;

EXPORT int nvmlInit_v2() {
    return 0;
}

EXPORT int nvmlSystemGetDriverVersion(char* out, unsigned) {
    __builtin_strcpy(out, "331.62");
    return 0;
}

EXPORT int nvmlDeviceGetCount(unsigned* out) {
    *out = 2;
    return 0;
}

EXPORT int nvmlDeviceGetHandleByIndex(unsigned index, Device* out) {
    static char places[2];
    *out = reinterpret_cast<Device>(places + index);
    return 0;
}

EXPORT int nvmlDeviceGetMinorNumber(Device, unsigned* out) {
    *out = 0;
    return 0;
}

EXPORT const char* nvmlErrorString(int) {
    return nullptr;
}
