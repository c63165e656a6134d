// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {
using Lines = std::vector<std::string>;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(Frameworks, GetIdsInOrder) {
    World world;
    world.subscribe("a");
    world.subscribe("b");
    EXPECT_EQ(world.frameworkId("a").value, "M-0000");
    EXPECT_EQ(world.frameworkId("b").value, "M-0001");
}

TEST(Frameworks, SubscribeAgainAlwaysWinsAndClosesTheFormerLink) {
    World world;
    world.draw("n1: cpus:4;mem:400");
    world.subscribe("f", {}, minutes(1));
    world.told();
    world.subscribeAgain("f");
    EXPECT_EQ(world.told(),
        (Lines{"f error Framework failed over", "f closed: Framework failed over", "f subscribed",
            "f offered n1 cpus:4; mem:400"}));
    world.apply(LinkClosed{Link{2}}); // the former link's end comes late
    EXPECT_NE(world.master().framework(world.frameworkId("f"))->link, std::nullopt);
}

TEST(Frameworks, WithoutAFailoverTimeoutAreRemovedWhenTheyDisconnect) {
    World world;
    world.draw("n1: cpus:4;mem:400");
    world.subscribe("f");
    world.accept("f", {world.task("t", "n1", "cpus:1")});
    world.told();
    world.cutFramework("f");
    EXPECT_EQ(world.told(), (Lines{"n1 remove M-0000"}));
    EXPECT_EQ(world.master().framework(world.frameworkId("f")), nullptr);
    EXPECT_EQ(world.task("f", "t")->latest.state, TaskState::Killed);
    EXPECT_EQ(world.agent("n1").used.total().text(), "cpus:1"); // until the agent has taken it in
    world.updateGpus("n1", "");
    EXPECT_TRUE(world.agent("n1").used.total().empty());
}

TEST(Frameworks, MayComeBackWithinTheirFailoverTimeout) {
    World world;
    world.draw("n1: cpus:4;mem:400");
    world.subscribe("f", {}, minutes(1));
    world.accept("f", {world.task("t", "n1", "cpus:1")});
    world.cutFramework("f");
    world.advance(seconds(59));
    world.told();
    world.subscribeAgain("f");
    world.advance(minutes(5));
    EXPECT_EQ(world.told(), (Lines{"f subscribed", "f offered n1 cpus:3; mem:400"}));
    EXPECT_NE(world.task("f", "t"), nullptr);
}

TEST(Frameworks, AreRemovedAfterTheirFailoverTimeoutForGood) {
    World world;
    world.subscribe("f", {}, minutes(1));
    world.cutFramework("f");
    world.advance(minutes(1));
    EXPECT_TRUE(world.master().frameworks().empty());
    world.told();
    world.subscribeAgain("f");
    EXPECT_EQ(world.told(),
        (Lines{"f error Framework has been removed", "f closed: Framework has been removed"}));
}

TEST(Frameworks, OfAnotherMasterLifeAreAccepted) {
    World world;
    world.apply(Tick{});
    const auto outputs = world.master().apply(
        FromFramework{Link{9}, Subscribe{{.id = FrameworkId{"OLD-0003"}}}}, world.now());
    EXPECT_NE(world.master().framework(FrameworkId{"OLD-0003"}), nullptr);
    EXPECT_FALSE(outputs.empty());
}

TEST(Frameworks, ThatWereRemovedInAnEarlierLifeStayRemoved) {
    const FrameworkId id{"OLD-0003"};
    Recovered recovered;
    recovered.removedFrameworks = {id};
    World world({.id = "M"}, recovered);
    const auto subscribed = world.master().apply(
        FromFramework{Link{90}, Subscribe{{.id = id, .name = "f"}}}, world.now());
    ASSERT_EQ(subscribed.size(), 2u);
    EXPECT_EQ(std::get<CloseLink>(subscribed[1]).reason, "Framework has been removed");

    Register message{.id = {"OLD-S0"}, .info = {.hostname = "n1"}};
    message.info.total = world.parse("cpus:4;mem:400");
    message.tasks.push_back({id, {.id = {"t"}, .resources = world.parse("cpus:4")}, {}, {}});
    bool isRemoved = false;
    for (const MasterOutput& output :
        world.master().apply(FromAgent{Link{91}, message}, world.now())) {
        const auto* sent = std::get_if<SendAgent>(&output);
        const auto* removal = sent ? std::get_if<RemoveFramework>(&sent->command) : nullptr;
        isRemoved = isRemoved || (removal && removal->framework == id);
    }
    EXPECT_TRUE(isRemoved);
    EXPECT_EQ(world.master().framework(id), nullptr);
    EXPECT_EQ(world.master().task({id, {"t"}}), nullptr);
}

TEST(Frameworks, MayNotChangeTheirPrincipal) {
    World world;
    world.master().apply(FromFramework{Link{90}, Subscribe{{.principal = "alice"}}}, world.now());
    const auto outputs = world.master().apply(
        FromFramework{Link{91}, Subscribe{{.id = FrameworkId{"M-0000"}, .principal = "bob"}}},
        world.now());
    ASSERT_EQ(outputs.size(), 2u);
    EXPECT_EQ(std::get<FrameworkError>(std::get<SendFramework>(outputs[0]).event).message,
        "Changing framework's principal is not allowed.");
    EXPECT_EQ(std::get<CloseLink>(outputs[1]).link, Link{91});
}

TEST(Frameworks, ThatTearDownLoseTheirTasksAndTheirLink) {
    World world;
    world.draw("n1: cpus:4;mem:400");
    world.subscribe("f", {}, minutes(1));
    world.accept("f", {world.task("t", "n1", "cpus:1")});
    world.told();
    world.call("f", Teardown{});
    EXPECT_EQ(world.told(), (Lines{"f closed: Framework has been torn down", "n1 remove M-0000"}));
    world.apply(LinkClosed{Link{2}});
    EXPECT_TRUE(world.master().frameworks().empty());
}

TEST(Frameworks, ThatWereRemovedAreKeptWithTheirTasks) {
    World world;
    world.draw("n1: cpus:4;mem:400");
    world.subscribe("f");
    world.accept("f", {world.task("t", "n1", "cpus:1")});
    world.call("f", Teardown{});
    ASSERT_EQ(world.master().completedFrameworks().size(), 1u);
    const Framework& framework = world.master().completedFrameworks()[0];
    EXPECT_EQ(framework.info.id.value, "M-0000");
    EXPECT_EQ(framework.removed, world.now());
    EXPECT_TRUE(framework.tasks.empty());
    const Task* task = world.task("f", "t");
    ASSERT_NE(task, nullptr);
    EXPECT_EQ(task->latest.state, TaskState::Killed);
    EXPECT_EQ(task->latest.reason, Reason::FrameworkRemoved);
    EXPECT_EQ(task->latest.message, "Framework M-0000 removed");
}

TEST(Frameworks, ThatWereRemovedAreKeptUpToALimit) {
    World world;
    for (int i = 0; i < 60; ++i) {
        const std::string name = fmt::format("f{}", i);
        world.subscribe(name);
        world.call(name, Teardown{});
    }
    ASSERT_EQ(world.master().completedFrameworks().size(), 50u);
    EXPECT_EQ(world.master().completedFrameworks().back().info.name, "f59");
}

TEST(Frameworks, ACallOnALinkWithoutSubscriptionClosesIt) {
    World world;
    const auto outputs = world.master().apply(FromFramework{Link{5}, Revive{}}, world.now());
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(std::get<CloseLink>(outputs[0]).reason, "Framework is not subscribed");
}

} // namespace
} // namespace muster::cluster
