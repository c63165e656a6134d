// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/metric.h"

#include <algorithm>
#include <array>

namespace muster {
namespace {

using RollUp = MetricInfo::RollUp;

constexpr std::array<MetricInfo, kMetricCount> kMetrics = {{
    {Metric::GpuUtilization, "gpu_utilization", "GPU utilisation", "%", 100, RollUp::Average, false,
        "muster_gpu_utilization_ratio", 0.01, "DCGM_FI_DEV_GPU_UTIL",
        "Share of time in which a kernel ran"},
    {Metric::MemoryUtilization, "memory_utilization", "Memory utilisation", "%", 100,
        RollUp::Average, false, "muster_gpu_memory_utilization_ratio", 0.01,
        "DCGM_FI_DEV_MEM_COPY_UTIL", "Share of time in which GPU memory was read or written"},
    {Metric::MemoryUsed, "memory_used", "Memory used", "MiB", 0, RollUp::Maximum, false,
        "muster_gpu_memory_used_bytes", 1048576, "DCGM_FI_DEV_FB_USED",
        "GPU memory in use, the driver's own included"},
    {Metric::Temperature, "temperature", "Temperature", "°C", 100, RollUp::Maximum, false,
        "muster_gpu_temperature_celsius", 1, "DCGM_FI_DEV_GPU_TEMP", "Temperature of the GPU die"},
    {Metric::Power, "power", "Power", "mW", 0, RollUp::Average, false, "muster_gpu_power_watts",
        0.001, "DCGM_FI_DEV_POWER_USAGE", "Electrical power drawn by the board"},
    {Metric::SmClock, "sm_clock", "SM clock", "MHz", 0, RollUp::Average, false,
        "muster_gpu_sm_clock_hertz", 1e6, "DCGM_FI_DEV_SM_CLOCK",
        "Clock of the streaming multiprocessors"},
    {Metric::MemoryClock, "memory_clock", "Memory clock", "MHz", 0, RollUp::Average, false,
        "muster_gpu_memory_clock_hertz", 1e6, "DCGM_FI_DEV_MEM_CLOCK", "Clock of the GPU memory"},
    {Metric::FanSpeed, "fan_speed", "Fan", "%", 100, RollUp::Average, true,
        "muster_gpu_fan_speed_ratio", 0.01, "",
        "Intended fan speed; passively cooled boards have none"},
    {Metric::PerformanceState, "performance_state", "P-state", "", 15, RollUp::Last, true,
        "muster_gpu_performance_state", 1, "", "0 is the fastest state, 15 the slowest"},
    {Metric::EccUncorrected, "ecc_uncorrected", "ECC errors", "", 0, RollUp::Maximum, true,
        "muster_gpu_ecc_uncorrected_errors", 1, "",
        "Uncorrected memory errors since the driver was loaded"},
    {Metric::PcieGeneration, "pcie_generation", "PCIe generation", "", 6, RollUp::Last, true,
        "muster_gpu_pcie_generation", 1, "", "Current link generation; idle GPUs drop to 1"},
    {Metric::PcieWidth, "pcie_width", "PCIe width", "", 16, RollUp::Last, true,
        "muster_gpu_pcie_width", 1, "", "Current number of PCIe lanes"},
    {Metric::ThrottleReasons, "throttle_reasons", "Throttle reasons", "", 0, RollUp::Last, false,
        "muster_gpu_throttle_reasons", 1, "", "Bits of NVML's clock event reasons; 0 is none"},
    {Metric::PcieReceived, "pcie_received", "PCIe received", "MiB/s", 0, RollUp::Average, false,
        "muster_gpu_pcie_received_bytes_per_second", 1048576, "DCGM_FI_PROF_PCIE_RX_BYTES",
        "Traffic over PCIe to the GPU"},
    {Metric::PcieSent, "pcie_sent", "PCIe sent", "MiB/s", 0, RollUp::Average, false,
        "muster_gpu_pcie_sent_bytes_per_second", 1048576, "DCGM_FI_PROF_PCIE_TX_BYTES",
        "Traffic over PCIe from the GPU"},
    {Metric::NvlinkReceived, "nvlink_received", "NVLink received", "MiB/s", 0, RollUp::Average,
        false, "muster_gpu_nvlink_received_bytes_per_second", 1048576,
        "DCGM_FI_PROF_NVLINK_RX_BYTES", "Payload over all NVLinks to the GPU"},
    {Metric::NvlinkSent, "nvlink_sent", "NVLink sent", "MiB/s", 0, RollUp::Average, false,
        "muster_gpu_nvlink_sent_bytes_per_second", 1048576, "DCGM_FI_PROF_NVLINK_TX_BYTES",
        "Payload over all NVLinks from the GPU"},
}};

} // namespace

std::span<const MetricInfo> metricTable() {
    return kMetrics;
}

const MetricInfo& info(Metric metric) {
    return kMetrics[static_cast<std::size_t>(metric)];
}

std::optional<Metric> metricByKey(std::string_view key) {
    const auto row
        = std::find_if(kMetrics.begin(), kMetrics.end(), [&](const auto& r) { return r.key == key; });
    return row == kMetrics.end() ? std::nullopt : std::optional(row->metric);
}

} // namespace muster
