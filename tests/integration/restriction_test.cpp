// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "core/proto/states.h"
#include "tests/support/e2e/world.h"
#include "tests/support/paths.h"

namespace muster::e2e {
namespace {

struct Restricting : World {
    static muster::v1::Reply restrict(
        Console& console, const std::string& uuid, const std::string& reason) {
        muster::v1::Request request;
        request.mutable_restrict_gpu()->set_uuid(uuid);
        request.mutable_restrict_gpu()->set_reason(reason);
        request.mutable_restrict_gpu()->set_author("alice");
        return console.ask(request);
    }
    static muster::v1::Reply release(Console& console, const std::string& uuid) {
        muster::v1::Request request;
        request.mutable_release_gpu()->set_uuid(uuid);
        return console.ask(request);
    }
    static bool advertises(Console& console, int gpus) {
        const bool does = console.until([&] {
            return console.agents.size() == 1
                && console.agents.begin()->second.resources().gpus() == gpus * 1000;
        });
        EXPECT_TRUE(does) << console.agents.begin()->second.ShortDebugString();
        return does;
    }
};

TEST_F(Restricting, AFreeGpuTakesItOutOfServiceUntilItIsReleased) {
    auto& daemon = standalone();
    std::string uuid, job;
    {
        auto console = this->console(daemon);
        ASSERT_TRUE(advertises(console, 4));
        uuid = console.gpus.begin()->first;
        EXPECT_TRUE(restrict(console, uuid, "").has_error());
        EXPECT_FALSE(restrict(console, uuid, "fan noise").has_error());
        ASSERT_TRUE(console.gpuIs(uuid, "restricted"));
        EXPECT_EQ(console.gpus[uuid].restriction().reason(), "fan noise");
        EXPECT_EQ(console.gpus[uuid].restriction().author(), "alice");
        EXPECT_EQ(restrict(console, uuid, "again").error().message(),
            "GPU " + uuid + " is already restricted, by alice: fan noise");
        EXPECT_TRUE(advertises(console, 3));
        job = console.submit("four", "true", "cpus:0.1;mem:32;gpus:4");
        EXPECT_TRUE(console.until([&] { return !console.job(job).wait_text().empty(); }));
        EXPECT_NE(console.job(job).wait_reason(), muster::v1::Job::NO_WAIT_REASON);
        EXPECT_EQ(proto::word(console.job(job).state()), "queued");
    }
    daemon.process->signal(SIGTERM);
    restart(daemon);
    auto console = this->console(daemon);
    ASSERT_TRUE(console.gpuIs(uuid, "restricted"));
    EXPECT_EQ(console.gpus[uuid].restriction().reason(), "fan noise");
    EXPECT_EQ(proto::word(console.job(job).state()), "queued");
    EXPECT_FALSE(release(console, uuid).has_error());
    EXPECT_EQ(release(console, uuid).error().message(), "GPU " + uuid + " is not restricted");
    EXPECT_TRUE(console.jobIs(job, "finished"));
}

TEST_F(Restricting, ABusyGpuLetsItsTaskRunToTheEnd) {
    auto& daemon = standalone();
    auto console = this->console(daemon);
    const auto job = console.submit("busy",
        "while [ ! -e " + m_base + "/shared/go ]; do sleep 0.05; done", "cpus:0.1;mem:32;gpus:1");
    ASSERT_TRUE(console.jobIs(job, "running"));
    const auto task = console.job(job).task_id();
    ASSERT_EQ(console.tasks[task].gpus_size(), 1);
    const auto uuid = console.tasks[task].gpus(0);
    ASSERT_FALSE(restrict(console, uuid, "maintenance").has_error());
    ASSERT_TRUE(console.gpuIs(uuid, "draining"));
    EXPECT_EQ(proto::word(console.job(job).state()), "running");
    writeText(m_base + "/shared/go", "");
    EXPECT_TRUE(console.jobIs(job, "finished"));
    EXPECT_TRUE(console.gpuIs(uuid, "restricted"));
}

TEST_F(Restricting, IsNotNeededForAGpuThatIsLost) {
    auto& daemon
        = standalone({"--simulate=" MUSTER_SOURCE_DIR "/tests/data/scenarios/lost-soon.json",
            "--sample_interval=200ms"});
    auto console = this->console(daemon);
    std::string lost;
    ASSERT_TRUE(console.until([&] {
        for (const auto& [uuid, gpu] : console.gpus) {
            lost = proto::word(gpu.state()) == "lost" ? uuid : lost;
        }
        return !lost.empty();
    }));
    EXPECT_FALSE(console.gpus[lost].problem().empty());
    EXPECT_TRUE(advertises(console, 3));
    const auto job = console.submit("three", "true", "cpus:0.1;mem:32;gpus:3");
    EXPECT_TRUE(console.jobIs(job, "finished"));
    const auto& gpus = console.tasks[console.job(job).task_id()].gpus();
    EXPECT_EQ(gpus.size(), 3);
    EXPECT_EQ(std::count(gpus.begin(), gpus.end(), lost), 0);
}

TEST_F(Restricting, AGpuOfAnAgentThatIsAwayIsDoneAsSoonAsItIsBackWhateverEndedMeanwhile) {
    auto& master = this->master();
    auto& agent = this->agent(master, {"--simulate=m60x4"});
    std::string uuid;
    {
        auto console = this->console(master);
        ASSERT_TRUE(advertises(console, 4));
        uuid = console.gpus.begin()->first;
        // An agent that goes before it has confirmed its id is forgotten, and has no offers.
        ASSERT_TRUE(console.jobIs(console.submit("first", "true", "cpus:0.1;mem:32"), "finished"));
        agent.process->signal(SIGKILL);
        agent.process->wait(5s);
        ASSERT_TRUE(console.until(
            [&] { return proto::word(console.agents.begin()->second.state()) == "disconnected"; }));
        const auto reply = restrict(console, uuid, "fan noise");
        EXPECT_FALSE(reply.has_error());
        EXPECT_NE(reply.note().find("is not connected: the command takes effect"), std::string::npos);
        EXPECT_TRUE(console.until([&] {
            return console.gpus[uuid].problem().find("To be restricted by alice") == 0;
        })) << console.gpus[uuid].ShortDebugString();
    }
    master.process->signal(SIGKILL);
    master.process->wait(5s);
    restart(master);
    restart(agent);
    auto console = this->console(master);
    EXPECT_TRUE(console.gpuIs(uuid, "restricted"));
    EXPECT_EQ(console.gpus[uuid].restriction().author(), "alice");
    EXPECT_EQ(console.gpus[uuid].problem(), "");
    EXPECT_TRUE(advertises(console, 3));
}

} // namespace
} // namespace muster::e2e
