// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/core/kernel/cluster/events_of.h"
#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {
using Lines = std::vector<std::string>;
using std::chrono::minutes;
using std::chrono::seconds;

const std::set<Capability> kGpu{Capability::GpuResources};

TEST(Offers, GiveTheWholeFreePartOfAnAgentToOneFramework) {
    World world;
    world.draw("n1: cpus:8;mem:1024;ports:[31000-32000]");
    world.told();
    world.subscribe("f");
    EXPECT_EQ(world.told(),
        (Lines{"f subscribed", "f offered n1 cpus:8; mem:1024; ports:[31000-32000]"}));
}

TEST(Offers, CarryTheHostNameAndTheAttributesOfTheAgent) {
    World world;
    Register message;
    message.info.hostname = "n1";
    message.info.total = world.parse("cpus:1;mem:64");
    message.info.attributes = parseAttributes("gpu:K40;level:10").value();
    const auto outputs = world.master().apply(FromAgent{Link{77}, message}, world.now());
    ASSERT_FALSE(outputs.empty());
    world.master().apply(FromAgent{Link{77}, AgentUpdate{message.info, {}}}, world.now());
    world.subscribe("f");
    ASSERT_EQ(world.master().offers().size(), 1u);
    const Offer& offer = *world.master().offers().front();
    EXPECT_EQ(offer.id.value, "M-O0");
    EXPECT_EQ(offer.framework.value, "M-0000");
    EXPECT_EQ(offer.agent.value, "M-S0");
    EXPECT_EQ(offer.hostname, "n1");
    EXPECT_EQ(attributesText(offer.attributes), "gpu:K40;level:10");
}

TEST(Offers, AreMadeAfterTheLastOfSeveralInputs) {
    World world;
    world.subscribe("f");
    Register message;
    message.info.total = world.parse("cpus:1;mem:64");
    const auto inputs = {MasterInput(FromAgent{Link{77}, message}),
        MasterInput(FromAgent{Link{77}, AgentUpdate{message.info, {}}})};
    for (const auto& input : inputs) {
        world.master().apply(input, world.now(), Master::Then::More);
        EXPECT_TRUE(world.master().offers().empty());
    }
    world.master().apply(Tick{}, world.now());
    EXPECT_EQ(world.master().offers().size(), 1u);
}

TEST(Offers, AreNotMadeByAMasterThatOnlyTells) {
    World world;
    world.subscribe("f");
    Register message;
    message.info.total = world.parse("cpus:1;mem:64");
    world.master().apply(FromAgent{Link{77}, message}, world.now(), Master::Then::More);
    const auto outputs = world.master().apply(
        FromAgent{Link{77}, AgentUpdate{message.info, {}}}, world.now(), Master::Then::Tell);
    EXPECT_TRUE(world.master().offers().empty());
    ASSERT_FALSE(outputs.empty());
    const auto* events = std::get_if<Events>(&outputs[0]);
    ASSERT_NE(events, nullptr);
    EXPECT_TRUE(std::ranges::any_of(events->list,
        [](const Event& event) { return std::holds_alternative<AgentChanged>(event); }));
}

TEST(Offers, OfAgentsWithGpusAreWithheldAsAWholeFromFrameworksWithoutTheCapability) {
    World world;
    world.draw("n1: cpus:8;mem:1024;gpus:2 / n2: cpus:4;mem:512");
    world.told();
    world.subscribe("plain");
    EXPECT_EQ(world.told(), (Lines{"plain subscribed", "plain offered n2 cpus:4; mem:512"}));
    world.subscribe("gpu", kGpu);
    EXPECT_EQ(world.told(), (Lines{"gpu subscribed", "gpu offered n1 cpus:8; mem:1024; gpus:2"}));
}

TEST(Offers, StayWithheldWhenEveryGpuOfTheAgentIsOutOfService) {
    World world;
    world.draw("n1: cpus:8;mem:1024;gpus:1");
    world.updateGpus("n1", "r");
    world.told();
    world.subscribe("plain");
    EXPECT_EQ(world.told(), (Lines{"plain subscribed"}));
}

TEST(Offers, OfGpuAgentsGoToEveryoneWhenTheFilterIsOff) {
    World world({.id = "M", .filterGpuResources = false});
    world.draw("n1: cpus:8;mem:1024;gpus:2");
    world.told();
    world.subscribe("plain");
    EXPECT_EQ(
        world.told(), (Lines{"plain subscribed", "plain offered n1 cpus:8; mem:1024; gpus:2"}));
}

TEST(Offers, AreNotMadeOfAgentsWithoutCpusAndMemory) {
    World world;
    world.draw("n1: disk:1000 / n2: cpus:0.005;mem:31 / n3: mem:32 / n4: cpus:0.01");
    world.told();
    world.subscribe("f");
    EXPECT_EQ(
        world.told(), (Lines{"f subscribed", "f offered n3 mem:32", "f offered n4 cpus:0.01"}));
}

TEST(Offers, GoToTheFrameworkWithTheLowestDominantShare) {
    World world;
    world.subscribe("a");
    world.subscribe("b");
    world.told();
    world.draw("n1: cpus:8;mem:100 / n2: cpus:1;mem:700 / n3: cpus:1;mem:100");
    EXPECT_EQ(world.toldTo("a"), (Lines{"offered n1 cpus:8; mem:100"}));
    EXPECT_EQ(
        world.toldTo("b"), (Lines{"offered n2 cpus:1; mem:700", "offered n3 cpus:1; mem:100"}));
}

TEST(Offers, AreNotRepeatedForWhatWasDeclinedUntilTheRefusalEnds) {
    World world;
    world.draw("n1: cpus:8;mem:1024");
    world.subscribe("f");
    world.told();
    world.declineAll("f", seconds(5));
    EXPECT_EQ(world.told(), Lines{});
    world.advance(seconds(4));
    EXPECT_EQ(world.told(), Lines{});
    world.advance(seconds(1));
    EXPECT_EQ(world.told(), (Lines{"f offered n1 cpus:8; mem:1024"}));
}

TEST(Offers, AreRepeatedAtOnceWhenNothingIsRefused) {
    World world;
    world.draw("n1: cpus:8;mem:1024");
    world.subscribe("f");
    world.told();
    world.declineAll("f", Duration::zero());
    EXPECT_EQ(world.told(), (Lines{"f offered n1 cpus:8; mem:1024"}));
}

TEST(Offers, ANegativeRefusalMeansFiveSeconds) {
    World world;
    world.draw("n1: cpus:8;mem:1024");
    world.subscribe("f");
    world.declineAll("f", seconds(-1));
    EXPECT_EQ(world.master().nextDeadline(), Now(world.now() + seconds(5)).uptime);
}

TEST(Offers, ARefusalEndsHoweverTheWallClockIsSet) {
    for (const auto step : {-seconds(40), -seconds(3600), seconds(3600)}) {
        World world;
        world.draw("n1: cpus:8;mem:1024");
        world.subscribe("f");
        world.declineAll("f", seconds(5));
        world.told();
        world.wallStep = step;
        world.advance(seconds(4));
        EXPECT_EQ(world.told(), Lines{});
        world.advance(seconds(1));
        EXPECT_EQ(world.told(), (Lines{"f offered n1 cpus:8; mem:1024"}));
    }
}

TEST(Offers, ARefusalIsCutAtAYear) {
    World world;
    world.draw("n1: cpus:8;mem:1024");
    world.subscribe("f");
    world.declineAll("f", std::chrono::hours(24 * 1000));
    EXPECT_EQ(
        world.master().nextDeadline(), Now(world.now() + std::chrono::hours(24 * 365)).uptime);
}

TEST(Offers, OfMoreThanWasRefusedAreMadeAtOnce) {
    World world;
    world.draw("n1: cpus:8;mem:1024");
    world.subscribe("f");
    world.accept("f", {world.task("t", "n1", "cpus:4;mem:512")}, minutes(60));
    world.told();
    world.update("n1", "f", "t", TaskState::Finished, 1);
    EXPECT_EQ(world.toldTo("f"), (Lines{"t is TASK_FINISHED", "offered n1 cpus:8; mem:1024"}));
}

TEST(Offers, WhatOneFrameworkRefusedGoesToAnother) {
    World world;
    world.draw("n1: cpus:8;mem:1024");
    world.subscribe("a");
    world.subscribe("b");
    world.told();
    world.declineAll("a");
    EXPECT_EQ(world.told(), (Lines{"b offered n1 cpus:8; mem:1024"}));
}

TEST(Offers, ReviveClearsRefusalsAndSuppression) {
    World world;
    world.draw("n1: cpus:8;mem:1024");
    world.subscribe("f");
    world.declineAll("f", minutes(60));
    world.call("f", Suppress{});
    world.told();
    world.advance(minutes(120));
    EXPECT_EQ(world.told(), Lines{});
    world.call("f", Revive{});
    EXPECT_EQ(world.told(), (Lines{"f offered n1 cpus:8; mem:1024"}));
    EXPECT_EQ(world.master().nextDeadline(), std::nullopt);
}

TEST(Offers, AreRescindedAndMadeAnewAfterTheirTimeOut) {
    World world({.id = "M", .offerTimeout = seconds(30)});
    world.draw("n1: cpus:8;mem:1024");
    world.subscribe("a");
    world.told();
    world.advance(seconds(29));
    EXPECT_EQ(world.told(), Lines{});
    world.advance(seconds(1));
    EXPECT_EQ(world.told(), (Lines{"a rescinded M-O0", "a offered n1 cpus:8; mem:1024"}));
}

constexpr Duration kRound = seconds(1);

TEST(OfferRounds, GatherWhatEndedTasksGiveBackAndOfferItWhole) {
    World world({.id = "M", .allocationInterval = kRound});
    world.draw("n1: cpus:2;mem:1024");
    world.subscribe("f");
    world.advance(std::chrono::milliseconds(100));
    world.accept("f",
        {world.task("a", "n1", "cpus:0.1;mem:32"), world.task("b", "n1", "cpus:1;mem:64")},
        Duration::zero());
    world.told();
    world.update("n1", "f", "a", TaskState::Finished, 1);
    world.advance(std::chrono::milliseconds(300));
    world.update("n1", "f", "b", TaskState::Finished, 2);
    EXPECT_EQ(world.toldTo("f"), (Lines{"a is TASK_FINISHED", "b is TASK_FINISHED"}));
    world.advance(kRound);
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n1 cpus:2; mem:1024"}));
    EXPECT_EQ(world.master().nextDeadline(), std::nullopt);
}

TEST(OfferRounds, GatherWhatIsDeclined) {
    World world({.id = "M", .allocationInterval = kRound});
    world.draw("n1: cpus:2;mem:1024");
    world.subscribe("a");
    world.subscribe("b");
    world.told();
    world.declineAll("a");
    EXPECT_EQ(world.told(), Lines{});
    world.advance(kRound);
    EXPECT_EQ(world.told(), (Lines{"b offered n1 cpus:2; mem:1024"}));
}

TEST(OfferRounds, ComeWithinOneIntervalHoweverLongAgoTheLastWas) {
    World world({.id = "M", .allocationInterval = kRound});
    world.draw("n1: cpus:2;mem:1024");
    world.subscribe("f");
    world.accept("f", {world.task("t", "n1", "cpus:0.1;mem:32")}, Duration::zero());
    world.advance(minutes(10) + std::chrono::milliseconds(300));
    world.declineAll("f", Duration::zero());
    world.told();
    world.update("n1", "f", "t", TaskState::Finished, 1);
    world.advance(std::chrono::milliseconds(699));
    EXPECT_EQ(world.toldTo("f"), (Lines{"t is TASK_FINISHED"})) << "not a fragment";
    world.advance(std::chrono::milliseconds(1));
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n1 cpus:2; mem:1024"}));
}

TEST(OfferRounds, DoNotLetANewFrameworkWait) {
    World world({.id = "M", .allocationInterval = kRound});
    world.draw("n1: cpus:2;mem:1024");
    world.subscribe("a");
    world.declineAll("a", minutes(60));
    world.told();
    world.subscribe("b");
    EXPECT_EQ(world.told(), (Lines{"b subscribed", "b offered n1 cpus:2; mem:1024"}));
}

TEST(OfferRounds, DoNotLetARevivedFrameworkWait) {
    World world({.id = "M", .allocationInterval = kRound});
    world.draw("n1: cpus:2;mem:1024");
    world.subscribe("f");
    world.declineAll("f", minutes(60));
    world.told();
    world.call("f", Revive{});
    EXPECT_EQ(world.told(), (Lines{"f offered n1 cpus:2; mem:1024"}));
}

TEST(OfferRounds, DoNotLetANewAgentWait) {
    World world({.id = "M", .allocationInterval = kRound});
    world.subscribe("f");
    world.told();
    world.draw("n1: cpus:2;mem:1024");
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n1 cpus:2; mem:1024"}));
    world.draw("n2: cpus:4;mem:1024");
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n2 cpus:4; mem:1024"}));
    world.updateGpus("n1", "");
    EXPECT_EQ(world.toldTo("f"), Lines{})
        << "an update that says nothing new is no reason to offer";
}

TEST(OfferRounds, DoNotLetAnEagerFrameworkWaitForWhatOthersGiveBack) {
    World world({.id = "M", .allocationInterval = kRound});
    world.info("waiting").eager = true;
    world.subscribe("waiting");
    world.call("waiting", Suppress{});
    world.draw("n1: cpus:2;mem:1024");
    world.subscribe("a");
    world.accept("a", {world.task("t", "n1", "cpus:2;mem:1024")});
    world.call("waiting", Revive{});
    world.told();
    world.update("n1", "a", "t", TaskState::Finished, 1);
    EXPECT_EQ(world.toldTo("waiting"), (Lines{"offered n1 cpus:2; mem:1024"}));
}

TEST(OfferRounds, DoNotServeAnEagerFrameworkBeforeThoseWithLess) {
    World world({.id = "M", .allocationInterval = kRound});
    world.draw("n1: cpus:4;mem:1024");
    world.info("eager").eager = true;
    world.subscribe("eager");
    world.accept("eager", {world.task("large", "n1", "cpus:2;mem:512")});
    world.subscribe("f");
    world.accept("f", {world.task("t", "n1", "cpus:2;mem:512")});
    world.advance(seconds(6)); // no refusal is left
    world.told();
    world.update("n1", "f", "t", TaskState::Finished, 1);
    EXPECT_EQ(world.toldTo("eager"), Lines{});
    world.advance(kRound);
    EXPECT_EQ(world.toldTo("f"), (Lines{"t is TASK_FINISHED", "offered n1 cpus:2; mem:512"}));
    EXPECT_EQ(world.toldTo("eager"), Lines{});
}

TEST(OfferRounds, DoNotPassAnOfferToAndFroBetweenEagerFrameworks) {
    World world({.id = "M", .allocationInterval = kRound});
    world.draw("n1: cpus:2;mem:1024");
    for (const char* name : {"a", "b"}) {
        world.info(name).eager = true;
        world.subscribe(name);
    }
    world.told();
    world.declineAll("a", Duration::zero());
    EXPECT_EQ(world.told(), Lines{});
}

TEST(Offers, WithAGpuThatIsRestrictedAreRescindedAndTheRestIsOfferedAtOnce) {
    World world;
    world.draw("n1: cpus:8;mem:1024;gpus:2");
    world.subscribe("f", kGpu);
    EXPECT_EQ(world.gpuStates("n1"), "oo");
    world.told();
    world.updateGpus("n1", "r.");
    EXPECT_EQ(world.told(), (Lines{"f rescinded M-O0", "f offered n1 cpus:8; mem:1024; gpus:1"}));
    EXPECT_EQ(world.gpuStates("n1"), "ro");
}

TEST(Offers, ThatStillFitSurviveALoweredTotal) {
    World world;
    world.draw("n1: cpus:8;mem:1024;gpus:2");
    world.subscribe("f", kGpu);
    world.accept("f", {world.task("t", "n1", "cpus:4;mem:512;gpus:2")}, Duration::zero());
    world.told();
    ASSERT_EQ(world.master().offers().size(), 1u);
    world.updateGpus("n1", "al"); // without the offer's doing: it has no GPU
    EXPECT_EQ(world.told(), Lines{});
}

TEST(Offers, ShowTheLowestFreeMinorsAsOffered) {
    World world;
    world.draw("n1: cpus:8;mem:1024;gpus:4");
    world.updateGpus("n1", "a.r.");
    world.subscribe("f", kGpu);
    EXPECT_EQ(world.gpuStates("n1"), "aoro");
}

TEST(Offers, OfANewAgentWaitUntilItIsKnownToKeepItsId) {
    World world;
    world.subscribe("f");
    world.told();
    AgentInfo info;
    info.total = world.parse("cpus:1;mem:64");
    world.master().apply(FromAgent{Link{77}, Register{{}, info, {}, {}}}, world.now());
    EXPECT_TRUE(world.master().offers().empty());
    world.master().apply(FromAgent{Link{77}, AgentUpdate{info, {}}}, world.now());
    EXPECT_EQ(world.master().offers().size(), 1u);
}

TEST(Offers, AnAgentThatLeavesBeforeItKeepsItsIdIsForgotten) {
    World world;
    AgentInfo info;
    info.total = world.parse("cpus:1;mem:64");
    world.master().apply(FromAgent{Link{77}, Register{{}, info, {}, {}}}, world.now());
    EXPECT_EQ(world.master().agents().size(), 1u);
    world.master().apply(LinkClosed{Link{77}}, world.now());
    EXPECT_TRUE(world.master().agents().empty());
    EXPECT_EQ(world.master().nextDeadline(), std::nullopt);
}

TEST(Offers, AreTakenBackFromAnAgentThatDisconnects) {
    World world;
    world.draw("n1: cpus:8;mem:1024");
    world.subscribe("f");
    world.told();
    world.cutAgent("n1");
    EXPECT_EQ(world.told(), (Lines{"f rescinded M-O0"}));
    EXPECT_EQ(world.agent("n1").state, AgentState::Disconnected);
    EXPECT_TRUE(world.master().offers().empty());
}

TEST(Offers, NothingHappensWhenNothingChanges) {
    World world;
    world.draw("n1: cpus:8;mem:1024");
    world.subscribe("f");
    world.declineAll("f");
    world.apply(Tick{});
    EXPECT_TRUE(world.outputs.empty());
}

TEST(Offers, EventsGoOutBeforeEverySend) {
    World world;
    world.draw("n1: cpus:8;mem:1024;gpus:1");
    world.subscribe("f", kGpu);
    world.accept("f", {world.task("t", "n1", "cpus:1;gpus:1")});
    bool sent = false;
    bool wasAdded = false;
    for (const MasterOutput& output : world.outputs) {
        const auto* events = std::get_if<Events>(&output);
        EXPECT_FALSE(events && sent);
        const auto added = events ? of<TaskAdded>(events->list) : std::vector<TaskAdded>();
        wasAdded = wasAdded || (added.size() == 1 && added[0].task == world.key("f", "t"));
        sent = sent || std::holds_alternative<SendAgent>(output);
    }
    EXPECT_TRUE(wasAdded);
    EXPECT_TRUE(sent);
}

} // namespace
} // namespace muster::cluster
