// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace muster {

// What two GPUs of a machine have between them when no NVLink joins them, the nearest first. Names
// and meanings are those of `nvidia-smi topo -m`.
enum class PathLevel : std::uint8_t { Bridge, Bridges, HostBridge, NumaNode, System };

struct PathInfo {
    PathLevel level;
    std::string_view name; // on the wire and on every screen: "PIX"
    std::string_view meaning; // "at most a single PCIe bridge"
};

std::span<const PathInfo> pathTable(); // in enum order
std::string_view wireName(PathLevel level);
std::optional<PathLevel> pathLevel(std::string_view name);

} // namespace muster
