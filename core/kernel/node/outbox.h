// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "core/kernel/base/now.h"
#include "core/kernel/node/agent.h"

namespace muster::node {

// The input in work: when it came, and what the shell is to do for it, in order.
struct Outbox {
    Now now;
    std::vector<AgentOutput> outputs;

    template <typename Output>
    void put(Output output) {
        outputs.push_back(std::move(output));
    }
};

} // namespace muster::node
