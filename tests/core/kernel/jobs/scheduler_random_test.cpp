// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "tests/core/kernel/jobs/fake_master.h"

namespace muster::jobs {
namespace {

// A cluster of one agent whose tasks end at random, calls that are lost with their link, crashes of
// the scheduler. The oracle is the cluster's own set of living tasks.
struct RandomCluster {
    explicit RandomCluster(unsigned seed) : random(seed) { master.connect(); }

    unsigned below(unsigned limit) { return static_cast<unsigned>(random() % limit); }

    void step() {
        master.now += std::chrono::seconds(below(5));
        switch (below(11)) {
        case 0:
        case 1:
            submit();
            break;
        case 2:
            if (!accepted.empty()) {
                const auto id = *std::next(accepted.begin(), below(accepted.size()));
                master.apply(KillJob{1, id, "alice"});
            }
            break;
        case 3:
            reconnect(below(3) == 0);
            break;
        case 4:
            endOne();
            break;
        case 5:
            if (!accepted.empty()) {
                const auto id = *std::next(accepted.begin(), below(accepted.size()));
                below(2) == 0 ? master.apply(HoldJob{1, id, "alice", "why"})
                              : master.apply(ReleaseJob{1, id});
            }
            break;
        default:
            live();
        }
        master.apply(Tick{});
        obey();
    }

    void submit() {
        auto spec = FakeMaster::spec(fmt::format("cpus:1;mem:64;gpus:{}", below(4)));
        spec.retries = static_cast<int>(below(3));
        spec.priority = static_cast<int>(below(3)) - 1;
        const auto id = master.submit(spec);
        accepted.insert(id);
    }

    void reconnect(bool crash) {
        if (below(2) == 0) {
            handled = master.calls.size(); // what was under way is lost with the link
        }
        obey();
        master.apply(Disconnected{});
        if (crash) {
            master.restart();
        }
        master.connect();
    }

    void live() {
        const auto gpus = 4 - std::min<unsigned>(4, gpusUsed());
        if (below(2) == 0) {
            master.give("1", fmt::format("cpus:8;mem:512;gpus:{}", gpus));
        } else if (!tasks.empty()) {
            master.update(std::next(tasks.begin(), below(tasks.size()))->first, TaskState::Running);
        }
    }

    void endOne() {
        if (tasks.empty()) {
            return;
        }
        const auto chosen = std::next(tasks.begin(), below(tasks.size()));
        const auto id = chosen->first;
        tasks.erase(chosen);
        const TaskState ends[]{TaskState::Finished, TaskState::Failed, TaskState::Lost,
            TaskState::Gone, TaskState::Error};
        const auto end = ends[below(std::size(ends))];
        master.update(id, end);
        if (below(3) == 0) {
            master.update(id, end); // sent twice
        }
    }

    // What the master does with the calls that reached it.
    void obey() {
        for (; handled < master.calls.size(); ++handled) {
            const auto call = master.calls[handled];
            if (const auto* accept = std::get_if<cluster::Accept>(&call)) {
                for (const auto& task :
                    std::get<cluster::LaunchTasks>(accept->operations.at(0)).tasks) {
                    launch(task);
                }
            } else if (const auto* kill = std::get_if<cluster::Kill>(&call)) {
                if (tasks.erase(kill->task) > 0) {
                    master.update(kill->task, TaskState::Killed);
                }
            } else if (const auto* reconcile = std::get_if<cluster::Reconcile>(&call)) {
                for (const auto& [task, agent] : reconcile->tasks) {
                    master.update(task,
                        tasks.contains(task) ? TaskState::Running : TaskState::Unknown, "", {});
                }
            }
        }
    }

    void launch(const cluster::TaskInfo& task) {
        const auto job = task.id.value.substr(0, task.id.value.rfind('.'));
        for (const auto& [other, gpus] : tasks) {
            ASSERT_NE(other.value.substr(0, other.value.rfind('.')), job) << "two live attempts";
        }
        ASSERT_TRUE(everLaunched.insert(task.id).second) << "a task id twice";
        tasks[task.id] = static_cast<unsigned>(task.resources.gpus().wholeUnits());
    }

    unsigned gpusUsed() const {
        unsigned used = 0;
        for (const auto& [task, gpus] : tasks) {
            used += gpus;
        }
        return used;
    }

    // Ended jobs stay as they ended.
    void check() {
        for (const auto* job : master.scheduler->jobs()) {
            if (isTerminal(job->state)) {
                ASSERT_EQ(ended.try_emplace(job->id, job->state).first->second, job->state);
            } else {
                ASSERT_FALSE(ended.contains(job->id)) << job->id.value << " rose again";
            }
            ASSERT_FALSE(job->launched && isTerminal(job->state));
            ASSERT_FALSE(job->hold && (job->launched || isTerminal(job->state)));
        }
    }

    void comeToRest() {
        for (const auto& id : accepted) {
            master.apply(ReleaseJob{1, id});
        }
        for (int round = 0; round < 3000 && ended.size() < accepted.size(); ++round) {
            master.now += std::chrono::minutes(1);
            master.apply(Tick{});
            master.give("1", fmt::format("cpus:8;mem:512;gpus:{}", 4 - gpusUsed()));
            obey();
            endOne();
            check();
        }
    }

    std::mt19937 random;
    FakeMaster master;
    std::set<JobId> accepted;
    std::map<JobId, JobState> ended;
    std::map<TaskId, unsigned> tasks; // alive, with the number of their GPUs
    std::set<TaskId> everLaunched;
    std::size_t handled = 0;
};

TEST(SchedulerRandom, BringsEachAcceptedJobToOneEndWithOneLiveAttempt) {
    for (unsigned seed = 1; seed <= 500; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        RandomCluster cluster(seed);
        for (int step = 0; step < 120; ++step) {
            cluster.step();
            cluster.check();
            ASSERT_FALSE(testing::Test::HasFailure()) << "step " << step;
        }
        cluster.comeToRest();
        ASSERT_FALSE(cluster.accepted.empty());
        ASSERT_EQ(cluster.ended.size(), cluster.accepted.size()) << "a job was lost";
        ASSERT_TRUE(cluster.tasks.empty());
    }
}

} // namespace
} // namespace muster::jobs
