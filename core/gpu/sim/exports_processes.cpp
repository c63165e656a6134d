// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/sim/answer.h"

namespace muster::sim {
namespace {

enum class Kind { Compute, Graphics };

std::vector<Process> running(const Moment& moment, Kind kind) {
    std::vector<Process> processes;
    for (const auto& process : moment.gpu->processes) {
        if (process.graphics == (kind == Kind::Graphics) && moment.load().working) {
            processes.push_back(process);
        }
    }
    return processes;
}

template <typename Entry>
Entry entryOf(const Process& process);

template <>
ProcessInfoV1 entryOf(const Process& process) {
    return {process.pid, process.memoryMebibytes << 20};
}

template <>
ProcessInfo entryOf(const Process& process) {
    return {process.pid, process.memoryMebibytes << 20, kNoInstance, kNoInstance};
}

// As NVML: too little room is INSUFFICIENT_SIZE with the number needed.
template <typename Entry>
int list(const char* function, Device device, Kind kind, U32* count, void* out) {
    return simulator().device(function, device, [=](const Moment& moment) -> int {
        const auto processes = running(moment, kind);
        const auto needed = static_cast<U32>(processes.size());
        if (count == nullptr || needed > *count || (needed > 0 && out == nullptr)) {
            return count == nullptr ? int{InvalidArgument}
                                    : (*count = needed, int{InsufficientSize});
        }
        auto* entries = static_cast<Entry*>(out);
        for (U32 i = 0; i < needed; ++i) {
            entries[i] = entryOf<Entry>(processes[i]);
            put(moment, &entries[i].pid, entries[i].pid);
        }
        return put(moment, count, needed);
    });
}

// MPS is off.
int none(const char* function, Device device, U32* count) {
    return simulator().device(
        function, device, [=](const Moment& moment) { return put(moment, count, 0); });
}

} // namespace
} // namespace muster::sim

using namespace muster::sim;

MUSTER_NVML nvmlDeviceGetComputeRunningProcesses(Device device, U32* count, void* out) {
    return list<ProcessInfoV1>(__func__, device, Kind::Compute, count, out);
}

MUSTER_NVML nvmlDeviceGetComputeRunningProcesses_v2(Device device, U32* count, void* out) {
    return list<ProcessInfo>(__func__, device, Kind::Compute, count, out);
}

MUSTER_NVML nvmlDeviceGetComputeRunningProcesses_v3(Device device, U32* count, void* out) {
    return list<ProcessInfo>(__func__, device, Kind::Compute, count, out);
}

MUSTER_NVML nvmlDeviceGetGraphicsRunningProcesses(Device device, U32* count, void* out) {
    return list<ProcessInfoV1>(__func__, device, Kind::Graphics, count, out);
}

MUSTER_NVML nvmlDeviceGetGraphicsRunningProcesses_v2(Device device, U32* count, void* out) {
    return list<ProcessInfo>(__func__, device, Kind::Graphics, count, out);
}

MUSTER_NVML nvmlDeviceGetGraphicsRunningProcesses_v3(Device device, U32* count, void* out) {
    return list<ProcessInfo>(__func__, device, Kind::Graphics, count, out);
}

MUSTER_NVML nvmlDeviceGetMPSComputeRunningProcesses(Device device, U32* count, void*) {
    return none(__func__, device, count);
}

MUSTER_NVML nvmlDeviceGetMPSComputeRunningProcesses_v2(Device device, U32* count, void*) {
    return none(__func__, device, count);
}

MUSTER_NVML nvmlDeviceGetMPSComputeRunningProcesses_v3(Device device, U32* count, void*) {
    return none(__func__, device, count);
}

// NOT_FOUND is NVML's word for "no sample since then".
MUSTER_NVML nvmlDeviceGetProcessUtilization(
    Device device, ProcessUtilizationSample* out, U32* count, U64) {
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        const auto processes = running(moment, Kind::Compute);
        const auto needed = static_cast<U32>(processes.size());
        if (count == nullptr || needed == 0) {
            return count == nullptr ? InvalidArgument : NotFound;
        }
        if (out == nullptr || *count < needed) {
            return *count = needed, int{InsufficientSize};
        }
        const auto load = moment.load();
        const auto stamp = static_cast<U64>(moment.clock * 1e6);
        for (U32 i = 0; i < needed; ++i) {
            out[i] = {processes[i].pid, stamp, load.gpuPercent / needed,
                load.memoryPercent / needed, 0, 0};
        }
        return put(moment, count, needed);
    });
}
