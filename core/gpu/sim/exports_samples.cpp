// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/sim/answer.h"

namespace muster::sim {
namespace {

int sensor(const char* function, Device device, U32* out, unsigned Load::*part) {
    return simulator().device(function, device,
        [=](const Moment& moment) { return put(moment, out, moment.load().*part); });
}

int throttle(const char* function, Device device, U64* out) {
    return simulator().device(function, device,
        [=](const Moment& moment) { return put(moment, out, moment.load().throttleReasons); });
}

int fan(const char* function, Device device, U32* out) {
    return simulator().device(function, device, [=](const Moment& moment) -> int {
        return moment.gpu->fan ? put(moment, out, moment.load().fanPercent) : int{NotSupported};
    });
}

// Video engines stand still.
int engine(const char* function, Device device, U32* percent, U32* period) {
    constexpr U32 kPeriodMicroseconds = 167000;
    return simulator().device(function, device, [=](const Moment& moment) {
        put(moment, percent, 0);
        return put(moment, period, kPeriodMicroseconds);
    });
}

} // namespace
} // namespace muster::sim

using namespace muster::sim;

MUSTER_NVML nvmlDeviceGetUtilizationRates(Device device, Utilization* out) {
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        const auto load = moment.load();
        if (out == nullptr) {
            return InvalidArgument;
        }
        put(moment, &out->gpu, load.gpuPercent);
        return put(moment, &out->memory, load.memoryPercent);
    });
}

MUSTER_NVML nvmlDeviceGetMemoryInfo(Device device, Memory* out) {
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        const U64 total = moment.gpu->memoryMebibytes << 20;
        const U64 used = moment.load().memoryUsedMebibytes << 20;
        if (out == nullptr) {
            return InvalidArgument;
        }
        put(moment, &out->total, total);
        put(moment, &out->used, used);
        return put(moment, &out->free, total - used);
    });
}

MUSTER_NVML nvmlDeviceGetMemoryInfo_v2(Device device, MemoryV2* out) {
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        const U64 total = moment.gpu->memoryMebibytes << 20;
        const U64 reserved = total / 256;
        const U64 used = std::max(moment.load().memoryUsedMebibytes << 20, reserved) - reserved;
        if (out == nullptr || out->version != kMemoryV2Version) {
            return out == nullptr ? int{InvalidArgument} : int{ArgumentVersionMismatch};
        }
        put(moment, &out->total, total);
        put(moment, &out->reserved, reserved);
        put(moment, &out->used, used);
        return put(moment, &out->free, total - reserved - used);
    });
}

MUSTER_NVML nvmlDeviceGetTemperature(Device device, int kind, U32* out) {
    return kind == kTemperatureGpu ? sensor(__func__, device, out, &Load::celsius)
                                   : int{InvalidArgument};
}

MUSTER_NVML nvmlDeviceGetPowerUsage(Device device, U32* out) {
    return sensor(__func__, device, out, &Load::milliwatts);
}

MUSTER_NVML nvmlDeviceGetClockInfo(Device device, int type, U32* out) {
    return type == ClockMemory ? sensor(__func__, device, out, &Load::memoryClock)
                               : sensor(__func__, device, out, &Load::smClock);
}

MUSTER_NVML nvmlDeviceGetMaxClockInfo(Device device, int type, U32* out) {
    return simulator().device(__func__, device, [=](const Moment& moment) {
        return put(moment, out,
            type == ClockMemory ? moment.gpu->memoryClock.most : moment.gpu->smClock.most);
    });
}

MUSTER_NVML nvmlDeviceGetFanSpeed(Device device, U32* out) {
    return fan(__func__, device, out);
}

MUSTER_NVML nvmlDeviceGetFanSpeed_v2(Device device, U32 number, U32* out) {
    return number == 0 ? fan(__func__, device, out) : int{InvalidArgument};
}

MUSTER_NVML nvmlDeviceGetNumFans(Device device, U32* out) {
    return simulator().device(__func__, device,
        [=](const Moment& moment) { return put(moment, out, U32{moment.gpu->fan}); });
}

MUSTER_NVML nvmlDeviceGetPerformanceState(Device device, int* out) {
    return simulator().device(__func__, device, [=](const Moment& moment) {
        return put(moment, out, static_cast<int>(moment.load().performanceState));
    });
}

MUSTER_NVML nvmlDeviceGetTotalEccErrors(Device device, int type, int, U64* out) {
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        const bool on = moment.gpu->ecc.value_or(false);
        return on ? put(moment, out, type == EccUncorrected ? moment.gpu->eccErrors : 0)
                  : int{NotSupported};
    });
}

MUSTER_NVML nvmlDeviceGetCurrPcieLinkGeneration(Device device, U32* out) {
    return sensor(__func__, device, out, &Load::pcieGeneration);
}

MUSTER_NVML nvmlDeviceGetCurrPcieLinkWidth(Device device, U32* out) {
    return simulator().device(__func__, device,
        [=](const Moment& moment) { return put(moment, out, moment.gpu->pcieWidth); });
}

MUSTER_NVML nvmlDeviceGetCurrentClocksEventReasons(Device device, U64* out) {
    return throttle(__func__, device, out);
}

MUSTER_NVML nvmlDeviceGetCurrentClocksThrottleReasons(Device device, U64* out) {
    return throttle(__func__, device, out);
}

MUSTER_NVML nvmlDeviceGetEncoderUtilization(Device device, U32* percent, U32* period) {
    return engine(__func__, device, percent, period);
}

MUSTER_NVML nvmlDeviceGetDecoderUtilization(Device device, U32* percent, U32* period) {
    return engine(__func__, device, percent, period);
}
