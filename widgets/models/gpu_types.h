// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QString>

namespace muster::models {

class ClusterState;

// What the attribute "gpu" of agents says, and how many such GPUs there are.
struct GpuType {
    QString name; // "K40"
    int free = 0;
    int all = 0;

    bool operator==(const GpuType&) const = default;
};

std::vector<GpuType> gpuTypes(const ClusterState& state); // by name; O(GPUs)

} // namespace muster::models
