// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/kernel/base/text.h"
#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

std::string names(const std::vector<MachineId>& machines) {
    std::string text;
    for (const MachineId& id : machines) {
        text += (text.empty() ? "" : ", ") + (id.hostname.empty() ? id.ip : id.hostname);
    }
    return text;
}

} // namespace

std::optional<Unavailability> Master::State::unavailabilityOf(const AgentEntry& agent) const {
    return maintenance.unavailabilityOf(agent.info);
}

// What was offered of an agent says when it becomes unavailable: where that changes, it is offered
// anew, and its frameworks are asked again to leave.
void Master::State::reschedule(const std::function<void()>& change) {
    std::map<AgentNumber, std::optional<Unavailability>> before;
    for (const auto& [number, agent] : agents.inOrder()) {
        before[number] = unavailabilityOf(*agent);
    }
    change();
    outbox.tell(MaintenanceChanged{});
    for (const auto& [number, agent] : agents.inOrder()) {
        if (before[number] != unavailabilityOf(*agent)) {
            rescindAll(agent->offers);
            dropInverseOffers(*agent);
            maintenance.forgetAnswers(agent->id);
            changed(*agent);
        }
    }
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

// Each framework that has something there, once for each schedule.
void Master::State::inviteToLeave(AgentEntry& agent) {
    const auto unavailability = unavailabilityOf(agent);
    if (!unavailability || !agent.link) {
        return;
    }
    std::set<FrameworkId> holders;
    for (const TaskKey& key : agent.tasks) {
        holders.insert(key.framework);
    }
    for (const auto& [key, executor] : agent.executors) {
        holders.insert(key.framework);
    }
    for (const FrameworkId& id : holders) {
        const FrameworkEntry& framework = *findFramework(id);
        if (framework.link && !maintenance.hasAsked(agent.number, agent.id, framework.number, id)) {
            const InverseOffer offer{offers.nextName().id, id, agent.id, *unavailability};
            maintenance.ask(agent.number, framework.number, offer);
            send(framework, InverseOffers{{offer}});
        }
    }
}

void Master::State::dropInverseOffers(AgentEntry& agent) {
    for (const InverseOffer& offer : maintenance.takeBack(agent.number)) {
        send(*findFramework(offer.framework), RescindInverseOffer{offer.id});
    }
}

// Those of its former connection: the next one gets its own.
void Master::State::dropInverseOffers(FrameworkEntry& framework) {
    if (!maintenance.isEmpty()) {
        maintenance.forget(framework.number);
        for (const TaskId& id : framework.tasks) {
            changed(*findAgent(findTask({framework.info.id, id})->info.agent));
        }
    }
}

void Master::State::answerInverseOffers(
    FrameworkEntry& framework, const AnswerInverseOffers& call) {
    for (const OfferId& id : call.offers) {
        maintenance.answer(id, framework.info.id, {call.accepted, now});
    }
}

} // namespace muster::cluster
