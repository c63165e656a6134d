// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "core/gpu/query.h"

namespace muster::gpu {
namespace {

using Fn = NvmlFunctions;

// A value outside [lowest, highest] is not a measurement.
Reading within(int code, std::uint64_t value, std::uint64_t lowest, std::uint64_t highest) {
    if (code != abi::Success || value < lowest || value > highest) {
        return {code, kUnknown};
    }
    return {code, static_cast<MetricValue>(value)};
}

// Starts from "impossible", so that a library that answers success and writes nothing gives
// unknown.
template <typename... Parameters, typename... Before>
Reading number(const Nvml& nvml, std::uint64_t lowest, std::uint64_t highest,
    int (*Fn::*function)(Parameters...), Before... before) {
    std::uint32_t value = 0xFFFFFFFF;
    const int code = nvml.call(function, before..., &value);
    return within(code, value, lowest, highest);
}

Reading utilization(const Nvml& nvml, abi::Device device, std::uint32_t abi::Utilization::*part) {
    abi::Utilization answer{0xFFFFFFFF, 0xFFFFFFFF};
    const int code = nvml.call(&Fn::getUtilizationRates, device, &answer);
    return within(code, answer.*part, 0, 100);
}

// Version 1 of the call: every driver has it, and its `used` includes what the driver reserves.
Reading memoryUsed(const Nvml& nvml, abi::Device device) {
    abi::Memory answer{};
    const int code = nvml.call(&Fn::getMemoryInfo, device, &answer);
    constexpr std::uint64_t kMostMebibytes = 1 << 24;
    return within(answer.total == 0 && code == abi::Success ? abi::NoData : code, answer.used >> 20,
        0, std::min(answer.total >> 20, kMostMebibytes));
}

Reading performanceState(const Nvml& nvml, abi::Device device) {
    int state = -1;
    const int code = nvml.call(&Fn::getPerformanceState, device, &state);
    return within(code, static_cast<std::uint32_t>(state), 0, 15);
}

Reading eccErrors(const Nvml& nvml, abi::Device device) {
    std::uint64_t count = abi::kNotAvailable;
    const int code = nvml.call(
        &Fn::getTotalEccErrors, device, int{abi::EccUncorrected}, int{abi::EccVolatile}, &count);
    return within(code, count, 0, std::numeric_limits<MetricValue>::max());
}

Reading throttleReasons(const Nvml& nvml, abi::Device device) {
    std::uint64_t bits = abi::kNotAvailable;
    const int code = nvml.call(&Fn::getCurrentClocksEventReasons, device, &bits);
    return within(code, bits, 0, 0xFFFFFF); // bits 0 to 8 are defined
}

} // namespace

Reading readMetric(const Nvml& nvml, abi::Device device, Metric metric) {
    constexpr std::uint64_t kMostMilliwatts = 20'000'000;
    constexpr std::uint64_t kMostMegahertz = 50'000;
    switch (metric) {
    case Metric::GpuUtilization:
        return utilization(nvml, device, &abi::Utilization::gpu);
    case Metric::MemoryUtilization:
        return utilization(nvml, device, &abi::Utilization::memory);
    case Metric::MemoryUsed:
        return memoryUsed(nvml, device);
    case Metric::Temperature:
        return number(nvml, 0, 200, &Fn::getTemperature, device, abi::kTemperatureGpu);
    case Metric::Power:
        return number(nvml, 0, kMostMilliwatts, &Fn::getPowerUsage, device);
    case Metric::SmClock:
        return number(nvml, 0, kMostMegahertz, &Fn::getClockInfo, device, int{abi::ClockSm});
    case Metric::MemoryClock:
        return number(nvml, 0, kMostMegahertz, &Fn::getClockInfo, device, int{abi::ClockMemory});
    case Metric::FanSpeed:
        return number(nvml, 0, 200, &Fn::getFanSpeed, device); // may pass 100 % of its rating
    case Metric::PerformanceState:
        return performanceState(nvml, device);
    case Metric::EccUncorrected:
        return eccErrors(nvml, device);
    case Metric::PcieGeneration:
        return number(nvml, 1, 16, &Fn::getCurrPcieLinkGeneration, device);
    case Metric::PcieWidth:
        return number(nvml, 1, 64, &Fn::getCurrPcieLinkWidth, device);
    case Metric::ThrottleReasons:
        return throttleReasons(nvml, device);
    case Metric::PcieReceived:
    case Metric::PcieSent:
    case Metric::NvlinkReceived:
    case Metric::NvlinkSent:
        break;
    }
    return {abi::InvalidArgument, kUnknown};
}

} // namespace muster::gpu
