// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/port_picker.h"

namespace muster::services {
namespace {

// Of host networking, the number is one for load balancers unless it is required.
// Facts: doc/features.md F7.
bool isFixed(const Port& port, bool required) {
    return port.host.value_or(0) != 0 && (port.container || required);
}

Ranges single(std::uint64_t port) {
    return Ranges({{port, port}});
}

} // namespace

std::optional<std::vector<std::uint16_t>> pickPorts(const AppSpec& spec, const Ranges& offered) {
    auto left = offered;
    for (const auto& port : spec.ports) {
        if (!isFixed(port, spec.requirePorts)) {
            continue;
        }
        if (!left.contains(single(*port.host))) {
            return std::nullopt;
        }
        left -= single(*port.host);
    }
    std::vector<std::uint16_t> picked;
    for (const auto& port : spec.ports) {
        if (!port.host || isFixed(port, spec.requirePorts)) {
            picked.push_back(port.host.value_or(0));
            continue;
        }
        if (left.empty()) {
            return std::nullopt;
        }
        const auto lowest = left.ranges().front().begin;
        picked.push_back(static_cast<std::uint16_t>(lowest));
        left -= single(lowest);
    }
    return picked;
}

} // namespace muster::services
