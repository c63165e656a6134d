// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/kernel/base/result.h"
#include "core/kernel/jobs/service/app.h"

namespace muster::services {

// One agent as the shell sees it.
struct Machine {
    AgentId agent;
    std::string hostname;
    Attributes attributes;
    Resources total; // what it gives to tasks, taken or free: without restricted and failed GPUs
    bool operator==(const Machine&) const = default;
};

// An input: what offers do not tell. Of what has changed.
struct ClusterSeen {
    std::vector<Machine> machines;
    std::vector<AgentId> gone;
};

// The machines as the shell last told of them. Not thread-safe.
class SeenMachines {
public:
    void see(ClusterSeen seen);

    // How many instances of so many GPUs the agents that the app may run on could hold, if they
    // held nothing else. REQUIRES: gpus > 0.
    std::int64_t places(const AppSpec& spec, Milli gpus) const;

    // Whether the instances can be replaced by ones of `after` at all. Where every GPU is taken by
    // the app itself, a new instance cannot be started before an old one has gone; a strategy that
    // demands that would wait forever. Nothing is refused while no machine is known.
    Status checkReplacement(const AppSpec& before, const AppSpec& after) const;

private:
    std::map<AgentId, Machine> m_machines;
};

} // namespace muster::services
