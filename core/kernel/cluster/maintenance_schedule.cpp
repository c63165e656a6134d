// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/maintenance_schedule.h"

#include <algorithm>

#include <fmt/format.h>

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

} // namespace

const std::pair<const MachineId, Machine>* MaintenanceSchedule::machineOf(
    const AgentInfo& info) const {
    const auto& machines = m_view.machines;
    for (const auto& id :
        {MachineId{"", info.ip}, MachineId{info.hostname, ""}, MachineId{info.hostname, info.ip}}) {
        if (const auto found = machines.find(id); found != machines.end()) {
            return &*found;
        }
    }
    return nullptr;
}

std::optional<Unavailability> MaintenanceSchedule::unavailabilityOf(const AgentInfo& info) const {
    const auto* machine = machineOf(info);
    return machine ? std::optional(machine->second.unavailability) : std::nullopt;
}

Status MaintenanceSchedule::validate(const std::vector<MaintenanceWindow>& windows) const {
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
    for (const auto& [id, machine] : m_view.machines) {
        if (machine.down && !named.contains(id)) {
            return failure(quoted(id) + " is deactivated and cannot be removed from the schedule");
        }
    }
    return {};
}

Status MaintenanceSchedule::validate(const std::vector<MachineId>& ids, bool down) const {
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
        const auto machine = m_view.machines.find(id);
        if (machine == m_view.machines.end()) {
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

void MaintenanceSchedule::set(std::vector<MaintenanceWindow> windows) {
    set(std::move(windows), down());
}

void MaintenanceSchedule::set(
    std::vector<MaintenanceWindow> windows, const std::set<MachineId>& down) {
    m_view.windows = std::move(windows);
    m_view.machines.clear();
    for (const MaintenanceWindow& window : m_view.windows) {
        for (const MachineId& id : window.machines) {
            m_view.machines[id] = {down.contains(id), window.unavailability};
        }
    }
}

void MaintenanceSchedule::takeDown(const std::vector<MachineId>& machines) {
    for (const MachineId& id : machines) {
        m_view.machines.at(id).down = true;
    }
}

std::pair<std::vector<MaintenanceWindow>, std::set<MachineId>> MaintenanceSchedule::without(
    const std::vector<MachineId>& up) const {
    std::set<MachineId> stillDown = down();
    std::vector<MaintenanceWindow> windows = m_view.windows;
    for (const MachineId& id : up) {
        stillDown.erase(id);
        for (MaintenanceWindow& window : windows) {
            std::erase(window.machines, id);
        }
    }
    std::erase_if(windows, [](const auto& window) { return window.machines.empty(); });
    return {std::move(windows), std::move(stillDown)};
}

std::set<MachineId> MaintenanceSchedule::down() const {
    std::set<MachineId> out;
    for (const auto& [id, machine] : m_view.machines) {
        if (machine.down) {
            out.insert(id);
        }
    }
    return out;
}

bool MaintenanceSchedule::hasAsked(AgentNumber agent, const AgentId& agentId,
    FrameworkNumber framework, const FrameworkId& frameworkId) const {
    return m_view.answers.contains({agentId, frameworkId}) || m_asked.contains({agent, framework});
}

void MaintenanceSchedule::ask(AgentNumber agent, FrameworkNumber framework, InverseOffer offer) {
    m_asked.emplace(std::pair(agent, framework), std::move(offer));
}

std::vector<InverseOffer> MaintenanceSchedule::takeBack(AgentNumber agent) {
    std::vector<InverseOffer> taken;
    auto one = m_asked.lower_bound({agent, 0});
    while (one != m_asked.end() && one->first.first == agent) {
        taken.push_back(std::move(one->second));
        one = m_asked.erase(one);
    }
    return taken;
}

void MaintenanceSchedule::forget(FrameworkNumber framework) {
    std::erase_if(m_asked, [&](const auto& one) { return one.first.second == framework; });
}

void MaintenanceSchedule::answer(
    const OfferId& offer, const FrameworkId& framework, InverseOfferStatus status) {
    const auto found = std::find_if(m_asked.begin(), m_asked.end(), [&](const auto& one) {
        return one.second.id == offer && one.second.framework == framework;
    });
    if (found != m_asked.end()) {
        m_view.answers[{found->second.agent, framework}] = status;
        m_asked.erase(found);
    }
}

void MaintenanceSchedule::forgetAnswers(const AgentId& agent) {
    auto& answers = m_view.answers;
    const auto first = answers.lower_bound({agent, {}});
    const auto last = std::find_if(
        first, answers.end(), [&](const auto& one) { return one.first.first != agent; });
    answers.erase(first, last);
}

void MaintenanceSchedule::forgetAnswers(const FrameworkId& framework) {
    std::erase_if(m_view.answers, [&](const auto& one) { return one.first.second == framework; });
}

} // namespace muster::cluster
