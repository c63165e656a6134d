// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/kernel/simulation/simulation.h"

#include <algorithm>

#include <fmt/ranges.h>

namespace muster::simulation {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

constexpr Duration kTrouble = minutes(3); // how long faults happen
// Then everything must become quiet. The longest wait is an update's last retry (10 min), or a
// failover timeout.
constexpr Duration kPeace = minutes(45);
constexpr std::size_t kMostSteps = 200000;

node::AgentOptions machineOptions(std::size_t index, unsigned gpus) {
    node::AgentOptions options;
    options.info.hostname = fmt::format("node{}", index);
    options.info.home = options.info.hostname + "/var/lib/muster";
    options.info.total.setScalar(Resources::Cpus, Milli::whole(8));
    options.info.total.setScalar(Resources::Mem, Milli::whole(4096));
    options.info.total.setScalar(Resources::Gpus, Milli::whole(gpus));
    for (unsigned minor = 0; minor < gpus; ++minor) {
        const GpuUuid uuid{fmt::format("GPU-{}-{}", index, minor)};
        options.info.gpus.push_back({.uuid = uuid, .index = minor, .minor = minor});
        options.owned.push_back(uuid);
    }
    return options;
}

} // namespace

Simulation::Simulation(std::uint64_t seed, bool trace) : m_random(seed), m_trace(trace) {
    const std::size_t machines = 1 + pick(4);
    for (std::size_t i = 0; i < machines; ++i) {
        m_machines.emplace_back().options
            = machineOptions(i, static_cast<unsigned>(i == 0 ? 2 + pick(3) : pick(4)));
    }
    m_externals.resize(1 + pick(3));
    for (External& external : m_externals) {
        using cluster::Capability;
        external.info.name = fmt::format("external{}", &external - m_externals.data());
        external.info.failoverTimeout = chance(50) ? Duration(minutes(2)) : Duration::zero();
        for (const auto capability :
            {Capability::GpuResources, Capability::PartitionAware, Capability::TaskKillingState}) {
            if (chance(70)) {
                external.info.capabilities.insert(capability);
            }
        }
    }
}

void Simulation::note(const std::string& text) const {
    fmt::print("{:12.6f} {}\n", std::chrono::duration<double>(m_now - m_start).count(), text);
}

void Simulation::at(Instant when, Action action) {
    m_events.emplace(std::pair(when, m_nextEvent++), std::move(action));
}

Duration Simulation::between(Duration least, Duration most) {
    return least
        + Duration(static_cast<std::int64_t>(
            pick(static_cast<std::uint64_t>((most - least).count()) + 1)));
}

Duration Simulation::travel() {
    const bool slow = m_faults && chance(5);
    return slow ? between(seconds(0), seconds(8)) : between(Duration(100), milliseconds(20));
}

void Simulation::run() {
    startMaster();
    for (std::size_t i = 0; i < m_machines.size(); ++i) {
        startAgent(i);
    }
    startJobs();
    for (std::size_t i = 0; i < m_externals.size(); ++i) {
        connectExternal(i);
    }
    after(seconds(1), [this] { fault(); });
    after(kTrouble, [this] { heal(); });
    const Instant end = m_start + kTrouble + kPeace;
    while (!m_events.empty() && m_events.begin()->first.first <= end) {
        const auto event = m_events.extract(m_events.begin());
        m_now = event.key().first;
        event.mapped()();
        check();
        if (++m_steps > kMostSteps) {
            throw Violation("the cluster does not come to rest");
        }
    }
    m_now = end;
    checkQuiet();
}

Wire* Simulation::connect(Wire::Peer peer, std::size_t index) {
    auto wire = std::make_unique<Wire>();
    wire->link = cluster::Link{m_wires.size()};
    wire->peer = peer;
    wire->index = index;
    m_wires.push_back(std::move(wire));
    return m_wires.back().get();
}

// Each side learns of it in its own time: one may be back before the other has noticed.
void Simulation::cut(Wire* wire) {
    if (!wire || !wire->open) {
        return;
    }
    wire->open = false;
    trace("link {} breaks", static_cast<std::uint64_t>(wire->link));
    after(between(milliseconds(1), seconds(m_faults ? 12 : 1)), [this, wire, life = m_masterLife] {
        if (m_master && life == m_masterLife) {
            applyMaster(cluster::LinkClosed{wire->link});
        }
    });
    after(between(milliseconds(1), seconds(m_faults ? 12 : 1)), [this, wire] { peerLost(*wire); });
}

void Simulation::peerLost(const Wire& wire) {
    const auto pause = between(milliseconds(10), seconds(5));
    switch (wire.peer) {
    case Wire::Peer::Agent: {
        Machine& machine = m_machines[wire.index];
        if (machine.wire == &wire && machine.agent) {
            machine.wire = nullptr;
            applyAgent(wire.index, node::MasterLost{});
            after(pause, [this, i = wire.index] { connectAgent(i); });
        }
        break;
    }
    case Wire::Peer::Jobs:
        if (m_jobs.wire == &wire && m_jobs.scheduler) {
            m_jobs.wire = nullptr;
            applyJobs(jobs::Disconnected{});
            after(pause, [this] { connectJobs(); });
        }
        break;
    case Wire::Peer::External:
        if (m_externals[wire.index].wire == &wire) {
            m_externals[wire.index].wire = nullptr;
            after(pause, [this, i = wire.index] { connectExternal(i); });
        }
        break;
    }
}

void Simulation::sendUp(Wire* wire, cluster::MasterInput input) {
    wire->upFree = std::max(wire->upFree, m_now + travel());
    at(wire->upFree, [this, wire, input = std::move(input)] {
        if (wire->open && m_master) {
            applyMaster(input);
        }
    });
}

void Simulation::sendDown(Wire* wire, Action deliver) {
    wire->downFree = std::max(wire->downFree, m_now + travel());
    at(wire->downFree, [wire, deliver = std::move(deliver)] {
        if (wire->open) {
            deliver();
        }
    });
}

void Simulation::fault() {
    if (!m_faults) {
        return;
    }
    const std::size_t machine = pick(m_machines.size());
    const std::size_t external = pick(m_externals.size());
    const auto someGpu = [&] {
        const auto& owned = m_machines[machine].options.owned;
        return owned.empty() ? GpuUuid{"GPU-none"} : owned[pick(owned.size())];
    };
    switch (pick(28)) {
    case 0:
        cut(m_machines[machine].wire);
        break;
    case 1:
        cut(m_jobs.wire);
        break;
    case 2:
        cut(m_externals[external].wire);
        break;
    case 3:
        crashAgent(machine, chance(15));
        break;
    case 4:
        if (chance(40)) {
            crashMaster();
        }
        break;
    case 5:
        if (chance(50)) {
            crashJobs();
        }
        break;
    case 6:
        restrict(someGpu());
        break;
    case 7:
        release(someGpu());
        break;
    case 8:
    case 9:
        if (m_machines[machine].lost.empty()) {
            m_machines[machine].lost.insert(someGpu());
        } else {
            m_machines[machine].lost.clear();
        }
        reportGpus(machine);
        break;
    case 17:
        m_wallStep = between(-minutes(15), minutes(15));
        trace("the wall clock is set by {} s", m_wallStep.count() / 1000000);
        break;
    case 10:
        killJob();
        break;
    case 15:
    case 16:
        operatorActs(m_machines[machine].disk.id);
        break;
    case 11:
    case 12:
    case 13:
    case 14:
        externalActs(external);
        break;
    default:
        submitJob();
        break;
    }
    after(between(milliseconds(10), seconds(3)), [this] { fault(); });
}

// The operators take every order back; a drain must come to its end first.
void Simulation::heal() {
    trace("peace");
    m_faults = false;
    m_wallStep = {};
    after(minutes(10), [this] { checkOrders(); });
    after(minutes(11), [this] { killAll(); });
    for (int minute = 12; minute < 20; ++minute) {
        after(minutes(minute), [this] {
            for (const Machine& machine : m_machines) {
                reopen(machine.disk.id);
                for (const GpuUuid& gpu : machine.options.owned) {
                    release(gpu);
                }
                if (m_master) { // the last order may have been its end
                    unreserve(machine.disk.id);
                }
            }
        });
    }
    for (std::size_t i = 0; i < m_machines.size(); ++i) {
        m_machines[i].lost.clear();
        reportGpus(i);
    }
}

// After every step. Who holds which GPU and which job runs twice is checked where a container
// starts, against the containers' own record.
void Simulation::check() {
    if (!m_master) {
        return;
    }
    for (const cluster::Agent* agent : m_master->agents()) {
        if (m_operators.closed.contains(agent->id) && !agent->offered.empty()) {
            throw Violation(fmt::format(
                "{} is closed and offers {}", agent->info.hostname, agent->offered.text()));
        }
        const Resources& total = agent->info.total;
        for (int i = 0; i < Resources::kKinds; ++i) {
            const auto kind = static_cast<Resources::Kind>(i);
            const Milli offered = agent->offered.scalar(kind);
            if (offered.value > 0
                && agent->used.total().scalar(kind) + offered > total.scalar(kind)) {
                throw Violation(
                    fmt::format("{}: used {} and offered {} of {}", agent->info.hostname,
                        agent->used.total().text(), agent->offered.text(), total.text()));
            }
        }
    }
}

void Simulation::checkQuiet() {
    for (const cluster::Agent* agent : m_master->agents()) {
        trace("{} is {}: total {}, used {}, offered {}", agent->info.hostname,
            wireName(agent->state), agent->info.total.text(), agent->used.total().text(),
            agent->offered.text());
    }
    for (const cluster::Offer* offer : m_master->offers()) {
        trace("{} of {} is {}'s", offer->id.value, offer->hostname,
            m_master->framework(offer->framework)->info.name);
    }
    for (const Machine& machine : m_machines) {
        const std::string& name = machine.options.info.hostname;
        if (!machine.agent || !machine.containers.empty()) {
            throw Violation(
                fmt::format("{}: {} containers are left", name, machine.containers.size()));
        }
        if (!machine.agent->tasks().empty()) {
            throw Violation(fmt::format("{}: task {} is left ({})", name,
                machine.agent->tasks()[0].key.task.value,
                wireName(machine.agent->tasks()[0].state)));
        }
        if (m_operators.gone.contains(machine.disk.id)) {
            continue;
        }
        for (const cluster::GpuStatus& gpu : machine.agent->gpus()) { // I2
            if (gpu.state != GpuState::Free) {
                throw Violation(fmt::format("{} leaks: {}", gpu.gpu.value, wireName(gpu.state)));
            }
        }
        const cluster::Agent* agent = m_master->agent(machine.disk.id);
        if (!agent || agent->state != AgentState::Active || !agent->used.total().empty()
            || !agent->tasks.empty() || agent->info.total != machine.options.info.total) {
            throw Violation(fmt::format("{}: the master has it {}, used {}, total {}", name,
                agent ? wireName(agent->state) : "not", agent ? agent->used.total().text() : "",
                agent ? agent->info.total.text() : ""));
        }
    }
    for (const JobId& id : m_jobs.accepted) { // I3
        const jobs::Job* job = m_jobs.scheduler->job(id);
        if (!job || !isTerminal(job->state)) {
            throw Violation(fmt::format("{} was accepted and is {}: {}", id.value,
                job ? wireName(job->state) : "lost", job ? job->waitText : ""));
        }
        if (job->state == JobState::Finished && !m_jobs.exitedZero.contains(id)) {
            throw Violation(fmt::format("{} is called finished and never exited with 0", id.value));
        }
        if (job->state == JobState::Killed && !m_jobs.killAsked.contains(id)) {
            throw Violation(fmt::format("{} was killed and nobody asked", id.value));
        }
    }
}

} // namespace muster::simulation
