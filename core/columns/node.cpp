// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/columns/node.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/columns/headings.h"
#include "core/columns/values.h"
#include "core/kernel/base/state.h"
#include "core/proto/live_row.h"

namespace muster::columns {

namespace {

constexpr auto kCpus = "cpus";
constexpr auto kMem = "mem";

// What is used is not known of a node that tells nothing.
template <const auto& kName>
Value used(const NodeRow& row) {
    return proto::isLive(row.agent) ? Value(amount(row.agent.used(), kName)) : Value();
}

template <const auto& kName>
Value all(const NodeRow& row) {
    return amount(row.agent.resources(), kName);
}

// "2/4": used of all. "-/4": nobody knows what is used now.
template <const auto& kName>
std::string share(const NodeRow& row) {
    const auto text
        = [](const v1::Resources& resources) { return Milli{amount(resources, kName)}.text(); };
    return fmt::format("{}/{}{}", proto::isLive(row.agent) ? text(row.agent.used()) : "-",
        text(row.agent.resources()), std::string_view(kName) == kMem ? " MiB" : "");
}

// Each GPU of a node is counted once.
struct GpuCounts {
    std::int64_t usable = 0; // also of a node that takes no new work
    std::int64_t used = 0; // of these
    std::int64_t free = 0; // of these, and offered to nobody
    std::int64_t restricted = 0; // also while a task still holds it
    std::int64_t unhealthy = 0;
    std::int64_t occupied = 0;
    std::int64_t lost = 0;
};

GpuCounts countGpus(const NodeRow& row) {
    GpuCounts counts;
    for (const auto& uuid : row.agent.gpus()) {
        const auto* gpu = row.cluster.gpu(uuid);
        const auto state = gpu == nullptr ? v1::Gpu::NO_STATE : gpu->state();
        if (state == v1::Gpu::LOST) {
            ++counts.lost;
        } else if (state == v1::Gpu::UNHEALTHY) {
            ++counts.unhealthy;
        } else if (state == v1::Gpu::OCCUPIED) {
            ++counts.occupied;
        } else if (state == v1::Gpu::RESTRICTED || (gpu != nullptr && gpu->has_restriction())) {
            ++counts.restricted;
        } else {
            ++counts.usable;
            counts.used += state == v1::Gpu::ALLOCATED ? 1 : 0;
            counts.free += state == v1::Gpu::FREE ? 1 : 0;
        }
    }
    return counts;
}

Value freeGpus(const NodeRow& row) {
    return proto::isLive(row.agent) ? countGpus(row).free : 0;
}

Value usedGpus(const NodeRow& row) {
    return proto::isLive(row.agent) ? Value(Milli::whole(countGpus(row).used).value) : Value();
}

Value usableGpus(const NodeRow& row) {
    return Milli::whole(countGpus(row).usable).value;
}

// "1/2"; where some are not usable "1/2 usable, 1 restricted, 1 lost".
std::string gpuShare(const NodeRow& row) {
    const auto counts = countGpus(row);
    auto text = fmt::format(
        "{}/{}", proto::isLive(row.agent) ? std::to_string(counts.used) : "-", counts.usable);
    if (counts.usable < row.agent.gpus_size()) {
        text += " usable";
    }
    for (const auto& [count, what] :
        {std::pair(counts.restricted, "restricted"), {counts.unhealthy, "unhealthy"},
            {counts.occupied, "occupied"}, {counts.lost, "lost"}}) {
        if (count > 0) {
            text += fmt::format(", {} {}", count, what);
        }
    }
    return text;
}

// Whether it takes work is what people look for, unless the node is not there at all.
std::string stateText(const NodeRow& row) {
    const auto& agent = row.agent;
    if (agent.state() == v1::Agent::ACTIVE && !proto::isLive(agent)) {
        return "no data since " + momentText(agent.no_data_since_ms());
    }
    const bool isClosed = agent.state() == v1::Agent::ACTIVE && !agent.has_drain();
    return isClosed && !agent.closed().empty() ? agent.closed() : nodeState(agent);
}

constexpr Column<NodeRow> kTable[] = {
    {.heading = kNodeHeading,
        .value = [](const NodeRow& row) -> Value { return row.agent.hostname(); },
        .tip = [](const NodeRow& row) { return row.agent.id(); }},
    {.heading = kStateHeading,
        .value = [](const NodeRow& row) -> Value { return nodeState(row.agent); },
        .text = stateText},
    {.heading = {.key = "gpus_free",
         .title = "GPUs free",
         .names = "free",
         .rank = Rank::Main,
         .measure = Measure::Number},
        .value = freeGpus},
    {.heading = {.key = "gpus_total",
         .title = "GPUs",
         .names = "gpus",
         .rank = Rank::Main,
         .measure = Measure::Number},
        .value = [](const NodeRow& row) -> Value { return std::int64_t{row.agent.gpus_size()}; }},
    {.heading = {.key = "gpus_used",
         .head = "GPUS",
         .listed = Listed::Table,
         .title = "GPUs used / total",
         .measure = Measure::Thousandths},
        .value = usedGpus,
        .text = gpuShare,
        .total = usableGpus},
    {.heading = {.key = "gpus_restricted", .title = "GPUs restricted", .measure = Measure::Number},
        .value = [](const NodeRow& row) -> Value { return countGpus(row).restricted; }},
    {.heading = {.key = "cpus_used",
         .head = "CPUS",
         .listed = Listed::Table,
         .title = "CPUs used / total",
         .names = "cpus",
         .rank = Rank::Usual,
         .measure = Measure::Thousandths},
        .value = used<kCpus>,
        .text = share<kCpus>,
        .total = all<kCpus>},
    {.heading = {.key = "memory_used_mib",
         .head = "MEM",
         .listed = Listed::Table,
         .title = "Memory used / total",
         .names = "mem",
         .rank = Rank::Usual,
         .measure = Measure::MebibyteThousandths,
         .unit = "MiB"},
        .value = used<kMem>,
        .text = share<kMem>,
        .total = all<kMem>},
    {.heading = {.key = "resources", .title = "Resources"},
        .value = [](const NodeRow& row) -> Value { return bundle(row.agent.resources()); }},
    {.heading = {.key = "used", .title = "Used"},
        .value = [](const NodeRow& row) -> Value { return bundle(row.agent.used()); }},
    {.heading = {.key = "offered", .head = "OFFERED", .listed = Listed::Wide, .title = "Offered"},
        .value = [](const NodeRow& row) -> Value { return bundle(row.agent.offered()); }},
    {.heading = {.key = "attributes",
         .head = "ATTRIBUTES",
         .listed = Listed::Table,
         .title = "Attributes",
         .names = "attributes",
         .rank = Rank::Usual},
        .value = [](const NodeRow& row) -> Value {
            return attributesText(proto::ofRow(row.agent.attributes()));
        }},
    {.heading = {.key = "driver_version",
         .head = "DRIVER",
         .listed = Listed::Table,
         .title = "Driver",
         .names = "driver",
         .rank = Rank::Usual},
        .value = [](const NodeRow& row) { return known(row.agent.driver_version()); }},
    {.heading = {.key = "cuda_version",
         .head = "CUDA",
         .listed = Listed::Table,
         .title = "CUDA",
         .names = "cuda",
         .rank = Rank::Usual},
        .value = [](const NodeRow& row) { return known(row.agent.cuda_version()); }},
    {.heading = {.key = "agent_id",
         .head = "ID",
         .listed = Listed::Wide,
         .title = "Agent id",
         .names = "id agent",
         .rank = Rank::Extra},
        .value = [](const NodeRow& row) -> Value { return row.agent.id(); }},
    {.heading = {.key = "registered",
         .head = "REGISTERED",
         .listed = Listed::Wide,
         .title = "Registered",
         .names = "registered age",
         .rank = Rank::Usual,
         .measure = Measure::Moment},
        .value = [](const NodeRow& row) -> Value { return row.agent.registered_ms(); }},
    {.heading = {.key = "gpus", .title = "UUIDs of its GPUs", .measure = Measure::List},
        .value = [](const NodeRow& row) { return list(row.agent.gpus()); }},
    {.heading = {.key = "drain", .title = "Drain"},
        .value
        = [](const NodeRow& row) -> Value { return std::string(proto::drainWord(row.agent)); }},
    {.heading = {.key = "closed", .title = "Closed"},
        .value = [](const NodeRow& row) -> Value { return row.agent.closed(); }},
    {.heading = {.key = "drained_by",
         .head = "DRAINED BY",
         .listed = Listed::Wide,
         .title = "Drained by"},
        .value = [](const NodeRow& row) -> Value { return row.agent.drain().author(); }},
    {.heading = {.key = "drain_reason", .head = "WHY", .listed = Listed::Wide, .title = "Reason"},
        .value = [](const NodeRow& row) -> Value { return row.agent.drain().reason(); }},
    {.heading = {.key = "drain_since",
         .head = "SINCE",
         .listed = Listed::Wide,
         .title = "Drained since",
         .measure = Measure::Moment},
        .value = [](const NodeRow& row) -> Value { return row.agent.drain().since_ms(); }},
    {.heading = {.key = "no_data_since",
         .head = "NO DATA SINCE",
         .listed = Listed::Wide,
         .title = "No data since",
         .measure = Measure::Moment},
        .value = [](const NodeRow& row) -> Value { return row.agent.no_data_since_ms(); }},
};

constexpr std::string_view kOrder[] = {"node", "state", "gpus_free", "gpus_total", "cpus_used",
    "memory_used_mib", "driver_version", "cuda_version", "attributes", "registered", "agent_id"};

} // namespace

std::span<const Column<NodeRow>> nodeColumns() {
    return kTable;
}

std::string nodeState(const v1::Agent& agent) {
    const auto drain = proto::drainWord(agent);
    return agent.state() == v1::Agent::ACTIVE && !drain.empty() ? std::string(drain)
                                                                : word(agent.state());
}

std::span<const std::string_view> nodeOrder() {
    return kOrder;
}

} // namespace muster::columns
