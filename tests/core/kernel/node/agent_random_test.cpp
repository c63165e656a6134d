// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <random>

#include <gtest/gtest.h>

#include "tests/core/kernel/node/fake_node.h"

namespace muster::node {
namespace {

constexpr unsigned kGpus = 4;

// A node, the containers that really exist on it, and a master that loses messages. The oracle is
// the world's own record of which living container was given which GPU, never the agent's word.
struct RandomWorld {
    enum class Life { Preparing, Running, Dead };
    struct Container {
        Life life = Life::Preparing;
        std::set<GpuUuid> gpus;
        std::string group; // whose containers share theirs
        Exit exit;
    };

    explicit RandomWorld(unsigned seed) : random(seed) { node.connect(); }

    unsigned below(unsigned limit) { return static_cast<unsigned>(random() % limit); }

    void step() {
        node.now += std::chrono::seconds(below(4));
        switch (below(16)) {
        case 0:
            runGroup();
            break;
        case 1:
        case 2:
            node.run(
                fmt::format("t{}", below(1000)), fmt::format("cpus:0.5;mem:64;gpus:{}", below(4)));
            break;
        case 3:
            if (const auto tasks = node.agent->tasks(); !tasks.empty()) {
                node.command(cluster::KillTask{tasks[below(tasks.size())].key, {}});
            }
            break;
        case 4:
            if (!node.updates.empty()) {
                const auto& status = node.updates[below(node.updates.size())].status;
                node.command(
                    cluster::AcknowledgeStatus{FakeNode::key(status.task.value), *status.uuid});
            }
            break;
        case 5:
            node.command(cluster::RestrictGpu{node.restriction(below(kGpus))});
            break;
        case 6:
            node.command(cluster::ReleaseGpu{FakeNode::gpu(below(kGpus)).uuid, "bob"});
            break;
        case 7:
            reportGpus();
            break;
        case 8:
            below(2) == 0 ? node.apply(MasterLost{}) : node.connect();
            break;
        case 9:
            if (below(8) == 0) {
                node.command(cluster::RemoveFramework{{"M-0000"}});
            }
            break;
        case 10:
            if (below(3) == 0) {
                crash();
            }
            break;
        case 11:
            node.runIn(FakeNode::customExecutor(below(2) == 0 ? "e" : "f"),
                fmt::format("t{}", below(1000)), fmt::format("cpus:0.5;mem:64;gpus:{}", below(3)));
            break;
        case 12:
            executorActs();
            break;
        default:
            liveOn();
        }
        node.apply(Tick{});
        obey();
        check();
    }

    void runGroup() {
        std::vector<cluster::TaskInfo> tasks;
        for (unsigned i = 0; i <= below(3); ++i) {
            tasks.push_back(FakeNode::info(fmt::format("t{}-{}", below(1000), i),
                fmt::format("cpus:0.5;mem:64;gpus:{}", below(3))));
        }
        node.runGroup(tasks);
    }

    // An executor subscribes, ends a task, goes away for a while, or is shut down.
    void executorActs() {
        const auto executors = node.agent->executors();
        if (executors.empty()) {
            return;
        }
        const auto& one = executors[below(executors.size())];
        const auto found = containers.find(one.container);
        if (found == containers.end() || found->second.life != Life::Running) {
            return;
        }
        switch (below(6)) {
        case 0:
        case 1:
            node.apply(ExecutorSubscribed{one.container, {}, {}});
            break;
        case 2:
            node.apply(ExecutorDisconnected{one.container});
            break;
        case 3:
            node.command(cluster::ShutdownExecutor{one.framework, one.executor});
            break;
        default:
            if (const auto tasks = node.agent->tasks(); !tasks.empty()) {
                cluster::TaskStatus status;
                status.task = tasks[below(tasks.size())].key.task;
                status.state = below(2) == 0 ? TaskState::Running : TaskState::Finished;
                status.uuid = uuids.next();
                node.apply(ExecutorUpdate{one.container, status});
            }
        }
    }

    void give(const ContainerId& id, const std::vector<GpuInfo>& gpus) {
        for (const auto& gpu : gpus) {
            containers[id].gpus.insert(gpu.uuid);
        }
    }

    // Carries out what the agent asked for since the last time.
    void obey() {
        for (; launched < node.launches.size(); ++launched) {
            const auto& launch = node.launches[launched];
            auto& container = containers[launch.container];
            container.group = node.saved.at(launch.container).group;
            for (const auto& gpu : launch.gpus) {
                container.gpus.insert(gpu.uuid);
            }
        }
        for (; executorsLaunched < node.executorLaunches.size(); ++executorsLaunched) {
            const auto& launch = node.executorLaunches[executorsLaunched];
            containers[launch.container];
            give(launch.container, launch.gpus);
        }
        for (; resized < node.resizes.size(); ++resized) {
            const auto resize = node.resizes[resized];
            if (containers.contains(resize.container)) {
                give(resize.container, resize.gpus);
                node.apply(ContainerResized{resize.container, below(4) == 0 ? "no" : ""});
            }
        }
        for (; signalled < node.signals.size(); ++signalled) {
            const auto found = containers.find(node.signals[signalled].container);
            const bool obeys = node.signals[signalled].signal == SIGKILL || below(2) == 0;
            if (found != containers.end() && found->second.life == Life::Running && obeys) {
                found->second.life = Life::Dead;
                found->second.exit = {.signal = node.signals[signalled].signal};
            }
        }
    }

    // One container starts, ends or fails; or one that is to be destroyed is.
    void liveOn() {
        if (!node.destroys.empty() && below(2) == 0) {
            const auto container = node.destroys[below(node.destroys.size())];
            std::erase(node.destroys, container);
            containers.erase(container);
            node.apply(ContainerDestroyed{container});
            return;
        }
        if (containers.empty()) {
            return;
        }
        auto chosen = std::next(containers.begin(), below(containers.size()));
        auto& [id, container] = *chosen;
        if (container.life == Life::Dead) {
            node.apply(ContainerExited{id, container.exit});
        } else if (container.life == Life::Running) {
            container.life = Life::Dead;
            container.exit = {.code = below(2)};
        } else if (below(4) == 0) {
            node.apply(ContainerFailed{id, "no such image"});
        } else {
            container.life = Life::Running;
            node.apply(ContainerStarted{id});
        }
    }

    void reportGpus() {
        GpusReported report;
        for (unsigned minor = 0; minor < kGpus; ++minor) {
            if (below(5) != 0) {
                const auto health = below(5) == 0 ? GpuState::Unhealthy : GpuState::Free;
                report.gpus.push_back({FakeNode::gpu(minor), health, ""});
            }
        }
        node.apply(report);
    }

    void tellOf(const ContainerId& id) {
        const auto found = containers.find(id);
        if (found == containers.end()) {
            node.apply(ContainerDestroyed{id});
        } else if (found->second.life == Life::Dead) {
            node.apply(ContainerExited{id, found->second.exit});
        } else {
            found->second.life = Life::Running;
            node.apply(ContainerStarted{id});
        }
    }

    // The agent dies; the new one is told what became of each container that it had saved.
    void crash() {
        obey();
        node.destroys.clear();
        node.restart();
        const auto saved = node.saved;
        for (const auto& [id, task] : saved) {
            if (hasOwnContainer(task.info)) {
                tellOf(id);
            }
        }
        for (const auto& [id, container] : containers) {
            const bool executor = node.savedExecutors.contains(id);
            if (!saved.contains(id) && !executor) {
                node.apply(ContainerStarted{id});
            }
        }
        const auto executors = node.savedExecutors;
        for (const auto& [id, executor] : executors) {
            tellOf(id);
        }
    }

    void check() {
        std::map<GpuUuid, std::string> inUse; // by which group or container
        for (const auto& [id, container] : containers) {
            const auto user = container.group.empty() ? id.value : container.group;
            for (const auto& gpu : container.gpus) {
                ASSERT_EQ(inUse.emplace(gpu, user).first->second, user)
                    << gpu.value << " is held twice";
            }
        }
        std::size_t held = 0;
        for (const auto& row : node.agent->gpus()) {
            held += row.holder ? 1 : 0;
        }
        ASSERT_EQ(held, inUse.size()) << "the agent's books and the world differ";
    }

    bool atRest() const {
        return containers.empty() && node.saved.empty() && node.savedExecutors.empty();
    }

    // All containers end; the master answers everything.
    void comeToRest() {
        node.connect();
        for (int round = 0; round < 2000 && !atRest(); ++round) {
            liveOn();
            obey();
            node.now += std::chrono::minutes(1);
            const auto from = node.updates.size();
            node.apply(Tick{});
            for (auto i = from; i < node.updates.size(); ++i) {
                const auto status = node.updates[i].status;
                node.command(
                    cluster::AcknowledgeStatus{FakeNode::key(status.task.value), *status.uuid});
            }
        }
    }

    std::mt19937 random;
    FakeNode node{kGpus};
    std::map<ContainerId, Container> containers;
    UuidSequence uuids{5};
    std::size_t launched = 0;
    std::size_t executorsLaunched = 0;
    std::size_t resized = 0;
    std::size_t signalled = 0;
};

TEST(AgentRandom, NeverHoldsAGpuTwiceNorLosesOneNorAnEnd) {
    for (unsigned seed = 1; seed <= 1000; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        RandomWorld world(seed);
        for (int step = 0; step < 120; ++step) {
            world.step();
            ASSERT_FALSE(testing::Test::HasFailure()) << "step " << step;
        }
        world.comeToRest();
        ASSERT_TRUE(world.containers.empty());
        ASSERT_TRUE(world.node.savedExecutors.empty());
        ASSERT_TRUE(world.node.saved.empty()) << "an update was not told to the end";
        for (const auto& row : world.node.agent->gpus()) {
            ASSERT_FALSE(row.holder) << row.gpu.value << " leaked";
        }
    }
}

TEST(AgentRandom, GivesEqualOutputsForEqualInputs) {
    RandomWorld one(7);
    RandomWorld two(7);
    for (int step = 0; step < 500; ++step) {
        one.step();
        two.step();
        ASSERT_EQ(one.node.last.size(), two.node.last.size());
    }
    ASSERT_EQ(one.node.updates.size(), two.node.updates.size());
    for (std::size_t i = 0; i < one.node.updates.size(); ++i) {
        ASSERT_EQ(one.node.updates[i].status, two.node.updates[i].status);
    }
}

} // namespace
} // namespace muster::node
