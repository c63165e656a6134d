// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/live_data.h"

#include <algorithm>

namespace muster {
namespace {

constexpr int kIntervals = 3;
constexpr Duration kLongestInterval = std::chrono::minutes(10); // a longer one was an outage

} // namespace

bool isLive(const NodeContact& node) {
    if (node.agent != AgentState::Active) {
        return false;
    }
    const auto interval = std::clamp(node.interval, Duration(0), kLongestInterval);
    return !node.silence || *node.silence <= std::max(kOldestSample, kIntervals * interval);
}

} // namespace muster
