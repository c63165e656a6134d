// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/explain.h"

#include <gtest/gtest.h>

#include "agentd/clock.h"
#include "core/proto/states.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

// A master with one node of two GPUs.
struct ExplainingMaster : TestMaster {
    ExplainingMaster() {
        run();
        addAgent({.hostname = "node-1",
                     .total = *Resources::parse("cpus:4;mem:1024;gpus:2"),
                     .gpus = {{.uuid = {"GPU-a"}, .index = 0}, {.uuid = {"GPU-b"}, .index = 1}}},
            {{.gpu = {"GPU-a"}}, {.gpu = {"GPU-b"}}});
    }
    void subscribeAnother() {
        const auto link = control->addFramework(
            {.send = [](const cluster::FrameworkEvent&) {}, .close = [](const std::string&) {}});
        cluster::FrameworkInfo info{.name = "other", .user = "bob"};
        info.capabilities = {cluster::Capability::GpuResources};
        control->fromFramework(link, cluster::Subscribe{info, {}});
        run();
    }
    // The column of the list, after a look that the explanation says the same.
    const jobs::Job& job(const JobId& id) const {
        const auto& job = *control->jobs().job(id);
        const auto explained = explainJob(*control, job, 10, now());
        EXPECT_EQ(proto::word(explained.reason()), wireName(job.waiting));
        EXPECT_EQ(explained.sentence(), job.waitText);
        return job;
    }
};

TEST(Explain, SeesTheOffersOfOtherFrameworks) {
    ExplainingMaster world;
    world.subscribeAnother();
    const auto& job = world.job(world.submit(trainingJob("cpus:1;mem:32;gpus:1")));
    EXPECT_EQ(job.waiting, WaitReason::Gpus);
    EXPECT_EQ(job.waitText,
        "Needs 1 GPU: 1 node qualifies, but of 2 GPUs free on node-1, 2 are offered to another "
        "framework");
}

TEST(Explain, SeesDrainedNodesAndThoseThatAreAwaited) {
    ExplainingMaster world;
    bool drained = false;
    world.control->execute(
        cluster::OperatorDrain{0, world.agentId, std::nullopt, false, "alice", "fan"},
        [&](const Status& status) { drained = status.has_value(); });
    world.run();
    ASSERT_TRUE(drained);
    const auto id = world.submit(trainingJob("cpus:1;mem:32;gpus:1"));
    EXPECT_EQ(world.job(id).waiting, WaitReason::NoAgents);
    EXPECT_EQ(world.job(id).waitText,
        "1 node qualifies, but is not available: node-1 is drained by alice: fan");
    world.open("M2");
    world.run();
    EXPECT_EQ(world.job(id).waiting, WaitReason::NoAgents);
    EXPECT_TRUE(world.job(id).waitText.starts_with("1 node may qualify, but is not available: "
                                                   "node-1 is awaited since the master's restart "
                                                   "at "))
        << world.job(id).waitText;
}

// The pause is counted in uptime: the list and the explanation agree however the wall clock is set.
TEST(Explain, SaysOfAJobThatBacksOffWhatTheListSays) {
    ExplainingMaster world;
    auto spec = trainingJob("cpus:1;mem:32;gpus:1");
    spec.retries = 1;
    const auto id = world.submit(spec);
    const auto& job = *world.control->jobs().job(id);
    ASSERT_TRUE(job.launched);
    world.control->fromAgent(world.agent,
        cluster::StatusUpdate{world.control->jobsFramework(),
            {.task = *job.task,
                .state = TaskState::Failed,
                .source = StatusSource::Executor,
                .uuid = UuidSequence(1).next(),
                .agent = job.agent},
            {}});
    world.run();
    ASSERT_EQ(job.waiting, WaitReason::BackOff);
    for (const auto step : {-std::chrono::hours(1), std::chrono::hours(1)}) {
        const auto explained = explainJob(*world.control, job, 10, now().wall + step);
        EXPECT_EQ(proto::word(explained.reason()), "BackOff");
        EXPECT_EQ(explained.sentence(), job.waitText);
        EXPECT_TRUE(job.waitText.starts_with("Attempt 2 starts at ")) << job.waitText;
    }
}

TEST(Explain, KnowsEveryNodeHoweverManyHaveChanged) {
    ExplainingMaster world;
    const auto add = [&world](const std::string& name, const std::string& total) {
        const auto link = world.control->addAgent({.send = [](const cluster::AgentCommand&) {},
            .close = [](const std::string&) {},
            .proof = {}});
        const cluster::AgentInfo info{.hostname = name, .total = *Resources::parse(total)};
        world.control->fromAgent(link, cluster::Register{{name}, info, {}, {}});
    };
    for (std::size_t i = 0; i < 2 * ClusterNews::kSlice; ++i) {
        add(fmt::format("a-{}", i), "cpus:4;mem:1024");
    }
    add("z", "cpus:8;mem:1024"); // is told last
    world.run();
    EXPECT_EQ(world.job(world.submit(trainingJob("cpus:16;mem:32"))).waitText,
        "No node has cpus:16: the largest, z, has 8. The job cannot run on this cluster");
}

TEST(Explain, CallsAJobThatIsTooLargeImpossible) {
    ExplainingMaster world;
    const auto id = world.submit(trainingJob("cpus:1;mem:32;gpus:3"));
    EXPECT_EQ(world.job(id).waiting, WaitReason::Gpus);
    EXPECT_EQ(world.job(id).waitText,
        "No node has 3 GPUs: the largest, node-1, has 2. The job cannot run on this cluster");
}

} // namespace
} // namespace muster::agentd
