// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/kernel/base/elapsed.h"
#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

// Its reservations, on as much as there is beside what tasks use without them: GPUs may be out.
Resources withReservations(const Resources& described, const AgentEntry& agent) {
    std::vector<Resource> plain = agent.used.total().items();
    std::erase_if(plain, [](const Resource& item) { return item.isDynamic(); });
    const Resources rest = described - Resources(std::move(plain));
    return rest.reservedAs(agent.reservations) + (described - rest);
}

} // namespace

AgentEntry& Master::State::addAgent(AgentId id) {
    AgentEntry& agent = agents.add(std::move(id));
    agent.registered = now;
    changed(agent);
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
            send(*agent, Registered{agent->id});
        }
        return;
    }
    const bool confirmed = !message.id.empty();
    if (!confirmed) {
        message.id = agents.nextId();
    }
    AgentEntry* agent = findAgent(message.id);
    const auto* machine = maintenance.machineOf(message.info);
    if ((agent && agent->policy.gone) || (machine && machine->second.down)) {
        sendAway(link, message,
            agent && agent->policy.gone ? "Agent has been marked gone" : "Machine is `DOWN`");
        return;
    }
    if (!agent) {
        agent = &addAgent(message.id);
    }
    if (agent->link) {
        links.erase(*agent->link);
        outbox.close(*agent->link, "The agent has connected again");
    }
    agent->link = link;
    const bool settles = confirmed && !agent->confirmed;
    const bool isAnother = agent->state == AgentState::Unreachable
        || agent->info.hostname != message.info.hostname || agent->info.home != message.info.home;
    agent->confirmed = confirmed;
    agent->state = AgentState::Active;
    agent->disconnected.reset();
    move(*agent, Presence::Present);
    setUnreachableAt(*agent, std::nullopt);
    links[link] = Peer{agent, nullptr};
    rescindAll(agent->offers);
    setInfo(*agent, std::move(message.info), std::move(message.gpus));
    send(*agent, Registered{agent->id});
    sendOrders(*agent);
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
    reconcileAgent(*agent, message);
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
    changed(*agent);
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
    settleOrders(agent, message.orderDone);
    tellClaims();
    leftovers.dropSilent(agent);
    if (agent.info.has(NodeProblem::CannotLaunch)) {
        rescindAll(agent.offers);
    }
    rescindExcess(agent);
    queue.add(agent.queue);
    changed(agent);
}

// It may not come back, and so may not go on with what its frameworks were told has ended.
void Master::State::sendAway(Link link, const Register& message, const std::string& reason) {
    std::set<FrameworkId> holders;
    for (const LiveTask& task : message.tasks) {
        holders.insert(task.framework);
    }
    for (const LiveExecutor& executor : message.executors) {
        holders.insert(executor.framework);
    }
    for (const FrameworkId& id : holders) {
        outbox.send(link, AgentCommand(RemoveFramework{id}));
    }
    outbox.close(link, reason);
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
// ordered for it was meant for the machine.
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
    countInTotal(agent, false);
    const auto before = std::move(agent.info.gpus);
    if (agent.info.hostname != info.hostname || agent.info.attributes != info.attributes) {
        agents.renewProfile(agent);
    }
    agent.info = std::move(info);
    if (!agent.reservations.empty()) {
        agent.info.total = withReservations(agent.info.total, agent);
    }
    agent.gpus = std::move(gpus);
    agent.gpus.resize(agent.info.gpus.size());
    agent.shown.clear();
    for (std::size_t row = 0; row < agent.gpus.size(); ++row) {
        const GpuUuid& uuid = agent.info.gpus[row].uuid;
        agent.gpus[row].gpu = uuid;
        agent.shown.push_back(agent.gpus[row].state);
    }
    claims.change(agent, before);
    agent.ownsGpus = !agent.info.gpus.empty() || agent.info.total.gpus().value > 0;
    countInTotal(agent, true);
}

void Master::State::countInTotal(AgentEntry& agent, bool counted) {
    if (agent.counted == counted) {
        return;
    }
    agent.counted = counted;
    if (counted) {
        share.addTotal(agent.info.total);
    } else {
        share.removeTotal(agent.info.total);
    }
}

void Master::State::setUnreachableAt(AgentEntry& agent, std::optional<Uptime> at) {
    using Kind = Deadlines::Kind;
    if (agent.unreachableAt) {
        deadlines.erase({*agent.unreachableAt, Kind::AgentUnreachable, agent.number, 0});
    }
    agent.unreachableAt = at;
    if (at) {
        deadlines.insert({*at, Kind::AgentUnreachable, agent.number, 0});
    }
}

// REQUIRES: nothing was ever offered of it.
void Master::State::forgetAgent(AgentEntry& agent) {
    setInfo(agent, {}, {});
    countInTotal(agent, false);
    queue.remove(agent.queue);
    claims.forget(agent);
    move(agent, Presence::Unknown);
    changedAgents.drop(agent);
    agents.remove(agent);
    tellClaims();
}

void Master::State::agentDisconnected(AgentEntry& agent) {
    agent.link.reset();
    if (!agent.confirmed) {
        forgetAgent(agent);
        return;
    }
    agent.state = AgentState::Disconnected;
    agent.disconnected = now;
    agent.awaySince = now.uptime;
    rescindAll(agent.offers);
    setUnreachableAt(agent, now.uptime + options.agentTimeout);
    changed(agent);
    AgentEntry* next = agents.otherAtHome(agent); // that came before its loss was noticed
    if (next && next->link && next->number > agent.number) {
        replaceFormer(agent, *next);
    }
}

void Master::State::agentUnreachable(AgentEntry& agent) {
    agent.state = AgentState::Unreachable;
    move(agent, Presence::Unreachable);
    recordChanged(agent);
    dropInverseOffers(agent);
    countInTotal(agent, false);
    const auto keys = agent.tasks; // a lost task leaves the set
    for (const TaskKey& key : keys) {
        TaskEntry& task = *findTask(key);
        unaccount(task);
        if (task.latest.state == TaskState::Unreachable) {
            continue; // so it was recovered
        }
        const FrameworkEntry& framework = *findFramework(key.framework);
        const bool aware = framework.info.has(Capability::PartitionAware);
        if (!aware) {
            agent.condemned.insert(key);
        }
        masterUpdate(task, aware ? TaskState::Unreachable : TaskState::Lost, Reason::AgentRemoved,
            fmt::format("Agent {} is unreachable: no connection for {}", agent.info.hostname,
                elapsedText(now.uptime - agent.awaySince)));
    }
    while (!agent.executors.empty()) {
        removeExecutor(agent, agent.executors.begin()->first);
    }
    for (const auto& [number, framework] : frameworks.inOrder()) {
        send(*framework, AgentLost{agent.id});
    }
    yieldClaims(agent);
    changed(agent);
}

} // namespace muster::cluster
