// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// doc/features.md I12: what is used and offered in a role never goes over its limit: under random
// offers, tasks, updates of the quota, fail-overs of frameworks and restarts of the master, after
// every apply. And who follows the events knows what each role uses.
#include <random>

#include <gtest/gtest.h>

#include "core/kernel/cluster/master.h"
#include "tests/core/kernel/cluster/events_of.h"

namespace muster::cluster {

namespace {

const std::vector<std::string> kRoles{"a", "b", "c/x", "c/y"};

std::string topOf(const std::string& role) {
    return role.substr(0, role.find('/'));
}

// One agent, framework or limit is as random as the next; what is durable is kept as the shell
// does.
class RandomCluster {
public:
    explicit RandomCluster(unsigned seed) : m_random(seed) {
        start();
        for (std::uint64_t i = 0; i < 3; ++i) {
            m_agents.push_back({{}, Link{100 + i}});
            registerAgent(i);
        }
        for (std::uint64_t i = 0; i < 3; ++i) {
            FrameworkInfo info;
            info.name = fmt::format("f{}", i);
            info.capabilities = {Capability::MultiRole, Capability::GpuResources};
            info.failoverTimeout = std::chrono::minutes(1);
            info.roles = {kRoles[i], kRoles[3]};
            m_frameworks.push_back({info, Link{200 + i}, {}});
            apply(FromFramework{m_frameworks[i].link, Subscribe{info}});
        }
    }

    void step() {
        m_now += std::chrono::seconds(pick(3));
        switch (pick(9)) {
        case 0:
            apply(Tick{});
            break;
        case 1:
            setLimit();
            break;
        case 2:
            failOver(m_frameworks[pick(m_frameworks.size())]);
            break;
        case 3:
            if (pick(5) == 0) {
                restart();
            }
            break;
        case 4:
        case 5:
            endTask();
            break;
        default:
            answerOffer();
            break;
        }
    }

private:
    struct AgentPeer {
        AgentId id;
        Link link;
    };
    struct FrameworkPeer {
        FrameworkInfo info;
        Link link;
        std::vector<OfferPtr> offers;
    };

    std::size_t pick(std::size_t below) { return m_random() % below; }
    Link newLink() { return Link{m_nextLink++}; }

    void start() {
        Recovered recovered;
        for (const auto& [id, info] : m_savedFrameworks) {
            recovered.frameworks.push_back(info);
        }
        for (const auto& [key, task] : m_savedTasks) {
            recovered.tasks.push_back(task);
        }
        for (const auto& [role, quota] : m_savedQuotas) {
            recovered.quotas.push_back({role, quota});
        }
        m_master.emplace(
            MasterOptions{.id = fmt::format("M{}", ++m_life)}, std::move(recovered), m_now);
        for (const auto& [role, quota] : m_master->quotas()) {
            m_told[role] = m_master->consumedBy(role);
        }
    }

    void restart() {
        start();
        for (FrameworkPeer& framework : m_frameworks) {
            framework.offers.clear();
        }
        for (std::size_t i = 0; i < m_agents.size(); ++i) {
            m_agents[i].link = newLink();
            registerAgent(i);
        }
        for (FrameworkPeer& framework : m_frameworks) {
            failOver(framework);
        }
    }

    void registerAgent(std::size_t index) {
        Register message;
        message.id = m_agents[index].id;
        message.info.hostname = fmt::format("n{}", index);
        message.info.total = Resources::parse("cpus:8;mem:800;gpus:4").value();
        for (const auto& [key, task] : m_savedTasks) {
            if (!message.id.empty() && task.info.agent == message.id
                && !isTerminal(task.latest.state)) {
                LiveTask live{key.framework, task.info, task.latest, {}};
                live.latest.state = TaskState::Running;
                message.tasks.push_back(live);
            }
        }
        const AgentInfo info = message.info;
        apply(FromAgent{m_agents[index].link, std::move(message)});
        apply(FromAgent{m_agents[index].link, AgentUpdate{info, {}}});
    }

    void failOver(FrameworkPeer& framework) {
        framework.link = newLink();
        framework.offers.clear();
        apply(FromFramework{framework.link, Subscribe{framework.info}});
    }

    // Lowering it under what is used is refused, so what was checked before holds after it.
    void setLimit() {
        allocator::Quota quota;
        if (pick(4) > 0) {
            quota.limits[Resources::Cpus] = static_cast<std::int64_t>(pick(20)) * 1000;
            quota.limits[Resources::Gpus] = static_cast<std::int64_t>(pick(8)) * 1000;
            quota.guarantees[Resources::Cpus] = quota.limits[Resources::Cpus] / 2000 * 1000;
        }
        apply(
            OperatorUpdateQuota{1, {{topOf(kRoles[pick(kRoles.size())]), quota}}, false, "alice"});
    }

    void answerOffer() {
        FrameworkPeer& framework = m_frameworks[pick(m_frameworks.size())];
        if (framework.offers.empty()) {
            apply(FromFramework{framework.link, Revive{}});
            return;
        }
        const OfferPtr offer = framework.offers.back();
        framework.offers.pop_back();
        const Duration refuse = std::chrono::seconds(pick(4));
        if (pick(3) == 0) {
            apply(FromFramework{framework.link, Decline{{offer->id}, refuse}});
            return;
        }
        TaskInfo task;
        task.id.value = fmt::format("t{}", m_nextTask++);
        task.agent = offer->agent;
        for (const auto kind : {Resources::Cpus, Resources::Mem, Resources::Gpus}) {
            const auto most = offer->resources.scalar(kind).wholeUnits();
            task.resources.setScalar(kind,
                Milli::whole(static_cast<std::int64_t>(pick(static_cast<std::size_t>(most) + 1))));
        }
        apply(FromFramework{
            framework.link, Accept{{offer->id}, {LaunchTasks{{std::move(task)}}}, refuse}});
    }

    void endTask() {
        for (const auto& [key, task] : m_savedTasks) {
            if (isTerminal(task.latest.state) || pick(3) > 0) {
                continue;
            }
            const Agent* agent = m_master->agent(task.info.agent);
            if (agent && agent->link) {
                StatusUpdate update;
                update.framework = key.framework;
                update.status.task = key.task;
                update.status.state = TaskState::Finished;
                apply(FromAgent{*agent->link, std::move(update)});
            }
            return;
        }
    }

    void apply(MasterInput input) {
        for (const MasterOutput& output : m_master->apply(std::move(input), m_now)) {
            if (const auto* events = std::get_if<Events>(&output)) {
                save(events->list);
            } else if (const auto* sent = std::get_if<SendFramework>(&output)) {
                hear(*sent);
            } else if (const auto* command = std::get_if<SendAgent>(&output)) {
                if (const auto* registered = std::get_if<Registered>(&command->command)) {
                    std::find_if(m_agents.begin(), m_agents.end(),
                        [&](const AgentPeer& agent) { return agent.link == command->link; })
                        ->id
                        = registered->id;
                }
            }
        }
        check();
    }

    void save(const std::vector<Event>& events) {
        for (const auto& event : of<FrameworkAdded>(events)) {
            m_savedFrameworks[event.framework] = m_master->framework(event.framework)->info;
        }
        for (const auto& event : of<TaskAdded>(events)) {
            m_savedTasks[event.task] = *m_master->task(event.task);
        }
        for (const auto& event : of<TaskUpdated>(events)) {
            m_savedTasks[event.task] = *m_master->task(event.task);
        }
        for (const auto& [role] : of<RoleUsageChanged>(events)) {
            m_told[role] = m_master->consumedBy(role);
        }
        for (const auto& [role] : of<QuotaChanged>(events)) {
            m_told[role] = m_master->consumedBy(role);
            m_savedQuotas.erase(role);
            if (m_master->quotas().contains(role)) {
                m_savedQuotas[role] = m_master->quotas().at(role);
            }
        }
    }

    void hear(const SendFramework& sent) {
        for (FrameworkPeer& framework : m_frameworks) {
            if (framework.link != sent.link) {
                continue;
            }
            if (const auto* subscribed = std::get_if<Subscribed>(&sent.event)) {
                framework.info.id = subscribed->framework;
            } else if (const auto* offers = std::get_if<Offers>(&sent.event)) {
                framework.offers.insert(
                    framework.offers.end(), offers->offers.begin(), offers->offers.end());
            } else if (const auto* rescind = std::get_if<Rescind>(&sent.event)) {
                std::erase_if(framework.offers,
                    [&](const OfferPtr& offer) { return offer->id == rescind->offer; });
            }
        }
    }

    // Counted from the tasks and the offers themselves, not from the allocator's sums.
    void check() {
        std::map<std::string, Quantities> held;
        for (const Task* task : m_master->tasks()) {
            if (!isTerminal(task->latest.state)) {
                held[topOf(task->info.role)] += quantitiesOf(task->info.resources);
                m_heldMost = std::max(m_heldMost, held[topOf(task->info.role)][Resources::Gpus]);
            }
        }
        for (const Offer* offer : m_master->offers()) {
            held[topOf(offer->role)] += quantitiesOf(offer->resources);
        }
        for (const auto& [role, quota] : m_master->quotas()) {
            ASSERT_TRUE(quota.limits.contains(held[role]))
                << role << " holds " << held[role].text() << ", limit of cpus "
                << quota.limits[Resources::Cpus] << " and gpus " << quota.limits[Resources::Gpus];
            ASSERT_EQ(m_told[role], m_master->consumedBy(role)) << role;
        }
    }

public:
    std::int64_t m_heldMost = 0; // of GPUs by tasks of one role: the test did something

private:
    std::mt19937_64 m_random;
    Instant m_now{std::chrono::hours(480000)};
    std::optional<Master> m_master;
    int m_life = 0;
    std::uint64_t m_nextLink = 1000;
    int m_nextTask = 0;
    std::vector<AgentPeer> m_agents;
    std::vector<FrameworkPeer> m_frameworks;
    std::map<FrameworkId, FrameworkInfo> m_savedFrameworks;
    std::map<TaskKey, Task> m_savedTasks;
    std::map<std::string, allocator::Quota> m_savedQuotas;
    std::map<std::string, Quantities> m_told; // used by roles with a quota, as events said
};

TEST(RandomQuotas, AreNeverExceeded) {
    std::int64_t most = 0;
    for (unsigned seed = 1; seed <= 200 && !testing::Test::HasFatalFailure(); ++seed) {
        SCOPED_TRACE(seed);
        RandomCluster cluster(seed);
        for (int step = 0; step < 300 && !testing::Test::HasFatalFailure(); ++step) {
            cluster.step();
        }
        most = std::max(most, cluster.m_heldMost);
    }
    EXPECT_GE(most, 4000);
}

} // namespace
} // namespace muster::cluster
