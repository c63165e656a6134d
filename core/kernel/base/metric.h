// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace muster {

// The one table of what is measured of a GPU. The sampler, the wire, the history, the tables and
// charts of every screen and the exporters iterate over it: to add a metric is one row here and its
// NVML query in core/gpu. Only ever added to at the end: the number goes over the wire, to agents,
// masters and consoles of other versions.
enum class Metric : std::uint8_t {
    GpuUtilization,
    MemoryUtilization,
    MemoryUsed,
    Temperature,
    Power,
    SmClock,
    MemoryClock,
    FanSpeed,
    PerformanceState,
    EccUncorrected,
    PcieGeneration,
    PcieWidth,
    ThrottleReasons,
    PcieReceived,
    PcieSent,
    NvlinkReceived,
    NvlinkSent,
};
inline constexpr std::size_t kMetricCount = 17;

// A sample is a whole number in the metric's unit; no real value is negative. Unknown (unsupported,
// not answered, impossible) is kUnknown, never 0.
using MetricValue = std::int32_t;
inline constexpr MetricValue kUnknown = -1;

struct MetricInfo {
    Metric metric;
    std::string_view key; // on the wire, in the database and in JSON: "gpu_utilization"
    std::string_view label; // for people: "GPU utilisation"
    std::string_view unit; // "%", "MiB", "°C", "mW", "MHz", "MiB/s", ""
    std::int32_t
        maximum; // of the colour scale and the axis; 0: the GPU's own limit or the data decide
    enum class RollUp : std::uint8_t { Average, Maximum, Last } rollUp;
    bool slow; // asked every 10 s instead of every second: it costs or changes little
    std::string_view prometheus; // with its scale to base units in `prometheusScale`
    double prometheusScale;
    std::string_view dcgm; // dcgm-exporter's name, or empty
    std::string_view help;
};

std::span<const MetricInfo> metricTable(); // in enum order, kMetricCount rows
const MetricInfo& info(Metric metric);
std::optional<Metric> metricByKey(std::string_view key);

} // namespace muster
