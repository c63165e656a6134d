// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/kernel/simulation/simulation.h"

namespace muster::simulation {

using std::chrono::milliseconds;
using std::chrono::seconds;

void Simulation::startMaster() {
    cluster::Recovered recovered;
    for (const auto& [id, info] : m_masterDisk.frameworks) {
        recovered.frameworks.push_back(info);
    }
    recovered.removedFrameworks = m_masterDisk.removedFrameworks;
    for (const auto& [key, task] : m_masterDisk.tasks) {
        recovered.tasks.push_back(task);
    }
    for (const auto& [id, record] : m_masterDisk.agents) {
        recovered.agents.push_back(record);
    }
    for (const auto& [gpu, restriction] : m_masterDisk.restrictions) {
        recovered.restrictions.push_back(restriction);
    }
    cluster::MasterOptions options;
    options.id = fmt::format("M{}", ++m_masterLife);
    if (m_masterLife % 2 == 0) {
        options.offerTimeout = seconds(20);
        options.allocationInterval = seconds(1);
    }
    trace("master {} starts", options.id);
    m_master = std::make_unique<cluster::Master>(std::move(options), std::move(recovered), time());
    m_masterWakeAt.reset();
    applyMaster(cluster::Tick{});
}

void Simulation::crashMaster() {
    if (!m_master) {
        return;
    }
    trace("master crashes");
    m_master.reset();
    ++m_masterLife;
    for (const auto& wire : m_wires) {
        cut(wire.get());
    }
    after(between(milliseconds(100), seconds(20)), [this] { startMaster(); });
}

// As the daemon's shell does: what changed is durable before the first send. A crash may come
// before it is durable, or between any two sends.
void Simulation::applyMaster(cluster::MasterInput input) {
    if (!m_master) {
        return;
    }
    const auto outputs = m_master->apply(std::move(input), time());
    const bool crashes = m_faults && pick(3000) == 0;
    if (crashes && chance(30)) {
        crashMaster();
        return;
    }
    for (const auto& output : outputs) {
        if (const auto* events = std::get_if<cluster::Events>(&output)) {
            for (const cluster::Event& event : events->list) {
                std::visit([this](const auto& one) { persist(one); }, event);
            }
        }
    }
    m_master->trim();
    std::size_t left = crashes ? pick(outputs.size() + 1) : outputs.size() + 1;
    for (const auto& output : outputs) {
        if (left-- == 0) {
            crashMaster();
            return;
        }
        perform(output);
    }
    const auto due = m_master->nextDeadline();
    if (due && (!m_masterWakeAt || *due < *m_masterWakeAt)) {
        m_masterWakeAt = due;
        at(*due, [this, life = m_masterLife, due] {
            if (m_master && life == m_masterLife && m_masterWakeAt == due) {
                m_masterWakeAt.reset();
                applyMaster(cluster::Tick{});
            }
        });
    }
}

void Simulation::persistTask(const cluster::TaskKey& key) {
    if (const auto* task = m_master->task(key)) {
        m_masterDisk.tasks[key] = *task;
    }
}

void Simulation::persist(const cluster::FrameworkAdded& event) {
    m_masterDisk.frameworks[event.framework] = m_master->framework(event.framework)->info;
}

void Simulation::persist(const cluster::FrameworkUpdated& event) {
    if (event.info) {
        m_masterDisk.frameworks[event.framework] = m_master->framework(event.framework)->info;
    }
}

void Simulation::persist(const cluster::FrameworkRemoved& event) {
    m_masterDisk.frameworks.erase(event.info->id);
    m_masterDisk.removedFrameworks.push_back(event.info->id);
}

void Simulation::persist(const cluster::AgentRecorded& event) {
    if (const auto record = m_master->agentRecord(event.agent)) {
        m_masterDisk.agents.insert_or_assign(event.agent, *record);
    } else {
        m_masterDisk.agents.erase(event.agent);
    }
}

void Simulation::persist(const cluster::RestrictionChanged& event) {
    if (const auto* restriction = m_master->restriction(event.gpu)) {
        m_masterDisk.restrictions.insert_or_assign(event.gpu, *restriction);
    } else {
        m_masterDisk.restrictions.erase(event.gpu);
    }
}

void Simulation::perform(const cluster::MasterOutput& output) {
    if (const auto* sent = std::get_if<cluster::SendFramework>(&output)) {
        Wire* wire = m_wires[static_cast<std::size_t>(sent->link)].get();
        sendDown(wire, [this, wire, event = sent->event] {
            if (wire->peer == Wire::Peer::External) {
                if (m_externals[wire->index].wire == wire) {
                    externalHears(wire->index, event);
                }
            } else if (m_jobs.wire == wire) {
                applyJobs(jobs::FromMaster{event});
            }
        });
    } else if (const auto* command = std::get_if<cluster::SendAgent>(&output)) {
        Wire* wire = m_wires[static_cast<std::size_t>(command->link)].get();
        const bool again = m_faults && chance(3)
            && !std::holds_alternative<cluster::Registered>(command->command);
        for (int copy = 0; copy < (again ? 2 : 1); ++copy) {
            sendDown(wire, [this, wire, what = command->command] {
                if (m_machines[wire->index].wire == wire) {
                    applyAgent(wire->index, node::FromMaster{what});
                }
            });
        }
    } else if (const auto* answer = std::get_if<cluster::Answer>(&output)) {
        m_operators.answered = answer->status.has_value();
    } else if (const auto* close = std::get_if<cluster::CloseLink>(&output)) {
        Wire* wire = m_wires[static_cast<std::size_t>(close->link)].get();
        trace("master closes link {}: {}", static_cast<std::uint64_t>(close->link), close->reason);
        // What was sent before the close still arrives.
        sendDown(wire, [this, wire] { cut(wire); });
    }
}

} // namespace muster::simulation
