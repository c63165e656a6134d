// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

constexpr Duration kDefaultGrace = std::chrono::seconds(3); // the agents', if a task gives none
constexpr const char* kGone = "Agent has been marked gone";

// "node-7: the fan is loud"
std::string withReason(const std::string& what, const std::string& reason) {
    return fmt::format("{}{}{}", what, reason.empty() ? "" : ": ", reason);
}

KilledBy drainedBy(const AgentEntry& agent) {
    return {agent.policy.author,
        withReason(fmt::format("{} is drained", agent.info.hostname), agent.policy.reason)};
}

} // namespace

Result<AgentEntry*> Master::State::presentAgent(const AgentId& id) {
    AgentEntry* agent = findAgent(id);
    if (!agent || agent->policy.gone) {
        return failure("Unknown agent");
    }
    if (!agent->confirmed) { // it may come back as another one, and the order would be forgotten
        return failure(fmt::format("{} has only just registered: try again", agent->info.hostname),
            Error::Kind::Unavailable);
    }
    return agent;
}

void Master::State::deactivate(AgentEntry& agent) {
    agent.policy.deactivated = true;
    rescindAll(agent.offers);
    recordChanged(agent);
}

void Master::State::handle(OperatorDrain& input) {
    const Result<AgentEntry*> found = presentAgent(input.agent);
    if (!found) {
        outbox.answer(input.request, tl::unexpected(found.error()));
        return;
    }
    AgentEntry& agent = **found;
    if (const auto* machine = maintenance.machineOf(agent.info)) {
        const auto& [hostname, ip] = machine->first;
        const std::string name
            = hostname.empty() || ip.empty() ? hostname + ip : fmt::format("{} ({})", hostname, ip);
        outbox.answer(input.request,
            failure(fmt::format("Agent {} is part of a maintenance schedule under Machine {}",
                agent.id.value, name)));
        return;
    }
    outbox.audit(input.author, CommandKind::DrainNode, agent.id.value,
        withReason(agent.info.hostname, input.reason));
    agent.policy = {.deactivated = true,
        .drain = AgentPolicy::Drain::Draining,
        .maxGrace = input.maxGrace,
        .markGone = input.markGone,
        .drainStart = now,
        .gone = {},
        .author = std::move(input.author),
        .reason = std::move(input.reason)};
    deactivate(agent);
    drain(agent);
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorDeactivate& input) {
    const Result<AgentEntry*> agent = presentAgent(input.agent);
    if (!agent) {
        outbox.answer(input.request, tl::unexpected(agent.error()));
        return;
    }
    outbox.audit(std::move(input.author), CommandKind::DeactivateNode, input.agent.value,
        (*agent)->info.hostname);
    deactivate(**agent);
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorReactivate& input) {
    AgentEntry* agent = findAgent(input.agent);
    if (!agent || agent->policy.gone || !agent->policy.deactivated) {
        outbox.answer(input.request, failure("Agent is not deactivated"));
        return;
    }
    if (agent->policy.drain == AgentPolicy::Drain::Draining) {
        outbox.answer(input.request, failure("Agent is still in the DRAINING state"));
        return;
    }
    outbox.audit(std::move(input.author), CommandKind::ResumeNode, input.agent.value,
        withReason(agent->info.hostname, input.reason));
    agent->policy = {};
    queue.addNew(agent->queue);
    recordChanged(*agent);
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorMarkGone& input) {
    AgentEntry* agent = findAgent(input.agent);
    if (!agent) {
        outbox.answer(input.request,
            failure(fmt::format("Agent '{}' not found", input.agent.value), Error::Kind::NotFound));
        return;
    }
    if (!agent->policy.gone) {
        outbox.audit(input.author, CommandKind::MarkNodeGone, input.agent.value,
            withReason(agent->info.hostname, input.reason));
        agent->policy.author = std::move(input.author);
        agent->policy.reason = std::move(input.reason);
        markGone(*agent, kGone);
    }
    outbox.answer(input.request, {});
}

void Master::State::drain(AgentEntry& agent) {
    const std::optional<Duration>& most = agent.policy.maxGrace;
    for (const TaskKey& key : agent.tasks) {
        TaskEntry& task = *findTask(key);
        const std::optional<Duration>& own = task.info.killGrace;
        killTask(task, most ? std::min(*most, own.value_or(kDefaultGrace)) : own, drainedBy(agent));
    }
    agent.shutDown = false;
}

// Once for each apply in which something of the agent changed. Executors without tasks are told to
// end: some would wait for more.
void Master::State::continueDrain(AgentEntry& agent) {
    const bool busy = !agent.tasks.empty() || agent.leftovers.hasTasks();
    if (agent.policy.drain != AgentPolicy::Drain::Draining || !agent.link || busy) {
        return;
    }
    if (!agent.executors.empty() && !std::exchange(agent.shutDown, true)) {
        for (const auto& [key, executor] : agent.executors) {
            send(agent, ShutdownExecutor{key.framework, key.executor, drainedBy(agent)});
        }
    }
    if (!agent.executors.empty() || agent.leftovers.hasExecutors()) {
        return;
    }
    agent.policy.drain = AgentPolicy::Drain::Drained;
    recordChanged(agent);
    outbox.audit("master", "drained", agent.id.value, agent.info.hostname);
    if (agent.policy.markGone) {
        markGone(agent, kGone);
    }
}

// A consistent sign to its framework that the task went away by the drain, whatever its executor
// says.
void Master::State::noteDrain(
    const AgentEntry& agent, const FrameworkInfo& framework, TaskStatus& status) {
    const bool killed = status.state == TaskState::Killed;
    if (agent.policy.drain == AgentPolicy::Drain::None
        || (!killed && status.state != TaskState::Killing)) {
        return;
    }
    status.reason = Reason::AgentDraining;
    if (killed && agent.policy.markGone && framework.has(Capability::PartitionAware)) {
        status.state = TaskState::GoneByOperator;
    }
}

void Master::State::markGone(AgentEntry& agent, const std::string& reason) {
    agent.policy.gone = now;
    gpuOrders.drop(agent.orders);
    removeByOperator(agent, reason,
        {agent.policy.author,
            withReason(
                fmt::format("{} was marked gone", agent.info.hostname), agent.policy.reason)});
}

// It holds nothing more, and its link is closed. The entry stays: filters point to it, and its id
// may never be another agent's.
void Master::State::removeByOperator(
    AgentEntry& agent, const std::string& reason, const KilledBy& by) {
    rescindAll(agent.offers);
    dropInverseOffers(agent);
    std::set<FrameworkId> holders = agent.leftovers.frameworksOfTasks(); // to end what they have
    for (const auto& [key, executor] : agent.executors) {
        holders.insert(key.framework);
    }
    const auto keys = agent.tasks; // an ended task leaves the set
    for (const TaskKey& key : keys) {
        holders.insert(key.framework);
        const bool aware = findFramework(key.framework)->info.has(Capability::PartitionAware);
        masterUpdate(*findTask(key), aware ? TaskState::GoneByOperator : TaskState::Lost,
            aware ? Reason::AgentRemovedByOperator : Reason::AgentRemoved, reason, by);
    }
    while (!agent.executors.empty()) {
        removeExecutor(agent, agent.executors.begin()->first);
    }
    leftovers.dropAll(agent);
    agent.condemned.clear();
    setUnreachableAt(agent, std::nullopt);
    if (agent.state != AgentState::Unreachable) { // of which they were told already
        for (const auto& [number, framework] : frameworks.inOrder()) {
            send(*framework, AgentLost{agent.id});
        }
    }
    if (agent.link) {
        for (const FrameworkId& id : holders) {
            send(agent, RemoveFramework{id});
        }
        links.erase(*agent.link);
        outbox.close(*agent.link, reason);
        agent.link.reset();
        agent.disconnected = now;
        agent.awaySince = now.uptime;
    }
    agent.state = AgentState::Unreachable;
    move(agent, agent.policy.gone ? Presence::Gone : Presence::Unreachable);
    countInTotal(agent, false);
    yieldClaims(agent);
    for (const GpuInfo& gpu : agent.info.gpus) { // no view has them any more, where it is gone
        outbox.tell(GpuChanged{gpu.uuid});
    }
    recordChanged(agent);
}

} // namespace muster::cluster
