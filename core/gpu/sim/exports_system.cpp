// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/sim/answer.h"

namespace muster::sim {

int putText(const Moment& moment, char* out, U32 size, const std::string& text) {
    if (out == nullptr) {
        return InvalidArgument;
    }
    if (moment.scenario->garbage) {
        const auto random = simulator().random();
        constexpr std::size_t kHuge = 4096; // ignores the size, as a broken driver would
        switch (random % 16) {
        case 0:
            out[0] = '\0';
            return Success;
        case 1:
            std::memset(out, 'A', size);
            return Success;
        case 2:
            std::memset(out, 'B', kHuge);
            return Success;
        case 3:
            std::memcpy(out, "\xff\x1b[2J\n", 7);
            return Success;
        default:
            break;
        }
    }
    if (text.size() + 1 > size) {
        return InsufficientSize;
    }
    std::memcpy(out, text.c_str(), text.size() + 1);
    return Success;
}

namespace {

const char* textOf(int code) {
    switch (code) {
    case Success:
        return "Success";
    case Uninitialized:
        return "Uninitialized";
    case InvalidArgument:
        return "Invalid Argument";
    case NotSupported:
        return "Not Supported";
    case NoPermission:
        return "Insufficient Permissions";
    case NotFound:
        return "Not Found";
    case InsufficientSize:
        return "Insufficient Size";
    case DriverNotLoaded:
        return "Driver Not Loaded";
    case Timeout:
        return "Timeout";
    case IrqIssue:
        return "Interrupt Request Issue";
    case LibraryNotFound:
        return "NVML Shared Library Not Found";
    case FunctionNotFound:
        return "Function Not Found";
    case CorruptedInforom:
        return "Corrupted infoROM";
    case GpuIsLost:
        return "GPU is lost";
    case ResetRequired:
        return "GPU requires reset";
    case OperatingSystem:
        return "The operating system has blocked the request";
    case LibRmVersionMismatch:
        return "Driver/library version mismatch";
    case NoData:
        return "No data";
    default:
        return "Unknown Error";
    }
}

int count(const char* function, U32* out, bool onlyAccessible) {
    return simulator().system(function, [=](const Moment& moment) {
        U32 number = 0;
        for (const auto& gpu : moment.scenario->gpus) {
            number += onlyAccessible && gpu.hidden ? 0 : 1;
        }
        return put(moment, out, number);
    });
}

int byIndex(const char* function, U32 index, Device* out) {
    const int code = simulator().handle(
        function, [=](const Gpu&, unsigned at) { return at == index; }, out);
    return code == NotFound ? int{InvalidArgument} : code;
}

} // namespace
} // namespace muster::sim

using namespace muster::sim;

MUSTER_NVML nvmlInit() {
    return simulator().init();
}

MUSTER_NVML nvmlInit_v2() {
    return simulator().init();
}

MUSTER_NVML nvmlInitWithFlags(U32) {
    return simulator().init();
}

MUSTER_NVML nvmlShutdown() {
    return simulator().shutdown();
}

extern "C" __attribute__((visibility("default"))) const char* nvmlErrorString(int code) {
    return textOf(code);
}

MUSTER_NVML nvmlSystemGetDriverVersion(char* out, U32 size) {
    return simulator().system(__func__,
        [=](const Moment& moment) { return putText(moment, out, size, moment.scenario->driver); });
}

MUSTER_NVML nvmlSystemGetNVMLVersion(char* out, U32 size) {
    return simulator().system(__func__,
        [=](const Moment& moment) { return putText(moment, out, size, moment.scenario->nvml); });
}

MUSTER_NVML nvmlSystemGetCudaDriverVersion(int* out) {
    return simulator().system(
        __func__, [=](const Moment& moment) { return put(moment, out, moment.scenario->cuda); });
}

MUSTER_NVML nvmlSystemGetCudaDriverVersion_v2(int* out) {
    return simulator().system(
        __func__, [=](const Moment& moment) { return put(moment, out, moment.scenario->cuda); });
}

MUSTER_NVML nvmlSystemGetProcessName(U32 pid, char* out, U32 size) {
    return simulator().system(__func__, [=](const Moment& moment) -> int {
        for (const auto& gpu : moment.scenario->gpus) {
            for (const auto& process : gpu.processes) {
                if (process.pid == pid) {
                    return putText(moment, out, size, process.name);
                }
            }
        }
        return NotFound;
    });
}

MUSTER_NVML nvmlDeviceGetCount(U32* out) {
    return count(__func__, out, true);
}

MUSTER_NVML nvmlDeviceGetCount_v2(U32* out) {
    return count(__func__, out, false);
}

MUSTER_NVML nvmlDeviceGetHandleByIndex(U32 index, Device* out) {
    return byIndex(__func__, index, out);
}

MUSTER_NVML nvmlDeviceGetHandleByIndex_v2(U32 index, Device* out) {
    return byIndex(__func__, index, out);
}

MUSTER_NVML nvmlDeviceGetHandleByUUID(const char* uuid, Device* out) {
    return simulator().handle(
        __func__, [=](const Gpu& gpu, unsigned) { return uuid != nullptr && gpu.uuid == uuid; },
        out);
}

MUSTER_NVML nvmlDeviceGetHandleByPciBusId_v2(const char* text, Device* out) {
    U32 domain = 0;
    U32 bus = 0;
    U32 device = 0;
    if (text == nullptr || std::sscanf(text, "%x:%x:%x", &domain, &bus, &device) != 3) {
        return InvalidArgument;
    }
    return simulator().handle(
        __func__,
        [=](const Gpu& gpu, unsigned) {
            return gpu.domain == domain && gpu.bus == bus && gpu.device == device;
        },
        out);
}

MUSTER_NVML nvmlDeviceGetHandleByPciBusId(const char* text, Device* out) {
    return nvmlDeviceGetHandleByPciBusId_v2(text, out);
}
