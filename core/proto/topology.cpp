// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/topology.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/proto/states.h"

namespace muster::proto {
namespace {

template <typename Rows>
auto rowOf(const Rows& rows, const std::string& peer) {
    return std::find_if(
        rows.begin(), rows.end(), [&](const auto& row) { return row.peer() == peer; });
}

} // namespace

std::string GpuWay::word() const {
    switch (kind) {
    case Kind::Self:
        return "X";
    case Kind::NvLink:
        return fmt::format("NV{}", lanes);
    case Kind::Path:
        return std::string(wireName(level));
    case Kind::Unknown:
        break;
    }
    return "?";
}

std::string GpuWay::meaning() const {
    switch (kind) {
    case Kind::Self:
        return "the GPU itself";
    case Kind::NvLink:
        return fmt::format("{} {}", lanes, lanes == 1 ? "NVLink" : "NVLinks");
    case Kind::Path:
        return std::string(pathTable()[static_cast<std::size_t>(level)].meaning);
    case Kind::Unknown:
        break;
    }
    return "the driver does not tell";
}

GpuWay wayBetween(const muster::v1::Gpu& from, const muster::v1::Gpu& to) {
    if (from.uuid() == to.uuid()) {
        return {.kind = GpuWay::Kind::Self};
    }
    const auto link = rowOf(from.links(), to.uuid());
    if (link != from.links().end() && link->lanes() > 0) {
        return {.kind = GpuWay::Kind::NvLink, .lanes = link->lanes()};
    }
    const auto path = rowOf(from.paths(), to.uuid());
    const auto level = path == from.paths().end() ? std::nullopt : fromProto(path->level());
    return level ? GpuWay{.kind = GpuWay::Kind::Path, .level = *level} : GpuWay{};
}

} // namespace muster::proto
