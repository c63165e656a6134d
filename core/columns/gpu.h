// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/columns/cluster.h"
#include "core/columns/column.h"

namespace muster::columns {

struct GpuRow {
    const v1::Gpu& gpu;
    const Cluster& cluster;
};

// With a column for each row of the metric table.
std::span<const Column<GpuRow>> gpuColumns();
std::span<const std::string_view> gpuOrder(); // of screens, as onScreen() takes it

// What the bits of Metric::ThrottleReasons say, English: "power cap". Empty: nothing throttles.
std::vector<std::string_view> throttleReasons(MetricValue bits);

} // namespace muster::columns
