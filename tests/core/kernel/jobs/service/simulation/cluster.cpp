// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/kernel/jobs/service/simulation/cluster.h"

#include <fmt/format.h>

namespace muster::services {

using std::chrono::seconds;

void Cluster::addAgent() {
    const int number = m_agentNumber++;
    const AgentId id{fmt::format("S{}", number)};
    Agent agent;
    agent.id = id;
    agent.hostname = fmt::format("node-{}", number);
    agent.attributes = *parseAttributes(fmt::format("rack:r{}", number % 3));
    agent.total = *Resources::parse(
        fmt::format("cpus:8;mem:4096;gpus:{};ports:[31000-31005]", number % 3 == 0 ? 0 : 4));
    m_agents.emplace(id, std::move(agent));
}

void Cluster::pass(Instant now) {
    m_now = now;
    for (auto& [id, agent] : m_agents) {
        const auto tasks = agent.tasks; // a copy: they end
        for (const auto& [task, before] : tasks) {
            step(agent, agent.tasks.at(task));
        }
    }
}

void Cluster::step(Agent& agent, Task& task) {
    if (m_now < task.due) {
        return;
    }
    task.due = m_now + seconds(1 + m_random.below(8));
    switch (task.state) {
    case TaskState::Staging:
        task.state = TaskState::Running;
        tell(agent, statusOf(task, agent));
        break;
    case TaskState::Killing:
        end(agent, task, TaskState::Killed);
        break;
    default:
        check(agent, task);
        break;
    }
}

// Some apps crash all the time, some flap, some do both.
void Cluster::check(Agent& agent, Task& task) {
    const bool crashes = task.info.user == "crashing" || task.info.user == "both";
    if (!calm && m_random.oneIn(crashes ? 3 : 60)) {
        end(agent, task, m_random.oneIn(4) ? TaskState::Finished : TaskState::Failed);
        return;
    }
    if (!task.info.healthCheck) {
        return;
    }
    const bool flaps = task.info.user == "flapping" || task.info.user == "both";
    task.healthy = calm || !m_random.oneIn(flaps ? 2 : 20);
    task.failedChecks = task.healthy ? 0 : task.failedChecks + 1;
    if (task.failedChecks >= task.info.healthCheck->failures) {
        end(agent, task, TaskState::Killed, false);
    } else {
        tell(agent, statusOf(task, agent));
    }
}

void Cluster::end(Agent& agent, const Task& task, TaskState state, std::optional<bool> healthy) {
    auto status = statusOf(task, agent);
    status.state = state;
    status.healthy = healthy;
    agent.tasks.erase(task.info.id);
    tell(agent, std::move(status));
}

void Cluster::tell(Agent& agent, cluster::TaskStatus status) {
    if (agent.reachable) {
        events.emplace_back(cluster::Update{std::move(status)});
    } else if (isTerminal(status.state)) {
        agent.untold.push_back(std::move(status));
    }
}

cluster::TaskStatus Cluster::statusOf(const Task& task, const Agent& agent) const {
    cluster::TaskStatus status;
    status.task = task.info.id;
    status.state = agent.reachable ? task.state : TaskState::Unreachable;
    status.agent = agent.id;
    status.at = m_now;
    if (task.info.healthCheck && task.state == TaskState::Running && agent.reachable) {
        status.healthy = task.healthy;
    }
    return status;
}

Resources Cluster::freeOf(const Agent& agent) {
    auto free = agent.total;
    for (const auto& [id, task] : agent.tasks) {
        free -= task.info.resources;
    }
    return free;
}

// ---- faults

void Cluster::breakLink() {
    m_subscribed = false;
    events.clear();
    m_outstanding.clear();
}

void Cluster::cutOff(Agent& agent) {
    agent.reachable = false;
    for (const auto& [id, task] : agent.tasks) {
        events.emplace_back(cluster::Update{statusOf(task, agent)});
    }
    events.emplace_back(cluster::AgentLost{agent.id});
}

void Cluster::comeBack(Agent& agent) {
    agent.reachable = true;
    for (auto& status : std::exchange(agent.untold, {})) {
        events.emplace_back(cluster::Update{std::move(status)});
    }
    for (const auto& [id, task] : agent.tasks) {
        events.emplace_back(cluster::Update{statusOf(task, agent)});
    }
}

void Cluster::destroy(const AgentId& id) {
    auto& agent = m_agents.at(id);
    if (agent.reachable) {
        cutOff(agent);
    }
    for (const auto& [task, one] : agent.tasks) {
        m_destroyed.emplace(task, id);
    }
    for (const auto& status : agent.untold) { // their ends will never be told
        m_destroyed.emplace(status.task, id);
    }
    m_agents.erase(id);
}

void Cluster::tellDestroyed() {
    for (const auto& [task, agent] : std::exchange(m_destroyed, {})) {
        cluster::TaskStatus status;
        status.task = task;
        status.agent = agent;
        status.state = TaskState::GoneByOperator;
        events.emplace_back(cluster::Update{status});
    }
}

std::vector<Cluster::Agent*> Cluster::agents(bool reachable) {
    std::vector<Agent*> out;
    for (auto& [id, agent] : m_agents) {
        if (agent.reachable == reachable) {
            out.push_back(&agent);
        }
    }
    return out;
}

// ---- the master's side

void Cluster::offer() {
    if (!m_subscribed || m_suppressed) {
        return;
    }
    cluster::Offers offers;
    for (auto& [id, agent] : m_agents) {
        const auto free = freeOf(agent);
        const bool filtered = m_now < agent.refusedUntil && agent.refused.contains(free);
        if (!agent.reachable || free.empty() || filtered || (!calm && m_random.oneIn(3))) {
            continue;
        }
        cluster::Offer offer;
        offer.id = {fmt::format("O{}", m_offerNumber++)};
        offer.agent = id;
        offer.hostname = agent.hostname;
        offer.attributes = agent.attributes;
        offer.resources = free;
        m_outstanding.emplace(offer.id, id);
        offers.offers.push_back(std::make_shared<const cluster::Offer>(std::move(offer)));
    }
    if (!offers.offers.empty()) {
        events.emplace_back(std::move(offers));
    }
}

void Cluster::handle(const cluster::FrameworkCall& call) {
    std::visit([this](const auto& one) { on(one); }, call);
}

void Cluster::checkAnswered() const {
    if (!m_outstanding.empty()) {
        throw Violation(
            fmt::format("offer {} was not answered", m_outstanding.begin()->first.value));
    }
}

void Cluster::on(const cluster::Subscribe&) {
    m_subscribed = true;
    m_suppressed = false;
    events.emplace_back(cluster::Subscribed{{"M-0001"}});
}

Resources Cluster::takeOffers(const std::vector<OfferId>& offers, Agent*& agent) {
    for (const auto& id : offers) {
        const auto found = m_outstanding.find(id);
        if (found == m_outstanding.end()) {
            throw Violation(fmt::format("offer {} is answered, but is none", id.value));
        }
        agent = &m_agents.at(found->second);
        m_outstanding.erase(found);
    }
    return freeOf(*agent);
}

void Cluster::refuse(Agent& agent, Duration time) {
    agent.refusedUntil = m_now + time;
    agent.refused = freeOf(agent);
}

void Cluster::on(const cluster::Accept& call) {
    Agent* agent = nullptr;
    auto free = takeOffers(call.offers, agent);
    for (const auto& operation : call.operations) {
        for (const auto& task : std::get<cluster::LaunchTasks>(operation).tasks) {
            if (!free.contains(task.resources)) {
                throw Violation(fmt::format(
                    "{} takes {} of {}", task.id.value, task.resources.text(), free.text()));
            }
            free -= task.resources;
            launch(*agent, task);
        }
    }
    refuse(*agent, call.refuse);
}

void Cluster::launch(Agent& agent, const cluster::TaskInfo& info) {
    if (!m_everLaunched.insert(info.id).second) {
        throw Violation(fmt::format("{} is launched twice", info.id.value));
    }
    Task task;
    task.info = info;
    task.app = appOf(info.id);
    task.due = m_now + seconds(m_random.below(6));
    if (!calm && m_random.oneIn(30)) {
        auto status = statusOf(task, agent);
        status.state = TaskState::Dropped;
        tell(agent, std::move(status));
        return;
    }
    agent.tasks.emplace(info.id, std::move(task));
}

void Cluster::on(const cluster::Decline& call) {
    for (const auto& id : call.offers) {
        Agent* agent = nullptr;
        takeOffers({id}, agent);
        refuse(*agent, call.refuse);
    }
}

void Cluster::on(const cluster::Kill& call) {
    for (auto& [id, agent] : m_agents) {
        const auto found = agent.tasks.find(call.task);
        if (found != agent.tasks.end() && agent.reachable && found->second.isLive()) {
            found->second.state = TaskState::Killing;
            found->second.due = m_now + seconds(m_random.below(4));
            tell(agent, statusOf(found->second, agent));
        }
    }
}

void Cluster::on(const cluster::Reconcile& call) {
    std::map<TaskId, cluster::TaskStatus> known;
    for (const auto& [id, agent] : m_agents) {
        for (const auto& [task, one] : agent.tasks) {
            known[task] = statusOf(one, agent);
        }
        for (const auto& ended : agent.untold) { // the master does not know it yet
            known[ended.task] = ended;
            known[ended.task].state = TaskState::Unreachable;
        }
    }
    for (const auto& [task, agent] : m_destroyed) {
        known[task].task = task;
        known[task].state = TaskState::Unreachable;
    }
    if (call.tasks.empty()) {
        for (const auto& [task, status] : known) {
            events.emplace_back(cluster::Update{status});
        }
    }
    for (const auto& item : call.tasks) {
        auto& status = known[item.task];
        if (status.task.empty()) {
            status.task = item.task;
            status.state = TaskState::Unknown;
        }
        status.reason = Reason::Reconciliation;
        events.emplace_back(cluster::Update{status});
    }
}

void Cluster::on(const cluster::Revive&) {
    m_suppressed = false;
    for (auto& [id, agent] : m_agents) {
        agent.refusedUntil = {};
    }
}

} // namespace muster::services
