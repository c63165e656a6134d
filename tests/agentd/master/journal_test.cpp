// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "agentd/clock.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

// A master that counts its commits, with one agent and its tasks by hand.
struct JournalingMaster : TestMaster {
    int commits = 0;
    BatchEvents events; // since commitsOf() began

    JournalingMaster() {
        sqlite3_commit_hook(
            journal.database().handle(),
            [](void* count) {
                ++*static_cast<int*>(count);
                return 0;
            },
            &commits);
        begin();
    }
    ~JournalingMaster() { control.reset(); } // no commit is counted any more
    void start(const std::string& master) {
        open(master);
        begin();
    }
    void begin() {
        control->onEvents = [this](const BatchEvents& batch) {
            std::ranges::copy(batch.cluster, std::back_inserter(events.cluster));
            std::ranges::copy(batch.jobs, std::back_inserter(events.jobs));
        };
        run();
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
        TestMaster::addAgent({.hostname = "node-1", .total = *Resources::parse(resources)});
    }
    JobId submit(const std::string& resources) {
        return TestMaster::submit(trainingJob(resources));
    }
};

TEST(Journal, IsWrittenBeforeAJobIsAcknowledged) {
    JournalingMaster world;
    JobId job;
    EXPECT_GE(world.commitsOf([&] { job = world.submit("cpus:1;mem:32"); }), 1);
    EXPECT_EQ(job.value, "job-1");
    EXPECT_EQ(world.journal.load("job")->size(), 1u);
    EXPECT_EQ(world.journal.audit({}, Instant::max(), 10)->size(), 1u);
}

TEST(Journal, IsPrunedInSlicesWithBatchesInBetween) {
    JournalingMaster world;
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

TEST(Journal, KeepsARemovedFrameworkOutHoweverLongAgoItEnded) {
    JournalingMaster world;
    const history::Change change{.upserts = {{"framework", "F", ""}, {"job", "job-1", ""}},
        .endings = {{"framework", "F", Instant()}, {"job", "job-1", Instant()}}};
    ASSERT_TRUE(world.journal.commit(std::span(&change, 1)));
    world.control->prune(now(), {});
    world.start("M2"); // its end waits for the disk
    EXPECT_TRUE(world.journal.ended("job", 10)->empty());
    std::string error;
    const auto link = world.control->addFramework(
        {.send =
                [&error](const cluster::FrameworkEvent& event) {
                    if (const auto* one = std::get_if<cluster::FrameworkError>(&event)) {
                        error = one->message;
                    }
                },
            .close = [](const std::string&) {}});
    world.control->fromFramework(
        link, cluster::Subscribe{{.id = {"F"}, .name = "old", .user = "root"}, {}});
    world.run();
    EXPECT_EQ(error, "Framework has been removed");
}

TEST(Journal, IsNotWrittenForAnExplanationOrAnOffer) {
    JournalingMaster world;
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
    JournalingMaster world;
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
    JournalingMaster world;
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
    JournalingMaster world;
    const auto submit = [&world] {
        world.control->submit(trainingJob("cpus:64;mem:32"), "", "alice", [](const auto&, bool) {});
    };
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
    JournalingMaster world;
    const auto job = world.submit("cpus:64;mem:32");
    const auto framework = world.control->jobsFramework();
    world.start("M2");
    ASSERT_NE(world.control->jobs().job(job), nullptr);
    EXPECT_EQ(world.control->jobs().job(job)->spec.name, "train");
    EXPECT_EQ(world.control->jobsFramework(), framework);
    EXPECT_EQ(world.submit("cpus:64;mem:32").value, "job-2");
}

// It would be killed as failed over, and no job would start until the next master.
TEST(Journal, LetsNobodySubscribeAsTheSchedulerOfJobs) {
    JournalingMaster world;
    world.addAgent("cpus:2;mem:1024");
    world.submit("cpus:1;mem:32");
    std::string refusal;
    const auto link = world.control->addFramework(
        {.send =
                [&](const cluster::FrameworkEvent& event) {
                    const auto* error = std::get_if<cluster::FrameworkError>(&event);
                    refusal = error ? error->message : "subscribed";
                },
            .close = [](const std::string&) {}});
    cluster::FrameworkInfo info
        = world.control->master().framework(world.control->jobsFramework())->info;
    world.control->fromFramework(link, cluster::Subscribe{info, {}});
    world.run();
    EXPECT_TRUE(refusal.ends_with("is the scheduler of Muster's own jobs: subscribe without an id"))
        << refusal;
    const auto next = world.submit("cpus:1;mem:32");
    EXPECT_TRUE(world.control->jobs().job(next)->launched);
}

TEST(Journal, GivesJobsAnotherFrameworkAfterATeardown) {
    JournalingMaster world;
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
    JournalingMaster world;
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

TEST(Journal, KeepsARemovedFrameworkOutUnderTheNextMaster) {
    JournalingMaster world;
    FrameworkId id;
    std::string error;
    const auto subscribe = [&] {
        const auto link = world.control->addFramework(
            {.send =
                    [&](const cluster::FrameworkEvent& event) {
                        if (const auto* made = std::get_if<cluster::Subscribed>(&event)) {
                            id = made->framework;
                        } else if (const auto* why = std::get_if<cluster::FrameworkError>(&event)) {
                            error = why->message;
                        }
                    },
                .close = [](const std::string&) {}});
        world.control->fromFramework(link, cluster::Subscribe{{.id = id, .name = "f"}});
        world.run();
        return link;
    };
    world.control->fromFramework(subscribe(), cluster::Teardown{});
    world.run();
    ASSERT_FALSE(id.empty());
    EXPECT_EQ(world.journal.ended("framework", 10)->size(), 1u);
    world.start("M2");
    subscribe();
    EXPECT_EQ(error, "Framework has been removed");
    EXPECT_EQ(world.control->master().framework(id), nullptr);
}

TEST(Journal, MovesAnEndedJobOnce) {
    JournalingMaster world;
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
    JournalingMaster world;
    std::size_t proofs = 0;
    world.control->fromAgent(
        world.control->addAgent(
            {.send = [&](const auto&) { proofs = world.journal.load("agent-secret")->size(); },
                .close = [](const std::string&) {},
                .proof = [](const AgentId& id) -> std::optional<history::Record> {
                    return history::Record{"agent-secret", id.value, "hash"};
                }}),
        cluster::Register{
            {}, {.hostname = "node-2", .total = *Resources::parse("cpus:1")}, {}, {}});
    world.run();
    EXPECT_EQ(proofs, 1u);
}

} // namespace
} // namespace muster::agentd
