// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kernel/base/path.h"
#include "core/proto/muster/v1/view.pb.h"

namespace muster::proto {

// The best way from one GPU to another of its machine, as `nvidia-smi topo -m` tells it.
struct GpuWay {
    enum class Kind { Unknown, Self, NvLink, Path };
    Kind kind = Kind::Unknown;
    unsigned lanes = 0; // NvLink: so many links
    PathLevel level = PathLevel::System; // Path

    std::string word() const; // "X", "NV18", "PIX", "?"
    std::string meaning() const; // "18 NVLinks", "at most a single PCIe bridge"
    bool operator==(const GpuWay&) const = default;
};

GpuWay wayBetween(const muster::v1::Gpu& from, const muster::v1::Gpu& to);

} // namespace muster::proto
