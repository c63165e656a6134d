// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/events.h"

namespace muster::cluster {

const AgentId* shownAgent(const Event& event) {
    if (const auto* moved = std::get_if<AgentMoved>(&event)) {
        return &moved->agent;
    }
    const auto* changed = std::get_if<AgentChanged>(&event);
    return changed ? &changed->agent : nullptr;
}

} // namespace muster::cluster
