// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/history/telemetry.h"

namespace muster::history {

// Figures of the whole cluster. Kept as they arise, each as a series of its own beside those of the
// GPUs: same resolutions, same retention, and a query of them reads no GPU.
enum class ClusterFigure : std::uint8_t {
    GpuUtilization, // mean of the GPUs that are measured
    Power, // of all together, as all that follows
    MemoryUsed,
    MemoryTotal,
    GpusAllocated,
    GpusTotal,
    JobsQueued,
    JobsRunning,
    WaitMean, // of the jobs in the queue, since they were submitted
    WaitLongest,
};
inline constexpr std::size_t kClusterFigureCount = 10;

struct ClusterFigureInfo {
    ClusterFigure figure;
    std::string_view key; // on the wire and in the database: "gpu_utilization"
    std::string_view
        unit; // "%", "W", "MiB", "GPUs", "jobs", "s": 10,000 GPUs fit into a MetricValue
};

std::span<const ClusterFigureInfo> clusterFigureTable(); // in enum order
std::optional<ClusterFigure> clusterFigureByKey(std::string_view key);

// By figure; kUnknown where there is none.
using ClusterSample = std::array<MetricValue, kClusterFigureCount>;

void append(Telemetry& telemetry, Instant at, const ClusterSample& sample);
// One series for each figure, in their order.
Result<std::vector<Series>> query(Telemetry& telemetry, std::span<const ClusterFigure> figures,
    Instant from, Instant to, std::size_t maxPoints);

} // namespace muster::history
