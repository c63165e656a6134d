// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/query.h"
#include "core/gpu/traffic.h"

namespace muster::gpu {

bool isUnavailable(int code) {
    return code == abi::NotSupported || code == abi::FunctionNotFound || code == abi::Deprecated
        || code == abi::ArgumentVersionMismatch || code == abi::NoPermission || code == abi::NoData
        || code == abi::NotFound;
}

void note(const Nvml& nvml, int code, GpuSample& sample) {
    if (code == abi::Success || isUnavailable(code)) {
        return;
    }
    if (sample.trouble.empty()) {
        sample.trouble = nvml.errorText(code);
    }
    if (code == abi::GpuIsLost) {
        sample.health = GpuHealth::Lost;
    } else if (code == abi::ResetRequired && sample.health == GpuHealth::Ok) {
        sample.health = GpuHealth::NeedsReset;
    }
}

void updateSample(const Nvml& nvml, abi::Device device, bool slow, GpuSample& last) {
    last.health = GpuHealth::Ok;
    last.trouble.clear();
    for (const auto& row : metricTable()) {
        if ((row.slow && !slow) || isTraffic(row.metric)) {
            continue;
        }
        const auto reading = readMetric(nvml, device, row.metric);
        note(nvml, reading.code, last);
        if (last.health == GpuHealth::Lost) {
            last.values.fill(kUnknown);
            last.processes.clear();
            return;
        }
        last.values[static_cast<std::size_t>(row.metric)] = reading.value;
    }
    if (slow) {
        last.processes = readProcesses(nvml, device);
    }
}

} // namespace muster::gpu
