// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

std::string quoted(const MachineId& id) {
    const auto field = [](const char* name, const std::string& value) {
        return value.empty() ? "" : fmt::format("\"{}\":\"{}\"", name, value);
    };
    const bool both = !id.hostname.empty() && !id.ip.empty();
    return fmt::format("Machine '{{{}{}{}}}'", field("hostname", id.hostname), both ? "," : "",
        field("ip", id.ip));
}

Status validateMachine(const MachineId& id, std::set<MachineId>& before) {
    if (id.hostname.empty() && id.ip.empty()) {
        return failure("Both 'hostname' and 'ip' for a machine are empty");
    }
    if (!before.insert(id).second) {
        return failure(quoted(id) + " appears more than once in the schedule");
    }
    return {};
}

Status validateWindows(
    const std::vector<MaintenanceWindow>& windows, const std::map<MachineId, Machine>& machines) {
    std::set<MachineId> named;
    for (const MaintenanceWindow& window : windows) {
        if (window.machines.empty()) {
            return failure("List of machines in the maintenance window is empty");
        }
        if (window.unavailability.duration.value_or(Duration::zero()) < Duration::zero()) {
            return failure("Unavailability 'duration' is negative");
        }
        for (const MachineId& id : window.machines) {
            if (const Status valid = validateMachine(id, named); !valid) {
                return valid;
            }
        }
    }
    for (const auto& [id, machine] : machines) {
        if (machine.down && !named.contains(id)) {
            return failure(quoted(id) + " is deactivated and cannot be removed from the schedule");
        }
    }
    return {};
}

std::string names(const std::vector<MachineId>& machines) {
    std::string text;
    for (const MachineId& id : machines) {
        text += (text.empty() ? "" : ", ") + (id.hostname.empty() ? id.ip : id.hostname);
    }
    return text;
}

} // namespace

const std::pair<const MachineId, Machine>* Master::State::machineOf(const AgentInfo& info) const {
    for (const auto& machine : maintenance.machines) {
        const auto& [hostname, ip] = machine.first;
        if ((hostname.empty() || hostname == info.hostname) && (ip.empty() || ip == info.ip)) {
            return &machine;
        }
    }
    return nullptr;
}

std::optional<Unavailability> Master::State::unavailabilityOf(const AgentEntry& agent) const {
    const auto* machine = machineOf(agent.info);
    return machine ? std::optional(machine->second.unavailability) : std::nullopt;
}

// What was offered of an agent says when it becomes unavailable: where that changes, it is offered
// anew, and its frameworks are asked again to leave.
void Master::State::setWindows(
    std::vector<MaintenanceWindow> windows, const std::set<MachineId>& down) {
    std::map<AgentNumber, std::optional<Unavailability>> before;
    for (const auto& [number, agent] : agentByNumber) {
        before[number] = unavailabilityOf(*agent);
    }
    maintenance.windows = std::move(windows);
    maintenance.machines.clear();
    for (const MaintenanceWindow& window : maintenance.windows) {
        for (const MachineId& id : window.machines) {
            maintenance.machines[id] = {down.contains(id), window.unavailability};
        }
    }
    outbox.tell(MaintenanceChanged{});
    for (const auto& [number, agent] : agentByNumber) {
        if (before[number] != unavailabilityOf(*agent)) {
            rescindAll(agent->offers);
            dropInverseOffers(*agent);
            std::erase_if(
                maintenance.answers, [&](const auto& one) { return one.first.first == agent->id; });
            changed(*agent);
        }
    }
}

void Master::State::handle(OperatorMaintenanceSchedule& input) {
    if (const Status valid = validateWindows(input.windows, maintenance.machines); !valid) {
        outbox.answer(input.request, valid);
        return;
    }
    std::set<MachineId> down;
    for (const auto& [id, machine] : maintenance.machines) {
        if (machine.down) {
            down.insert(id);
        }
    }
    setWindows(std::move(input.windows), down);
    outbox.audit(std::move(input.author), "schedule maintenance", "cluster",
        fmt::format("{} windows", maintenance.windows.size()));
    outbox.answer(input.request, {});
}

Status Master::State::validateMachines(const std::vector<MachineId>& ids, bool down) const {
    if (ids.empty()) {
        return failure("List of machines is empty");
    }
    std::set<MachineId> named;
    for (const MachineId& id : ids) {
        if (const Status valid = validateMachine(id, named); !valid) {
            return valid;
        }
    }
    for (const MachineId& id : ids) {
        const auto machine = maintenance.machines.find(id);
        if (machine == maintenance.machines.end()) {
            return failure(quoted(id) + " is not part of a maintenance schedule");
        }
        if (machine->second.down != down) {
            return failure(quoted(id)
                + (down ? " is not in DOWN mode and cannot be brought up"
                        : " is not in DRAINING mode and cannot be brought down"));
        }
    }
    return {};
}

void Master::State::handle(OperatorMaintenanceStart& input) {
    if (const Status valid = validateMachines(input.machines, false); !valid) {
        outbox.answer(input.request, valid);
        return;
    }
    outbox.audit(input.author, "start maintenance", names(input.machines), "");
    for (const MachineId& id : input.machines) {
        maintenance.machines.at(id).down = true;
    }
    outbox.tell(MaintenanceChanged{});
    for (const auto& [number, agent] : agentByNumber) {
        const auto* machine = machineOf(agent->info);
        if (machine && machine->second.down && agent->link) {
            removeByOperator(*agent, "Operator initiated 'Machine DOWN'",
                {input.author, fmt::format("{} goes down for maintenance", agent->info.hostname)});
        }
    }
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorMaintenanceStop& input) {
    if (const Status valid = validateMachines(input.machines, true); !valid) {
        outbox.answer(input.request, valid);
        return;
    }
    outbox.audit(std::move(input.author), "stop maintenance", names(input.machines), "");
    const std::set<MachineId> up(input.machines.begin(), input.machines.end());
    std::vector<MaintenanceWindow> windows = maintenance.windows;
    for (MaintenanceWindow& window : windows) {
        std::erase_if(window.machines, [&](const MachineId& id) { return up.contains(id); });
    }
    std::erase_if(windows, [](const auto& window) { return window.machines.empty(); });
    std::set<MachineId> down;
    for (const auto& [id, machine] : maintenance.machines) {
        if (machine.down && !up.contains(id)) {
            down.insert(id);
        }
    }
    setWindows(std::move(windows), down);
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
        const std::pair place{agent.number, framework.number};
        if (!framework.link || maintenance.answers.contains({agent.id, id})
            || inverseOffers.contains(place)) {
            continue;
        }
        const InverseOffer offer{
            {fmt::format("{}-O{}", options.id, nextOffer++)}, id, agent.id, *unavailability};
        inverseOffers.emplace(place, offer);
        send(framework, InverseOffers{{offer}});
    }
}

void Master::State::dropInverseOffers(AgentEntry& agent) {
    auto one = inverseOffers.lower_bound({agent.number, 0});
    while (one != inverseOffers.end() && one->first.first == agent.number) {
        send(*findFramework(one->second.framework), RescindInverseOffer{one->second.id});
        one = inverseOffers.erase(one);
    }
}

// Those of its former connection: the next one gets its own.
void Master::State::dropInverseOffers(FrameworkEntry& framework) {
    if (!maintenance.machines.empty()) {
        std::erase_if(
            inverseOffers, [&](const auto& one) { return one.first.second == framework.number; });
        for (const TaskId& id : framework.tasks) {
            changed(*findAgent(findTask({framework.info.id, id})->info.agent));
        }
    }
}

void Master::State::answerInverseOffers(
    FrameworkEntry& framework, const AnswerInverseOffers& call) {
    for (const OfferId& id : call.offers) {
        const auto found
            = std::find_if(inverseOffers.begin(), inverseOffers.end(), [&](const auto& one) {
                  return one.second.id == id && one.second.framework == framework.info.id;
              });
        if (found != inverseOffers.end()) { // else it was rescinded meanwhile
            maintenance.answers[{found->second.agent, framework.info.id}] = {call.accepted, now};
            inverseOffers.erase(found);
        }
    }
}

} // namespace muster::cluster
