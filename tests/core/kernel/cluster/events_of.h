// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kernel/cluster/events.h"

namespace muster::cluster {

// Those of one kind, in their order: `of<TaskUpdated>(events)`.
template <typename Kind>
std::vector<Kind> of(const std::vector<Event>& events) {
    std::vector<Kind> out;
    for (const Event& event : events) {
        if (const auto* one = std::get_if<Kind>(&event)) {
            out.push_back(*one);
        }
    }
    return out;
}

} // namespace muster::cluster
