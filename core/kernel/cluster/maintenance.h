// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/kernel/base/id.h"
#include "core/kernel/base/time.h"

namespace muster::cluster {

// What operators plan for machines and agents. Facts: doc/wire.md, "Operator API"; Mesos'
// docs/maintenance.md.

struct Unavailability {
    Instant start;
    std::optional<Duration> duration; // none: for good
    bool operator==(const Unavailability&) const = default;
};

// At least one of the two. An agent is on it if what is given is the agent's.
struct MachineId {
    std::string hostname;
    std::string ip;
    auto operator<=>(const MachineId&) const = default;
};

struct MaintenanceWindow {
    std::vector<MachineId> machines;
    Unavailability unavailability;
    bool operator==(const MaintenanceWindow&) const = default;
};

// A machine of the schedule is draining: its agents' offers say when it will be unavailable, and
// frameworks are asked to leave. Down: it has no agents.
struct Machine {
    bool down = false;
    Unavailability unavailability;
};

struct InverseOfferStatus {
    bool accepted = false;
    Instant at;
};

struct Maintenance {
    std::vector<MaintenanceWindow> windows;
    std::map<MachineId, Machine> machines; // of the windows
    // What frameworks answered to inverse offers of their agents.
    std::map<std::pair<AgentId, FrameworkId>, InverseOfferStatus> answers;
};

// What an operator ordered for one agent. It outlives the master.
struct AgentPolicy {
    enum class Drain { None, Draining, Drained };
    bool deactivated = false; // nothing is offered of it; also while it drains
    Drain drain = Drain::None;
    std::optional<Duration> maxGrace; // for tasks that are killed by the drain
    bool markGone = false; // once drained
    std::optional<Instant> drainStart;
    std::optional<Instant> gone; // for good: it may not come back
    std::string author; // who ordered it
    std::string reason; // why; may be empty
    bool operator==(const AgentPolicy&) const = default;
};

} // namespace muster::cluster
