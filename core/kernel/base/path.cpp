// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/path.h"

#include <algorithm>
#include <array>

namespace muster {
namespace {

constexpr std::array kPaths{
    PathInfo{PathLevel::Bridge, "PIX", "at most a single PCIe bridge"},
    PathInfo{PathLevel::Bridges, "PXB", "multiple PCIe bridges, without the PCIe host bridge"},
    PathInfo{PathLevel::HostBridge, "PHB", "a PCIe host bridge, typically the CPU"},
    PathInfo{PathLevel::NumaNode, "NODE", "PCIe host bridges within a NUMA node"},
    PathInfo{PathLevel::System, "SYS", "the interconnect between NUMA nodes, such as QPI or UPI"},
};

} // namespace

std::span<const PathInfo> pathTable() {
    return kPaths;
}

std::string_view wireName(PathLevel level) {
    return kPaths[static_cast<std::size_t>(level)].name;
}

std::optional<PathLevel> pathLevel(std::string_view name) {
    const auto row = std::find_if(
        kPaths.begin(), kPaths.end(), [&](const PathInfo& info) { return info.name == name; });
    return row == kPaths.end() ? std::nullopt : std::optional(row->level);
}

} // namespace muster
