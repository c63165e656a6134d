// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/state.h"
#include "core/proto/muster/v1/view.pb.h"

namespace muster::proto {

// What the master found by core/kernel/base/live_data.h, for all who read rows: whether the row of
// a node, and what belongs to it, is of now. GPUs of one that is not are "no-data".
inline bool isLive(const muster::v1::Agent& agent) {
    return agent.no_data_since_ms() == 0 && agent.state() == wireName(AgentState::Active);
}

} // namespace muster::proto
