// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {
using Lines = std::vector<std::string>;
using std::chrono::minutes;
using std::chrono::seconds;

const std::set<Capability> kAware{Capability::PartitionAware};
const std::set<Capability> kPlain;

struct OneTask : World {
    explicit OneTask(std::set<Capability> capabilities = kAware) {
        draw("n1: cpus:4;mem:400");
        subscribe("f", std::move(capabilities), minutes(10));
        info = World::task("t", "n1", "cpus:4;mem:400");
        accept("f", {info});
        update("n1", "f", "t", TaskState::Running, 1);
        told();
        updates.clear();
    }
    void expectUpdate(TaskState state, const std::string& message) {
        ASSERT_EQ(updates.size(), 1u);
        EXPECT_EQ(updates[0].state, state);
        EXPECT_EQ(updates[0].message, message);
        EXPECT_EQ(updates[0].source, StatusSource::Master);
        EXPECT_EQ(updates[0].reason, Reason::Reconciliation);
        EXPECT_EQ(updates[0].uuid, std::nullopt);
    }
    TaskInfo info;
    using World::task;
};

TEST(Reconciliation, TellsTheLatestStateOfAKnownTask) {
    OneTask world;
    world.call("f", Reconcile{{{TaskId{"t"}, {}}}});
    world.expectUpdate(TaskState::Running, "Reconciliation: Latest task state");
    EXPECT_EQ(world.updates[0].agent, world.agentId("n1"));
}

TEST(Reconciliation, WithoutIdsTellsOfEveryTask) {
    OneTask world;
    world.call("f", Reconcile{});
    world.expectUpdate(TaskState::Running, "Reconciliation: Latest task state");
}

TEST(Reconciliation, SaysThatATaskIsUnknown) {
    OneTask world;
    world.call("f", Reconcile{{{TaskId{"never-was"}, {}}}});
    world.expectUpdate(TaskState::Unknown, "Reconciliation: Task is unknown");
    EXPECT_TRUE(world.updates[0].agent.empty());
}

TEST(Reconciliation, CallsAnUnknownTaskLostWithoutPartitionAwareness) {
    OneTask world(kPlain);
    world.call("f", Reconcile{{{TaskId{"never-was"}, {}}}});
    world.expectUpdate(TaskState::Lost, "Reconciliation: Task is unknown");
}

TEST(Reconciliation, SaysThatAnAgentDoesNotKnowATask) {
    OneTask world;
    world.call("f", Reconcile{{{TaskId{"never-was"}, world.agentId("n1")}}});
    world.expectUpdate(TaskState::Gone, "Reconciliation: Task is unknown to the agent");
    EXPECT_EQ(world.updates[0].agent, world.agentId("n1"));
}

TEST(Reconciliation, SaysThatATaskIsUnreachableWithItsAgent) {
    OneTask world;
    world.cutAgent("n1");
    world.advance(minutes(5));
    world.updates.clear();
    world.call("f", Reconcile{{{TaskId{"never-was"}, world.agentId("n1")}}});
    world.expectUpdate(TaskState::Unreachable, "Reconciliation: Task is unreachable");
}

TEST(Reconciliation, SaysThatTaskAndAgentAreUnknown) {
    OneTask world;
    world.call("f", Reconcile{{{TaskId{"never-was"}, AgentId{"M-S99"}}}});
    world.expectUpdate(TaskState::Unknown, "Reconciliation: Task is unknown");
}

TEST(Reconciliation, CallsEachOfTheseLostWithoutPartitionAwareness) {
    OneTask world(kPlain);
    world.call("f", Reconcile{{{TaskId{"never-was"}, world.agentId("n1")}}});
    world.expectUpdate(TaskState::Lost, "Reconciliation: Task is unknown to the agent");
    world.updates.clear();
    world.call("f", Kill{TaskId{"never-was"}, {}, AgentId{"M-S99"}});
    world.expectUpdate(TaskState::Lost, "Reconciliation: Task is unknown");
}

TEST(Reconciliation, WaitsForAgentsOfAnEarlierLife) {
    World world({.id = "N"});
    world.subscribe("f", kAware);
    const auto ask = [&] {
        world.updates.clear();
        world.call("f", Reconcile{{{TaskId{"t"}, AgentId{"M-S0"}}}});
        return world.updates.size();
    };
    EXPECT_EQ(ask(), 0u);
    world.advance(minutes(10));
    ASSERT_EQ(ask(), 1u);
    EXPECT_EQ(world.updates[0].message, "Reconciliation: Task is unknown");
}

TEST(Reconciliation, OfOperationsKnowsNone) {
    OneTask world;
    world.told();
    world.call(
        "f", ReconcileOperations{{{"a", {}}, {"b", world.agentId("n1")}, {"c", AgentId{"M-S99"}}}});
    world.call("f", AcknowledgeOperation{});
    world.call("f", Request{});
    EXPECT_EQ(world.told(),
        (std::vector<std::string>{"f operation a: Reconciliation: Operation is unknown and no "
                                  "'agent_id' was provided",
            "f operation b: Reconciliation: Operation is unknown",
            "f operation c: Reconciliation: Both operation and agent are unknown"}));
}

TEST(Reconciliation, AnswersAKillOfAnUnknownTask) {
    OneTask world;
    world.call("f", Kill{TaskId{"ghost"}, {}, {}});
    world.expectUpdate(TaskState::Unknown, "Reconciliation: Task is unknown");
}

TEST(Reconciliation, TellsHowAnEndedTaskEnded) {
    OneTask world;
    world.update("n1", "f", "t", TaskState::Finished, 2);
    world.updates.clear();
    world.call("f", Reconcile{{{TaskId{"t"}, {}}}});
    world.expectUpdate(TaskState::Finished, "Reconciliation: Latest task state");
}

TEST(Reconciliation, FindsTasksThatTheAgentDoesNotHaveGone) {
    OneTask world;
    world.cutAgent("n1");
    world.registerAgain("n1", {});
    world.expectUpdate(TaskState::Gone, "Reconciliation: Task is unknown to the agent");
    EXPECT_TRUE(world.agent("n1").used.total().empty());
}

TEST(Reconciliation, CallsThemLostWithoutPartitionAwareness) {
    OneTask world(kPlain);
    world.cutAgent("n1");
    world.registerAgain("n1", {});
    world.expectUpdate(TaskState::Lost, "Reconciliation: Task is unknown to the agent");
}

TEST(Reconciliation, KeepsWhatTheAgentStillRuns) {
    OneTask world;
    world.cutAgent("n1");
    world.told();
    world.registerAgain("n1", {world.live("f", world.info, TaskState::Running)});
    EXPECT_EQ(world.told(), (Lines{"n1 registered M-S0"}));
    EXPECT_EQ(world.agent("n1").used.total().text(), "cpus:4; mem:400");
}

TEST(Reconciliation, LearnsItsContainerFromTheAgent) {
    OneTask world;
    world.cutAgent("n1");
    auto live = world.live("f", world.info, TaskState::Running);
    live.latest.container = ContainerStatus{{"c-1"}, "", 7};
    world.registerAgain("n1", {live});
    EXPECT_EQ(world.master().task(world.key("f", "t"))->latest.container, live.latest.container);
}

TEST(Reconciliation, SendsAKillThatCouldNotBeSentBefore) {
    OneTask world;
    world.cutAgent("n1");
    world.call("f", Kill{TaskId{"t"}, {}});
    EXPECT_EQ(world.toldTo("n1"), Lines{});
    world.registerAgain("n1", {world.live("f", world.info, TaskState::Running)});
    EXPECT_EQ(world.toldTo("n1"), (Lines{"registered M-S0", "kill t"}));
}

TEST(Reconciliation, AnAgentThatStaysAwayBecomesUnreachableWithItsTasks) {
    OneTask world;
    world.cutAgent("n1");
    EXPECT_EQ(world.agent("n1").state, AgentState::Disconnected);
    world.advance(seconds(74));
    EXPECT_EQ(world.told(), Lines{});
    world.advance(seconds(1));
    EXPECT_EQ(world.told(), (Lines{"f t is TASK_UNREACHABLE", "f lost n1"}));
    EXPECT_EQ(world.updates[0].reason, Reason::AgentRemoved);
    EXPECT_EQ(world.agent("n1").state, AgentState::Unreachable);
    world.updates.clear();
    world.call("f", Reconcile{{{TaskId{"t"}, {}}}});
    world.expectUpdate(TaskState::Unreachable, "Reconciliation: Task is unreachable");
}

TEST(Reconciliation, AnAgentThatStaysAwayBecomesUnreachableHoweverTheWallClockIsSet) {
    for (const auto step : {-seconds(40), -seconds(3600), seconds(3600)}) {
        OneTask world;
        world.cutAgent("n1");
        world.wallStep = step;
        world.advance(seconds(74));
        EXPECT_EQ(world.told(), Lines{});
        world.advance(seconds(1));
        EXPECT_EQ(world.told(), (Lines{"f t is TASK_UNREACHABLE", "f lost n1"}));
        EXPECT_NE(world.updates[0].message.find("no connection for 1 min 15 s"), std::string::npos)
            << world.updates[0].message;
    }
}

TEST(Reconciliation, AnUnreachableTaskThatComesBackIsToldAgain) {
    OneTask world;
    world.cutAgent("n1");
    world.advance(minutes(2));
    world.told();
    world.registerAgain("n1", {world.live("f", world.info, TaskState::Running)});
    EXPECT_EQ(world.told(), (Lines{"n1 registered M-S0", "f t is TASK_RUNNING"}));
    EXPECT_EQ(world.updates.back().reason, Reason::AgentReregistered);
    EXPECT_EQ(world.agent("n1").used.total().text(), "cpus:4; mem:400");
}

TEST(Reconciliation, ATaskThatWasToldLostIsKilledWhenItsAgentReturnsAndHoldsItsResourcesTillThen) {
    OneTask world(kPlain);
    world.cutAgent("n1");
    world.advance(minutes(2));
    EXPECT_EQ(world.told(), (Lines{"f t is TASK_LOST", "f lost n1"}));
    world.registerAgain("n1", {world.live("f", world.info, TaskState::Running)});
    EXPECT_EQ(world.told(), (Lines{"n1 registered M-S0", "n1 kill t"}));
    EXPECT_EQ(world.agent("n1").used.total().text(), "cpus:4; mem:400");
    world.update("n1", "f", "t", TaskState::Killed, 9);
    EXPECT_EQ(world.told(), (Lines{"n1 acknowledge t 9", "f offered n1 cpus:4; mem:400"}));
}

TEST(Reconciliation, ATaskThatWasToldLostIsKilledAlsoUnderTheNextMaster) {
    OneTask before(kPlain);
    before.cutAgent("n1");
    before.advance(minutes(2));
    const auto record = before.master().agentRecord(before.agentId("n1"));
    ASSERT_TRUE(record);
    Recovered recovered{{before.master().framework(before.frameworkId("f"))->info}, {}};
    recovered.agents.push_back(*record);
    World world({.id = "N"}, recovered);
    Register message{before.agentId("n1"), before.agent("n1").info, {}, {}};
    message.tasks.push_back(before.live("f", before.info, TaskState::Running));
    const auto outputs = world.master().apply(FromAgent{Link{50}, message}, world.now());
    EXPECT_TRUE(std::ranges::any_of(outputs, [](const MasterOutput& out) {
        const auto* sent = std::get_if<SendAgent>(&out);
        return sent && std::holds_alternative<KillTask>(sent->command);
    }));
    EXPECT_EQ(world.master().task(before.key("f", "t")), nullptr) << "it is not adopted";
    EXPECT_TRUE(world.master().agentRecord(before.agentId("n1"))->condemned.empty());
}

TEST(Reconciliation, AnEndedTaskOfTheSameIdDoesNotReplaceOneThatLives) {
    OneTask before;
    Task old = *before.task("f", "t");
    old.latest.state = TaskState::Finished;
    old.statuses = {old.latest};
    old.ended = before.now();
    const auto framework = before.master().framework(before.frameworkId("f"))->info;
    World world({.id = "N"}, {{framework}, {*before.task("f", "t"), old}});
    EXPECT_EQ(world.master().task(before.key("f", "t"))->latest.state, TaskState::Running);
    const AgentInfo info{.hostname = "n1", .total = world.parse("cpus:4;mem:400")};
    Register message{before.agentId("n1"), info, {}, {}};
    message.tasks.push_back(before.live("f", before.info, TaskState::Running));
    for (const auto& output : world.master().apply(FromAgent{Link{50}, message}, world.now())) {
        const auto* sent = std::get_if<SendAgent>(&output);
        EXPECT_FALSE(sent && std::holds_alternative<KillTask>(sent->command));
    }
}

TEST(Reconciliation, ASecondLinkOfAnAgentReplacesTheFirst) {
    OneTask world;
    world.registerAgain("n1", {world.live("f", world.info, TaskState::Running)});
    EXPECT_EQ(
        world.told(), (Lines{"n1 closed: The agent has connected again", "n1 registered M-S0"}));
    world.apply(LinkClosed{Link{1}}); // the first one's end comes late
    EXPECT_EQ(world.agent("n1").state, AgentState::Active);
}

TEST(Reconciliation, AfterARestartTheMasterKnowsWhatItHadPersisted) {
    OneTask before;
    Recovered recovered{
        {before.master().framework(before.frameworkId("f"))->info}, {*before.task("f", "t")}};
    World world({.id = "N"}, recovered);
    const TaskKey key = before.key("f", "t");
    ASSERT_NE(world.master().task(key), nullptr);
    EXPECT_EQ(world.master().agent(before.agentId("n1"))->state, AgentState::Disconnected);
    world.advance(minutes(10) - seconds(1));
    EXPECT_FALSE(isTerminal(world.master().task(key)->latest.state));
    EXPECT_NE(world.master().framework(key.framework), nullptr);
    world.advance(seconds(1));
    EXPECT_EQ(world.master().framework(key.framework), nullptr);
    EXPECT_EQ(world.master().task(key)->latest.state, TaskState::Killed);
}

TEST(Reconciliation, AfterARestartTasksThatNobodyPersistedAreAdopted) {
    OneTask before;
    World world({.id = "N"});
    Register message;
    message.id = before.agentId("n1");
    message.info.hostname = "n1";
    message.info.total = world.parse("cpus:4;mem:400");
    message.tasks.push_back(before.live("f", before.info, TaskState::Running));
    world.master().apply(FromAgent{Link{50}, message}, world.now());
    const Task* task = world.master().task(before.key("f", "t"));
    ASSERT_NE(task, nullptr);
    EXPECT_EQ(task->latest.state, TaskState::Running);
    EXPECT_EQ(world.master().agent(message.id)->used.total().text(), "cpus:4; mem:400");
    const auto subscribe = Subscribe{{.id = before.frameworkId("f"), .name = "f"}};
    world.master().apply(FromFramework{Link{51}, subscribe}, world.now());
    EXPECT_EQ(world.master().framework(before.frameworkId("f"))->info.name, "f");
    EXPECT_EQ(world.master().task(before.key("f", "t")), task);
}

TEST(Reconciliation, AnAgentThatLostItsIdKeepsNothingOfWhatItRuns) {
    OneTask world;
    TaskInfo info = world.info;
    info.id = {"t2"};
    Register message;
    message.info.hostname = "n2";
    message.info.total = world.parse("cpus:4;mem:400");
    message.tasks = {world.live("f", info, TaskState::Running)};
    message.executors.push_back({{"OLD-0001"}, {.id = {"e"}}});
    std::vector<std::string> told;
    AgentId id;
    for (const MasterOutput& output :
        world.master().apply(FromAgent{Link{77}, message}, world.now())) {
        if (const auto* sent = std::get_if<SendAgent>(&output)) {
            const auto* removed = std::get_if<RemoveFramework>(&sent->command);
            const auto* registered = std::get_if<Registered>(&sent->command);
            id = registered ? registered->id : id;
            told.push_back(removed ? removed->framework.value : registered ? "registered" : "else");
        }
    }
    EXPECT_EQ(told, (Lines{"M-0000", "OLD-0001", "registered"}))
        << "when it confirms its id, it tells what is free without them";
    EXPECT_EQ(world.task("f", "t2"), nullptr);
    EXPECT_EQ(world.master().framework(FrameworkId{"OLD-0001"}), nullptr);
    ASSERT_NE(world.master().agent(id), nullptr);
    EXPECT_TRUE(world.master().agent(id)->used.total().empty());

    world.apply(LinkClosed{Link{77}}); // before it has said that it keeps the id
    EXPECT_EQ(world.master().agent(id), nullptr);
    world.call("f", Teardown{});
    world.advance(minutes(10));
    EXPECT_TRUE(world.master().frameworks().empty());
}

TEST(Reconciliation, TasksOfARemovedFrameworkAreRemovedWhenTheirAgentReturns) {
    OneTask world;
    const FrameworkId id = world.frameworkId("f");
    world.cutAgent("n1");
    world.call("f", Teardown{});
    world.told();
    world.registerAgain("n1", {world.live("f", world.info, TaskState::Running)});
    EXPECT_EQ(world.told(), (Lines{"n1 registered M-S0", "n1 remove " + id.value}));
    EXPECT_EQ(world.agent("n1").used.total().text(), "cpus:4; mem:400");
    world.updateGpus("n1", ""); // the agent's answer
    EXPECT_TRUE(world.agent("n1").used.total().empty());
}

} // namespace
} // namespace muster::cluster
