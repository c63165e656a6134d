// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/kernel/base/live_data.h"
#include "core/kernel/cluster/master.h"

namespace muster::agentd {

// Since when nothing is known of a node, for all who show or count it: isLive() of the kernel
// decides, whenever a node changes and once a second. One thread.
class LiveData {
public:
    void sampled(const std::string& agent, Now now); // its GPUs were
    // True: the answer is another one now, or whether and why its free GPUs cannot be had
    // (closed.h).
    bool look(const cluster::Agent& agent, Now now);
    void forget(const std::string& agent);

    // Nothing: what is known is of now.
    std::optional<Instant> noDataSince(const std::string& agent) const;
    // When something was known of it; a node that samples nothing is as fresh as its link.
    Instant lastSeen(const std::string& agent, Instant now) const;

private:
    struct Node {
        std::optional<Now> sampled; // in the life of this link
        Duration gap{}; // between its two newest samples
        Duration interval{}; // the shorter of its two newest gaps
        std::optional<Instant> noDataSince;
        std::string unavailable; // as last looked at
    };

    std::map<std::string, Node> m_nodes;
};

} // namespace muster::agentd
