// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/kernel/base/gpu.h"
#include "core/kernel/base/id.h"
#include "core/kernel/base/state.h"
#include "core/kernel/base/time.h"
#include "core/kernel/cluster/maintenance.h"
#include "core/kernel/cluster/offer_constraints.h"
#include "core/kernel/cluster/task.h"
#include "core/kernel/resources/resources.h"

// What master, agents and frameworks say to each other, as plain values. The wire types stop at the
// edge of the daemon; what the kernel does not interpret travels in TaskInfo::payload.
namespace muster::cluster {

// One connection of an agent or a framework, numbered by the shell. Never reused.
enum class Link : std::uint64_t {};

enum class Capability {
    RevocableResources = 1,
    TaskKillingState = 2,
    GpuResources = 3,
    SharedResources = 4,
    PartitionAware = 5,
    MultiRole = 6,
    ReservationRefinement = 7,
    RegionAware = 8
};

// The key of a label in a FrameworkInfo.
inline constexpr const char* kOffersAtOnce = "muster.offers-at-once";

struct FrameworkInfo {
    FrameworkId id; // empty at the first subscription
    std::string name;
    std::string user;
    std::set<std::string> roles{"*"}; // that it subscribes to; one without MULTI_ROLE
    std::string principal;
    std::string hostname;
    Duration failoverTimeout{0}; // how long its tasks outlive its connection
    bool checkpoint = false;
    // What others give back is offered to it at once, not with the next round. Its label
    // kOffersAtOnce says so.
    bool eager = false;
    std::set<Capability> capabilities;
    std::string payload; // serialized mesos.v1.FrameworkInfo: labels, webui_url, checkpoint
    bool has(Capability capability) const { return capabilities.contains(capability); }
    bool operator==(const FrameworkInfo&) const = default;
};

// "framework train": who it is that has a task killed.
inline std::string authorOf(const FrameworkInfo& framework) {
    return "framework " + (framework.name.empty() ? framework.id.value : framework.name);
}

struct Offer {
    OfferId id;
    FrameworkId framework;
    AgentId agent;
    std::string role = "*"; // that it is allocated to
    std::string hostname;
    Resources resources;
    Attributes attributes;
    std::vector<ExecutorId> executors; // that the framework has on the agent
    std::optional<Unavailability> unavailability; // that is planned for the agent's machine
    Instant made;
};
// Asks a framework to leave an agent before it becomes unavailable.
struct InverseOffer {
    OfferId id;
    FrameworkId framework;
    AgentId agent;
    Unavailability unavailability;
};
// Made once, then shared by the master, its events and the views.
using OfferPtr = std::shared_ptr<const Offer>;

inline constexpr Duration kDefaultRefusal = std::chrono::seconds(5);
inline constexpr Duration kMaximumRefusal = std::chrono::hours(24 * 365);

// One thing that is wrong with a node, with the facts: the sentence and the remedy are the table's.
struct NodeTrouble {
    NodeProblem problem = NodeProblem::CannotLaunch;
    std::string text;
    bool operator==(const NodeTrouble&) const = default;
};

struct AgentInfo {
    std::string hostname;
    std::string ip; // of its connection; the master's edge fills it in
    Resources total; // what may be offered now: without restricted and lost GPUs
    Attributes attributes;
    std::vector<GpuInfo> gpus;
    std::string driverVersion;
    std::string cudaVersion;
    // Of its machine and its work directory: who joins as a new agent from the home of another has
    // lost that one's state. Empty: not told.
    std::string home{};
    std::vector<NodeTrouble> troubles;

    bool has(NodeProblem problem) const {
        return std::any_of(troubles.begin(), troubles.end(),
            [&](const auto& trouble) { return trouble.problem == problem; });
    }
};

struct GpuStatus {
    GpuUuid gpu;
    GpuState state = GpuState::Free; // as the agent sees it: never Offered
    std::optional<TaskKey> holder;
    std::optional<Restriction> restriction;
    std::string problem; // why it is unhealthy or lost
    bool operator==(const GpuStatus&) const = default;
};

// A task that an agent has, with the last status that it made of it.
struct LiveTask {
    FrameworkId framework;
    TaskInfo info;
    TaskStatus latest;
    std::vector<GpuUuid> gpus;
};

// An executor that an agent has started. It lives until the agent tells of its end.
struct LiveExecutor {
    FrameworkId framework;
    ExecutorInfo info;
    bool operator==(const LiveExecutor&) const = default;
};

// What an executor sends to its framework, unread; `agent` is the master's to fill.
struct FromExecutor {
    FrameworkId framework;
    ExecutorId executor;
    AgentId agent;
    std::string data;
    bool operator==(const FromExecutor&) const = default;
};

// It ended or could not be started. Each of its tasks was told of before, if it ever got to the
// agent; `agent` is the master's to fill.
struct ExecutorEnded {
    FrameworkId framework;
    ExecutorId executor;
    AgentId agent;
    int status = 0; // as waitpid gives it
    bool operator==(const ExecutorEnded&) const = default;
};

// ---- framework -> master (mesos.v1.scheduler.Call)
struct Subscribe {
    FrameworkInfo info;
    std::set<std::string> suppressedRoles;
    OfferConstraints constraints{};
    std::string defect{}; // what the edge finds wrong with the info, in Mesos' words
};
struct UpdateFramework { // of a framework that is subscribed; an Answer says if it was taken
    FrameworkInfo info;
    std::set<std::string> suppressedRoles;
    OfferConstraints constraints{};
    std::string defect{}; // as in Subscribe
    std::string denied{}; // why the edge does not permit the roles, in Mesos' words
    std::uint64_t request = 0; // comes back in the Answer
};
// The operations of an ACCEPT, carried out in their order on what the offers hold.
struct LaunchTasks {
    std::vector<TaskInfo> tasks;
};
struct LaunchGroup { // all of its tasks or none
    ExecutorInfo executor;
    std::vector<TaskInfo> tasks;
};
// Makes a reservation of each of the resources, or takes it back: the last one, if it refines
// others.
struct ChangeReservations {
    enum class Kind { Reserve, Unreserve };
    Kind kind = Kind::Reserve;
    Resources resources; // with it
    std::string id; // its end is told under this; empty: it is not told
    std::string defect; // what the edge finds wrong with it, in Mesos' words

    Resources consumed() const {
        return kind == Kind::Reserve ? resources.withoutLastReservations() : resources;
    }
    Resources converted() const {
        return kind == Kind::Reserve ? resources : resources.withoutLastReservations();
    }
};
using Operation = std::variant<LaunchTasks, LaunchGroup, ChangeReservations>;
struct Accept {
    std::vector<OfferId> offers;
    std::vector<Operation> operations;
    Duration refuse = kDefaultRefusal;
};
struct Decline {
    std::vector<OfferId> offers;
    Duration refuse = kDefaultRefusal;
};
struct Revive {
    std::set<std::string> roles; // none: all of the framework's
};
struct Suppress {
    std::set<std::string> roles; // none: all of the framework's
};
struct Kill {
    TaskId task;
    std::optional<Duration> grace;
    AgentId agent; // empty: not said
    std::optional<KilledBy> by{}; // only of Muster's own scheduler; else it is the framework
};
struct Acknowledge {
    AgentId agent;
    TaskId task;
    Uuid uuid;
};
struct Reconcile {
    struct Item {
        TaskId task;
        AgentId agent; // empty: not said
        bool operator==(const Item&) const = default;
    };
    std::vector<Item> tasks;
}; // none: all
struct Shutdown {
    AgentId agent;
    ExecutorId executor;
};
struct Message { // to an executor
    AgentId agent;
    ExecutorId executor;
    std::string data;
};
struct Request { }; // of resources: accepted, without effect
struct ReconcileOperations {
    struct Item {
        std::string operation;
        AgentId agent; // empty: not said
        bool operator==(const Item&) const = default;
    };
    std::vector<Item> operations;
};
struct AcknowledgeOperation { }; // nothing waits for it
struct AnswerInverseOffers {
    std::vector<OfferId> offers;
    bool accepted = false; // it will leave in time
};
struct Teardown { };
using FrameworkCall = std::variant<Subscribe, Accept, Decline, Revive, Suppress, Kill, Acknowledge,
    Reconcile, Shutdown, Message, Request, ReconcileOperations, AcknowledgeOperation,
    AnswerInverseOffers, Teardown, UpdateFramework>;

// ---- master -> framework (mesos.v1.scheduler.Event)
struct Subscribed {
    FrameworkId framework;
};
struct Offers {
    std::vector<OfferPtr> offers;
};
struct Rescind {
    OfferId offer;
};
struct InverseOffers {
    std::vector<InverseOffer> offers;
};
struct RescindInverseOffer {
    OfferId offer;
};
struct Update {
    TaskStatus status;
};
struct AgentLost {
    AgentId agent;
};
// Numbers of mesos.v1.OperationState.
enum class OperationState {
    Finished = 2,
    Error = 4,
    Unreachable = 6,
    GoneByOperator = 7,
    Recovering = 8,
    Unknown = 9
};
// The end of an operation that has an id, or the answer to ReconcileOperations: operations are
// carried out at once, so none is still under way.
struct OperationUpdate {
    std::string operation;
    AgentId agent; // empty: not known
    OperationState state = OperationState::Unknown;
    std::string message;
};
struct FrameworkError {
    std::string message;
    bool isRemoved = false; // it never comes back under this id
}; // the link is closed after it
using FrameworkEvent = std::variant<Subscribed, Offers, Rescind, Update, AgentLost, FrameworkError,
    FromExecutor, ExecutorEnded, OperationUpdate, InverseOffers, RescindInverseOffer>;

// ---- agent -> master
struct Register {
    AgentId id; // empty at the very first registration
    AgentInfo info;
    std::vector<GpuStatus> gpus;
    std::vector<LiveTask> tasks;
    std::vector<LiveExecutor> executors; // of command tasks: none
};
struct AgentUpdate {
    AgentInfo info;
    std::vector<GpuStatus> gpus;
    std::uint64_t orderDone = 0; // the highest of RestrictGpu and ReleaseGpu on this connection
};
struct StatusUpdate {
    FrameworkId framework;
    TaskStatus status;
    std::vector<GpuUuid> gpus;
    // The task has ended, though `status` may be an earlier one that nobody has acknowledged yet.
    bool over = false; // Mesos' latest_state
};
using AgentMessage = std::variant<Register, AgentUpdate, StatusUpdate, FromExecutor, ExecutorEnded>;

// ---- master -> agent
struct Registered {
    AgentId id;
};
// As a command, or, if the task names an executor, in that one: started if it is not running.
struct RunTask {
    FrameworkInfo framework;
    TaskInfo task;
};
// All of the tasks or none, in one default executor: started if it is not running.
struct RunGroup {
    FrameworkInfo framework;
    ExecutorInfo executor;
    std::vector<TaskInfo> tasks;
};
struct KillTask {
    TaskKey task;
    std::optional<Duration> grace;
    KilledBy by;
};
// Its tasks end with it: their updates first, then ExecutorEnded.
struct ShutdownExecutor {
    FrameworkId framework;
    ExecutorId executor;
    KilledBy by;
};
// What a framework sends to its executor, unread. Lost if the executor is not there.
struct ToExecutor {
    FrameworkId framework;
    ExecutorId executor;
    std::string data;
};
struct AcknowledgeStatus {
    TaskKey task;
    Uuid uuid;
};
// Either is answered by an AgentUpdate with its number.
struct RestrictGpu {
    Restriction restriction;
    std::uint64_t order = 0;
};
struct ReleaseGpu {
    GpuUuid gpu;
    std::string author;
    std::uint64_t order = 0;
};
// The GPUs that another agent claims too: not to be handed out. All of them each time; answered by
// an AgentUpdate. Of this connection only.
struct WithholdGpus {
    struct Item {
        GpuUuid gpu;
        std::string problem; // who else claims it
        bool operator==(const Item&) const = default;
    };
    std::vector<Item> gpus;
};
struct RemoveFramework {
    FrameworkId framework;
}; // kill what it has, executors too, without updates; answered by an AgentUpdate
using AgentCommand = std::variant<Registered, RunTask, RunGroup, KillTask, ShutdownExecutor,
    ToExecutor, AcknowledgeStatus, RestrictGpu, ReleaseGpu, WithholdGpus, RemoveFramework>;

} // namespace muster::cluster
