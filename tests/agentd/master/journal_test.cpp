// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "agentd/clock.h"
#include "agentd/master/control.h"
#include "core/proto/mesos/v1/mesos.pb.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

// A master on a real journal that counts its commits, with one agent and its tasks by hand.
struct World {
    test::TemporaryFolder folder;
    history::Journal journal = *history::Journal::open(folder / "control.db");
    boost::asio::io_context io;
    int commits = 0;
    std::vector<cluster::AgentCommand> commands;
    BatchEvents events; // since commitsOf() began
    std::unique_ptr<Control> control;
    cluster::Link agent{};

    World() {
        sqlite3_commit_hook(
            journal.database().handle(),
            [](void* count) {
                ++*static_cast<int*>(count);
                return 0;
            },
            &commits);
        start("M1");
    }
    void start(const std::string& master) {
        control.reset();
        control = *Control::open(io, {.master = {.id = master}, .jobs = {}}, journal);
        control->onEvents = [this](const BatchEvents& batch) {
            std::ranges::copy(batch.cluster, std::back_inserter(events.cluster));
            std::ranges::copy(batch.jobs, std::back_inserter(events.jobs));
        };
        control->onFatal = [](const Error& error) { FAIL() << error.message; };
        run();
    }
    void run() {
        io.restart();
        do {
            io.run_one_for(std::chrono::seconds(1));
            io.poll();
        } while (!control->isSettled());
    }
    // Of what `act` brings about.
    template <typename Act>
    int commitsOf(const Act& act) {
        const int before = commits;
        events = {};
        act();
        run();
        return commits - before;
    }
    void addAgent(const std::string& resources) {
        agent = control->addAgent(
            {.send = [this](const auto& command) { commands.push_back(command); },
                .close = [](const std::string&) {}});
        cluster::AgentInfo info{.hostname = "node-1", .total = *Resources::parse(resources)};
        control->fromAgent(agent, cluster::Register{{}, info, {}, {}});
        run();
        const auto id = std::get<cluster::Registered>(commands.front()).id;
        control->fromAgent(agent, cluster::Register{id, info, {}, {}});
        run();
    }
    JobId submit(const std::string& resources) {
        JobId out;
        post(resources, [&out](Result<JobId> job) { out = job.value_or(JobId{}); });
        run();
        return out;
    }
    void post(const std::string& resources, std::function<void(Result<JobId>)> done) {
        mesos::v1::TaskInfo payload;
        payload.set_name("train");
        payload.mutable_task_id()->set_value("");
        payload.mutable_agent_id()->set_value("");
        payload.mutable_command()->set_value("true");
        control->submit({.name = "train",
                            .user = "root",
                            .command = "true",
                            .resources = *Resources::parse(resources),
                            .payload = payload.SerializeAsString()},
            "", "alice",
            [done = std::move(done)](Result<JobId> job, bool) { done(std::move(job)); });
    }
};

TEST(Journal, IsWrittenBeforeAJobIsAcknowledged) {
    World world;
    JobId job;
    EXPECT_GE(world.commitsOf([&] { job = world.submit("cpus:1;mem:32"); }), 1);
    EXPECT_EQ(job.value, "job-1");
    EXPECT_EQ(world.journal.load("job")->size(), 1u);
    EXPECT_EQ(world.journal.audit({}, Instant::max(), 10)->size(), 1u);
}

TEST(Journal, IsPrunedInSlicesWithBatchesInBetween) {
    World world;
    history::Change change;
    for (int i = 0; i < 3 * history::Journal::kPruneSlice; ++i) {
        change.audit.push_back({Instant(), "ann", "submit", "", ""});
    }
    ASSERT_TRUE(world.journal.commit(std::span(&change, 1)));
    const int before = world.commits;
    world.control->prune(now(), {});
    const auto job = world.submit("cpus:1;mem:32");
    EXPECT_EQ(job.value, "job-1");
    auto reader = history::Journal::open(world.folder / "control.db");
    const auto isPruned
        = [&] { return reader->audit({}, Instant() + std::chrono::hours(1), 1)->empty(); };
    for (int i = 0; i < 1000 && !isPruned(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(isPruned());
    world.control.reset(); // waits for the disk
    EXPECT_GE(world.commits, before + 4) << "three slices and the job";
}

TEST(Journal, IsNotWrittenForAnExplanationOrAnOffer) {
    World world;
    world.addAgent("cpus:1;mem:1024");
    const auto job = world.submit("cpus:64;mem:32");
    const auto before = world.control->jobs().job(job)->waitText;
    EXPECT_EQ(world.commitsOf([&] {
        cluster::AgentInfo info{.hostname = "node-1", .total = *Resources::parse("cpus:2;mem:99")};
        world.control->fromAgent(world.agent, cluster::AgentUpdate{info, {}});
    }),
        0);
    EXPECT_NE(world.control->jobs().job(job)->waitText, before);
    ASSERT_EQ(world.events.jobs.size(), 1u); // and the consoles were told
    EXPECT_EQ(std::get<jobs::JobExplained>(world.events.jobs[0]).job, job);
}

TEST(Journal, KnowsEachAgentAndIsNotWrittenWhenItComesBack) {
    World world;
    EXPECT_EQ(world.commitsOf([&] { world.addAgent("cpus:2;mem:1024"); }), 1);
    world.start("M2");
    ASSERT_EQ(world.control->master().agents().size(), 1u);
    const auto& agent = *world.control->master().agents()[0];
    EXPECT_EQ(agent.info.hostname, "node-1");
    EXPECT_EQ(agent.state, AgentState::Disconnected);
    EXPECT_EQ(world.commitsOf([&] {
        const auto link = world.control->addAgent(
            {.send = [](const auto&) {}, .close = [](const std::string&) {}});
        cluster::AgentInfo info{.hostname = "node-1", .total = *Resources::parse("cpus:2")};
        world.control->fromAgent(link, cluster::Register{agent.id, info, {}, {}});
    }),
        0);
    EXPECT_EQ(agent.state, AgentState::Active);
}

TEST(Journal, IsWrittenOnceForATaskThatIsTouchedTwice) {
    World world;
    world.addAgent("cpus:2;mem:1024");
    const auto job = world.submit("cpus:1;mem:32");
    const auto* state = world.control->jobs().job(job);
    ASSERT_TRUE(state->launched);
    const cluster::TaskStatus running{.task = *state->task,
        .state = TaskState::Running,
        .source = StatusSource::Executor,
        .uuid = UuidSequence(1).next(),
        .agent = state->agent};
    const auto update = [&] {
        world.control->fromAgent(
            world.agent, cluster::StatusUpdate{world.control->jobsFramework(), running, {}});
    };
    EXPECT_EQ(world.commitsOf(update), 1);
    EXPECT_EQ(world.commitsOf(update), 0); // the agent sends it again
}

TEST(Journal, GathersWhatArrivesWhileItIsWrittenIntoOneCommit) {
    World world;
    const auto submit = [&world] { world.post("cpus:64;mem:32", [](const auto&) {}); };
    const int commits = world.commitsOf([&] {
        submit();
        world.io.restart();
        world.io.run_one(); // the first is on its way to the disk
        for (int i = 0; i < 50; ++i) {
            submit();
        }
        EXPECT_EQ(world.control->jobs().jobs().size(), 1u);
    });
    EXPECT_EQ(commits, 2);
    EXPECT_EQ(world.journal.load("job")->size(), 51u);
}

TEST(Journal, GivesTheNextMasterItsJobsAndTheirNumbers) {
    World world;
    const auto job = world.submit("cpus:64;mem:32");
    const auto framework = world.control->jobsFramework();
    world.start("M2");
    ASSERT_NE(world.control->jobs().job(job), nullptr);
    EXPECT_EQ(world.control->jobs().job(job)->spec.name, "train");
    EXPECT_EQ(world.control->jobsFramework(), framework);
    EXPECT_EQ(world.submit("cpus:64;mem:32").value, "job-2");
}

TEST(Journal, GivesJobsAnotherFrameworkAfterATeardown) {
    World world;
    world.addAgent("cpus:2;mem:1024");
    const auto live = world.submit("cpus:1;mem:32");
    const auto waiting = world.submit("cpus:64;mem:32");
    const auto tearDown = [&world] {
        const auto framework = world.control->jobsFramework();
        world.control->execute(cluster::OperatorTeardown{0, framework, "dave"},
            [](const Status& done) { EXPECT_TRUE(done); });
        world.run();
        return framework;
    };
    const auto first = tearDown();
    EXPECT_EQ(world.control->jobs().job(live)->state, JobState::Failed);
    EXPECT_EQ(world.control->jobs().job(waiting)->state, JobState::Queued);
    EXPECT_FALSE(world.control->jobsFramework().empty());
    EXPECT_NE(world.control->jobsFramework(), first);
    EXPECT_TRUE(world.control->jobs().job(world.submit("cpus:1;mem:32"))->launched);

    world.control->killJob(waiting, {"alice", ""}, [](const auto&) {});
    tearDown();
    EXPECT_TRUE(world.control->jobsFramework().empty()) << "nothing waits";
    world.start("M2");
    EXPECT_TRUE(world.control->master().frameworks().empty());
    const auto next = world.submit("cpus:64;mem:32");
    EXPECT_NE(world.control->master().framework(world.control->jobsFramework()), nullptr);
    EXPECT_EQ(world.control->jobs().job(next)->state, JobState::Queued);
}

TEST(Journal, GivesJobsAnotherFrameworkAfterATeardownAmongOtherInputs) {
    World world;
    world.addAgent("cpus:4;mem:1024");
    const auto live = world.submit("cpus:1;mem:32");
    const auto first = world.control->jobsFramework();
    world.control->execute(
        cluster::OperatorTeardown{0, first, "dave"}, [](const Status& done) { EXPECT_TRUE(done); });
    // Both make the scheduler call the master before it knows of the teardown.
    world.control->killJob(live, {"alice", ""}, [](const auto&) {});
    const auto next = world.submit("cpus:1;mem:32");
    EXPECT_NE(world.control->jobsFramework(), first);
    ASSERT_NE(world.control->master().framework(world.control->jobsFramework()), nullptr);
    EXPECT_TRUE(world.control->jobs().job(next)->launched);
    EXPECT_TRUE(world.control->jobs().job(world.submit("cpus:0.1;mem:32"))->launched);
}

TEST(Journal, MovesAnEndedJobOnce) {
    World world;
    const auto job = world.submit("cpus:64;mem:32");
    world.control->killJob(job, {"alice", ""}, [](const auto&) {});
    world.run();
    EXPECT_TRUE(world.journal.load("job")->empty());
    EXPECT_EQ(world.journal.ended("job", 10)->size(), 1u);
    world.control->killJob(job, {"alice", ""}, [](const auto&) {});
    world.run();
    EXPECT_EQ(world.journal.ended("job", 10)->size(), 1u);
}

// Else a crash between the two would leave the id to whoever presents it first.
TEST(Journal, HoldsTheProofOfAnAgentBeforeTheAgentHearsOfItsId) {
    World world;
    std::size_t proofs = 0;
    world.control->fromAgent(
        world.control->addAgent(
            {.send = [&](const auto&) { proofs = world.journal.load("agent-secret")->size(); },
                .close = [](const std::string&) {},
                .proof = [](const AgentId& id) -> std::optional<history::Record> {
                    return history::Record{"agent-secret", id.value, "hash"};
                }}),
        cluster::Register{{}, {.hostname = "node-2", .total = *Resources::parse("cpus:1")}, {}, {}});
    world.run();
    EXPECT_EQ(proofs, 1u);
}

} // namespace
} // namespace muster::agentd
