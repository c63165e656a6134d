// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/core/kernel/simulation/simulation.h"

// What operators order, and the rule that an order that was acknowledged holds in the end, whatever
// breaks. Of one that was not, nobody can say: either may be.
namespace muster::simulation {

using std::chrono::minutes;
using std::chrono::seconds;

void Simulation::operatorActs(const AgentId& agent) {
    if (!m_master) {
        return;
    }
    switch (pick(10)) {
    case 0:
        close(agent, true);
        break;
    case 1:
        close(agent, false);
        break;
    case 2:
        reserve(agent);
        break;
    case 3:
        unreserve(agent);
        break;
    case 4:
        rescindOne();
        break;
    case 5:
        killTask();
        break;
    case 6:
        if (chance(5)) {
            markGone(pick(m_machines.size()));
        }
        break;
    default: // often, or nothing would run any more
        reopen(agent);
        break;
    }
}

bool Simulation::order(cluster::MasterInput input) {
    m_operators.answered = false;
    applyMaster(std::move(input));
    return m_operators.answered;
}

void Simulation::restrict(const GpuUuid& gpu) {
    if (!m_master) {
        return;
    }
    const auto at = std::chrono::floor<std::chrono::milliseconds>(m_now); // as the wire has it
    Restriction restriction{gpu, fmt::format("noise {}", pick(1000)), "alice", at, {}};
    if (chance(50)) {
        restriction.until = std::chrono::floor<std::chrono::milliseconds>(
            m_now + between(seconds(5), minutes(9)));
    }
    auto& known = m_operators.restrictions.try_emplace(gpu, 1).first->second;
    known.emplace_back(restriction);
    if (order(cluster::OperatorRestrict{1, restriction})) {
        trace("{} is to be restricted: {}", gpu.value, restriction.reason);
        m_operators.restrictions[gpu] = {restriction};
    }
}

void Simulation::release(const GpuUuid& gpu) {
    if (!m_master) {
        return;
    }
    auto& known = m_operators.restrictions.try_emplace(gpu, 1).first->second;
    known.emplace_back();
    if (order(cluster::OperatorRelease{2, gpu, "alice"})) {
        trace("{} is to be released", gpu.value);
        m_operators.restrictions[gpu] = {std::nullopt};
    }
}

void Simulation::killTask() {
    const auto tasks = m_master->tasks();
    if (tasks.empty()) {
        return;
    }
    const cluster::Task* task = tasks[pick(tasks.size())];
    if (task->ended) {
        return;
    }
    const cluster::TaskKey key{task->framework, task->info.id};
    if (key.task.value.starts_with("job-")) {
        m_jobs.killAsked.insert({key.task.value.substr(0, key.task.value.rfind('.'))});
    }
    if (order(cluster::OperatorKill{10, key, "dora"})) {
        trace("{} is to be killed", key.task.value);
        m_operators.killed.emplace(key, m_now);
    }
}

// What runs for ever would keep the rest from its end.
void Simulation::killAll() {
    std::vector<cluster::TaskKey> keys;
    for (const Machine& machine : m_machines) {
        for (const auto& [id, container] : machine.containers) {
            keys.push_back(container.key);
        }
    }
    for (const cluster::TaskKey& key : keys) {
        const JobId job{key.task.value.substr(0, key.task.value.rfind('.'))};
        m_jobs.killAsked.insert(job);
        order(cluster::OperatorKill{11, key, "dora"});
    }
}

void Simulation::close(const AgentId& agent, bool drain) {
    const bool done = drain
        ? order(cluster::OperatorDrain{3, agent, between(seconds(0), seconds(9)), false, "bob"})
        : order(cluster::OperatorDeactivate{4, agent, "bob"});
    if (done) {
        m_operators.closed.insert(agent);
    }
}

void Simulation::reopen(const AgentId& agent) {
    if (!m_master) {
        return;
    }
    const bool wasClosed = m_operators.closed.erase(agent) > 0;
    const bool drains = wasClosed && m_master->agent(agent)
        && m_master->agent(agent)->policy.drain == cluster::AgentPolicy::Drain::Draining;
    if (!order(cluster::OperatorReactivate{5, agent, "bob"}) && drains) {
        m_operators.closed.insert(agent); // it was refused: the drain must come to its end first
    }
}

// Never the first: jobs need a machine.
void Simulation::markGone(std::size_t machine) {
    const AgentId id = m_machines[machine].disk.id;
    if (machine != 0 && !id.empty() && order(cluster::OperatorMarkGone{12, id, "bob"})) {
        trace("{} is gone", id.value);
        m_operators.gone.insert(id);
    }
}

bool Simulation::isHeld(const GpuUuid& gpu, const std::optional<Restriction>& restriction) const {
    const auto known = m_operators.restrictions.find(gpu);
    if (known == m_operators.restrictions.end()) {
        return !restriction;
    }
    return std::ranges::any_of(known->second, [&](const auto& ordered) {
        const bool over = !ordered || (ordered->until && *ordered->until <= m_now);
        return over ? !restriction : restriction == ordered;
    });
}

void Simulation::checkOrders() {
    for (const Machine& machine : m_machines) {
        if (m_operators.gone.contains(machine.disk.id)) {
            if (!machine.containers.empty()) {
                throw Violation(fmt::format("{} is gone and runs {}", machine.options.info.hostname,
                    machine.containers.begin()->second.key.task.value));
            }
            continue;
        }
        for (const cluster::GpuStatus& gpu : machine.agent->gpus()) {
            if (!isHeld(gpu.gpu, gpu.restriction)) {
                throw Violation(fmt::format("{} is {} and was ordered otherwise", gpu.gpu.value,
                    gpu.restriction ? "restricted: " + gpu.restriction->reason : "released"));
            }
        }
        for (const auto& [id, container] : machine.containers) {
            const auto killed = m_operators.killed.find(container.key);
            if (killed != m_operators.killed.end() && container.state == Container::State::Running
                && m_now - killed->second > minutes(1)) {
                throw Violation(fmt::format("{} was killed and runs", container.key.task.value));
            }
        }
    }
}

void Simulation::rescindOne() {
    const auto offers = m_master->offers();
    if (!offers.empty()) {
        const auto offer = offers[pick(offers.size())]->id;
        if (order(cluster::OperatorRescind{9, offer, "bob", "to try"}) && m_master
            && m_master->offer(offer)) {
            throw Violation(fmt::format("{} was rescinded and is there", offer.value));
        }
    }
}

void Simulation::reserve(const AgentId& agent) {
    auto wanted = Resources::parse(fmt::format("cpus:{};gpus:{}", 1 + pick(3), pick(3)))->items();
    for (auto& item : wanted) {
        item.reservations = {{Reservation::Type::Dynamic, "nobody", {}, {}}};
    }
    using Kind = cluster::ChangeReservations::Kind;
    applyMaster(cluster::OperatorReserve{
        7, agent, {Kind::Reserve, Resources(std::move(wanted)), {}, {}}, {}, "bob"});
}

void Simulation::unreserve(const AgentId& agent) {
    const auto* known = m_master->agent(agent);
    if (!known) {
        return;
    }
    auto reserved = known->info.total.items();
    std::erase_if(reserved, [](const Resource& item) { return !item.isDynamic(); });
    using Kind = cluster::ChangeReservations::Kind;
    applyMaster(cluster::OperatorReserve{
        8, agent, {Kind::Unreserve, Resources(std::move(reserved)), {}, {}}, {}, "bob"});
}

} // namespace muster::simulation
