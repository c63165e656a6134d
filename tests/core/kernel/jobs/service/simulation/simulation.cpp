// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/kernel/jobs/service/simulation/simulation.h"

#include <fmt/format.h>

#include "core/kernel/jobs/service/replacement.h"

namespace muster::services {

using std::chrono::seconds;

namespace {

constexpr int kChaoticSteps = 150;
constexpr int kCalmSteps = 400;

} // namespace

Simulation::Simulation(std::uint64_t seed) : m_random{std::mt19937_64(seed)}, m_cluster(m_random) {
    m_options.seed = seed;
    m_scheduler.emplace(m_options, RecoveredServices{}, m_now);
    for (int i = 0; i < 5; ++i) {
        m_cluster.addAgent();
    }
    reconnect(false);
}

void Simulation::run() {
    for (int i = 0; i < kChaoticSteps; ++i) {
        disturb();
        step(seconds(m_random.oneIn(10) ? 60 : m_random.below(6)));
    }
    m_cluster.calm = true;
    for (auto* agent : m_cluster.agents(false)) {
        m_cluster.comeBack(*agent);
    }
    for (int i = 0; i < 12; ++i) { // room for all that may be needed
        m_cluster.addAgent();
    }
    m_cluster.tellDestroyed();
    deliver();
    reconnect(false);
    for (int i = 0; i < kCalmSteps && (i < 20 || !unsettled().empty()); ++i) {
        step(seconds(3));
    }
    if (const auto why = unsettled(); !why.empty()) {
        throw Violation(why);
    }
}

void Simulation::step(Duration time) {
    ++m_steps;
    m_now += time;
    m_cluster.pass(m_now);
    deliver();
    apply(Tick{});
    becomeReady();
    if (m_connected) {
        m_cluster.offer();
    }
    deliver();
    check();
}

// ---- faults and orders

void Simulation::disturb() {
    switch (m_random.below(10)) {
    case 0:
    case 1:
    case 2:
        order();
        break;
    case 3:
    case 4:
        disturbAgents();
        break;
    case 5:
        if (m_random.oneIn(3)) {
            reconnect(m_random.oneIn(2));
        }
        break;
    case 6:
        if (m_random.oneIn(4)) {
            disconnect();
        }
        break;
    case 7:
        m_losesCalls = m_connected && m_random.oneIn(4);
        break;
    default:
        break;
    }
    if (!m_connected && m_random.oneIn(3)) {
        reconnect(false);
    }
}

void Simulation::disturbAgents() {
    const auto reachable = m_cluster.agents(true);
    const auto away = m_cluster.agents(false);
    if (!away.empty() && m_random.oneIn(2)) {
        m_cluster.comeBack(*away[m_random.below(away.size())]);
    } else if (reachable.size() > 2 && m_random.oneIn(4)) {
        m_cluster.destroy(AgentId(reachable[m_random.below(reachable.size())]->id));
        m_cluster.addAgent();
    } else if (reachable.size() > 2) {
        m_cluster.cutOff(*reachable[m_random.below(reachable.size())]);
    }
}

AppId Simulation::anyApp() {
    constexpr const char* kApps[]{"/a", "/a/b", "/c", "/d"};
    return {kApps[m_random.below(std::size(kApps))]};
}

AppSpec Simulation::anySpec(const AppId& id) {
    constexpr const char* kUsers[]{"", "", "crashing", "flapping", "both"};
    auto spec = FakeMaster::spec(id.value, static_cast<int>(m_random.below(5)),
        fmt::format("cpus:1;mem:64;gpus:{}", m_random.below(3)));
    spec.user = kUsers[m_random.below(std::size(kUsers))];
    spec.ports.resize(m_random.below(2));
    if (m_random.oneIn(2)) {
        spec.healthCheck = cluster::HealthCheck{{}, seconds(10), 2};
    }
    if (m_random.oneIn(4)) {
        spec.readinessChecks = {"ready"};
    }
    if (m_random.oneIn(4)) {
        spec.constraints = {{"hostname", Constraint::Operator::Unique}};
    } else if (spec.resources.gpus() > Milli{} && m_random.oneIn(4)) {
        // Of apps without GPUs no instance would start where all agents have some.
        spec.constraints = {{"rack", Constraint::Operator::GroupBy}};
    }
    const Milli parts[]{{0}, {500}, {1000}};
    spec.upgrade = {parts[m_random.below(3)], parts[m_random.below(3)]};
    if (m_random.oneIn(4)) {
        spec.unreachable.reset();
    } else {
        const auto inactive = seconds(m_random.below(3) * 10);
        spec.unreachable = {inactive, inactive + seconds(m_random.below(3) * 20)};
    }
    if (m_random.oneIn(2)) {
        spec.killSelection = KillSelection::OldestFirst;
    }
    spec.backOff = {seconds(1), Milli{2000}, seconds(30)};
    if (id.value == "/a/b" && m_random.oneIn(2)) {
        spec.dependencies = {{"/c"}};
    }
    if (m_random.oneIn(4)) {
        spec.scaling = ScalingRule{.low = Milli::whole(40),
            .high = Milli::whole(80),
            .fewest = 1,
            .most = 4,
            .coolDown = seconds(20)};
    }
    return spec;
}

void Simulation::order() {
    const auto id = anyApp();
    const auto request = ++m_requests;
    const bool force = m_random.oneIn(3);
    const auto deployments = m_scheduler->deployments();
    switch (m_random.below(9)) {
    case 0:
    case 1:
    case 2: {
        PutApps put{request, {}, {}, force};
        put.apps.push_back(anySpec(id));
        if (const auto other = anyApp(); other != id && m_random.oneIn(2)) {
            put.apps.push_back(anySpec(other));
        }
        apply(put);
        break;
    }
    case 3:
        if (m_random.oneIn(3)) {
            PutApps put{request, {}, {id}, force};
            if (const auto other = anyApp(); other != id && m_random.oneIn(2)) {
                m_random.oneIn(2) ? static_cast<void>(put.removed.insert(other))
                                  : put.apps.push_back(anySpec(other));
            }
            apply(put);
        }
        break;
    case 4:
        apply(Restart{request, id, force});
        break;
    case 5:
        apply(Scale{request, id, static_cast<int>(m_random.below(5)), force});
        break;
    case 6:
        if (const auto all = m_scheduler->instancesOf(id); !all.empty()) {
            apply(KillInstances{.request = request,
                .instances = {all[m_random.below(all.size())]->id},
                .scale = m_random.oneIn(3),
                .wipe = m_random.oneIn(4),
                .force = force});
        }
        break;
    case 7:
        if (!deployments.empty()) {
            apply(CancelDeployment{request, deployments.front()->id, m_random.oneIn(2)});
        }
        break;
    default:
        apply(MeasuredLoad{id, Milli::whole(static_cast<std::int64_t>(m_random.below(120)))});
        if (m_random.oneIn(2)) {
            apply(ResetDelay{request, id});
        }
        break;
    }
}

void Simulation::becomeReady() {
    std::vector<TaskId> waiting;
    for (const auto& [id, instance] : m_store.instances) {
        if (!instance.unready.empty()) {
            waiting.push_back(id);
        }
    }
    for (const auto& id : waiting) {
        apply(ReadinessResult{id, "ready", m_cluster.calm || m_random.oneIn(3)});
    }
}

// ---- the shell

void Simulation::apply(ServicesInput input) {
    const auto outputs = m_scheduler->apply(std::move(input), m_now);
    for (const auto& output : outputs) { // durable first
        if (const auto* event = std::get_if<ServicesEvent>(&output)) {
            m_store.keep(*m_scheduler, *event);
        } else if (const auto* named = std::get_if<FrameworkNamed>(&output)) {
            m_store.framework = named->framework;
        }
    }
    if (m_losesCalls && !outputs.empty()) {
        disconnect();
        return;
    }
    for (const auto& output : outputs) {
        const auto* call = std::get_if<Call>(&output);
        if (!call || !m_connected) {
            continue;
        }
        const auto* accept = std::get_if<cluster::Accept>(&call->call);
        for (const auto& operation :
            accept ? accept->operations : std::vector<cluster::Operation>()) {
            for (const auto& task : std::get<cluster::LaunchTasks>(operation).tasks) {
                if (!m_store.instances.contains(task.id) || !call->environments.contains(task.id)) {
                    throw Violation(fmt::format("{} is launched untold", task.id.value));
                }
            }
        }
        m_cluster.handle(call->call);
    }
}

void Simulation::deliver() {
    while (!m_cluster.events.empty()) {
        auto event = std::move(m_cluster.events.front());
        m_cluster.events.pop_front();
        if (m_connected) {
            apply(FromMaster{std::move(event)});
        }
    }
    if (m_connected) {
        m_cluster.checkAnswered();
    }
}

void Simulation::disconnect() {
    m_losesCalls = false;
    m_connected = false;
    m_cluster.breakLink();
    apply(Disconnected{});
}

void Simulation::reconnect(bool crash) {
    disconnect();
    if (crash) {
        ++m_options.seed;
        m_options.seed *= 1000003;
        m_scheduler.emplace(m_options, m_store.recovered(), m_now);
    }
    m_connected = true;
    apply(Connected{});
    deliver();
}

// ---- what must hold

void Simulation::check() const {
    checkDurable();
    if (m_connected) {
        checkCounts();
    }
    for (const auto& entry : m_scheduler->queue(m_now)) {
        if (entry.timeLeft > m_store.apps.at(entry.app).spec.backOff.most) {
            throw Violation(fmt::format("{} backs off for too long", entry.app.value));
        }
    }
}

void Simulation::checkCounts() const {
    std::map<AppId, int> live;
    for (const auto& [id, agent] : m_cluster.all()) {
        for (const auto& [task, one] : agent.tasks) {
            live[one.app] += agent.reachable && one.isLive();
        }
    }
    for (const auto& [id, count] : live) {
        const auto* app = m_scheduler->app(id);
        int allowed = app ? app->wanted : 0;
        if (app && app->replacing) {
            allowed = limitsOf(app->spec.upgrade, app->wanted, 0).most;
        }
        if (count > allowed) {
            throw Violation(fmt::format("{} has {} instances of {}", id.value, count, allowed));
        }
    }
}

void Simulation::checkDurable() const {
    const auto expectSame = [](const auto& kept, const auto& now, const auto& keyOf) {
        if (kept.size() != now.size()) {
            throw Violation("there are more or fewer than what is durable");
        }
        for (const auto* one : now) {
            const auto found = kept.find(keyOf(*one));
            if (found == kept.end() || found->second != *one) {
                throw Violation(fmt::format("{} is not as it is durable", keyOf(*one).value));
            }
        }
    };
    std::vector<const Instance*> instances;
    for (const auto* app : m_scheduler->apps()) {
        const auto of = m_scheduler->instancesOf(app->spec.id);
        instances.insert(instances.end(), of.begin(), of.end());
    }
    expectSame(m_store.apps, m_scheduler->apps(), [](const App& app) { return app.spec.id; });
    expectSame(m_store.instances, instances, [](const Instance& one) { return one.id; });
    expectSame(m_store.deployments, m_scheduler->deployments(),
        [](const Deployment& one) { return one.id; });
}

std::string Simulation::unsettled() const {
    if (!m_scheduler->deployments().empty()) {
        const auto* deployment = m_scheduler->deployments().front();
        return fmt::format("a deployment of {} is stuck at step {}",
            deployment->before.begin()->first.value, deployment->current);
    }
    std::map<AppId, int> live;
    for (const auto& [id, agent] : m_cluster.all()) {
        for (const auto& [task, one] : agent.tasks) {
            ++live[one.app];
        }
    }
    for (const auto* app : m_scheduler->apps()) {
        const auto count = live[app->spec.id];
        if (app->removed || count != app->spec.instances) {
            return fmt::format(
                "{} has {} instances of {}", app->spec.id.value, count, app->spec.instances);
        }
        live.erase(app->spec.id);
    }
    for (const auto& [id, count] : live) {
        if (count > 0) {
            return fmt::format("{} instances are left of {}", count, id.value);
        }
    }
    return {};
}

} // namespace muster::services
