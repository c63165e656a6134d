// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {
using Lines = std::vector<std::string>;
using std::chrono::minutes;
using std::chrono::seconds;

struct OneGpu : World {
    OneGpu() {
        draw("n1: cpus:4;mem:400;gpus:1");
        told();
    }
    const Answer& restrict(const std::string& gpu) {
        apply(OperatorRestrict{7, {GpuUuid{gpu}, "fan noise", "alice", now(), std::nullopt}});
        return answers.back();
    }
};

TEST(Operators, RestrictAGpuThroughItsAgent) {
    OneGpu world;
    EXPECT_TRUE(world.restrict("n1-g0").status);
    EXPECT_EQ(world.answers.back().request, 7u);
    EXPECT_EQ(world.told(), (Lines{"n1 restrict n1-g0"}));
    ASSERT_EQ(world.audits.size(), 1u);
    EXPECT_EQ(world.audits[0].author, "alice");
    EXPECT_EQ(world.audits[0].action, "restrict");
    EXPECT_EQ(world.audits[0].object, "n1-g0");
    EXPECT_EQ(world.audits[0].detail, "fan noise");
}

TEST(Operators, ReleaseAGpuThroughItsAgent) {
    OneGpu world;
    world.apply(OperatorRelease{8, GpuUuid{"n1-g0"}, "bob"});
    EXPECT_TRUE(world.answers.back().status);
    EXPECT_EQ(world.told(), (Lines{"n1 release n1-g0"}));
    EXPECT_EQ(world.audits.at(0).action, "release");
}

TEST(Operators, AreToldThatAGpuIsUnknown) {
    OneGpu world;
    const Answer& answer = world.restrict("GPU-x");
    ASSERT_FALSE(answer.status);
    EXPECT_EQ(answer.status.error().kind, Error::Kind::NotFound);
    EXPECT_EQ(answer.status.error().message, "GPU GPU-x is unknown: list the GPUs for their UUIDs");
    EXPECT_TRUE(world.audits.empty());
}

TEST(Operators, AreToldThatTheAgentIsNotConnected) {
    OneGpu world;
    world.cutAgent("n1");
    const Answer& answer = world.restrict("n1-g0");
    ASSERT_FALSE(answer.status);
    EXPECT_EQ(answer.status.error().kind, Error::Kind::Unavailable);
    EXPECT_EQ(answer.status.error().message,
        "GPU n1-g0 is on n1, which is not connected since " + isoTime(world.now()));
}

TEST(Operators, KillATaskOfAnyFramework) {
    World world;
    world.draw("n1: cpus:4;mem:400");
    world.subscribe("f");
    world.accept("f", {world.task("t", "n1", "cpus:1")});
    world.told();
    world.apply(OperatorKill{9, world.key("f", "t"), "carol"});
    EXPECT_TRUE(world.answers.back().status);
    EXPECT_EQ(world.told(), (Lines{"n1 kill t"}));
    EXPECT_EQ(world.audits.at(0).object, "M-0000/t");
    world.update("n1", "f", "t", TaskState::Killed, 1);
    world.apply(OperatorKill{10, world.key("f", "t"), "carol"});
    EXPECT_EQ(world.answers.back().status.error().message,
        "Task t of framework M-0000 has ended already");
    world.apply(OperatorKill{11, world.key("f", "u"), "carol"});
    EXPECT_EQ(world.answers.back().status.error().message, "Task u of framework M-0000 is unknown");
}

} // namespace
} // namespace muster::cluster
