// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/kernel/base/state.h"
#include "core/kernel/base/time.h"

namespace muster {

// What a master has of a node now. Durations are of a clock that is never set.
struct NodeContact {
    AgentState agent = AgentState::Active;
    std::optional<Duration>
        silence; // since the newest sample of its GPUs; none: there was none yet
    Duration interval{}; // between its two newest samples; 0: there were not two
};

// The one rule of whether what is known of a node and its GPUs is of now: its agent is connected
// and its samples, if it sends any, have not stayed away for three of their intervals, at least
// kOldestSample. What is not of now is shown as such and counts nowhere as usable. Pure.
inline constexpr Duration kOldestSample = std::chrono::seconds(15);
bool isLive(const NodeContact& node);

} // namespace muster
