// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/kernel/allocator/fair_share.h"
#include "core/kernel/cluster/agent_table.h"
#include "core/kernel/cluster/deadlines.h"
#include "core/kernel/cluster/entries.h"
#include "core/kernel/cluster/framework_table.h"
#include "core/kernel/cluster/gpu_claims.h"
#include "core/kernel/cluster/holdings.h"
#include "core/kernel/cluster/maintenance_schedule.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/cluster/outbox.h"
#include "core/kernel/cluster/role_settings.h"
#include "core/kernel/cluster/task_ledger.h"
#include "core/kernel/cluster/validation.h"

namespace muster::cluster {

// The master's memory and its steps, one source file for each concern. Hash maps are only looked
// up in: where an order shows outside, it is that of a sorted container.
struct Master::State {
    State(MasterOptions options, Recovered recovered, Now start);

    // ---- master.cpp: the frame of one apply
    void handle(FromFramework& input);
    void handle(FromAgent& input);
    void handle(LinkClosed& input);
    void handle(OperatorRestrict& input);
    void handle(OperatorRelease& input);
    void handle(OperatorKill& input);
    void handle(OperatorRescind& input);
    void handle(OperatorDrain& input);
    void handle(OperatorDeactivate& input);
    void handle(OperatorReactivate& input);
    void handle(OperatorMarkGone& input);
    void handle(OperatorTeardown& input);
    void handle(OperatorReserve& input); // reservations.cpp
    void handle(OperatorMaintenanceSchedule& input);
    void handle(OperatorMaintenanceStart& input);
    void handle(OperatorMaintenanceStop& input);
    void handle(OperatorUpdateQuota& input); // quota.cpp
    void handle(OperatorUpdateWeights& input);
    void handle(Tick& input);
    std::vector<MasterOutput> finish(Then then);

    // ---- outputs.cpp: what leaves
    void send(const FrameworkEntry& framework, FrameworkEvent event);
    void send(const AgentEntry& agent, AgentCommand command);
    void changed(AgentEntry& agent) { changedAgents.add(agent); }
    void changed(FrameworkEntry& framework) { changedFrameworks.add(framework); }
    void recordChanged(AgentEntry& agent); // and with it the agent
    void move(AgentEntry& agent, Presence presence);
    void refreshShownGpus(AgentEntry& agent);
    void tellChanged();

    // ---- draining.cpp
    Result<AgentEntry*> presentAgent(const AgentId& id);
    void deactivate(AgentEntry& agent);
    void drain(AgentEntry& agent); // kills what it runs
    void continueDrain(AgentEntry& agent);
    void noteDrain(const AgentEntry& agent, const FrameworkInfo& framework, TaskStatus& status);
    void markGone(AgentEntry& agent, const std::string& reason);
    void removeByOperator(AgentEntry& agent, const std::string& reason, const KilledBy& by);

    // ---- maintenance.cpp
    std::optional<Unavailability> unavailabilityOf(const AgentEntry& agent) const;
    void reschedule(const std::function<void()>& change);
    void inviteToLeave(AgentEntry& agent);
    void dropInverseOffers(AgentEntry& agent); // rescinded
    void dropInverseOffers(FrameworkEntry& framework);
    void answerInverseOffers(FrameworkEntry& framework, const AnswerInverseOffers& call);

    // ---- operators.cpp
    Result<AgentEntry*> ownerOf(const GpuUuid& gpu);
    // As it was ordered last, else as its agent has it by itself; nullptr: none.
    const Restriction* restrictionOf(const GpuUuid& gpu) const;
    Status checkGpu(CommandKind command, const GpuUuid& gpu) const; // whether it can be given
    void give(AgentEntry& agent, const GpuOrder& order);
    bool restrictsByOrder(const AgentEntry& agent, const GpuUuid& gpu) const; // shown or not
    void sendOrder(const AgentEntry& agent, const GpuOrders::Sent& order);
    void sendOrders(AgentEntry& agent); // again: the link may have broken under them
    void settleOrders(AgentEntry& agent, std::uint64_t done);
    void setRestriction(const GpuUuid& gpu, std::optional<GpuRestriction> restriction);
    void compareRestrictions(); // with what agents have told of their GPUs

    // ---- agents.cpp
    void registerAgent(Link link, Register& message);
    void updateAgent(AgentEntry& agent, AgentUpdate& message);
    void forgetAgent(AgentEntry& agent);
    void sendAway(Link link, const Register& message, const std::string& reason);
    void settleDown(AgentEntry& agent);
    void replaceFormer(AgentEntry& former, AgentEntry& agent);
    void agentDisconnected(AgentEntry& agent);
    void agentUnreachable(AgentEntry& agent);
    AgentEntry& addAgent(AgentId id);
    AgentEntry& recoverAgent(const AgentId& id, const std::string& hostname);
    void recover(AgentRecord record);
    void setInfo(AgentEntry& agent, AgentInfo info, std::vector<GpuStatus> gpus);

    // ---- disputed_gpus.cpp: a GPU is of one agent, whoever else claims it
    GpuClaims::Rules claimRules();
    void yieldClaims(AgentEntry& agent); // to those who may have them now
    void tellClaims();
    static bool hasUntoldClaim(const AgentEntry& agent); // it may still hand such a GPU out
    void countInTotal(AgentEntry& agent, bool counted);
    void setUnreachableAt(AgentEntry& agent, std::optional<Uptime> at);

    // ---- reconciliation.cpp: an agent is back, with what it runs
    void reconcileAgent(AgentEntry& agent, Register& message);
    void adopt(AgentEntry& agent, LiveTask& live);
    bool knowsFramework(const FrameworkId& id); // recovers one of an earlier life; false: removed

    // ---- executors.cpp
    const ExecutorInfo* findExecutor(const AgentEntry& agent, const ExecutorKey& key) const;
    void addExecutor(AgentEntry& agent, FrameworkEntry& framework, const ExecutorInfo& info);
    void removeExecutor(AgentEntry& agent, const ExecutorKey& key);
    void removeExecutors(FrameworkEntry& framework, std::set<AgentNumber>& running);
    void reconcileExecutors(
        AgentEntry& agent, const std::vector<LiveExecutor>& live, std::set<FrameworkId>& gone);
    std::vector<ExecutorId> executorIds(const AgentEntry& agent, const FrameworkId& framework);
    void executorEnded(AgentEntry& agent, ExecutorEnded& message);
    void fromExecutor(AgentEntry& agent, FromExecutor& message);
    void shutdown(FrameworkEntry& framework, Shutdown& call);
    void message(FrameworkEntry& framework, Message& call);

    // ---- frameworks.cpp
    void subscribe(Link link, Subscribe& call);
    void frameworkDisconnected(FrameworkEntry& framework);
    void removeFramework(FrameworkEntry& framework, const KilledBy& by);
    FrameworkEntry& addFramework(FrameworkInfo info);
    void updated(const FrameworkEntry& framework, bool info, bool connection);
    void setGoneAt(FrameworkEntry& framework, std::optional<Uptime> at);
    void setRoles(FrameworkEntry& framework, const AgentFilters& wanted);
    void dropRole(ClientEntry& client);
    void refreshQueues(FrameworkEntry& framework);
    void suppress(FrameworkEntry& framework, const std::set<std::string>& roles);
    void revive(FrameworkEntry& framework, const std::set<std::string>& roles);
    Result<AgentFilters> validateUpdate(
        const FrameworkEntry& framework, const UpdateFramework& call) const;
    Result<AgentFilters> validateWishes(const std::set<std::string>& roles,
        const std::set<std::string>& suppressed, const OfferConstraints& constraints) const;
    void updateFramework(FrameworkEntry& framework, UpdateFramework& call);

    // ---- offers.cpp: who is offered what
    struct Pick {
        ClientEntry* client;
        Resources resources;
    };
    using Queue = allocator::FairShare::Queue;
    void makeOffers();
    void allocate(AgentEntry& agent);
    void allocateToEager(AgentEntry& agent);
    void sendOffers();
    std::optional<Pick> pick(const AgentEntry& agent, const Resources& free) const;
    ClientEntry* firstWanting(const allocator::FairShare::Role& role, Queue ranking,
        const AgentEntry& agent, const Resources& resources) const;
    void makeOffer(AgentEntry& agent, ClientEntry& client, Resources resources);
    void removeOffer(OfferEntry& entry); // its resources are free again
    void removeOffers(FrameworkEntry& framework);
    void rescindTimedOut();
    void rescind(OfferEntry& entry);
    void rescindAll(const OfferTable::Part& offers);
    void rescindExcess(AgentEntry& agent);
    bool isOfferable(const AgentEntry& agent) const;
    Resources freePart(const AgentEntry& agent) const;

    // ---- refusals.cpp: what frameworks refuse, and which agents they want
    void decline(FrameworkEntry& framework, const Decline& call);
    void giveBack(const FrameworkEntry& framework, AgentEntry& agent, bool used);
    void refuse(ClientEntry& client, AgentEntry& agent, Resources refused, Duration length,
        RefusalReason reason = RefusalReason::Declined);
    static bool isWanted(ClientEntry& client, const AgentEntry& agent); // by its constraints
    void expireFilters(ClientEntry& client, Uptime until); // its deadline has come
    void clearFilters(FrameworkEntry& framework);

    // ---- quota.cpp
    void rescindOverLimit(const std::string& role);
    void rescindForGuarantees();
    Quantities offeredTo(const allocator::FairShare::Role& top) const;

    // ---- tasks.cpp
    void accept(FrameworkEntry& framework, Accept& call);
    Status takeOffers(FrameworkEntry& framework, const std::vector<OfferId>& ids,
        AgentEntry*& agent, ClientEntry*& client, Resources& available);
    IdUse idUse(const AgentEntry& agent, const TaskKey& key);
    void launchOne(
        FrameworkEntry& framework, AgentEntry& agent, TaskInfo task, Resources& available);
    void launchGroup(
        FrameworkEntry& framework, AgentEntry& agent, LaunchGroup group, Resources& available);
    void refuseLaunch(FrameworkEntry& framework, const TaskInfo& task, TaskState state,
        Reason reason, const std::string& error);
    TaskEntry& addLaunched(FrameworkEntry& framework, AgentEntry& agent, TaskInfo task);
    void kill(FrameworkEntry& framework, const Kill& call);
    void killTask(TaskEntry& task, std::optional<Duration> grace, KilledBy by);

    // ---- reservations.cpp
    void changeReservations(FrameworkEntry& framework, AgentEntry& agent,
        const ChangeReservations& change, const std::string& role, Resources& available);
    void drop(FrameworkEntry& framework, const ChangeReservations& change, std::string reason);
    void convert(AgentEntry& agent, const Resources& consumed, const Resources& converted);
    void rescindFor(AgentEntry& agent, const Resources& wanted);

    // ---- answers.cpp: what a framework asks about
    void reconcile(FrameworkEntry& framework, const Reconcile& call);
    void reconcileOperations(FrameworkEntry& framework, const ReconcileOperations& call);
    void tellLatest(FrameworkEntry& framework, const TaskEntry& task);
    void tellUnknown(FrameworkEntry& framework, const TaskId& task, const AgentId& agent);
    Presence presenceOf(const AgentId& agent) const;
    TaskEntry* findTask(const TaskKey& key) { return tasks.find(key); }
    TaskEntry& addTask(Task task);
    void account(TaskEntry& task);
    void unaccount(TaskEntry& task);

    // ---- updates.cpp
    void statusUpdate(AgentEntry& agent, StatusUpdate& update);
    bool settleLeftover(AgentEntry& agent, const StatusUpdate& update);
    void acknowledgeMyself(const AgentEntry& agent, const StatusUpdate& update);
    void acknowledge(const FrameworkEntry& framework, const Acknowledge& call);
    void setStatus(TaskEntry& task, TaskStatus status);
    void end(TaskEntry& task);
    void keepEnded(Task task); // of an earlier life
    std::vector<Event> trim();
    void masterUpdate(TaskEntry& task, TaskState state, Reason reason, std::string message,
        std::optional<KilledBy> by = {});
    void tell(FrameworkEntry& framework, TaskStatus status);

    AgentEntry* findAgent(const AgentId& id) const { return agents.find(id); }
    FrameworkEntry* findFramework(const FrameworkId& id) const { return frameworks.find(id); }

    struct Peer {
        AgentEntry* agent = nullptr;
        FrameworkEntry* framework = nullptr;
    };

    MasterOptions options;
    Now now;
    Deadlines deadlines;
    AllocationQueue queue;

    AgentTable agents;
    Uptime recoveredUntil; // until then there may be more agents of an earlier life
    allocator::FairShare share;
    RoleSettings roleSettings{share};
    FrameworkTable frameworks;
    OfferTable offers;
    TaskLedger tasks;
    MaintenanceSchedule maintenance;
    std::unordered_map<Link, Peer> links;
    GpuClaims claims{claimRules()};
    GpuOrders gpuOrders;
    OfferFilters filters{deadlines};
    std::vector<FrameworkEntry*> receivers; // of new offers

    Outbox outbox;
    ChangedEntries<AgentEntry> changedAgents;
    ChangedEntries<FrameworkEntry> changedFrameworks;
    Holdings holdings{share, frameworks, queue, changedAgents, changedFrameworks};
    Leftovers leftovers{holdings};
};

} // namespace muster::cluster
