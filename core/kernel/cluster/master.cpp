// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/master.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/kernel/cluster/shown_gpus.h"
#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

constexpr Duration kLongestAway = std::chrono::weeks(520); // a wall clock says much

} // namespace

Master::Master(MasterOptions options, Recovered recovered, Now now)
    : m_state(std::make_unique<State>(std::move(options), std::move(recovered), now)) { }

Master::~Master() = default;
Master::Master(Master&&) noexcept = default;

std::vector<MasterOutput> Master::apply(MasterInput input, Now now, Then then) {
    m_state->now = now;
    std::visit([this](auto& arrived) { m_state->handle(arrived); }, input);
    if (then == Then::Offer) {
        m_state->forgetGone();
    }
    return m_state->finish(then);
}

std::vector<Event> Master::trim() {
    return m_state->trim();
}

std::optional<Uptime> Master::nextDeadline() const {
    return m_state->deadlines.next();
}

Master::State::State(MasterOptions given, Recovered recovered, Now start)
    : options(std::move(given)), now(start),
      share(options.fairShareExcluded, options.minAllocatable), agents(options.id),
      frameworks(options.id, share), offers(options.id + "-O", options.offerTimeout, deadlines),
      queue(options.allocationInterval, start.uptime, deadlines),
      presence(agents, deadlines, outbox,
          start.uptime + std::max(options.agentTimeout, options.recoveryTimeout)),
      subscriptions(frameworks, share, filters, options.filterGpuResources) {
    for (const QuotaConfig& config : recovered.quotas) {
        roleSettings.set(config);
    }
    for (const RoleWeight& one : recovered.weights) {
        roleSettings.set(one);
    }
    for (FrameworkId& id : recovered.removedFrameworks) {
        frameworks.keepOut(std::move(id));
    }
    for (FrameworkInfo& info : recovered.frameworks) {
        const auto patience = std::max(info.failoverTimeout, options.recoveryTimeout);
        FrameworkEntry& framework = addFramework(std::move(info));
        framework.disconnected = now;
        setGoneAt(framework, now.uptime + patience);
    }
    for (Task& task : recovered.tasks) {
        if (task.statuses.empty() && task.latest.state != TaskState::Staging) {
            task.statuses.push_back(task.latest);
        }
        if (isTerminal(task.latest.state)) {
            const TaskEntry* known = tasks.find({task.framework, task.info.id});
            if (!known || known->ended) { // else a later task has its id, and lives
                lifecycle.keepEnded(std::move(task));
            }
            continue;
        }
        agents.setHome(recoverAgent(task.info.agent, task.hostname), task.home);
        if (frameworks.find(task.framework)) {
            lifecycle.account(lifecycle.add(std::move(task)));
        }
    }
    for (AgentRecord& record : recovered.agents) {
        recover(std::move(record));
    }
    for (GpuRestriction& one : recovered.restrictions) {
        restrictions.recover(std::move(one));
    }
    maintenance.set(std::move(recovered.windows),
        {recovered.downMachines.begin(), recovered.downMachines.end()});
    finish(Then::Offer);
}

void Master::State::recover(AgentRecord record) {
    // By name, so that a new field does not compile before it is taken up here.
    auto& [id, hostname, policy, reservations, orders, home, unreachableSince, condemned] = record;
    AgentEntry& agent = recoverAgent(id, hostname);
    agent.policy = std::move(policy);
    agent.reservations = std::move(reservations);
    restrictions.recover(agent, std::move(orders));
    if (agent.policy.gone) {
        removeByOperator(agent, {},
            {agent.policy.author, fmt::format("{} was marked gone", agent.info.hostname)});
        return;
    }
    agent.condemned = std::move(condemned);
    if (!home.empty()) { // else of a version that kept none: its tasks may have told
        agents.setHome(agent, home);
    }
    if (unreachableSince) {
        presence.setAway(agent, *unreachableSince, now.uptimeAt(*unreachableSince, kLongestAway));
        agentUnreachable(agent);
    }
}

AgentEntry& Master::State::recoverAgent(const AgentId& id, const std::string& hostname) {
    AgentEntry* agent = agents.find(id);
    if (!agent) {
        agent = &addAgent(id);
        agent->confirmed = true;
        agent->info.hostname = hostname;
        presence.awaitOfEarlierLife(*agent, now);
    }
    return *agent;
}

void Master::State::handle(FromFramework& input) {
    if (auto* call = std::get_if<Subscribe>(&input.call)) {
        subscribe(input.link, *call);
        return;
    }
    const auto peer = links.find(input.link);
    FrameworkEntry* framework = peer == links.end() ? nullptr : peer->second.framework;
    if (!framework) {
        outbox.close(input.link, "Framework is not subscribed");
        if (const auto* update = std::get_if<UpdateFramework>(&input.call)) {
            outbox.answer(
                update->request, failure("Framework is not subscribed", Error::Kind::Denied));
        }
        return;
    }
    struct Dispatch {
        State& state;
        FrameworkEntry& from;
        void operator()(Subscribe&) { } // above
        void operator()(Accept& call) { state.accept(from, call); }
        void operator()(Decline& call) { state.decline(from, call); }
        void operator()(Revive& call) {
            state.subscriptions.revive(from, call.roles);
            state.queue.startRound();
            state.changedFrameworks.add(from);
        }
        void operator()(Suppress& call) {
            state.subscriptions.suppress(from, call.roles);
            state.changedFrameworks.add(from);
        }
        void operator()(UpdateFramework& call) { state.updateFramework(from, call); }
        void operator()(Kill& call) { state.kill(from, call); }
        void operator()(Acknowledge& call) {
            state.sendTo(call.agent, AcknowledgeStatus{{from.info.id, call.task}, call.uuid});
        }
        void operator()(Reconcile& call) { state.reconcile(from, call); }
        void operator()(Shutdown& call) {
            state.sendTo(call.agent,
                ShutdownExecutor{from.info.id, std::move(call.executor),
                    {authorOf(from.info), "its executor was shut down"}});
        }
        void operator()(Message& call) {
            state.sendTo(call.agent,
                ToExecutor{from.info.id, std::move(call.executor), std::move(call.data)});
        }
        void operator()(Request&) { }
        void operator()(ReconcileOperations& call) { state.reconcileOperations(from, call); }
        void operator()(AcknowledgeOperation&) { }
        void operator()(AnswerInverseOffers& call) {
            for (const OfferId& id : call.offers) {
                state.maintenance.answer(id, from.info.id, {call.accepted, state.now});
            }
        }
        void operator()(Teardown&) {
            state.outbox.close(*from.link, "Framework has been torn down");
            state.removeFramework(from, {authorOf(from.info), "it was torn down"});
        }
    };
    std::visit(Dispatch{*this, *framework}, input.call);
}

void Master::State::sendTo(const AgentId& id, AgentCommand command) {
    if (const AgentEntry* agent = agents.find(id)) {
        outbox.send(agent->link, std::move(command));
    }
}

void Master::State::handle(FromAgent& input) {
    if (auto* message = std::get_if<Register>(&input.message)) {
        registerAgent(input.link, *message);
        return;
    }
    const auto peer = links.find(input.link);
    AgentEntry* agent = peer == links.end() ? nullptr : peer->second.agent;
    if (!agent) {
        outbox.close(input.link, "Agent is not registered");
        return;
    }
    if (auto* update = std::get_if<AgentUpdate>(&input.message)) {
        updateAgent(*agent, *update);
    } else if (auto* status = std::get_if<StatusUpdate>(&input.message)) {
        statusUpdate(*agent, *status);
    } else if (auto* said = std::get_if<FromExecutor>(&input.message)) {
        if (const FrameworkEntry* framework = frameworks.find(said->framework)) {
            said->agent = agent->id;
            outbox.send(framework->link, std::move(*said));
        }
    } else if (auto* executor = std::get_if<ExecutorEnded>(&input.message)) {
        executorEnded(*agent, *executor);
    }
}

void Master::State::handle(LinkClosed& input) {
    const auto found = links.find(input.link);
    if (found == links.end()) {
        return;
    }
    const Peer peer = found->second;
    links.erase(found);
    if (peer.agent) {
        agentDisconnected(*peer.agent);
    } else {
        frameworkDisconnected(*peer.framework);
    }
}

void Master::State::handle(Tick&) {
    while (const auto due = deadlines.takeDue(now.uptime)) {
        switch (due->kind) {
        case Deadlines::Kind::AgentUnreachable:
            agentUnreachable(agents.at(static_cast<AgentNumber>(due->first)));
            break;
        case Deadlines::Kind::FrameworkGone: {
            FrameworkEntry& framework = frameworks.at(static_cast<FrameworkNumber>(due->first));
            removeFramework(framework,
                {"muster",
                    fmt::format("its framework did not come back within {}",
                        durationText(framework.info.failoverTimeout))});
            break;
        }
        case Deadlines::Kind::OfferTimeout:
            issuer.rescindOverdue(now.uptime);
            break;
        case Deadlines::Kind::FilterExpiry:
            for (const AgentNumber number :
                filters.expire(frameworks.client(due->first).filters, due->at)) {
                queue.addFreed(agents.at(number).queue);
            }
            break;
        case Deadlines::Kind::NextRound:
            queue.onRound();
            break;
        }
    }
}

std::vector<MasterOutput> Master::State::finish(Then then) {
    if (then == Then::Offer) {
        for (std::size_t i = 0; i < changedAgents.size(); ++i) { // a drain's end can change more
            continueDrain(changedAgents[i]);
            if (!maintenance.isEmpty()) {
                leaveRequests.send(changedAgents[i]);
            }
        }
        makeOffers();
    }
    if (then != Then::More) {
        tellChanged();
    }
    return outbox.take();
}

void Master::State::tellChanged() {
    const std::vector<AgentEntry*> changed = changedAgents.take();
    outbox.expectEvents(changed.size());
    for (AgentEntry* agent : changed) {
        std::vector<GpuState> states = shownGpus(*agent);
        for (std::size_t row = 0; row < states.size(); ++row) {
            if (row >= agent->shown.size() || agent->shown[row] != states[row]) {
                outbox.tell(GpuChanged{agent->info.gpus[row].uuid});
            }
        }
        agent->shown = std::move(states);
        outbox.tell(AgentChanged{agent->id});
    }
    for (const FrameworkEntry* framework : changedFrameworks.take()) {
        outbox.tell(FrameworkUsageChanged{framework->info.id});
    }
    for (const auto* role : share.takeChanged()) {
        outbox.tell(RoleUsageChanged{role->name});
    }
}

} // namespace muster::cluster
