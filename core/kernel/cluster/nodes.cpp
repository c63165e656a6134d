// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cassert>
#include <utility>

#include "core/kernel/base/operator_command.h"
#include "core/kernel/base/text.h"
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

std::string names(const std::vector<MachineId>& machines) {
    std::string text;
    for (const MachineId& id : machines) {
        text += (text.empty() ? "" : ", ") + (id.hostname.empty() ? id.ip : id.hostname);
    }
    return text;
}

// It may come back as another one, and the command would be forgotten.
Status confirmed(const AgentEntry& agent) {
    return agent.confirmed
        ? Status()
        : failure(fmt::format("{} has only just registered: try again", agent.info.hostname),
            Error::Kind::Unavailable);
}

ObjectState stateOf(const AgentPolicy& policy) {
    using Drain = AgentPolicy::Drain;
    return policy.gone                    ? ObjectState::Gone
        : policy.drain == Drain::Draining ? ObjectState::Draining
        : policy.drain == Drain::Drained  ? ObjectState::Drained
        : policy.deactivated              ? ObjectState::Deactivated
                                          : ObjectState::Ready;
}

Status fitsMesos(CommandKind command, const AgentId& id, const AgentEntry* agent) {
    const bool isHere = agent && !agent->policy.gone;
    if (command == CommandKind::MarkNodeGone) {
        return agent
            ? Status()
            : failure(fmt::format("Agent '{}' not found", id.value), Error::Kind::NotFound);
    }
    if (command == CommandKind::ResumeNode) {
        return !isHere || !agent->policy.deactivated ? failure("Agent is not deactivated")
            : agent->policy.drain == AgentPolicy::Drain::Draining
            ? failure("Agent is still in the DRAINING state")
            : Status();
    }
    return isHere ? confirmed(*agent) : failure("Unknown agent");
}

// A second drain would begin anew, with its own author and time.
Status fits(CommandKind command, const AgentId& id, const AgentEntry* agent) {
    if (!agent) {
        return unknownObject(OperatorCommandInfo::Object::Node, id.value);
    }
    const auto& policy = agent->policy;
    const bool isDrain = command == CommandKind::DrainNode;
    const bool saysWho = policy.gone || (isDrain && policy.drain != AgentPolicy::Drain::None);
    const auto detail = !saysWho
        ? std::string()
        : fmt::format("by {}: {}", policy.author.empty() ? "an operator" : policy.author,
            policy.reason.empty() ? "no reason given" : policy.reason);
    auto status = checkState(command, stateOf(policy), agent->info.hostname, detail);
    return status && isDrain ? confirmed(*agent) : status;
}

} // namespace

Result<AgentEntry*> Master::State::nodeFor(
    CommandKind command, const AgentId& id, NodeRules rules) {
    AgentEntry* agent = agents.find(id);
    const Status status
        = rules == NodeRules::Mesos ? fitsMesos(command, id, agent) : fits(command, id, agent);
    return status ? Result<AgentEntry*>(agent) : tl::unexpected(status.error());
}

void Master::State::handle(OperatorDrain& input) {
    const Result<AgentEntry*> found = nodeFor(CommandKind::DrainNode, input.agent, input.rules);
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
    const Result<AgentEntry*> agent
        = nodeFor(CommandKind::DeactivateNode, input.agent, NodeRules::Mesos);
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
    const Result<AgentEntry*> found = nodeFor(CommandKind::ResumeNode, input.agent, input.rules);
    if (!found) {
        outbox.answer(input.request, tl::unexpected(found.error()));
        return;
    }
    AgentEntry& agent = **found;
    outbox.audit(std::move(input.author), CommandKind::ResumeNode, input.agent.value,
        withReason(agent.info.hostname, input.reason));
    agent.policy = {};
    queue.addNew(agent.queue);
    recordChanged(agent);
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorMarkGone& input) {
    const Result<AgentEntry*> found = nodeFor(CommandKind::MarkNodeGone, input.agent, input.rules);
    if (!found) {
        outbox.answer(input.request, tl::unexpected(found.error()));
        return;
    }
    AgentEntry& agent = **found;
    if (!agent.policy.gone) {
        outbox.audit(input.author, CommandKind::MarkNodeGone, input.agent.value,
            withReason(agent.info.hostname, input.reason));
        agent.policy.author = std::move(input.author);
        agent.policy.reason = std::move(input.reason);
        markGone(agent, kGone);
    }
    outbox.answer(input.request, {});
}

void Master::State::deactivate(AgentEntry& agent) {
    agent.policy.deactivated = true;
    issuer.rescindAll(agent.offers);
    recordChanged(agent);
}

void Master::State::drain(AgentEntry& agent) {
    const std::optional<Duration>& most = agent.policy.maxGrace;
    for (const TaskKey& key : agent.tasks) {
        TaskEntry& task = *tasks.find(key);
        const std::optional<Duration>& own = task.info.killGrace;
        lifecycle.kill(
            task, most ? std::min(*most, own.value_or(kDefaultGrace)) : own, drainedBy(agent));
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
            outbox.send(
                agent.link, ShutdownExecutor{key.framework, key.executor, drainedBy(agent)});
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

void Master::State::markGone(AgentEntry& agent, const std::string& reason) {
    agent.policy.gone = now;
    restrictions.forget(agent);
    removeByOperator(agent, reason,
        {agent.policy.author,
            withReason(
                fmt::format("{} was marked gone", agent.info.hostname), agent.policy.reason)});
}

// It holds nothing more, and its link is closed. The entry stays: it may be gone for good.
void Master::State::removeByOperator(
    AgentEntry& agent, const std::string& reason, const KilledBy& by) {
    issuer.rescindAll(agent.offers);
    leaveRequests.rescind(agent);
    std::set<FrameworkId> holders = agent.leftovers.frameworksOfTasks(); // to end what they have
    for (const auto& [key, executor] : agent.executors) {
        holders.insert(key.framework);
    }
    const auto keys = agent.tasks; // an ended task leaves the set
    for (const TaskKey& key : keys) {
        holders.insert(key.framework);
        const bool aware = frameworks.find(key.framework)->info.has(Capability::PartitionAware);
        lifecycle.update(*tasks.find(key), aware ? TaskState::GoneByOperator : TaskState::Lost,
            aware ? Reason::AgentRemovedByOperator : Reason::AgentRemoved, reason, now, by);
    }
    executors.removeAll(agent);
    leftovers.dropAll(agent);
    assert(agent.holdsNothing());
    agent.condemned.clear();
    maintenance.forgetAnswers(agent.id);
    if (agent.policy.gone) {
        agents.noteGone(agent);
    }
    if (agent.state != AgentState::Unreachable) { // of which they were told already
        for (const auto& [number, framework] : frameworks.inOrder()) {
            outbox.send(framework->link, AgentLost{agent.id});
        }
    }
    if (agent.link) {
        for (const FrameworkId& id : holders) {
            outbox.send(agent.link, RemoveFramework{id});
        }
        links.erase(*agent.link);
        outbox.close(*agent.link, reason);
    }
    presence.removed(agent, now);
    capacity.leaveOut(agent);
    claims.yield(agent);
    tellClaims();
    for (const GpuInfo& gpu : agent.info.gpus) { // no view has them any more, where it is gone
        outbox.tell(GpuChanged{gpu.uuid});
    }
    recordChanged(agent);
}

void Master::State::handle(OperatorMaintenanceSchedule& input) {
    if (const Status valid = maintenance.validate(input.windows); !valid) {
        outbox.answer(input.request, valid);
        return;
    }
    reschedule([&] { maintenance.set(std::move(input.windows)); });
    outbox.audit(std::move(input.author), CommandKind::ScheduleMaintenance, "cluster",
        counted(maintenance.view().windows.size(), "window"));
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorMaintenanceStart& input) {
    if (const Status valid = maintenance.validate(input.machines, false); !valid) {
        outbox.answer(input.request, valid);
        return;
    }
    outbox.audit(input.author, CommandKind::StartMaintenance, names(input.machines), "");
    maintenance.takeDown(input.machines);
    outbox.tell(MaintenanceChanged{});
    for (const auto& [number, agent] : agents.inOrder()) {
        const auto* machine = maintenance.machineOf(agent->info);
        if (machine && machine->second.down && agent->link) {
            removeByOperator(*agent, "Operator initiated 'Machine DOWN'",
                {input.author, fmt::format("{} goes down for maintenance", agent->info.hostname)});
        }
    }
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorMaintenanceStop& input) {
    if (const Status valid = maintenance.validate(input.machines, true); !valid) {
        outbox.answer(input.request, valid);
        return;
    }
    outbox.audit(std::move(input.author), CommandKind::StopMaintenance, names(input.machines), "");
    reschedule([&] {
        auto [windows, down] = maintenance.without(input.machines);
        maintenance.set(std::move(windows), down);
    });
    outbox.answer(input.request, {});
}

// What was offered of an agent says when it becomes unavailable: where that changes, it is offered
// anew, and its frameworks are asked again to leave.
void Master::State::reschedule(const std::function<void()>& change) {
    std::map<AgentNumber, std::optional<Unavailability>> before;
    for (const auto& [number, agent] : agents.inOrder()) {
        before[number] = maintenance.unavailabilityOf(agent->info);
    }
    change();
    outbox.tell(MaintenanceChanged{});
    for (const auto& [number, agent] : agents.inOrder()) {
        if (before[number] != maintenance.unavailabilityOf(agent->info)) {
            issuer.rescindAll(agent->offers);
            leaveRequests.rescind(*agent);
            maintenance.forgetAnswers(agent->id);
            changedAgents.add(*agent);
        }
    }
}

} // namespace muster::cluster
