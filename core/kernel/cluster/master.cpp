// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/master.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

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
    return m_state->finish(then);
}

std::vector<Event> Master::trim() {
    return m_state->trim();
}

std::optional<Uptime> Master::nextDeadline() const {
    return m_state->deadlines.next();
}

const Agent* Master::agent(const AgentId& id) const {
    const AgentEntry* agent = m_state->findAgent(id);
    return agent && !agent->policy.gone ? agent : nullptr;
}

const Agent* Master::agent(AgentNumber number) const {
    const AgentEntry* agent = m_state->agents.find(number);
    return agent && !agent->policy.gone ? agent : nullptr;
}

std::optional<AgentRecord> Master::agentRecord(const AgentId& id) const {
    const AgentEntry* agent = m_state->findAgent(id);
    const bool isKept = agent && (agent->confirmed || agent->policy != AgentPolicy{});
    return isKept ? std::optional(agent->record()) : std::nullopt;
}

const GpuRestriction* Master::restriction(const GpuUuid& gpu) const {
    return m_state->gpuOrders.restriction(gpu);
}

const Framework* Master::framework(const FrameworkId& id) const {
    return m_state->findFramework(id);
}

const Offer* Master::offer(const OfferId& id) const {
    const OfferEntry* entry = m_state->offers.find(id);
    return entry ? entry->offer.get() : nullptr;
}

const Task* Master::task(const TaskKey& key) const {
    return m_state->tasks.find(key);
}

std::optional<Master::GpuView> Master::gpu(const GpuUuid& uuid) const {
    const AgentEntry* agent = m_state->claims.owner(uuid);
    if (!agent || agent->policy.gone) {
        return std::nullopt;
    }
    for (std::size_t row = 0; row < agent->info.gpus.size(); ++row) {
        if (agent->info.gpus[row].uuid == uuid) {
            GpuView view{agent, &agent->info.gpus[row], agent->gpus[row]};
            view.status.state = agent->shown[row];
            view.pending = agent->orders.find(uuid);
            return view;
        }
    }
    return std::nullopt;
}

std::vector<const Agent*> Master::agents() const {
    std::vector<const Agent*> all;
    for (const auto& [number, agent] : m_state->agents.inOrder()) {
        if (!agent->policy.gone) {
            all.push_back(agent);
        }
    }
    return all;
}

std::vector<const Framework*> Master::frameworks() const {
    std::vector<const Framework*> all;
    for (const auto& [number, framework] : m_state->frameworks.inOrder()) {
        all.push_back(framework);
    }
    return all;
}

std::vector<const Offer*> Master::offers() const {
    std::vector<const Offer*> all;
    for (const auto& [number, entry] : m_state->offers.all()) {
        all.push_back(entry.offer.get());
    }
    return all;
}

std::vector<const Task*> Master::tasks() const {
    std::vector<const Task*> all;
    all.reserve(m_state->tasks.size());
    for (const auto& [number, task] : m_state->tasks.inOrder()) {
        all.push_back(task);
    }
    return all;
}

const std::deque<Framework>& Master::completedFrameworks() const {
    return m_state->frameworks.completed();
}

const Maintenance& Master::maintenance() const {
    return m_state->maintenance.view();
}

// ---- the frame of one apply

Master::State::State(MasterOptions given, Recovered recovered, Now start)
    : options(std::move(given)), now(start),
      queue(options.allocationInterval, start.uptime, deadlines), agents(options.id),
      share(options.fairShareExcluded, options.minAllocatable), frameworks(options.id, share),
      offers(options.id + "-O", options.offerTimeout, deadlines) {
    recoveredUntil = now.uptime + std::max(options.agentTimeout, options.recoveryTimeout);
    for (const QuotaConfig& config : recovered.quotas) {
        roleSettings.set(config);
    }
    for (const RoleWeight& one : recovered.weights) {
        roleSettings.set(one);
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
            const TaskEntry* known = findTask({task.framework, task.info.id});
            if (!known || known->ended) { // else a later task has its id, and lives
                keepEnded(std::move(task));
            }
            continue;
        }
        agents.setHome(recoverAgent(task.info.agent, task.hostname), task.home);
        if (findFramework(task.framework)) {
            account(addTask(std::move(task)));
        }
    }
    for (AgentRecord& record : recovered.agents) {
        recover(std::move(record));
    }
    for (GpuRestriction& one : recovered.restrictions) {
        const GpuUuid gpu = one.restriction.gpu;
        gpuOrders.set(gpu, std::move(one));
    }
    maintenance.set(std::move(recovered.windows),
        {recovered.downMachines.begin(), recovered.downMachines.end()});
    finish(Then::Offer);
}

void Master::State::recover(AgentRecord record) {
    AgentEntry& agent = recoverAgent(record.id, record.hostname);
    agent.policy = std::move(record.policy);
    agent.reservations = std::move(record.reservations);
    gpuOrders.recover(agent.orders, std::move(record.orders));
    if (agent.policy.gone) {
        removeByOperator(agent, {},
            {agent.policy.author, fmt::format("{} was marked gone", agent.info.hostname)});
        return;
    }
    agent.condemned = std::move(record.condemned);
    if (!record.home.empty()) { // else of a version that kept none: its tasks may have told
        agents.setHome(agent, record.home);
    }
    if (record.unreachableSince) {
        agent.disconnected = record.unreachableSince;
        agent.awaySince = now.uptimeAt(*record.unreachableSince, kLongestAway);
        setUnreachableAt(agent, std::nullopt);
        agentUnreachable(agent);
    }
}

AgentEntry& Master::State::recoverAgent(const AgentId& id, const std::string& hostname) {
    AgentEntry* agent = findAgent(id);
    if (!agent) {
        agent = &addAgent(id);
        agent->confirmed = true;
        agent->info.hostname = hostname;
        agent->state = AgentState::Disconnected;
        agent->disconnected = now;
        agent->awaySince = now.uptime;
        agent->presence = Presence::Awaited;
        setUnreachableAt(*agent, recoveredUntil);
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
        void operator()(Revive& call) { state.revive(from, call.roles); }
        void operator()(Suppress& call) { state.suppress(from, call.roles); }
        void operator()(UpdateFramework& call) { state.updateFramework(from, call); }
        void operator()(Kill& call) { state.kill(from, call); }
        void operator()(Acknowledge& call) { state.acknowledge(from, call); }
        void operator()(Reconcile& call) { state.reconcile(from, call); }
        void operator()(Shutdown& call) { state.shutdown(from, call); }
        void operator()(Message& call) { state.message(from, call); }
        void operator()(Request&) { }
        void operator()(ReconcileOperations& call) { state.reconcileOperations(from, call); }
        void operator()(AcknowledgeOperation&) { }
        void operator()(AnswerInverseOffers& call) { state.answerInverseOffers(from, call); }
        void operator()(Teardown&) {
            state.outbox.close(*from.link, "Framework has been torn down");
            state.removeFramework(from, {authorOf(from.info), "it was torn down"});
        }
    };
    std::visit(Dispatch{*this, *framework}, input.call);
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
        fromExecutor(*agent, *said);
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
        case Deadlines::Kind::AgentUnreachable: {
            AgentEntry& agent = agents.at(static_cast<AgentNumber>(due->first));
            agent.unreachableAt.reset();
            agentUnreachable(agent);
            break;
        }
        case Deadlines::Kind::FrameworkGone: {
            FrameworkEntry& framework = frameworks.at(static_cast<FrameworkNumber>(due->first));
            framework.goneAt.reset();
            removeFramework(framework,
                {"muster",
                    fmt::format("its framework did not come back within {}",
                        durationText(framework.info.failoverTimeout))});
            break;
        }
        case Deadlines::Kind::OfferTimeout:
            rescindTimedOut();
            break;
        case Deadlines::Kind::FilterExpiry:
            expireFilters(frameworks.client(due->first), due->at);
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
                inviteToLeave(changedAgents[i]);
            }
        }
        makeOffers();
        tellChanged();
    }
    return outbox.take();
}

} // namespace muster::cluster
