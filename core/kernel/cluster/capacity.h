// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/cluster/entries.h"

namespace muster::cluster {

// What agents have, with the reservations that were made of it, and as the total of the cluster,
// in which an agent counts while it can be reached. Not thread-safe.
class Capacity {
public:
    explicit Capacity(allocator::FairShare& share) : m_share(share) { }

    // What the agent says that it has; from now on it counts.
    void describe(AgentEntry& agent, AgentInfo info);
    void leaveOut(AgentEntry& agent); // it counts no more until it is described again
    // A part of what it has was reserved, or is reserved no more. REQUIRES: it has what is
    // consumed, and nobody uses that.
    void convert(AgentEntry& agent, const Resources& consumed, const Resources& converted);

private:
    void count(AgentEntry& agent);

    allocator::FairShare& m_share;
};

} // namespace muster::cluster
