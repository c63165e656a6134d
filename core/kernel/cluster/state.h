// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/kernel/allocator/fair_share.h"
#include "core/kernel/cluster/agent_presence.h"
#include "core/kernel/cluster/capacity.h"
#include "core/kernel/cluster/claim_rules.h"
#include "core/kernel/cluster/gpu_restrictions.h"
#include "core/kernel/cluster/launcher.h"
#include "core/kernel/cluster/leave_requests.h"
#include "core/kernel/cluster/offer_issuer.h"
#include "core/kernel/cluster/role_settings.h"
#include "core/kernel/cluster/subscriptions.h"

namespace muster::cluster {

// The components of the master, and the steps that concern several of them. Hash maps are only
// looked up in: where an order shows outside, it is that of a sorted container.
struct Master::State {
    State(MasterOptions options, Recovered recovered, Now start);

    // ---- master.cpp: the frame of one apply
    void handle(FromFramework& input);
    void handle(FromAgent& input);
    void handle(LinkClosed& input);
    void handle(Tick& input);
    std::vector<MasterOutput> finish(Then then);
    void tellChanged();
    void sendTo(const AgentId& id, AgentCommand command); // if it is known and connected
    void recover(AgentRecord record);
    AgentEntry& recoverAgent(const AgentId& id, const std::string& hostname);

    // ---- operators.cpp: orders for GPUs, tasks, offers, frameworks and roles
    void handle(OperatorRestrict& input);
    void handle(OperatorRelease& input);
    void handle(OperatorKill& input);
    void handle(OperatorRescind& input);
    void handle(OperatorTeardown& input);
    void handle(OperatorUpdateQuota& input);
    void handle(OperatorUpdateWeights& input);

    // ---- nodes.cpp: orders for nodes
    void handle(OperatorDrain& input);
    void handle(OperatorDeactivate& input);
    void handle(OperatorReactivate& input);
    void handle(OperatorMarkGone& input);
    void handle(OperatorMaintenanceSchedule& input);
    void handle(OperatorMaintenanceStart& input);
    void handle(OperatorMaintenanceStop& input);
    Result<AgentEntry*> nodeFor(CommandKind command, const AgentId& id, NodeRules rules);
    void deactivate(AgentEntry& agent);
    void drain(AgentEntry& agent); // kills what it runs
    void continueDrain(AgentEntry& agent);
    void markGone(AgentEntry& agent, const std::string& reason);
    void removeByOperator(AgentEntry& agent, const std::string& reason, const KilledBy& by);
    void reschedule(const std::function<void()>& change);

    // ---- agents.cpp
    void registerAgent(Link link, Register& message);
    void updateAgent(AgentEntry& agent, AgentUpdate& message);
    AgentEntry& addAgent(AgentId id);
    void forgetAgent(AgentEntry& agent);
    void forgetGone(); // of more than are kept, the oldest
    void settleDown(AgentEntry& agent);
    void replaceFormer(AgentEntry& former, AgentEntry& agent);
    void agentDisconnected(AgentEntry& agent);
    void agentUnreachable(AgentEntry& agent);
    void setInfo(AgentEntry& agent, AgentInfo info, std::vector<GpuStatus> gpus);
    void tellClaims();
    void recordChanged(AgentEntry& agent); // and with it the agent
    void reconcileAgent(AgentEntry& agent, Register& message);
    void adopt(AgentEntry& agent, LiveTask& live);
    bool knowsFramework(const FrameworkId& id); // recovers one of an earlier life; false: removed
    void executorEnded(AgentEntry& agent, ExecutorEnded& message);

    // ---- frameworks.cpp
    void subscribe(Link link, Subscribe& call);
    void frameworkDisconnected(FrameworkEntry& framework);
    void removeFramework(FrameworkEntry& framework, const KilledBy& by);
    FrameworkEntry& addFramework(FrameworkInfo info);
    void setGoneAt(FrameworkEntry& framework, std::optional<Uptime> at);
    void setRoles(FrameworkEntry& framework, const AgentFilters& wanted);
    void updateFramework(FrameworkEntry& framework, UpdateFramework& call);
    void dropInverseOffers(FrameworkEntry& framework);

    // ---- offers.cpp: who is offered what, and what becomes of it
    void makeOffers();
    void offerToAll(AgentEntry& agent);
    bool offerFree(AgentEntry& agent, bool onlyToEager);
    void accept(FrameworkEntry& framework, Accept& call);
    void decline(FrameworkEntry& framework, const Decline& call);
    void giveBack(const FrameworkEntry& framework, AgentEntry& agent, bool used);
    void refuse(ClientEntry& client, AgentEntry& agent, Resources refused, Duration length,
        RefusalReason reason = RefusalReason::Declined);
    void refuseAll(FrameworkEntry& framework, const std::vector<Operation>& operations,
        const std::string& error);

    // ---- reservations.cpp
    void handle(OperatorReserve& input);
    void changeReservations(
        Launcher::Place& place, const ChangeReservations& change, const std::string& role);
    void dropOperation(
        FrameworkEntry& framework, const ChangeReservations& change, std::string reason);
    void convert(AgentEntry& agent, const Resources& consumed, const Resources& converted);
    void rescindFor(AgentEntry& agent, const Resources& wanted);

    // ---- tasks.cpp
    void statusUpdate(AgentEntry& agent, StatusUpdate& update);
    void kill(FrameworkEntry& framework, const Kill& call);
    void reconcile(FrameworkEntry& framework, const Reconcile& call);
    void reconcileOperations(FrameworkEntry& framework, const ReconcileOperations& call);
    void tellUnknown(FrameworkEntry& framework, const TaskId& task, const AgentId& agent);
    std::vector<Event> trim();

    struct Peer {
        AgentEntry* agent = nullptr;
        FrameworkEntry* framework = nullptr;
    };

    MasterOptions options;
    Now now;
    Outbox outbox;
    Deadlines deadlines;
    std::unordered_map<Link, Peer> links;

    // Who and what is known.
    allocator::FairShare share;
    RoleSettings roleSettings{share};
    AgentTable agents;
    FrameworkTable frameworks;
    TaskLedger tasks;
    OfferTable offers;
    OfferFilters filters{deadlines};
    AllocationQueue queue;
    MaintenanceSchedule maintenance;
    GpuClaims claims{
        {mayTakeOver, rivalText, [this](const GpuUuid& gpu) { outbox.tell(GpuChanged{gpu}); }}};

    // What changes in several of them at once.
    ChangedEntries<AgentEntry> changedAgents;
    ChangedEntries<FrameworkEntry> changedFrameworks;
    AgentPresence presence;
    Capacity capacity{share};
    Subscriptions subscriptions;
    Holdings holdings{share, frameworks, queue, changedAgents, changedFrameworks};
    Leftovers leftovers{holdings};
    Executors executors{agents, frameworks, holdings, leftovers};
    TaskLifecycle lifecycle{tasks, agents, frameworks, holdings, outbox};
    Launcher launcher{tasks, lifecycle, executors, outbox};
    OfferIssuer issuer{offers, holdings, queue, outbox};
    GpuRestrictions restrictions{agents, claims, changedAgents, outbox};
    LeaveRequests leaveRequests{maintenance, frameworks, offers, outbox};
};

} // namespace muster::cluster
