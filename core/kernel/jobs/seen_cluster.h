// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/kernel/jobs/placement.h"
#include "core/kernel/jobs/scheduler.h"

namespace muster::jobs {

// What each agent offered last, less what was taken of it: all that the scheduler can know of why a
// job waits. An answer is kept for all jobs of a shape until something is seen anew.
// Not thread-safe.
class SeenSupply {
public:
    void see(const std::vector<Supply>& supplies);
    void close(const AgentClosed& agent); // or open again
    void lose(const AgentId& agent);

    // Whether anything was seen since this was last called; if so, each job may wait for another
    // reason.
    bool takeChanged();
    const Wait& waitOf(const JobSpec& spec, const std::string& shape);

private:
    std::map<AgentId, Supply> m_seen;
    std::map<std::string, Wait> m_waits; // by shape
    bool m_changed = false;
};

} // namespace muster::jobs
