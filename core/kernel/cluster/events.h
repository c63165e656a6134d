// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/kernel/base/id.h"
#include "core/kernel/base/state.h"
#include "core/kernel/cluster/messages.h"

// What happened to the cluster: told once, in its order. An event names its object, and says what
// the object no longer tells: what was before. What is now, readers look up in the Master. The
// journal, the screens, the metrics, Mesos' event stream, the alerts and the usage are all readers
// of these events; none of them compares states to find out.
namespace muster::cluster {

// Where an agent stands with its master.
enum class Presence {
    Unknown, // before its first registration, or without a kept id and away: forgotten
    Awaited, // of an earlier life of the master: it has not come back yet
    Present, // it has registered; its link may be broken for a short time
    Unreachable, // for too long, or its machine is down for maintenance
    Gone // marked gone: it may not come back, and is in no view any more
};

struct AgentMoved {
    AgentId agent;
    Presence before = Presence::Unknown;
    Presence after = Presence::Unknown;
};
struct AgentChanged { // something that views show of it, its GPUs' states aside; once a batch
    AgentId agent;
};
struct AgentRecorded { // what outlives the master of it has changed: Master::agentRecord()
    AgentId agent;
};
struct GpuChanged { // its state, its agent, or what was ordered for it
    GpuUuid gpu;
};
struct RestrictionChanged { // Master::restriction()
    GpuUuid gpu;
};
struct FrameworkAdded {
    FrameworkId framework;
};
struct FrameworkUpdated {
    FrameworkId framework;
    bool info = false; // its FrameworkInfo is another one
    bool connection = false; // it connected or disconnected
};
struct FrameworkUsageChanged { // what it holds, is offered or wants; once a batch
    FrameworkId framework;
};
struct FrameworkRemoved {
    std::shared_ptr<const FrameworkInfo> info; // as it was
};
struct OfferMade {
    OfferPtr offer;
};
struct OfferRemoved { // accepted, declined or rescinded
    OfferPtr offer;
};
struct TaskAdded {
    TaskKey task;
};
struct TaskUpdated { // it has a new status
    TaskKey task;
    TaskState before = TaskState::Staging;
};
struct TaskKillWanted { // Task::wantedKill
    TaskKey task;
};
struct TaskForgotten { // it had ended, and more were kept than may be
    TaskKey task;
};
struct MaintenanceChanged { };
struct QuotaChanged {
    std::string role;
};
struct WeightChanged {
    std::string role;
};
struct RoleUsageChanged { // what a role with a quota uses of it; once a batch
    std::string role;
};
using Event = std::variant<AgentMoved, AgentChanged, AgentRecorded, GpuChanged, RestrictionChanged,
    FrameworkAdded, FrameworkUpdated, FrameworkUsageChanged, FrameworkRemoved, OfferMade,
    OfferRemoved, TaskAdded, TaskUpdated, TaskKillWanted, TaskForgotten, MaintenanceChanged,
    QuotaChanged, WeightChanged, RoleUsageChanged>;

// The agent that this event changes in views, adds to them or removes from them; nullptr for an
// event that concerns no agent's view.
const AgentId* shownAgent(const Event& event);

} // namespace muster::cluster
