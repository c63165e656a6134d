// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/cluster_series.h"

#include <algorithm>

namespace muster::history {
namespace {

constexpr std::array<ClusterFigureInfo, kClusterFigureCount> kTable = {{
    {ClusterFigure::GpuUtilization, "gpu_utilization", "%"},
    {ClusterFigure::Power, "power", "W"},
    {ClusterFigure::MemoryUsed, "memory_used", "MiB"},
    {ClusterFigure::MemoryTotal, "memory_total", "MiB"},
    {ClusterFigure::GpusAllocated, "gpus_allocated", "GPUs"},
    {ClusterFigure::GpusTotal, "gpus_total", "GPUs"},
    {ClusterFigure::JobsQueued, "jobs_queued", "jobs"},
    {ClusterFigure::JobsRunning, "jobs_running", "jobs"},
    {ClusterFigure::WaitMean, "wait_mean", "s"},
    {ClusterFigure::WaitLongest, "wait_longest", "s"},
}};

// The column that carries every figure: of the kind that is averaged.
constexpr auto kCarrier = Metric::Power;

// No UUID of NVML has a slash.
const std::array<GpuUuid, kClusterFigureCount>& seriesIds() {
    static const auto ids = [] {
        std::array<GpuUuid, kClusterFigureCount> out;
        for (const auto& row : kTable) {
            out[static_cast<std::size_t>(row.figure)].value
                = std::string("cluster/").append(row.key);
        }
        return out;
    }();
    return ids;
}

} // namespace

std::span<const ClusterFigureInfo> clusterFigureTable() {
    return kTable;
}

std::optional<ClusterFigure> clusterFigureByKey(std::string_view key) {
    const auto row
        = std::find_if(kTable.begin(), kTable.end(), [&](const auto& r) { return r.key == key; });
    return row == kTable.end() ? std::nullopt : std::optional(row->figure);
}

void append(Telemetry& telemetry, Instant at, const ClusterSample& sample) {
    std::array<MetricValue, kMetricCount> values;
    values.fill(kUnknown);
    for (std::size_t figure = 0; figure < kClusterFigureCount; ++figure) {
        if (sample[figure] != kUnknown) {
            values[static_cast<std::size_t>(kCarrier)] = sample[figure];
            telemetry.append(seriesIds()[figure], at, values);
        }
    }
}

Result<std::vector<Series>> query(Telemetry& telemetry, std::span<const ClusterFigure> figures,
    Instant from, Instant to, std::size_t maxPoints) {
    Query query{.metric = kCarrier, .from = from, .to = to, .maxPoints = maxPoints};
    for (const auto figure : figures) {
        query.gpus.push_back(seriesIds()[static_cast<std::size_t>(figure)]);
    }
    return telemetry.query(query);
}

} // namespace muster::history
