// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/columns/gpu.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/columns/headings.h"
#include "core/columns/values.h"
#include "core/proto/live_row.h"

namespace muster::columns {

namespace {

// nvmlClocksEventReasons of nvml.h.
constexpr std::array<std::pair<MetricValue, std::string_view>, 9> kThrottleReasons{{
    {0x001, "idle"},
    {0x002, "application clocks"},
    {0x004, "power cap"},
    {0x008, "hardware slowdown"},
    {0x010, "sync boost"},
    {0x020, "thermal (software)"},
    {0x040, "thermal (hardware)"},
    {0x080, "power brake"},
    {0x100, "display clocks"},
}};

constexpr std::int64_t kWatt = 1000; // in mW

template <Metric kMetric>
Value sampled(const GpuRow& row) {
    const auto value = row.cluster.value(row.gpu.uuid(), kMetric);
    return value == kUnknown ? Value() : Value(std::int64_t{value});
}

Value memory(const GpuRow& row) {
    return row.gpu.has_memory_bytes()
        ? Value(static_cast<std::int64_t>(row.gpu.memory_bytes() >> 20))
        : Value();
}

Value powerLimit(const GpuRow& row) {
    return row.gpu.has_power_limit_mw() ? Value(std::int64_t{row.gpu.power_limit_mw()}) : Value();
}

// In whole watts, as nvidia-smi.
std::string powerText(const GpuRow& row) {
    const auto watts = [](const Value& value) {
        const auto* milliwatts = std::get_if<std::int64_t>(&value);
        return milliwatts == nullptr ? Value() : Value((*milliwatts + kWatt / 2) / kWatt);
    };
    return shareText({.measure = Measure::Number, .unit = "W"}, watts(sampled<Metric::Power>(row)),
        watts(powerLimit(row)));
}

std::string performanceText(const GpuRow& row) {
    const auto level = row.cluster.value(row.gpu.uuid(), Metric::PerformanceState);
    return level == kUnknown ? "n/a" : fmt::format("P{}", level);
}

Value throttle(const GpuRow& row) {
    const auto bits = row.cluster.value(row.gpu.uuid(), Metric::ThrottleReasons);
    return bits == kUnknown ? Value() : list(throttleReasons(bits));
}

std::string throttleText(const GpuRow& row) {
    const auto value = throttle(row);
    const auto* reasons = std::get_if<std::vector<std::string>>(&value);
    return reasons != nullptr && reasons->empty() ? "none" : plainText({}, value);
}

// What was so when the node was last heard of is not so now.
std::string stateText(const GpuRow& row) {
    const auto& gpu = row.gpu;
    if (gpu.no_data_since_ms() != 0) {
        return "no data since " + momentText(gpu.no_data_since_ms());
    }
    const auto* agent = row.cluster.agent(gpu.agent_id());
    const auto drain = agent == nullptr ? std::string_view() : proto::drainWord(*agent);
    return gpu.state() == v1::Gpu::UNAVAILABLE && !drain.empty()
        ? fmt::format("free, node {}", drain)
        : word(gpu.state());
}

const v1::Task* taskOf(const GpuRow& row) {
    return row.cluster.taskOf(row.gpu);
}

std::string reason(const GpuRow& row) {
    return row.gpu.has_restriction() ? row.gpu.restriction().reason() : row.gpu.problem();
}

// Why nobody gets it: an operator's restriction, or what the agent found.
std::string why(const GpuRow& row) {
    if (!row.gpu.has_restriction()) {
        return row.gpu.problem();
    }
    const auto& restriction = row.gpu.restriction();
    const auto until = momentText(restriction.until_ms());
    return fmt::format("{} (by {}{}{})", restriction.reason(), restriction.author(),
        until.empty() ? "" : " until ", until);
}

template <bool (v1::Gpu::*kHas)() const, bool (v1::Gpu::*kValue)() const>
Value flag(const GpuRow& row) {
    return (row.gpu.*kHas)() ? Value((row.gpu.*kValue)()) : Value();
}

template <bool (v1::Gpu::*kHas)() const, bool (v1::Gpu::*kValue)() const>
std::string onOff(const GpuRow& row) {
    return !(row.gpu.*kHas)() ? "n/a" : (row.gpu.*kValue)() ? "on" : "off";
}

std::string processText(const v1::GpuProcess& process) {
    return fmt::format("{} {} {} {}", process.pid(), process.graphics() ? "G" : "C",
        process.name().empty() ? "n/a" : process.name(),
        process.has_memory_bytes() ? fmt::format("{} MiB", process.memory_bytes() >> 20) : "n/a");
}

Value processes(const GpuRow& row) {
    std::vector<std::string> texts;
    for (const auto& process : row.gpu.processes()) {
        texts.push_back(processText(process));
    }
    return texts;
}

Column<GpuRow> metricColumn(Metric metric, Heading heading, Value (*value)(const GpuRow& row)) {
    const auto& words = info(metric);
    heading.metric = metric;
    heading.title = heading.title.empty() ? words.label : heading.title;
    heading.unit = words.shownUnit.empty() ? words.unit : words.shownUnit;
    heading.help = words.help;
    return {.heading = heading, .value = value};
}

// Those that stand in nvidia-smi's table are seen at first; the others wait in the header's menu.
// REQUIRES: a case for each metric.
Column<GpuRow> columnOf(Metric metric) {
    const auto number = [&](Heading heading, Value (*value)(const GpuRow& row)) {
        heading.measure = Measure::Number;
        return metricColumn(metric, heading, value);
    };
    switch (metric) {
    case Metric::GpuUtilization:
        return number({.key = "utilization_percent",
                          .head = "UTIL",
                          .listed = Listed::Table,
                          .title = "Utilisation",
                          .names = "util gpu",
                          .rank = Rank::Main},
            sampled<Metric::GpuUtilization>);
    case Metric::MemoryUtilization:
        return number(
            {.key = "memory_utilization_percent", .names = "mem_util", .rank = Rank::Extra},
            sampled<Metric::MemoryUtilization>);
    case Metric::MemoryUsed: {
        auto column = metricColumn(metric,
            {.key = "memory_used_mib",
                .head = "MEM",
                .listed = Listed::Table,
                .title = "Memory used / total",
                .names = "mem",
                .rank = Rank::Main,
                .measure = Measure::Mebibytes},
            sampled<Metric::MemoryUsed>);
        column.total = memory;
        return column;
    }
    case Metric::Temperature:
        return number({.key = "temperature_celsius",
                          .head = "TEMP",
                          .listed = Listed::Table,
                          .names = "temp",
                          .rank = Rank::Main},
            sampled<Metric::Temperature>);
    case Metric::Power: {
        auto column = metricColumn(metric,
            {.key = "power_watts",
                .head = "POWER",
                .listed = Listed::Table,
                .title = "Power / cap",
                .names = "power",
                .rank = Rank::Main,
                .measure = Measure::Thousandths},
            sampled<Metric::Power>);
        column.text = powerText;
        column.total = powerLimit;
        return column;
    }
    case Metric::SmClock:
        return number({.key = "sm_clock_mhz", .names = "sm_clock", .rank = Rank::Extra},
            sampled<Metric::SmClock>);
    case Metric::MemoryClock:
        return number({.key = "memory_clock_mhz", .names = "mem_clock", .rank = Rank::Extra},
            sampled<Metric::MemoryClock>);
    case Metric::FanSpeed:
        return number({.key = "fan_percent",
                          .head = "FAN",
                          .listed = Listed::Wide,
                          .names = "fan",
                          .rank = Rank::Usual},
            sampled<Metric::FanSpeed>);
    case Metric::PerformanceState: {
        auto column = number({.key = "performance_state",
                                 .head = "PSTATE",
                                 .listed = Listed::Wide,
                                 .names = "pstate",
                                 .rank = Rank::Usual},
            sampled<Metric::PerformanceState>);
        column.text = performanceText;
        return column;
    }
    case Metric::EccUncorrected:
        return number({.key = "ecc_uncorrected",
                          .head = "ECC-ERR",
                          .listed = Listed::Wide,
                          .names = "ecc",
                          .rank = Rank::Usual},
            sampled<Metric::EccUncorrected>);
    case Metric::PcieGeneration:
        return number({.key = "pcie_generation", .names = "pcie_gen", .rank = Rank::Extra},
            sampled<Metric::PcieGeneration>);
    case Metric::PcieWidth:
        return number({.key = "pcie_width", .names = "pcie_width", .rank = Rank::Extra},
            sampled<Metric::PcieWidth>);
    case Metric::ThrottleReasons: {
        auto column = metricColumn(metric,
            {.key = "throttle_reasons",
                .names = "throttle",
                .rank = Rank::Extra,
                .measure = Measure::List},
            throttle);
        column.text = throttleText;
        return column;
    }
    case Metric::PcieReceived:
        return number({.key = "pcie_received_mib_per_second",
                          .head = "PCIE-RX",
                          .listed = Listed::Wide,
                          .names = "pcie_rx",
                          .rank = Rank::Extra},
            sampled<Metric::PcieReceived>);
    case Metric::PcieSent:
        return number({.key = "pcie_sent_mib_per_second",
                          .head = "PCIE-TX",
                          .listed = Listed::Wide,
                          .names = "pcie_tx",
                          .rank = Rank::Extra},
            sampled<Metric::PcieSent>);
    case Metric::NvlinkReceived:
        return number({.key = "nvlink_received_mib_per_second",
                          .head = "NVLINK-RX",
                          .listed = Listed::Wide,
                          .names = "nvlink_rx",
                          .rank = Rank::Extra},
            sampled<Metric::NvlinkReceived>);
    case Metric::NvlinkSent:
        return number({.key = "nvlink_sent_mib_per_second",
                          .head = "NVLINK-TX",
                          .listed = Listed::Wide,
                          .names = "nvlink_tx",
                          .rank = Rank::Extra},
            sampled<Metric::NvlinkSent>);
    }
    return {};
}

constexpr Column<GpuRow> kBegin[] = {
    {.heading = kNodeHeading,
        .value = [](const GpuRow& row) -> Value { return row.cluster.node(row.gpu.agent_id()); }},
    {.heading = {.key = "index",
         .head = "INDEX",
         .listed = Listed::Table,
         .title = "GPU",
         .names = "index",
         .rank = Rank::Main,
         .measure = Measure::Number,
         .help = "Index on its node, as nvidia-smi prints it"},
        .value = [](const GpuRow& row) -> Value { return std::int64_t{row.gpu.index()}; }},
    {.heading = {.key = "uuid",
         .head = "UUID",
         .listed = Listed::Table,
         .title = "UUID",
         .names = "uuid",
         .rank = Rank::Extra},
        .value = [](const GpuRow& row) -> Value { return row.gpu.uuid(); }},
    {.heading = {.key = "model",
         .head = "MODEL",
         .listed = Listed::Table,
         .title = "Model",
         .names = "model",
         .rank = Rank::Usual},
        .value = [](const GpuRow& row) -> Value { return row.gpu.model(); },
        .tip = [](const GpuRow& row) { return row.gpu.uuid(); }},
};

constexpr Column<GpuRow> kUse[] = {
    {.heading = {.key = "memory_total_mib",
         .title = "Memory",
         .measure = Measure::Mebibytes,
         .unit = "MiB"},
        .value = memory},
    {.heading = {.key = "power_milliwatts", .title = "Power (mW)", .measure = Measure::Number},
        .value = sampled<Metric::Power>},
    {.heading
        = {.key = "power_limit_milliwatts", .title = "Power cap (mW)", .measure = Measure::Number},
        .value = powerLimit},
    {.heading = kStateHeading,
        .value = [](const GpuRow& row) -> Value { return word(row.gpu.state()); },
        .text = stateText},
    {.heading = {.key = "task_id", .head = "TASK", .listed = Listed::Table, .title = "Task id"},
        .value = [](const GpuRow& row) -> Value { return row.gpu.task_id(); }},
    {.heading = {.key = "task_name", .title = "Task", .names = "task", .rank = Rank::Main},
        .value = [](const GpuRow& row) -> Value {
            const auto* task = taskOf(row);
            return task == nullptr ? row.gpu.task_id() : task->name();
        },
        .tip = [](const GpuRow& row) { return row.gpu.task_id(); }},
    {.heading = {.key = "user", .title = "User", .names = "user", .rank = Rank::Main},
        .value = [](const GpuRow& row) -> Value {
            const auto* task = taskOf(row);
            return task == nullptr ? std::string() : task->user();
        }},
    {.heading = {.key = "framework_id", .title = "Framework id"},
        .value = [](const GpuRow& row) -> Value { return row.gpu.framework_id(); }},
    {.heading = {.key = "agent_id", .title = "Agent id"},
        .value = [](const GpuRow& row) -> Value { return row.gpu.agent_id(); }},
    {.heading = {.key = "persistence",
         .head = "PERSIST",
         .listed = Listed::Wide,
         .title = "Persistence",
         .names = "persistence",
         .rank = Rank::Usual,
         .measure = Measure::Flag},
        .value = flag<&v1::Gpu::has_persistence, &v1::Gpu::persistence>,
        .text = onOff<&v1::Gpu::has_persistence, &v1::Gpu::persistence>},
    {.heading = {.key = "bus_id",
         .head = "BUS-ID",
         .listed = Listed::Wide,
         .title = "Bus id",
         .names = "bus",
         .rank = Rank::Usual},
        .value = [](const GpuRow& row) -> Value { return row.gpu.bus_id(); }},
    {.heading = {.key = "display_active",
         .head = "DISPLAY",
         .listed = Listed::Wide,
         .title = "Display",
         .names = "display",
         .rank = Rank::Usual,
         .measure = Measure::Flag},
        .value = flag<&v1::Gpu::has_display_active, &v1::Gpu::display_active>,
        .text = onOff<&v1::Gpu::has_display_active, &v1::Gpu::display_active>},
};

constexpr Column<GpuRow> kBoard[] = {
    {.heading = {.key = "reason",
         .title = "Reason",
         .names = "reason",
         .rank = Rank::Main,
         .help = "Why the GPU is restricted, or its fault"},
        .value = [](const GpuRow& row) -> Value { return reason(row); }},
    {.heading = {.key = "ecc_mode",
         .title = "ECC mode",
         .names = "ecc_mode",
         .rank = Rank::Extra,
         .measure = Measure::Flag},
        .value = flag<&v1::Gpu::has_ecc, &v1::Gpu::ecc>,
        .text = onOff<&v1::Gpu::has_ecc, &v1::Gpu::ecc>},
    {.heading = {.key = "numa_node",
         .head = "NUMA",
         .listed = Listed::Wide,
         .title = "NUMA node",
         .names = "numa",
         .rank = Rank::Extra,
         .measure = Measure::Number,
         .help = "NUMA node whose CPUs and memory are closest to the GPU"},
        .value = [](const GpuRow& row) -> Value {
            return row.gpu.has_numa_node() ? Value(std::int64_t{row.gpu.numa_node()}) : Value();
        }},
    {.heading = {.key = "compute_mode",
         .head = "COMPUTE",
         .listed = Listed::Wide,
         .title = "Compute mode",
         .names = "compute_mode",
         .rank = Rank::Usual},
        .value = [](const GpuRow& row) -> Value {
            return row.gpu.has_compute_mode() ? Value(row.gpu.compute_mode()) : Value();
        }},
    {.heading = {.key = "mig",
         .head = "MIG",
         .listed = Listed::Wide,
         .title = "MIG",
         .names = "mig",
         .rank = Rank::Usual,
         .measure = Measure::Flag},
        .value = flag<&v1::Gpu::has_mig, &v1::Gpu::mig>,
        .text = onOff<&v1::Gpu::has_mig, &v1::Gpu::mig>},
    {.heading
        = {.key = "driver_version", .head = "DRIVER", .listed = Listed::Wide, .title = "Driver"},
        .value = [](const GpuRow& row) -> Value {
            const auto* agent = row.cluster.agent(row.gpu.agent_id());
            return agent == nullptr ? Value() : known(agent->driver_version());
        }},
    {.heading = {.key = "processes",
         .head = "PROCESSES",
         .listed = Listed::Wide,
         .title = "Processes",
         .measure = Measure::List},
        .value = processes,
        .text =
            [](const GpuRow& row) {
                return row.gpu.processes().empty() ? "none" : plainText({}, processes(row));
            }},
    {.heading = {.key = "why", .head = "WHY", .listed = Listed::Wide, .title = "Why"},
        .value = [](const GpuRow& row) -> Value { return why(row); }},
    {.heading = {.key = "no_data_since", .title = "No data since", .measure = Measure::Moment},
        .value = [](const GpuRow& row) -> Value { return row.gpu.no_data_since_ms(); }},
};

// Metrics of the command line's table stand before who holds the GPU.
std::vector<Column<GpuRow>> all() {
    std::vector<Column<GpuRow>> out(std::begin(kBegin), std::end(kBegin));
    const auto addMetrics = [&](bool inTable) {
        for (const auto& metric : metricTable()) {
            const auto column = columnOf(metric.metric);
            if ((column.heading.listed == Listed::Table) == inTable) {
                out.push_back(column);
            }
        }
    };
    addMetrics(true);
    out.insert(out.end(), std::begin(kUse), std::end(kUse));
    addMetrics(false);
    out.insert(out.end(), std::begin(kBoard), std::end(kBoard));
    return out;
}

// Metrics stand as in their table, behind who uses the GPU.
std::vector<std::string_view> order() {
    std::vector<std::string_view> keys{"node", "index", "model", "state", "task_name", "user"};
    for (const auto& metric : metricTable()) {
        keys.push_back(columnOf(metric.metric).heading.key);
    }
    keys.insert(keys.end(),
        {"reason", "bus_id", "persistence", "display_active", "compute_mode", "mig", "ecc_mode",
            "numa_node", "uuid"});
    return keys;
}

} // namespace

std::span<const Column<GpuRow>> gpuColumns() {
    static const auto table = all();
    return table;
}

std::span<const std::string_view> gpuOrder() {
    static const auto keys = order();
    return keys;
}

std::vector<std::string_view> throttleReasons(MetricValue bits) {
    std::vector<std::string_view> reasons;
    for (const auto& [bit, reason] : kThrottleReasons) {
        if ((bits & bit) != 0) {
            reasons.push_back(reason);
        }
    }
    return reasons;
}

} // namespace muster::columns
