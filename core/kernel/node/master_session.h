// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/kernel/cluster/messages.h"

namespace muster::node {

// What this node is and has, as the master is told of it.
struct Description {
    cluster::AgentInfo info;
    std::vector<cluster::GpuStatus> rows; // of info.gpus

    bool saysTheSame(const Description& other) const { // in all that changes
        return info.total == other.info.total && info.gpus == other.info.gpus && rows == other.rows
            && info.troubles == other.info.troubles;
    }
};

// The connection to the master as the agent sees it: whether the agent is registered on it, how the
// master was last told of the node, and up to which order everything is done. Nothing but a
// Register goes out before the master has answered it. Not thread-safe.
class MasterSession {
public:
    bool isRegistered() const { return m_registered; }

    // A new connection: a Register with this description is sent on it.
    void begin(Description told) {
        m_registered = false;
        m_orderDone = 0;
        m_told = std::move(told);
    }
    void accept() { m_registered = true; } // the master has answered it
    void end() { m_registered = false; }

    void finishOrder(std::uint64_t order) { m_orderDone = std::max(m_orderDone, order); }
    bool isNews(const Description& now) const { return !now.saysTheSame(m_told); }
    // To be sent: the master knows it so from now on.
    cluster::AgentUpdate tell(Description now) {
        m_told = std::move(now);
        return {m_told.info, m_told.rows, m_orderDone};
    }

private:
    bool m_registered = false;
    std::uint64_t m_orderDone = 0; // on this connection
    Description m_told; // last on this connection
};

} // namespace muster::node
