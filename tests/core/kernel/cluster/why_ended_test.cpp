// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/why_ended.h"

#include <gtest/gtest.h>

#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {

using std::chrono::minutes;
using std::chrono::seconds;

TEST(WhyEnded, NamesTheKillerThenTheLimitThenWhatMesosSays) {
    TaskStatus status;
    status.message = "Command exited with status 7";
    EXPECT_EQ(whyEnded(status), "Command exited with status 7");
    status.memoryExceeded = MemoryExceeded{Bytes::mebi(512), {}};
    EXPECT_EQ(whyEnded(status), "memory limit 512 MiB exceeded");
    status.memoryExceeded->peak = Bytes{(512ULL << 20) + (614ULL << 10)};
    EXPECT_EQ(whyEnded(status), "memory limit 512 MiB exceeded, peak 512.6 MiB");
    status.killedBy = KilledBy{"alice", "wrong data"};
    EXPECT_EQ(whyEnded(status), "killed by alice: wrong data");
    status.killedBy->reason.clear();
    EXPECT_EQ(whyEnded(status), "killed by alice");
}

// A cluster with one running task of a framework "f".
struct Killers : World {
    Killers() {
        draw("n1: cpus:4;mem:400");
        subscribe("f", {Capability::PartitionAware}, minutes(10));
        accept("f", {World::task("t", "n1", "cpus:1")}, Duration::zero());
        update("n1", "f", "t", TaskState::Running, 1);
    }
    // Whom the agent was told of last.
    std::optional<KilledBy> killer() const {
        std::optional<KilledBy> out;
        for (const MasterOutput& output : outputs) {
            const auto* sent = std::get_if<SendAgent>(&output);
            if (const auto* kill = sent ? std::get_if<KillTask>(&sent->command) : nullptr) {
                out = kill->by;
            }
        }
        return out;
    }
};

TEST(Killer, IsTheOperatorWithTheReason) {
    Killers world;
    world.apply(OperatorKill{1, world.key("f", "t"), "alice", "wrong data"});
    EXPECT_EQ(world.killer(), (KilledBy{"alice", "wrong data"}));
    EXPECT_EQ(world.audits.back().author, "alice");
    EXPECT_EQ(world.audits.back().detail, "n1: wrong data");
}

TEST(Killer, IsTheFrameworkOfTheTask) {
    Killers world;
    world.call("f", Kill{.task = {"t"}, .grace = {}, .agent = {}});
    EXPECT_EQ(world.killer(), (KilledBy{"framework " + world.info("f").name, ""}));
}

TEST(Killer, OfAJobIsWhoAskedTheScheduler) {
    Killers world;
    world.call(
        "f", Kill{.task = {"t"}, .grace = {}, .agent = {}, .by = KilledBy{"bob", "too slow"}});
    EXPECT_EQ(world.killer(), (KilledBy{"bob", "too slow"}));
}

TEST(Killer, StaysTheFirstWhoAsked) {
    Killers world;
    world.apply(OperatorKill{1, world.key("f", "t"), "alice", "wrong data"});
    world.call("f", Kill{.task = {"t"}, .grace = seconds(0), .agent = {}});
    EXPECT_EQ(world.killer(), (KilledBy{"alice", "wrong data"}));
}

TEST(Killer, OfADrainIsWhoOrderedIt) {
    Killers world;
    world.apply(OperatorDrain{1, world.agentId("n1"), {}, false, "carol"});
    EXPECT_EQ(world.killer(), (KilledBy{"carol", "n1 is drained"}));
    Killers other;
    other.apply(OperatorDrain{1, other.agentId("n1"), {}, false, "carol", "fan rattles"});
    EXPECT_EQ(other.killer(), (KilledBy{"carol", "n1 is drained: fan rattles"}));
}

TEST(Killer, IsKeptWithTheTask) {
    Killers world;
    TaskStatus end{.task = {"t"}, .state = TaskState::Killed, .message = "Command terminated"};
    end.killedBy = KilledBy{"alice", "wrong data"};
    world.apply(FromAgent{world.link("n1"), StatusUpdate{world.frameworkId("f"), end, {}}});
    const Task* task = world.task("f", "t");
    ASSERT_NE(task, nullptr);
    EXPECT_EQ(task->latest.killedBy, end.killedBy);
    EXPECT_EQ(task->latest.message, "Command terminated") << "frameworks are told Mesos' text";
}

TEST(Killer, OfATornDownFrameworkIsTheOperator) {
    Killers world;
    const auto framework = world.frameworkId("f");
    world.apply(OperatorTeardown{1, framework, "dave"});
    const Task* task = world.master().task(TaskKey{framework, {"t"}});
    ASSERT_NE(task, nullptr);
    EXPECT_EQ(task->latest.killedBy, (KilledBy{"dave", "its framework was torn down"}));
}

} // namespace

} // namespace muster::cluster
