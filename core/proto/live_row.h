// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/proto/muster/v1/view.pb.h"

namespace muster::proto {

// What the master found by core/kernel/base/live_data.h, for all who read rows: whether the row of
// a node, and what belongs to it, is of now. GPUs of one that is not are WITHOUT_DATA.
inline bool isLive(const muster::v1::Agent& agent) {
    return agent.no_data_since_ms() == 0 && agent.state() == muster::v1::Agent::ACTIVE;
}

// "draining" or "drained"; empty: neither was ordered.
inline std::string_view drainWord(const muster::v1::Agent& agent) {
    return !agent.has_drain() ? "" : agent.drain().done() ? "drained" : "draining";
}

} // namespace muster::proto
