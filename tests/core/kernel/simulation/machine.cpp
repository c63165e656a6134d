// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "tests/core/kernel/simulation/simulation.h"

namespace muster::simulation {

using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

std::string jobOf(const TaskId& task) {
    return task.value.substr(0, task.value.rfind('.'));
}

bool isJob(const cluster::TaskKey& key) {
    return key.task.value.starts_with("job-");
}

} // namespace

void Simulation::startAgent(std::size_t index) {
    Machine& machine = m_machines[index];
    node::RecoveredAgent recovered{machine.disk.id, machine.disk.restrictions, {}, {}, {}};
    for (const auto& [id, task] : machine.disk.tasks) {
        recovered.tasks.push_back(task);
        if (machine.rebooted) {
            recovered.rebooted.insert(id);
        }
    }
    machine.rebooted = false;
    machine.options.seed = m_random();
    ++machine.life;
    machine.wakeAt.reset();
    trace("{} starts", machine.options.info.hostname);
    machine.agent = std::make_unique<node::Agent>(machine.options, recovered, time());
    for (const auto& task : recovered.tasks) {
        const auto found = machine.containers.find(task.container);
        if (found == machine.containers.end()) {
            tellAgent(index, node::ContainerDestroyed{task.container});
        }
    }
    for (auto& [id, container] : machine.containers) {
        switch (container.state) {
        case Container::State::Launching:
            break; // tells when it is there
        case Container::State::Running:
            tellAgent(index, node::ContainerStarted{id});
            break;
        case Container::State::Failed:
            tellAgent(index, node::ContainerFailed{id, "no such image"});
            break;
        case Container::State::Exited:
            tellAgent(index, node::ContainerExited{id, container.exit});
            break;
        }
    }
    reportGpus(index);
    after(between(milliseconds(10), seconds(2)), [this, index] { connectAgent(index); });
}

// A reboot ends every container; what was durable stays, unless somebody wipes it.
void Simulation::crashAgent(std::size_t index, bool reboot) {
    Machine& machine = m_machines[index];
    if (!machine.agent) {
        return;
    }
    trace("{} {}", machine.options.info.hostname, reboot ? "reboots" : "crashes");
    if (reboot) {
        for (const auto& [id, container] : machine.containers) {
            for (const GpuUuid& gpu : container.gpus) {
                m_heldGpus.erase(gpu);
            }
        }
        machine.containers.clear();
        machine.rebooted = true;
    }
    machine.agent.reset();
    ++machine.life;
    cut(machine.wire);
    machine.wire = nullptr;
    auto least = Duration(milliseconds(100));
    if (reboot && chance(40)) {
        wipe(index);
        least = seconds(13); // until the master must have noticed
    }
    const auto away = chance(15) ? seconds(150) : seconds(20);
    after(between(least, away), [this, index] { startAgent(index); });
}

void Simulation::wipe(std::size_t index) {
    AgentDisk& disk = m_machines[index].disk;
    trace("the state of {} is deleted", disk.id.value);
    if (!disk.id.empty()) {
        m_machines[index].former = disk.id;
    }
    disk = {};
}

void Simulation::connectAgent(std::size_t index) {
    Machine& machine = m_machines[index];
    if (!machine.agent || machine.wire) {
        return;
    }
    if (!m_master) {
        after(seconds(2), [this, index] { connectAgent(index); });
        return;
    }
    machine.wire = connect(Wire::Peer::Agent, index);
    applyAgent(index, node::MasterConnected{});
}

void Simulation::applyAgent(std::size_t index, node::AgentInput input) {
    Machine& machine = m_machines[index];
    if (!machine.agent) {
        return;
    }
    const auto outputs = machine.agent->apply(std::move(input), time());
    const bool crashes = m_faults && pick(1500) == 0;
    std::size_t left = crashes ? pick(outputs.size() + 1) : outputs.size() + 1;
    for (const auto& output : outputs) {
        if (left-- == 0) {
            crashAgent(index);
            return;
        }
        perform(index, output);
    }
    const auto due = machine.agent->nextDeadline();
    if (due && (!machine.wakeAt || *due < *machine.wakeAt)) {
        machine.wakeAt = due;
        at(*due, [this, index, life = machine.life, due] {
            Machine& woken = m_machines[index];
            if (woken.life == life && woken.wakeAt == due) {
                woken.wakeAt.reset();
                applyAgent(index, node::Tick{});
            }
        });
    }
}

void Simulation::tellAgent(std::size_t index, node::AgentInput input) {
    after(between(Duration(10), milliseconds(5)),
        [this, index, life = m_machines[index].life, input = std::move(input)] {
            if (m_machines[index].life == life) {
                applyAgent(index, input);
            }
        });
}

void Simulation::perform(std::size_t index, const node::AgentOutput& output) {
    Machine& machine = m_machines[index];
    if (const auto* up = std::get_if<node::ToMaster>(&output)) {
        if (machine.wire && machine.wire->open) {
            const bool again = m_faults && chance(3)
                && std::holds_alternative<cluster::StatusUpdate>(up->message);
            for (int copy = 0; copy < (again ? 2 : 1); ++copy) {
                sendUp(machine.wire, cluster::FromAgent{machine.wire->link, up->message});
            }
        }
    } else if (const auto* start = std::get_if<node::Launch>(&output)) {
        launch(index, *start);
    } else if (const auto* kill = std::get_if<node::Signal>(&output)) {
        const bool sure = kill->signal == SIGKILL;
        if (sure || chance(60)) {
            after(between(milliseconds(1), sure ? milliseconds(50) : milliseconds(6000)),
                [this, index, id = kill->container, number = kill->signal] {
                    containerExits(index, id, {std::nullopt, number, false});
                });
        }
    } else if (std::holds_alternative<node::ProbeLaunch>(output)) {
        const bool broken = m_now < machine.brokenUntil;
        tellAgent(index, broken ? node::LaunchProbed{"runc is broken"} : node::LaunchProbed{});
    } else if (const auto* destroy = std::get_if<node::Destroy>(&output)) {
        after(between(milliseconds(1), seconds(chance(5) ? 20 : 1)),
            [this, index, id = destroy->container] {
                auto& containers = m_machines[index].containers;
                if (const auto found = containers.find(id); found != containers.end()) {
                    for (const GpuUuid& gpu : found->second.gpus) {
                        m_heldGpus.erase(gpu);
                    }
                    trace("{} is destroyed", found->second.key.task.value);
                    containers.erase(found);
                }
                tellAgent(index, node::ContainerDestroyed{id});
            });
    } else if (const auto* save = std::get_if<node::SaveTask>(&output)) {
        machine.disk.tasks[save->task.container] = save->task;
    } else if (const auto* forget = std::get_if<node::ForgetTask>(&output)) {
        machine.disk.tasks.erase(forget->container);
    } else if (const auto* saved = std::get_if<node::SaveRestrictions>(&output)) {
        machine.disk.restrictions = saved->restrictions;
    } else if (const auto* id = std::get_if<node::SaveId>(&output)) {
        machine.disk.id = id->id;
        if (m_operators.closed.contains(machine.former)) {
            m_operators.closed.insert(id->id);
        }
    }
}

Resources Simulation::running(const Machine& machine) const {
    Resources sum;
    for (const auto& [id, container] : machine.containers) {
        sum += container.resources;
    }
    return sum;
}

void Simulation::launch(std::size_t index, const node::Launch& launch) {
    Machine& machine = m_machines[index];
    Container container;
    container.key = {launch.framework.id, launch.task.id};
    container.resources = launch.task.resources;
    for (const Machine& other : m_machines) {
        for (const auto& [id, one] : other.containers) {
            const bool lives
                = one.state != Container::State::Exited && one.state != Container::State::Failed;
            const bool sameJob = isJob(container.key) && isJob(one.key)
                && jobOf(one.key.task) == jobOf(container.key.task);
            // doc/features.md I5: until the end of the last attempt is known, or its machine was
            // declared gone.
            const bool isGone = m_operators.gone.contains(other.disk.id);
            if (lives && !isGone && (sameJob || one.key == container.key)) {
                throw Violation(fmt::format("{} starts on {} while {} runs on {}",
                    container.key.task.value, machine.options.info.hostname, one.key.task.value,
                    other.options.info.hostname));
            }
        }
    }
    for (const GpuInfo& gpu : launch.gpus) { // I1
        if (!m_heldGpus.emplace(gpu.uuid, launch.container).second) {
            throw Violation(fmt::format(
                "{} is given to {} while it is held", gpu.uuid.value, container.key.task.value));
        }
        container.gpus.push_back(gpu.uuid);
    }
    trace("{} starts {} on {} GPUs", machine.options.info.hostname, container.key.task.value,
        container.gpus.size());
    machine.containers[launch.container] = std::move(container);
    if (!machine.options.info.total.contains(running(machine))) {
        throw Violation(fmt::format(
            "{} is over-committed: {}", machine.options.info.hostname, running(machine).text()));
    }
    after(between(milliseconds(1), seconds(chance(10) ? 15 : 1)),
        [this, index, id = launch.container] { containerStarts(index, id); });
}

void Simulation::containerStarts(std::size_t index, const ContainerId& id) {
    auto& containers = m_machines[index].containers;
    const auto found = containers.find(id);
    if (found == containers.end() || found->second.state != Container::State::Launching) {
        return;
    }
    Machine& machine = m_machines[index];
    if (m_faults && chance(1)) {
        trace("the runtime of {} breaks", machine.options.info.hostname);
        machine.brokenUntil = m_now + between(seconds(1), seconds(60));
    }
    if (m_now < machine.brokenUntil) {
        found->second.state = Container::State::Failed;
        tellAgent(index, node::ContainerFailed{id, "runc is broken", node::LaunchFault::Node});
        return;
    }
    if (chance(8)) {
        found->second.state = Container::State::Failed;
        tellAgent(index, node::ContainerFailed{id, "no such image"});
        return;
    }
    found->second.state = Container::State::Running;
    tellAgent(index, node::ContainerStarted{id});
    if (m_faults && chance(4)) {
        return; // hangs until it is killed
    }
    const node::Exit exit = chance(75) ? node::Exit{0, std::nullopt, false}
        : chance(50)                   ? node::Exit{7, std::nullopt, false}
                                       : node::Exit{std::nullopt, SIGSEGV, chance(50)};
    after(between(milliseconds(1), seconds(chance(20) ? 90 : 10)),
        [this, index, id, exit] { containerExits(index, id, exit); });
}

void Simulation::containerExits(std::size_t index, const ContainerId& id, node::Exit exit) {
    auto& containers = m_machines[index].containers;
    const auto found = containers.find(id);
    if (found == containers.end() || found->second.state != Container::State::Running) {
        return;
    }
    found->second.state = Container::State::Exited;
    found->second.exit = exit;
    if (isJob(found->second.key) && exit.code == 0) {
        m_jobs.exitedZero.insert(JobId{jobOf(found->second.key.task)});
    }
    trace("{} exits", found->second.key.task.value);
    tellAgent(index, node::ContainerExited{id, exit});
}

void Simulation::reportGpus(std::size_t index) {
    const Machine& machine = m_machines[index];
    node::GpusReported report;
    for (const GpuInfo& gpu : machine.options.info.gpus) {
        if (!machine.lost.contains(gpu.uuid)) {
            report.gpus.push_back({gpu, GpuState::Free, ""});
        }
    }
    tellAgent(index, std::move(report));
}

} // namespace muster::simulation
