// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/kernel/allocator/quota.h"
#include "core/kernel/base/defaults.h"
#include "core/kernel/base/now.h"
#include "core/kernel/base/refusal.h"
#include "core/kernel/cluster/events.h"
#include "core/kernel/cluster/messages.h"
#include "core/kernel/cluster/numbers.h"
#include "core/kernel/resources/allocation.h"
#include "core/kernel/resources/quantities.h"

namespace muster::cluster {

struct MasterOptions {
    // A UUID in text, new for each life of a master: prefix of every id that it makes, so that no
    // id of an earlier life is made again.
    std::string id;
    bool filterGpuResources = defaults::kFilterGpuResources; // doc/features.md B2
    std::optional<Duration> offerTimeout; // rescinded after this; none: never
    // What comes back from tasks and refusals is gathered for so long, counted from the master's
    // start, and then offered as a whole; none: at once. New and revived frameworks and new agents
    // never wait.
    Duration allocationInterval{};
    // Names of resources that shares do not count (doc/features.md B3).
    std::set<std::string> fairShareExcluded;
    // An offer has all of one of these, or is not made.
    std::vector<Quantities> minAllocatable = *parseMinAllocatable(defaults::kMinAllocatable);
    RegexLimits regexLimits; // of offer constraints
    // How many of those that are over are remembered, the latest; at least 1 each.
    std::size_t maxCompletedFrameworks = defaults::kMaxCompletedFrameworks;
    std::size_t maxCompletedTasks = defaults::kMaxCompletedTasks; // of each framework
    std::size_t maxGoneAgents = 10'000; // those that were marked gone, and may not come back
    // Disconnected for longer: unreachable.
    Duration agentTimeout = defaults::kAgentPingTimeout * defaults::kMaxAgentPingTimeouts;
    // How long frameworks of an earlier master life may take to come back, at the least.
    Duration recoveryTimeout = std::chrono::minutes(10);
};

// ---- inputs: everything that arrives
struct FromFramework {
    Link link;
    FrameworkCall call;
};
struct FromAgent {
    Link link;
    AgentMessage message;
};
struct LinkClosed {
    Link link;
};
// An operator command. `request` comes back in the Answer.
struct OperatorRestrict {
    std::uint64_t request;
    Restriction restriction;
};
struct OperatorRelease {
    std::uint64_t request;
    GpuUuid gpu;
    std::string author;
};
struct OperatorKill {
    std::uint64_t request;
    TaskKey task;
    std::string author;
    std::string reason; // may be empty
};
// For a while its framework is not offered the same again.
struct OperatorRescind {
    std::uint64_t request;
    OfferId offer;
    std::string author;
    std::string reason;
};
// Whether a command fits a node as it stands, and what its refusal says. Mesos: a second drain is
// an update, a second mark of a gone node nothing, and the words are Mesos'. Muster: as the table
// of operator commands has it.
enum class NodeRules { Mesos, Muster };
struct OperatorDrain {
    std::uint64_t request;
    AgentId agent;
    std::optional<Duration> maxGrace;
    bool markGone = false;
    std::string author;
    std::string reason{}; // may be empty
    NodeRules rules = NodeRules::Mesos;
};
struct OperatorDeactivate { // by the rules of Mesos
    std::uint64_t request;
    AgentId agent;
    std::string author;
};
struct OperatorReactivate {
    std::uint64_t request;
    AgentId agent;
    std::string author;
    std::string reason{}; // may be empty
    NodeRules rules = NodeRules::Mesos;
};
struct OperatorMarkGone {
    std::uint64_t request;
    AgentId agent;
    std::string author;
    std::string reason{}; // may be empty
    NodeRules rules = NodeRules::Mesos;
};
struct OperatorTeardown {
    std::uint64_t request;
    FrameworkId framework;
    std::string author;
};
struct OperatorReserve {
    std::uint64_t request;
    AgentId agent;
    ChangeReservations change;
    std::optional<std::string> principal; // that the reservations must name; none: any
    std::string author;
};
struct OperatorMaintenanceSchedule {
    std::uint64_t request;
    std::vector<MaintenanceWindow> windows;
    std::string author;
};
struct OperatorMaintenanceStart { // the machines go down
    std::uint64_t request;
    std::vector<MachineId> machines;
    std::string author;
};
struct OperatorMaintenanceStop { // they are up again, and out of the schedule
    std::uint64_t request;
    std::vector<MachineId> machines;
    std::string author;
};
// All of them or none; a default quota removes the role's. `force` leaves out the checks of what
// the role uses now and of the cluster's capacity.
struct QuotaConfig {
    std::string role;
    allocator::Quota quota;
};
struct OperatorUpdateQuota {
    std::uint64_t request;
    std::vector<QuotaConfig> configs;
    bool force = false;
    std::string author;
};
struct RoleWeight {
    std::string role;
    Milli weight;
};
struct OperatorUpdateWeights {
    std::uint64_t request;
    std::vector<RoleWeight> weights;
    std::string author;
};
struct Tick { }; // a deadline has come
using MasterInput = std::variant<FromFramework, FromAgent, LinkClosed, OperatorRestrict,
    OperatorRelease, OperatorKill, OperatorRescind, OperatorDrain, OperatorDeactivate,
    OperatorReactivate, OperatorMarkGone, OperatorTeardown, OperatorReserve,
    OperatorMaintenanceSchedule, OperatorMaintenanceStart, OperatorMaintenanceStop,
    OperatorUpdateQuota, OperatorUpdateWeights, Tick>;

// ---- outputs: everything to do, in order. The shell makes all Events and Audits of a batch
// durable before it carries out the first Send of that batch.
struct SendFramework {
    Link link;
    FrameworkEvent event;
};
struct SendAgent {
    Link link;
    AgentCommand command;
};
struct CloseLink {
    Link link;
    std::string reason;
};
// What happened. At most one in the outputs of an apply, and the first of them; what changes again
// and again is told once at the end of a batch (not Then::More).
struct Events {
    std::vector<Event> list;
};
struct Answer {
    std::uint64_t request;
    Status status;
};
struct Audit {
    std::string author;
    std::string action;
    std::string object;
    std::string detail;
};
struct Dropped { // an operation that failed, of which its framework is not told: for the log
    FrameworkId framework;
    std::string reason;
};
using MasterOutput
    = std::variant<SendFramework, SendAgent, CloseLink, Events, Answer, Audit, Dropped>;

// ---- what the master knows, for views and for recovery
struct ExecutorKey {
    FrameworkId framework;
    ExecutorId executor;
    auto operator<=>(const ExecutorKey&) const = default;
};

struct Agent {
    AgentId id;
    AgentNumber number = 0;
    std::optional<Link> link;
    AgentInfo info;
    std::vector<GpuStatus> gpus; // in the order of info.gpus
    AgentState state = AgentState::Active;
    Allocation used; // by tasks that are not terminal, and by executors
    Resources offered;
    Instant registered;
    std::optional<Instant> disconnected;
    Uptime awaySince; // if disconnected
    std::set<TaskKey> tasks; // not terminal
    std::map<ExecutorKey, ExecutorInfo> executors; // not those of command tasks
    AgentPolicy policy;
    // GPUs of its info that another agent claimed first, and in words which.
    std::map<GpuUuid, std::string> claimedByOthers;

    // What it says is wrong with it, and what its master found.
    std::vector<NodeTrouble> troubles() const;
};

// A GPU to be restricted or released, until its agent has said that it is.
struct GpuOrder {
    GpuUuid gpu;
    std::optional<Restriction> restriction; // none: released
    std::string author;
};

// What outlives the master of an agent: that it is known, and what was ordered for it.
struct AgentRecord {
    AgentId id;
    std::string hostname;
    AgentPolicy policy;
    Resources reservations;
    std::vector<GpuOrder> orders{}; // by UUID; what the agent has not confirmed
    std::string home{};
    std::optional<Instant> unreachableSince{}; // the end of its last connection
    std::set<TaskKey> condemned{}; // told lost meanwhile: to be killed when it returns
};

// An operator's order for a GPU, wherever it is: it holds until it is released or expires.
struct GpuRestriction {
    Restriction restriction;
    AgentId agent; // that carried it out last; empty: none has yet
    bool operator==(const GpuRestriction&) const = default;
};

struct Framework {
    FrameworkInfo info;
    std::optional<Link> link;
    std::set<std::string> suppressed; // of its roles
    std::string constraints; // a serialized mesos.v1.scheduler.OfferConstraints
    Allocation used;
    Resources offered;
    Instant registered;
    std::optional<Instant> disconnected;
    std::optional<Instant> removed; // of completed ones
    std::set<TaskId> tasks; // not terminal
};

struct Task {
    FrameworkId framework;
    TaskInfo info;
    TaskStatus latest; // as last told to the framework
    std::vector<TaskStatus> statuses; // told so far, of each run of equal states the last
    std::vector<GpuUuid> gpus; // that its agent gave it
    std::string hostname;
    std::string home{}; // its agent's
    // By the master's clock, each not before the one above: agents have clocks of their own, which
    // is what their statuses say.
    Instant created;
    std::optional<Instant> started; // running
    std::optional<Instant> ended; // terminal
    std::optional<KillTask> wantedKill{}; // sent again at each re-registration
};

struct Recovered {
    std::vector<FrameworkInfo> frameworks;
    // Those that live, and the latest that ended: without these a framework that
    // has not heard of the end would be told that the task is unknown.
    std::vector<Task> tasks;
    std::vector<AgentRecord> agents;
    std::vector<GpuRestriction> restrictions;
    std::vector<MaintenanceWindow> windows;
    std::vector<MachineId> downMachines; // of them
    std::vector<QuotaConfig> quotas;
    std::vector<RoleWeight> weights;
    std::vector<FrameworkId> removedFrameworks; // which may not come back; the oldest first
};

// How many frameworks of earlier lives are known to be removed, the latest.
inline constexpr std::size_t kRemovedFrameworksKept = 10'000;

// The master as a state machine: registers agents, offers what is free, launches what is accepted,
// passes status updates on. Pure and deterministic: no clock, no I/O; equal inputs give equal
// outputs. Not thread-safe. Cost of apply(): what the input touches, never the size of the cluster.
// Facts: doc/features.md B1 to B7; doc/wire.md, "Calls of frameworks", "Task validation" and
// "Reconciliation".
class Master {
public:
    Master(MasterOptions options, Recovered recovered, Now now);
    ~Master();
    Master(Master&&) noexcept;

    // Who has more inputs at hand says so: drains go on and offers are made after the last of them.
    // Tell: neither, for a master that decides nothing; what has changed is told all the same.
    enum class Then { Offer, More, Tell };
    std::vector<MasterOutput> apply(MasterInput input, Now now, Then then = Then::Offer);

    // Forgets what ended over the limits, and tells which; for whoever has read the events of
    // apply().
    std::vector<Event> trim();

    // When the next Tick is due, if any.
    std::optional<Uptime> nextDeadline() const;

    const Agent* agent(const AgentId& id) const;
    const Agent* agent(AgentNumber number) const;
    // Of each agent that has its id on disk, or for which something was ordered; gone ones too.
    std::optional<AgentRecord> agentRecord(const AgentId& id) const;
    const GpuRestriction* restriction(const GpuUuid& gpu) const; // nullptr: none is in force
    const Framework* framework(const FrameworkId& id) const;
    const Offer* offer(const OfferId& id) const;
    const Task* task(const TaskKey& key) const;
    // The GPU's place: its agent and its row there; with its state as operators see it (Offered
    // included: of an agent's offered count the lowest free minors are shown as offered).
    struct GpuView {
        const Agent* agent;
        const GpuInfo* info;
        GpuStatus status;
        const GpuOrder* pending = nullptr; // what its agent has not carried out yet
    };
    std::optional<GpuView> gpu(const GpuUuid& uuid) const;

    // Everything, in the order in which the master met it, for a new console's snapshot. Ended
    // tasks are kept up to a limit.
    std::vector<const Agent*> agents() const;
    std::vector<const Framework*> frameworks() const;
    std::vector<const Offer*> offers() const;
    std::vector<const Task*> tasks() const;
    // Those that were removed, the latest last; the tasks of theirs that are still kept are in
    // tasks().
    const std::deque<Framework>& completedFrameworks() const;
    const Maintenance& maintenance() const;

    // What operators set: a role without is at the default. In the order of names.
    const std::map<std::string, allocator::Quota>& quotas() const;
    const std::map<std::string, Milli>& weights() const;
    // Every role that someone subscribes to, holds something in, or that has a weight or quota.
    struct RoleView {
        std::string name;
        Milli weight = Milli::whole(1);
        allocator::Quota quota;
        Quantities allocated; // by tasks
        Quantities offered;
        Quantities reserved; // with those of the roles beneath
        Quantities consumed; // of its quota, with the roles beneath, without offers
        std::vector<FrameworkId> frameworks; // that subscribe to it
    };
    std::vector<RoleView> roles() const;
    // As in its view. O(log roles).
    Quantities consumedBy(const std::string& role) const;

    // What is not offered to frameworks that are connected.
    struct Refusal {
        const Framework* framework = nullptr;
        std::string role; // empty: all of the framework's
        const Agent* agent = nullptr; // null: on no agent
        Resources resources; // this or less of it
        std::optional<Instant> until; // none: as long as the framework wants it so
        RefusalReason reason = RefusalReason::Declined;
    };
    struct Refusals {
        std::vector<Refusal> rows; // of single agents, those that end last first
        std::vector<Refusal> withheld; // of all agents, or of all with GPUs
        bool more = false; // there are more of either
    };
    // Of these frameworks, at most `limit` of each. Looks at no more of what was refused than it
    // gives back, and at what ends together with it.
    Refusals refusals(const std::vector<FrameworkId>& frameworks, std::size_t limit, Now now) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace muster::cluster
