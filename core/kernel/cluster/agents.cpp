// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/base/elapsed.h"
#include "core/kernel/cluster/offer_choice.h"
#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

// What it runs is nobody's: its frameworks were told that it has ended, or will be.
void endAll(Outbox& outbox, Link link, const Register& message) {
    std::set<FrameworkId> holders;
    for (const LiveTask& task : message.tasks) {
        holders.insert(task.framework);
    }
    for (const LiveExecutor& executor : message.executors) {
        holders.insert(executor.framework);
    }
    for (const FrameworkId& id : holders) {
        outbox.send(link, RemoveFramework{id});
    }
}

// A task of the executor that nothing was heard of: it is still under way to the agent, which will
// start the executor again for it.
bool isUnderWay(const TaskEntry& task, const ExecutorKey& executor) {
    return task.framework == executor.framework && task.info.executor
        && task.info.executor->id == executor.executor && task.statuses.empty()
        && task.latest.state == TaskState::Staging;
}

} // namespace

AgentEntry& Master::State::addAgent(AgentId id) {
    AgentEntry& agent = agents.add(std::move(id));
    agent.registered = now;
    changedAgents.add(agent);
    return agent;
}

void Master::State::registerAgent(Link link, Register& message) {
    if (const auto known = links.find(link); known != links.end()) {
        // Tasks may be under way to it that this message cannot know: nothing is reconciled. Nor
        // does it show that the agent has read the id that it was given, unless it names it.
        if (AgentEntry* agent = known->second.agent) {
            if (agent->confirmed || message.id == agent->id) {
                AgentUpdate update{std::move(message.info), std::move(message.gpus)};
                updateAgent(*agent, update);
            }
            outbox.send(agent->link, Registered{agent->id});
        }
        return;
    }
    const bool confirmed = !message.id.empty();
    if (!confirmed) {
        message.id = agents.nextId();
    }
    AgentEntry* agent = agents.find(message.id);
    const auto* machine = maintenance.machineOf(message.info);
    if ((agent && agent->policy.gone) || (machine && machine->second.down)) {
        endAll(outbox, link, message);
        outbox.close(
            link, agent && agent->policy.gone ? "Agent has been marked gone" : "Machine is `DOWN`");
        return;
    }
    if (!agent) {
        agent = &addAgent(message.id);
    }
    if (agent->link) {
        links.erase(*agent->link);
        outbox.close(*agent->link, "The agent has connected again");
    }
    const bool settles = confirmed && !agent->confirmed;
    const bool isAnother = agent->state == AgentState::Unreachable
        || agent->info.hostname != message.info.hostname || agent->info.home != message.info.home;
    agent->confirmed = confirmed;
    presence.connected(*agent, link);
    links[link] = Peer{agent, nullptr};
    issuer.rescindAll(agent->offers);
    setInfo(*agent, std::move(message.info), std::move(message.gpus));
    if (!confirmed) {
        // What it runs is of an agent whose id is lost. Told before the new id, so that the
        // AgentUpdate that confirms it is without what these tasks still hold.
        endAll(outbox, link, message);
    }
    outbox.send(agent->link, Registered{agent->id});
    restrictions.sendAgain(*agent);
    if (settles) {
        settleDown(*agent);
    } else if (confirmed) {
        agents.setHome(*agent, agent->info.home);
        if (isAnother) {
            recordChanged(*agent);
        }
    }
    claims.tellAgain(*agent);
    tellClaims();
    if (confirmed) {
        reconcileAgent(*agent, message);
    }
    if (agent->policy.drain != AgentPolicy::Drain::None) {
        if (std::exchange(agent->policy.drain, AgentPolicy::Drain::Draining)
            == AgentPolicy::Drain::Drained) { // again, if it runs anything
            recordChanged(*agent);
        }
        drain(*agent);
    }
    if (agent->confirmed) {
        queue.addNew(agent->queue);
    }
    changedAgents.add(*agent);
}

void Master::State::updateAgent(AgentEntry& agent, AgentUpdate& message) {
    const bool wasConfirmed = std::exchange(agent.confirmed, true); // it has read our answer
    const Resources before = agent.info.total;
    setInfo(agent, std::move(message.info), std::move(message.gpus));
    if (!wasConfirmed) {
        settleDown(agent);
    }
    if (!wasConfirmed || !before.contains(agent.info.total)) {
        queue.addNew(agent.queue);
    }
    restrictions.confirm(agent, message.orderDone);
    tellClaims();
    leftovers.dropSilent(agent);
    if (agent.info.has(NodeProblem::CannotLaunch)) {
        issuer.rescindAll(agent.offers);
    }
    issuer.rescindExcess(agent);
    queue.add(agent.queue);
    changedAgents.add(agent);
}

// From now on it comes back under the id that it was given, and is the agent of its home. Not
// before: it could be forgotten, and with it what operators ordered for the one in whose place it
// stands.
void Master::State::settleDown(AgentEntry& agent) {
    recordChanged(agent);
    AgentEntry* former = agents.otherAtHome(agent);
    if (former && !former->link) {
        replaceFormer(*former, agent);
    }
    agents.setHome(agent, agent.info.home);
}

// Its id is lost with its state, so it cannot come back: what it ran is over. What operators
// ordered for it was meant for the node.
void Master::State::replaceFormer(AgentEntry& former, AgentEntry& agent) {
    const std::string reason = fmt::format("The state of agent {} was deleted: {} has joined as {}",
        former.id.value, agent.info.hostname, agent.id.value);
    const AgentPolicy policy = std::exchange(former.policy, {.author = "muster"});
    outbox.audit("muster", CommandKind::MarkNodeGone, former.id.value, reason);
    markGone(former, reason);
    if (!policy.deactivated || agent.policy.deactivated) {
        return;
    }
    const bool drains = policy.drain != AgentPolicy::Drain::None;
    outbox.audit("muster", drains ? CommandKind::DrainNode : CommandKind::DeactivateNode,
        agent.id.value,
        fmt::format("{}, which replaces agent {}{}", agent.info.hostname, former.id.value,
            policy.author.empty() ? "" : ", ordered by " + policy.author));
    agent.policy = policy;
    agent.policy.markGone = false; // that was said of the id, which is gone by now
    deactivate(agent);
    if (drains) {
        agent.policy.drain = AgentPolicy::Drain::Draining;
        drain(agent);
    }
}

void Master::State::setInfo(AgentEntry& agent, AgentInfo info, std::vector<GpuStatus> gpus) {
    const std::vector<GpuInfo> before = std::exchange(agent.info.gpus, {});
    if (agent.info.hostname != info.hostname || agent.info.attributes != info.attributes) {
        agents.renewProfile(agent);
    }
    capacity.describe(agent, std::move(info));
    agent.gpus = std::move(gpus);
    agent.gpus.resize(agent.info.gpus.size());
    agent.shown.clear();
    for (std::size_t row = 0; row < agent.gpus.size(); ++row) {
        const GpuUuid& uuid = agent.info.gpus[row].uuid;
        agent.gpus[row].gpu = uuid;
        agent.shown.push_back(agent.gpus[row].state);
    }
    claims.change(agent, before);
}

// REQUIRES: it holds nothing, and is not connected.
void Master::State::forgetAgent(AgentEntry& agent) {
    const auto clientOf = [this](ClientNumber number) -> OfferFilters::OfClient& {
        return frameworks.client(number).filters;
    };
    filters.clear(agent.filters, clientOf);
    setInfo(agent, {}, {});
    capacity.leaveOut(agent);
    queue.remove(agent.queue);
    claims.forget(agent);
    presence.forgotten(agent);
    changedAgents.drop(agent);
    agents.remove(agent);
    tellClaims();
}

// What is forgotten of an agent may come back, as with Mesos' --registry_max_agent_count.
void Master::State::forgetGone() {
    while (AgentEntry* agent = agents.oldestGone(options.maxGoneAgents)) {
        outbox.tell(AgentRecorded{agent->id});
        forgetAgent(*agent);
    }
}

void Master::State::agentDisconnected(AgentEntry& agent) {
    if (!agent.confirmed) {
        forgetAgent(agent);
        return;
    }
    presence.disconnected(agent, now, options.agentTimeout);
    issuer.rescindAll(agent.offers);
    changedAgents.add(agent);
    AgentEntry* next = agents.otherAtHome(agent); // that came before its loss was noticed
    if (next && next->link && next->number > agent.number) {
        replaceFormer(agent, *next);
    }
}

void Master::State::agentUnreachable(AgentEntry& agent) {
    presence.unreachable(agent);
    recordChanged(agent);
    leaveRequests.rescind(agent);
    capacity.leaveOut(agent);
    const auto keys = agent.tasks; // a lost task leaves the set
    for (const TaskKey& key : keys) {
        TaskEntry& task = *tasks.find(key);
        lifecycle.unaccount(task);
        if (task.latest.state == TaskState::Unreachable) {
            continue; // so it was recovered
        }
        const FrameworkEntry& framework = *frameworks.find(key.framework);
        const bool aware = framework.info.has(Capability::PartitionAware);
        if (!aware) {
            agent.condemned.insert(key);
        }
        lifecycle.update(task, aware ? TaskState::Unreachable : TaskState::Lost,
            Reason::AgentRemoved,
            fmt::format("Agent {} is unreachable: no connection for {}", agent.info.hostname,
                elapsedText(now.uptime - agent.awaySince)),
            now);
    }
    executors.removeAll(agent);
    for (const auto& [number, framework] : frameworks.inOrder()) {
        outbox.send(framework->link, AgentLost{agent.id});
    }
    claims.yield(agent);
    tellClaims();
    changedAgents.add(agent);
}

// After all that changes them.
void Master::State::tellClaims() {
    restrictions.compare(now);
    for (AgentEntry* agent : claims.takeNews()) {
        WithholdGpus order;
        for (const auto& [gpu, text] : agent->claimedByOthers) {
            order.gpus.push_back({gpu, text});
        }
        outbox.send(agent->link, std::move(order));
        if (hasUntoldClaim(*agent)) {
            issuer.rescindAll(agent->offers);
        }
        queue.add(agent->queue);
        changedAgents.add(*agent);
    }
}

void Master::State::recordChanged(AgentEntry& agent) {
    outbox.tell(AgentRecorded{agent.id});
    changedAgents.add(agent);
}

// What the agent says it runs is the truth; the master and the frameworks are brought in line.
void Master::State::reconcileAgent(AgentEntry& agent, Register& message) {
    std::vector<LiveTask>& live = message.tasks;
    leftovers.dropAll(agent);
    std::sort(live.begin(), live.end(), [](const LiveTask& a, const LiveTask& b) {
        return std::tie(a.framework, a.info.id) < std::tie(b.framework, b.info.id);
    });
    std::set<TaskKey> missing = agent.tasks;
    std::set<FrameworkId> gone;
    for (LiveTask& task : live) {
        missing.erase({task.framework, task.info.id});
        if (!knowsFramework(task.framework)) {
            gone.insert(task.framework);
            if (!isTerminal(task.latest.state)) {
                leftovers.keep(agent, TaskKey{task.framework, task.info.id},
                    {task.info.resources, task.info.role, true});
            }
            continue;
        }
        adopt(agent, task);
    }
    executors.removeAll(agent);
    for (const LiveExecutor& executor : message.executors) {
        if (knowsFramework(executor.framework)) {
            executors.add(agent, *frameworks.find(executor.framework), executor.info);
        } else {
            gone.insert(executor.framework);
            leftovers.keep(agent, ExecutorKey{executor.framework, executor.info.id}, executor.info);
        }
    }
    for (const TaskKey& key : missing) {
        TaskEntry& task = *tasks.find(key);
        lifecycle.update(task, TaskState::Gone, Reason::Reconciliation,
            "Reconciliation: Task is unknown to the agent", now);
    }
    if (!std::exchange(agent.condemned, {}).empty()) {
        recordChanged(agent);
    }
    for (const FrameworkId& framework : gone) {
        outbox.send(agent.link, RemoveFramework{framework});
    }
}

bool Master::State::knowsFramework(const FrameworkId& id) {
    if (!frameworks.find(id)) {
        if (frameworks.wasRemoved(id)) {
            return false;
        }
        FrameworkInfo info;
        info.id = id;
        FrameworkEntry& framework = addFramework(std::move(info));
        framework.disconnected = now;
        setGoneAt(framework, now.uptime + options.recoveryTimeout);
    }
    return true;
}

void Master::State::adopt(AgentEntry& agent, LiveTask& live) {
    const TaskKey key{live.framework, live.info.id};
    const bool over = isTerminal(live.latest.state);
    TaskEntry* task = tasks.find(key);
    const bool foreign = task && (task->info.agent != agent.id || task->ended);
    if (agent.condemned.contains(key) || foreign) {
        if (!over) { // its framework was told of its end: it may not live on
            leftovers.keep(agent, key, {live.info.resources, live.info.role, false});
            outbox.send(agent.link,
                KillTask{key, std::nullopt, {"muster", "its end was already reported"}});
        }
        return;
    }
    if (!task) {
        Task found;
        found.framework = live.framework;
        found.info = live.info;
        found.info.agent = agent.id;
        found.latest = live.latest;
        if (over) { // the update of its end is still to come
            found.latest.state = TaskState::Staging;
            found.latest.uuid.reset();
        }
        found.hostname = agent.info.hostname;
        found.home = agent.info.home;
        found.created = now;
        task = &lifecycle.add(std::move(found));
    }
    task->gpus = live.gpus;
    if (!task->latest.container) { // the journal does not say it
        task->latest.container = live.latest.container;
    }
    if (over) {
        lifecycle.unaccount(*task);
        return;
    }
    lifecycle.account(*task);
    if (task->latest.state == TaskState::Unreachable) {
        lifecycle.update(*task, live.latest.state, Reason::AgentReregistered,
            "Reconciliation: Latest task state", now);
    }
    if (task->wantedKill) {
        outbox.send(agent.link, *task->wantedKill);
    }
}

void Master::State::executorEnded(AgentEntry& agent, ExecutorEnded& message) {
    const ExecutorKey key{message.framework, message.executor};
    if (!Executors::find(agent, key)) {
        return;
    }
    const bool startsAgain = std::any_of(agent.tasks.begin(), agent.tasks.end(),
        [&](const TaskKey& task) { return isUnderWay(*tasks.find(task), key); });
    if (!startsAgain) {
        executors.remove(agent, key);
    }
    message.agent = agent.id;
    outbox.send(frameworks.find(key.framework)->link, std::move(message));
}

} // namespace muster::cluster
