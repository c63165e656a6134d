// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/kernel/base/gpu.h"
#include "core/kernel/base/metric.h"

namespace muster::gpu {

enum class GpuHealth : std::uint8_t {
    Ok,
    NeedsReset, // the driver gives no more work to it
    Lost, // fell off the bus; only a reset or a reboot brings it back
};

// In the order of metricTable(), in its units.
using MetricValues = std::array<MetricValue, kMetricCount>;

struct GpuSample {
    GpuUuid uuid;
    GpuHealth health = GpuHealth::Ok;
    std::string trouble; // NVML's words for the first unexpected answer; empty when there was none
    MetricValues values; // kUnknown where unsupported, not answered or impossible
    std::vector<GpuProcess> processes;
    bool operator==(const GpuSample&) const = default;
};

// A fast sample asks the fast lane of the table and repeats the slow lane and the processes of the
// last slow one, so that a reader never merges. Before the first slow sample they are unknown and
// empty.
struct Sample {
    bool slow = false;
    std::vector<GpuSample> gpus; // in the order of the discovery
    bool operator==(const Sample&) const = default;
};

} // namespace muster::gpu
