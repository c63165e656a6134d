// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace muster {

// The one table of what is measured of a GPU. The sampler, the wire, the history, the charts and
// the heat map of every screen and the exporters iterate over it: to add a metric is one row here
// and its NVML query in core/gpu. Only ever added to at the end: the number goes over the wire, to
// agents, masters and consoles of other versions.
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
    enum class RollUp : std::uint8_t { Average, Maximum, Last };
    // How people read a value: as a number, as "P2", or as the words of NVML's clock event reasons.
    enum class Form : std::uint8_t { Number, PerformanceState, ThrottleReasons };
    // What of the GPU's own a value is a part of, where the board says it.
    enum class Limit : std::uint8_t { None, Memory, Power };
    // A line of the charts of one GPU. Metrics of one title share a chart; without a title a metric
    // has a chart of its own.
    struct Chart {
        std::string_view title{};
        std::string_view line{}; // its name in the legend
    };
    // What the heat map colours by: the value, or its share of `limit` in percent.
    struct Heat {
        std::string_view label; // for people: "Utilisation"
        std::string_view help;
        std::int32_t low = 0; // the ends of the colour scale
        std::int32_t high = 100;
    };

    Metric metric;
    std::string_view key; // on the wire, in the database and in JSON: "gpu_utilization"
    std::string_view label; // for people: "GPU utilisation"
    std::string_view help;
    std::string_view unit; // of a sample: "%", "MiB", "°C", "mW", "MHz", "MiB/s", ""
    std::int32_t maximum = 0; // of the axis; 0: `limit` or the data decide
    RollUp rollUp = RollUp::Average;
    bool slow = false; // asked every 10 s instead of every second: it costs or changes little

    // Where people read it.
    Form form = Form::Number;
    std::string_view shownUnit{}; // "W"; empty: `unit`
    std::int32_t shownDivisor = 1; // samples to one of these
    int decimals = 0; // of an average, in the shown unit; a sample has none
    Limit limit = Limit::None;
    Chart chart{};
    std::optional<Heat> heat{}; // none: the heat map does not offer it

    std::string_view prometheus; // with its scale to base units in `prometheusScale`
    double prometheusScale = 1;
    std::string_view dcgm{}; // dcgm-exporter's name, or empty
};

std::span<const MetricInfo> metricTable(); // in enum order, kMetricCount rows
const MetricInfo& info(Metric metric);
std::optional<Metric> metricByKey(std::string_view key);

} // namespace muster
