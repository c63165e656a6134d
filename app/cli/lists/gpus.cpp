// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/gpus.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "core/kernel/base/wire_names.h"
#include "core/proto/live_row.h"

namespace muster::cli {

using muster::v1::Gpu;

namespace {

constexpr const char* kUnknownText = "n/a";

const std::vector<Field> kFields = {
    {"NODE", "node"},
    {"INDEX", "index", false, true},
    {"UUID", "uuid"},
    {"MODEL", "model"},
    {"UTIL", "utilization_percent", false, true},
    {"MEM", "", false, true},
    {"", "memory_used_mib"},
    {"", "memory_total_mib"},
    {"TEMP", "temperature_celsius", false, true},
    {"POWER", "", false, true},
    {"", "power_milliwatts"},
    {"", "power_limit_milliwatts"},
    {"STATE", "state"},
    {"TASK", "task_id"},
    {"", "framework_id"},
    {"", "agent_id"},
    {"PERSIST", "persistence", true},
    {"BUS-ID", "bus_id", true},
    {"DISPLAY", "display_active", true},
    {"ECC-ERR", "ecc_uncorrected", true, true},
    {"FAN", "fan_percent", true, true},
    {"PSTATE", "performance_state", true},
    {"PCIE-RX", "pcie_received_mib_per_second", true, true},
    {"PCIE-TX", "pcie_sent_mib_per_second", true, true},
    {"NVLINK-RX", "nvlink_received_mib_per_second", true, true},
    {"NVLINK-TX", "nvlink_sent_mib_per_second", true, true},
    {"NUMA", "numa_node", true, true},
    {"COMPUTE", "compute_mode", true},
    {"MIG", "mig", true},
    {"DRIVER", "driver_version", true},
    {"PROCESSES", "processes", true},
    {"WHY", "why", true},
    {"", "no_data_since"},
};

std::optional<std::int64_t> optionalOf(bool present, std::int64_t value) {
    return present ? std::optional(value) : std::nullopt;
}

Cell sampled(std::optional<std::int64_t> value, std::string unit) {
    return value ? Cell::number(*value, std::move(unit)) : Cell{};
}

Cell ofTwo(
    std::optional<std::int64_t> used, std::optional<std::int64_t> total, std::string_view unit) {
    if (!used && !total)
        return {};
    const auto text = [](auto value) { return value ? std::to_string(*value) : kUnknownText; };
    return {{}, fmt::format("{}/{} {}", text(used), text(total), unit)};
}

Cell flag(bool present, bool value) {
    return present ? Cell{value, value ? "on" : "off"} : Cell{};
}

Cell word(bool present, const std::string& text) {
    return present ? Cell::word(text) : Cell{};
}

Cell processes(const Gpu& gpu) {
    std::vector<std::string> texts;
    for (const auto& process : gpu.processes())
        texts.push_back(fmt::format("{} {} {} {}", process.pid(), process.graphics() ? "G" : "C",
            process.name().empty() ? kUnknownText : process.name(),
            process.has_memory_bytes() ? fmt::format("{} MiB", process.memory_bytes() >> 20)
                                       : kUnknownText));
    return {texts, texts.empty() ? "none" : ""};
}

// Why nobody gets it: an operator's order, or what the agent found.
Cell why(const Gpu& gpu) {
    if (!gpu.has_restriction())
        return Cell::word(gpu.problem());
    const auto& restriction = gpu.restriction();
    const Cell until = timeCell(restriction.until_ms());
    return Cell::word(fmt::format("{} (by {}{}{})", restriction.reason(), restriction.author(),
        restriction.until_ms() == 0 ? "" : " until ",
        restriction.until_ms() == 0 ? "" : until.text));
}

// What was so when the node was last heard of is not so now.
Cell stateCell(const Gpu& gpu, std::string_view drain) {
    if (const auto since = gpu.no_data_since_ms(); since != 0)
        return {gpu.state(), fmt::format("no data since {}", timeCell(since).text)};
    if (gpu.state() == proto::kUnavailable && !drain.empty())
        return {gpu.state(), fmt::format("free, node {}", drain)};
    return Cell::word(gpu.state());
}

std::optional<std::int64_t> thousandth(std::optional<std::int64_t> value) {
    return value ? std::optional((*value + 500) / 1000) : std::nullopt;
}

std::vector<Cell> row(const ClusterView& view, const Gpu& gpu) {
    const auto sample
        = [&](Metric metric) -> std::optional<std::int64_t> { return view.sample(gpu, metric); };
    const auto used = sample(Metric::MemoryUsed);
    const auto total
        = optionalOf(gpu.has_memory_bytes(), static_cast<std::int64_t>(gpu.memory_bytes() >> 20));
    const auto power = sample(Metric::Power);
    const auto limit = optionalOf(gpu.has_power_limit_mw(), gpu.power_limit_mw());
    const auto level = sample(Metric::PerformanceState);
    const auto rate = [&](Metric metric) { return sampled(sample(metric), " MiB/s"); };
    const auto agent = view.agents().find(gpu.agent_id());
    const bool isListed = agent != view.agents().end();
    return {Cell::word(view.node(gpu.agent_id())), Cell::number(gpu.index()),
        Cell::word(gpu.uuid()), Cell::word(gpu.model()),
        sampled(sample(Metric::GpuUtilization), "%"), ofTwo(used, total, "MiB"), sampled(used, ""),
        sampled(total, ""), sampled(sample(Metric::Temperature), "°C"),
        ofTwo(thousandth(power), thousandth(limit), "W"), sampled(power, ""), sampled(limit, ""),
        stateCell(gpu, isListed ? proto::drainWord(agent->second) : ""), Cell::word(gpu.task_id()),
        Cell::word(gpu.framework_id()), Cell::word(gpu.agent_id()),
        flag(gpu.has_persistence(), gpu.persistence()), Cell::word(gpu.bus_id()),
        flag(gpu.has_display_active(), gpu.display_active()),
        sampled(sample(Metric::EccUncorrected), ""), sampled(sample(Metric::FanSpeed), "%"),
        level ? Cell{*level, fmt::format("P{}", *level)} : Cell{}, rate(Metric::PcieReceived),
        rate(Metric::PcieSent), rate(Metric::NvlinkReceived), rate(Metric::NvlinkSent),
        sampled(optionalOf(gpu.has_numa_node(), gpu.numa_node()), ""),
        word(gpu.has_compute_mode(), gpu.compute_mode()), flag(gpu.has_mig(), gpu.mig()),
        Cell::word(isListed ? agent->second.driver_version() : ""), processes(gpu), why(gpu),
        timeCell(gpu.no_data_since_ms())};
}

} // namespace

Listing Gpus::list(const ClusterView& view) const {
    std::vector<const Gpu*> gpus;
    for (const auto& [uuid, gpu] : view.gpus()) {
        if (passes(gpu.state(), view.node(gpu.agent_id())))
            gpus.push_back(&gpu);
    }
    std::sort(gpus.begin(), gpus.end(), [&](const Gpu* a, const Gpu* b) {
        return std::tuple(view.node(a->agent_id()), a->index(), a->uuid())
            < std::tuple(view.node(b->agent_id()), b->index(), b->uuid());
    });
    Listing listing{"gpus", kFields, {}};
    for (const auto* gpu : gpus)
        listing.rows.push_back(row(view, *gpu));
    return listing;
}

void Gpus::addTo(CommandLine& line) {
    line.flags.push_back({"--state", &m_filters.state,
        fmt::format("Only in this state: {}", fmt::join(states(), ", ")), "STATE"});
    line.examples = "  muster gpus\n  muster gpus -o wide --node=node-7\n"
                    "  muster gpus -o json --state=free | jq -r '.gpus[].uuid'";
}

std::vector<std::string> Gpus::states() const {
    auto out = wireNames<GpuState>();
    out.emplace_back(proto::kUnavailable);
    return out;
}

std::string Gpus::emptyHint() const {
    return "'muster nodes' shows which nodes have joined; add one with 'muster-agentd agent'";
}

} // namespace muster::cli
