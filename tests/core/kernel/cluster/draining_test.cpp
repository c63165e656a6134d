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
using Drain = AgentPolicy::Drain;

const std::set<Capability> kAware{Capability::PartitionAware};

// One agent with one task of one framework.
struct OneTask : World {
    explicit OneTask(std::set<Capability> capabilities = kAware) {
        draw("n1: cpus:4;mem:400");
        subscribe("f", std::move(capabilities), minutes(10));
        info = World::task("t", "n1", "cpus:1;mem:100");
        info.killGrace = seconds(60);
        accept("f", {info}, Duration::zero());
        update("n1", "f", "t", TaskState::Running, 1);
        told();
        updates.clear();
    }
    Status ask(MasterInput input) {
        answers.clear();
        apply(std::move(input));
        EXPECT_EQ(answers.size(), 1u);
        return answers.empty() ? Status() : answers[0].status;
    }
    std::string refusal(MasterInput input) {
        const Status status = ask(std::move(input));
        return status ? "" : status.error().message;
    }
    Status drain(std::optional<Duration> grace = {}, bool markGone = false) {
        return ask(OperatorDrain{1, agentId("n1"), grace, markGone, "alice"});
    }
    Drain state() const { return agent("n1").policy.drain; }
    std::optional<Duration> killedWithin() const {
        for (const MasterOutput& output : outputs) {
            if (const auto* sent = std::get_if<SendAgent>(&output)) {
                if (const auto* kill = std::get_if<KillTask>(&sent->command)) {
                    return kill->grace;
                }
            }
        }
        return std::nullopt;
    }
    TaskInfo info;
    using World::task;
};

TEST(Draining, TakesTheOffersBackAndKillsTheTasks) {
    OneTask world;
    EXPECT_TRUE(world.drain());
    EXPECT_EQ(world.told(), (Lines{"f rescinded M-O1", "n1 kill t"}));
    EXPECT_EQ(world.killedWithin(), seconds(60));
    EXPECT_EQ(world.state(), Drain::Draining);
    EXPECT_EQ(world.agent("n1").policy.drainStart, world.now());
    EXPECT_EQ(world.audits.back().action, "drain");
    world.call("f", Revive{});
    EXPECT_EQ(world.told(), Lines{});
}

TEST(Draining, KillsWithinTheLesserGrace) {
    OneTask world;
    EXPECT_TRUE(world.drain(seconds(10)));
    EXPECT_EQ(world.killedWithin(), seconds(10));
    EXPECT_TRUE(world.drain(seconds(90)));
    EXPECT_EQ(world.killedWithin(), seconds(60));
}

TEST(Draining, IsTheReasonOfTheEnds) {
    OneTask world;
    EXPECT_TRUE(world.drain());
    world.update("n1", "f", "t", TaskState::Killing, 2);
    world.update("n1", "f", "t", TaskState::Killed, 3);
    ASSERT_EQ(world.updates.size(), 2u);
    EXPECT_EQ(world.updates[0].reason, Reason::AgentDraining);
    EXPECT_EQ(world.updates[1].reason, Reason::AgentDraining);
    EXPECT_EQ(world.updates[1].state, TaskState::Killed);
    EXPECT_EQ(world.state(), Drain::Drained);
}

TEST(Draining, LeavesATaskThatFinishesByItselfItsReason) {
    OneTask world;
    EXPECT_TRUE(world.drain());
    world.update("n1", "f", "t", TaskState::Finished, 2);
    EXPECT_EQ(world.updates.at(0).reason, std::nullopt);
    EXPECT_EQ(world.state(), Drain::Drained);
}

TEST(Draining, OfAnIdleAgentIsOverAtOnceUntilItIsReactivated) {
    World world;
    world.draw("n1: cpus:4;mem:400");
    world.apply(OperatorDrain{1, world.agentId("n1"), {}, false, "alice"});
    EXPECT_EQ(world.agent("n1").policy.drain, Drain::Drained);
    world.subscribe("f");
    EXPECT_EQ(world.toldTo("f"), Lines{"subscribed"});
    world.apply(OperatorReactivate{2, world.agentId("n1"), "alice"});
    EXPECT_EQ(world.agent("n1").policy, AgentPolicy{});
    EXPECT_EQ(world.toldTo("f"), Lines{"offered n1 cpus:4; mem:400"});
}

TEST(Draining, SaysWhyInTheAudit) {
    OneTask world;
    EXPECT_TRUE(
        world.ask(OperatorDrain{1, world.agentId("n1"), {}, false, "alice", "fan rattles"}));
    EXPECT_EQ(world.agent("n1").policy.reason, "fan rattles");
    EXPECT_EQ(world.audits.back().detail, "n1: fan rattles");
    world.update("n1", "f", "t", TaskState::Killed, 2);
    EXPECT_TRUE(world.ask(OperatorReactivate{2, world.agentId("n1"), "bob", "new fan"}));
    EXPECT_EQ(world.audits.back().action, "reactivate");
    EXPECT_EQ(world.audits.back().detail, "n1: new fan");
}

TEST(Draining, GoesOnWhenTheAgentIsBack) {
    OneTask world;
    EXPECT_TRUE(world.drain());
    world.cutAgent("n1");
    EXPECT_EQ(world.state(), Drain::Draining);
    world.told();
    world.registerAgain("n1", {world.live("f", world.info, TaskState::Running)});
    EXPECT_EQ(world.toldTo("n1").back(), "kill t");
    world.cutAgent("n1");
    world.registerAgain("n1");
    EXPECT_EQ(world.state(), Drain::Drained);
}

TEST(Draining, OutlivesTheMaster) {
    OneTask before;
    EXPECT_TRUE(before.drain(seconds(5), true));
    Recovered recovered;
    recovered.frameworks = {before.master().framework(before.frameworkId("f"))->info};
    recovered.tasks = {*before.task("f", "t")};
    recovered.agents = {*before.master().agentRecord(before.agentId("n1"))};
    Master master({.id = "N"}, recovered, before.now());
    Register message{.id = before.agentId("n1"), .info = before.agent("n1").info};
    message.tasks = {before.live("f", before.info, TaskState::Running)};
    const auto outputs = master.apply(FromAgent{Link{7}, message}, before.now());
    const auto kill = std::find_if(outputs.begin(), outputs.end(), [](const MasterOutput& one) {
        const auto* sent = std::get_if<SendAgent>(&one);
        return sent && std::holds_alternative<KillTask>(sent->command);
    });
    ASSERT_NE(kill, outputs.end());
    EXPECT_EQ(std::get<KillTask>(std::get<SendAgent>(*kill).command).grace, seconds(5));
    EXPECT_TRUE(master.agent(message.id)->policy.markGone);
}

TEST(Draining, EndsExecutorsToo) {
    OneTask world;
    TaskInfo task = world.task("u", "n1", "cpus:1;mem:100");
    task.executor = ExecutorInfo{.id = {"e"}, .resources = world.parse("cpus:0.5")};
    world.call(
        "f", Accept{{world.master().offers().at(0)->id}, {LaunchTasks{{task}}}, Duration::zero()});
    EXPECT_TRUE(world.drain());
    world.update("n1", "f", "t", TaskState::Killed, 2);
    world.told();
    world.update("n1", "f", "u", TaskState::Killed, 3);
    EXPECT_EQ(world.toldTo("n1"), Lines{"shut down e"});
    EXPECT_EQ(world.state(), Drain::Draining);
    world.apply(FromAgent{world.link("n1"), ExecutorEnded{world.frameworkId("f"), {"e"}, {}, 0}});
    EXPECT_EQ(world.state(), Drain::Drained);
}

TEST(Draining, MayEndWithTheAgentGone) {
    OneTask world;
    EXPECT_TRUE(world.drain({}, true));
    world.told();
    world.update("n1", "f", "t", TaskState::Killed, 2);
    EXPECT_EQ(world.updates.at(0).state, TaskState::GoneByOperator);
    EXPECT_EQ(world.updates.at(0).reason, Reason::AgentDraining);
    EXPECT_EQ(world.told(),
        (Lines{"f t is TASK_GONE_BY_OPERATOR", "f lost M-S0",
            "n1 closed: Agent has been marked gone"}));
    EXPECT_EQ(world.master().agent(world.agentId("n1")), nullptr);
}

TEST(Draining, HasMesosErrors) {
    OneTask world;
    const AgentId id = world.agentId("n1");
    const AgentId other{"nope"};
    EXPECT_EQ(world.refusal(OperatorDrain{1, other, {}, false, ""}), "Unknown agent");
    EXPECT_EQ(world.refusal(OperatorDeactivate{1, other, ""}), "Unknown agent");
    EXPECT_EQ(world.refusal(OperatorReactivate{1, id, ""}), "Agent is not deactivated");
    EXPECT_EQ(world.refusal(OperatorMarkGone{1, other, ""}), "Agent 'nope' not found");
    EXPECT_EQ(world.answers[0].status.error().kind, Error::Kind::NotFound);
    EXPECT_TRUE(world.drain());
    EXPECT_EQ(world.refusal(OperatorReactivate{1, id, ""}), "Agent is still in the DRAINING state");
    EXPECT_EQ(world.refusal(OperatorTeardown{1, FrameworkId{"x"}, ""}),
        "No framework found with specified ID");
}

// What the console and the command line ask for.
TEST(Draining, HasTheWordsOfTheTableUnderMustersRules) {
    OneTask world;
    constexpr auto kMuster = NodeRules::Muster;
    const AgentId id = world.agentId("n1");
    const auto drain = [&](const AgentId& of) {
        return world.refusal(OperatorDrain{1, of, {}, false, "alice", "fan rattles", kMuster});
    };
    const auto resume = [&] {
        return world.refusal(OperatorReactivate{1, id, "bob", "", kMuster});
    };
    EXPECT_EQ(drain({"nope"}), "No node 'nope': see 'muster nodes'");
    EXPECT_EQ(world.answers[0].status.error().kind, Error::Kind::NotFound);
    EXPECT_EQ(resume(), "n1 is not drained");
    EXPECT_EQ(world.answers[0].status.error().kind, Error::Kind::Conflict);
    EXPECT_EQ(world.refusal(OperatorDeactivate{1, id, "bob"}), "");
    EXPECT_EQ(drain(id), "") << "one that is only deactivated";
    EXPECT_EQ(drain(id), "n1 is already draining, by alice: fan rattles");
    EXPECT_EQ(resume(), "n1 is still draining: it can be resumed when its tasks have ended");
    EXPECT_TRUE(world.drain(std::chrono::seconds(1))) << "to Mesos' API it is an update";
    EXPECT_EQ(world.agent("n1").policy.maxGrace, std::chrono::seconds(1));
    world.update("n1", "f", "t", TaskState::Killed, 2);
    ASSERT_EQ(world.state(), Drain::Drained);
    EXPECT_EQ(drain(id), "n1 is already drained, by alice: no reason given");
    EXPECT_EQ(world.refusal(OperatorMarkGone{1, id, "bob", "sold", kMuster}), "");
    EXPECT_EQ(drain(id), "n1 was marked gone, by bob: sold");
    EXPECT_EQ(resume(), "n1 was marked gone, by bob: sold");
    EXPECT_EQ(world.refusal(OperatorMarkGone{1, id, "bob", "sold", kMuster}),
        "n1 was marked gone, by bob: sold");
    EXPECT_EQ(world.refusal(OperatorMarkGone{1, id, "bob"}), "") << "to Mesos' API it is nothing";
}

TEST(Draining, IsRefusedWhileTheAgentMayNotKeepItsId) {
    World world;
    const AgentInfo info{.hostname = "n1", .total = world.parse("cpus:4;mem:400")};
    world.master().apply(FromAgent{Link{77}, Register{{}, info, {}, {}, {}}}, world.now());
    const auto id = world.master().agents().front()->id;
    for (const MasterInput& order : {MasterInput(OperatorDrain{7, id, {}, false, "alice"}),
             MasterInput(OperatorDeactivate{8, id, "alice"})}) {
        world.apply(order);
        ASSERT_FALSE(world.answers.back().status);
        EXPECT_EQ(
            world.answers.back().status.error().message, "n1 has only just registered: try again");
    }
    world.master().apply(FromAgent{Link{77}, AgentUpdate{info, {}}}, world.now());
    world.apply(OperatorDrain{9, id, {}, false, "alice"});
    EXPECT_TRUE(world.answers.back().status);
}

TEST(Deactivation, StopsOffersAndLeavesTasksAlone) {
    OneTask world;
    EXPECT_TRUE(world.ask(OperatorDeactivate{1, world.agentId("n1"), "alice"}));
    EXPECT_EQ(world.told(), Lines{"f rescinded M-O1"});
    world.update("n1", "f", "t", TaskState::Finished, 2);
    EXPECT_EQ(world.told(), Lines{"f t is TASK_FINISHED"});
    EXPECT_TRUE(world.ask(OperatorReactivate{2, world.agentId("n1"), "alice"}));
    EXPECT_EQ(world.told(), Lines{"f offered n1 cpus:4; mem:400"});
}

TEST(MarkingGone, EndsTheTasksAndKeepsTheAgentOut) {
    OneTask world;
    const AgentId id = world.agentId("n1");
    EXPECT_TRUE(world.ask(OperatorMarkGone{1, id, "alice"}));
    EXPECT_EQ(world.told(),
        (Lines{"f rescinded M-O1", "f t is TASK_GONE_BY_OPERATOR", "f lost M-S0",
            "n1 remove M-0000", "n1 closed: Agent has been marked gone"}));
    EXPECT_EQ(world.updates.at(0).reason, Reason::AgentRemovedByOperator);
    EXPECT_EQ(world.updates.at(0).message, "Agent has been marked gone");
    EXPECT_EQ(world.master().agents().size(), 0u);
    EXPECT_EQ(world.master().framework(world.frameworkId("f"))->used.total().text(), "");
    world.registerAgain("n1");
    EXPECT_EQ(world.told(), Lines{"n1 closed: Agent has been marked gone"});
    world.call("f", Reconcile{{{TaskId{"x"}, id}}});
    EXPECT_EQ(world.updates.back().message, "Reconciliation: Task is gone");
    EXPECT_EQ(world.updates.back().state, TaskState::GoneByOperator);
    EXPECT_TRUE(world.ask(OperatorMarkGone{1, id, "alice"}));
    const Recovered recovered{.agents = {*world.master().agentRecord(id)}};
    Master later({.id = "N"}, recovered, world.now());
    EXPECT_EQ(later.agent(id), nullptr);
    const auto outputs = later.apply(FromAgent{Link{1}, Register{.id = id}}, world.now());
    EXPECT_EQ(std::get<CloseLink>(outputs.at(0)).reason, "Agent has been marked gone");
}

TEST(MarkingGone, TakesTheGpusOutOfAllViews) {
    World world;
    world.draw("n1: cpus:8;mem:1024;gpus:1");
    const GpuUuid gpu = world.agent("n1").info.gpus.at(0).uuid;
    ASSERT_TRUE(world.master().gpu(gpu));
    const AgentId id = world.agentId("n1");
    bool wasTold = false;
    for (const auto& output : world.master().apply(OperatorMarkGone{1, id, "alice"}, world.now())) {
        const auto* events = std::get_if<Events>(&output);
        for (const auto& event :
            events ? of<GpuChanged>(events->list) : std::vector<GpuChanged>()) {
            wasTold = wasTold || event.gpu == gpu;
        }
    }
    EXPECT_FALSE(world.master().gpu(gpu));
    EXPECT_TRUE(wasTold) << "whoever counts GPUs has to count it out";
}

TEST(MarkingGone, LosesTheTasksOfAFrameworkThatIsNotPartitionAware) {
    OneTask world(std::set<Capability>{});
    EXPECT_TRUE(world.ask(OperatorMarkGone{1, world.agentId("n1"), "alice"}));
    EXPECT_EQ(world.updates.at(0).state, TaskState::Lost);
    EXPECT_EQ(world.updates.at(0).reason, Reason::AgentRemoved);
}

TEST(MarkingGone, EndsWhatWasUnreachable) {
    OneTask world;
    world.cutAgent("n1");
    world.advance(minutes(5));
    world.told();
    EXPECT_TRUE(world.ask(OperatorMarkGone{1, world.agentId("n1"), "alice"}));
    EXPECT_EQ(world.told(), Lines{"f t is TASK_GONE_BY_OPERATOR"});
}

TEST(MarkedGone, AnAgentThatComesBackIsToldToEndItsTasks) {
    OneTask world;
    world.cutAgent("n1");
    EXPECT_TRUE(world.ask(OperatorMarkGone{1, world.agentId("n1"), "alice"}));
    world.told();
    world.registerAgain("n1", {world.live("f", world.info, TaskState::Running)});
    EXPECT_EQ(world.told(), (Lines{"n1 remove M-0000", "n1 closed: Agent has been marked gone"}));
}

TEST(MarkedGone, AnAgentIsToldToEndItsTasksBeforeItsLinkIsClosed) {
    OneTask world;
    EXPECT_TRUE(world.ask(OperatorMarkGone{1, world.agentId("n1"), "alice"}));
    EXPECT_EQ(world.toldTo("n1"), (Lines{"remove M-0000", "closed: Agent has been marked gone"}));
}

TEST(MarkedGone, AgentsAreKnownUpToALimit) {
    World world({.id = "M", .maxGoneAgents = 1});
    world.draw("n1: cpus:4;mem:400;gpus:1 / n2: cpus:4;mem:400");
    world.subscribe("f", {Capability::GpuResources}, minutes(10));
    world.declineAll("f", minutes(60));
    const AgentId n1 = world.agentId("n1");
    const AgentId n2 = world.agentId("n2");
    world.apply(OperatorMarkGone{1, n1, "alice"});
    world.advance(minutes(1));
    EXPECT_TRUE(world.master().agentRecord(n1));
    world.apply(OperatorMarkGone{2, n2, "alice"});
    EXPECT_FALSE(world.master().agentRecord(n1)) << "the oldest";
    EXPECT_TRUE(world.master().agentRecord(n2));
    const auto& events = std::get<Events>(world.outputs.at(0)).list;
    const auto isOfN1 = [&](const AgentRecorded& event) { return event.agent == n1; };
    EXPECT_TRUE(std::ranges::any_of(of<AgentRecorded>(events), isOfN1)) << "for the journal";
    world.advance(minutes(120)); // what was refused of them ends
    world.told();
    world.registerAgain("n2");
    EXPECT_EQ(world.toldTo("n2"), Lines{"closed: Agent has been marked gone"});
    world.registerAgain("n1");
    EXPECT_EQ(world.agent("n1").state, AgentState::Active);
}

// An agent whose work directory was deleted joins under a new id.
struct DeletedState : OneTask {
    DeletedState() {
        home("n1", "lab/var/lib/muster");
        registerAgain("n1", {live("f", info, TaskState::Running)});
        home("again", "lab/var/lib/muster");
        told();
    }
    void join() { registerAgent("again", "cpus:4;mem:400"); }
    TaskState state() const { return task("f", "t")->latest.state; }
};

TEST(DeletedAgentState, EndsWhatTheAgentRanWhenItJoinsAnew) {
    DeletedState world;
    const AgentId former = world.agentId("n1");
    world.cutAgent("n1");
    EXPECT_EQ(world.state(), TaskState::Running);
    world.join();
    EXPECT_EQ(world.state(), TaskState::GoneByOperator);
    EXPECT_EQ(world.task("f", "t")->latest.message,
        "The state of agent M-S0 was deleted: again has joined as M-S1");
    EXPECT_EQ(world.master().agent(former), nullptr);
}

TEST(DeletedAgentState, IsNoticedAlsoIfTheAgentJoinsBeforeItsLossIsSeen) {
    DeletedState world;
    world.join();
    EXPECT_EQ(world.state(), TaskState::Running) << "who is connected is not thrown out";
    world.cutAgent("n1");
    EXPECT_EQ(world.state(), TaskState::GoneByOperator);
}

TEST(DeletedAgentState, IsNotThatOfAnotherAgentOnTheMachine) {
    DeletedState world;
    world.home("again", "lab/srv/other");
    world.cutAgent("n1");
    world.join();
    EXPECT_EQ(world.state(), TaskState::Running);
}

// What operators ordered for the machine is not lost with its agent's state.
struct DrainedState : DeletedState {
    DrainedState() {
        EXPECT_TRUE(
            ask(OperatorDrain{1, agentId("n1"), seconds(5), false, "alice", "the fan rattles"}));
        told();
    }
    void isDrained() {
        const AgentPolicy& policy = agent("again").policy;
        EXPECT_TRUE(policy.deactivated);
        EXPECT_EQ(policy.drain, Drain::Drained);
        EXPECT_EQ(policy.author, "alice");
        EXPECT_EQ(policy.reason, "the fan rattles");
        const auto lines = told();
        EXPECT_EQ(std::ranges::count(lines, "f offered again cpus:4; mem:400"), 0);
        EXPECT_TRUE(agent("again").offered.empty());
    }
};

TEST(DeletedAgentState, LeavesTheDrainToTheAgentThatJoinsAnew) {
    DrainedState world;
    world.cutAgent("n1");
    world.join();
    world.isDrained();
    const auto audit = std::ranges::find(world.audits, "M-S1", &Audit::object);
    ASSERT_NE(audit, world.audits.end());
    EXPECT_EQ(audit->action, "drain");
    EXPECT_EQ(audit->detail, "again, which replaces agent M-S0, ordered by alice");
}

TEST(DeletedAgentState, LeavesADrainThatWasToEndWithTheAgentGoneWithoutThat) {
    DrainedState world;
    world.ask(OperatorDrain{1, world.agentId("n1"), {}, true, "alice", "the fan rattles"});
    world.cutAgent("n1");
    world.join();
    world.isDrained();
    EXPECT_FALSE(world.agent("again").policy.gone) << "gone is said of an id, not of a machine";
}

TEST(DeletedAgentState, LeavesTheDrainAlsoIfTheAgentJoinsBeforeItsLossIsSeen) {
    DrainedState world;
    world.join();
    EXPECT_FALSE(world.agent("again").policy.deactivated);
    world.told();
    world.cutAgent("n1");
    world.isDrained();
}

TEST(DeletedAgentState, LeavesTheDrainToTheAgentThatHasItsNewIdOnDisk) {
    DrainedState world;
    world.cutAgent("n1");
    Register first{.info = {.hostname = "again", .home = "lab/var/lib/muster"}};
    world.master().apply(FromAgent{Link{900}, first}, world.now());
    world.master().apply(LinkClosed{Link{900}}, world.now());
    EXPECT_NE(world.master().agent(world.agentId("n1")), nullptr) << "nobody is in its place yet";
    world.join();
    world.isDrained();
}

TEST(DeletedAgentState, LeavesTheDrainAlsoUnderTheNextMaster) {
    DrainedState before;
    World world({.id = "N"}, {.agents = {*before.master().agentRecord(before.agentId("n1"))}});
    world.home("again", "lab/var/lib/muster");
    world.registerAgent("again", "cpus:4;mem:400");
    EXPECT_EQ(world.agent("again").policy.drain, Drain::Drained);
    EXPECT_EQ(world.agent("again").policy.author, "alice");
}

TEST(DeletedAgentState, IsNotShownByAnAgentThatOnlyAsksAgain) {
    DeletedState world;
    const AgentId former = world.agentId("n1");
    world.cutAgent("n1");
    const Register first{.info = {.hostname = "again", .home = "lab/var/lib/muster"}};
    world.master().apply(FromAgent{Link{900}, first}, world.now());
    world.master().apply(FromAgent{Link{900}, first}, world.now());
    EXPECT_NE(world.master().agent(former), nullptr) << "it may not have read its id";
    Register named = first;
    named.id = world.master().agents().back()->id;
    world.master().apply(FromAgent{Link{900}, named}, world.now());
    EXPECT_EQ(world.master().agent(former), nullptr);
}

TEST(DeletedAgentState, IsFoundByTheHomeOfItsTasksIfItsRecordHasNone) {
    DeletedState before;
    auto record = *before.master().agentRecord(before.agentId("n1"));
    record.home.clear(); // of the version before
    Task task = *before.task("f", "t");
    task.home = "lab/var/lib/muster";
    World world({.id = "N"},
        {.frameworks = {before.master().framework(before.frameworkId("f"))->info},
            .tasks = {task},
            .agents = {record}});
    world.home("again", "lab/var/lib/muster");
    world.registerAgent("again", "cpus:4;mem:400");
    EXPECT_EQ(world.master().agent(before.agentId("n1")), nullptr);
}

TEST(DeletedAgentState, LeavesADeactivationToo) {
    DeletedState world;
    EXPECT_TRUE(world.ask(OperatorDeactivate{1, world.agentId("n1"), "alice"}));
    world.cutAgent("n1");
    world.join();
    EXPECT_TRUE(world.agent("again").policy.deactivated);
    EXPECT_EQ(world.agent("again").policy.drain, Drain::None);
}

TEST(DeletedAgentState, LeavesNothingOfAnAgentThatWasMarkedGone) {
    DrainedState world;
    EXPECT_TRUE(world.ask(OperatorMarkGone{1, world.agentId("n1"), "alice"}));
    world.join();
    EXPECT_FALSE(world.agent("again").policy.deactivated);
}

TEST(DeletedAgentState, LeavesTheRestrictionsOfItsGpus) {
    World world;
    world.home("n1", "lab/var/lib/muster");
    world.registerAgent("n1", "cpus:4;mem:400;gpus:1");
    world.apply(
        OperatorRestrict{1, {GpuUuid{"n1-g0"}, "fan noise", "alice", world.now(), std::nullopt}});
    world.confirmOrders("n1");
    world.cutAgent("n1");
    world.home("again", "lab/var/lib/muster");
    world.putGpu("again", "n1-g0");
    world.registerAgent("again", "cpus:4;mem:400");
    EXPECT_EQ(world.toldTo("again"), (Lines{"registered M-S1", "restrict n1-g0"}));
}

// ---- what the next master knows

TEST(KnownAgents, AreAwaitedByTheNextMaster) {
    World before;
    before.draw("n1: cpus:4;mem:400");
    Master next({.id = "N"}, {.agents = {*before.master().agentRecord(before.agentId("n1"))}},
        before.now());
    ASSERT_EQ(next.agents().size(), 1u);
    EXPECT_EQ(next.agents()[0]->info.hostname, "n1");
    EXPECT_EQ(next.agents()[0]->state, AgentState::Disconnected);
    const auto later = before.now() + std::chrono::minutes(10);
    next.apply(Tick{}, later);
    EXPECT_EQ(next.agents()[0]->state, AgentState::Unreachable);
}

TEST(KnownAgents, AreRecordedWhenTheyHaveTheirIds) {
    Master master({.id = "M"}, {}, Instant{});
    const auto records = [&](AgentMessage message) {
        const auto outputs = master.apply(FromAgent{Link{1}, std::move(message)}, Instant{});
        std::vector<AgentId> ids;
        if (const auto* events = std::get_if<Events>(&outputs.at(0))) {
            for (const auto& event : of<AgentRecorded>(events->list)) {
                ids.push_back(event.agent);
            }
        }
        return ids;
    };
    records(Register{.info = {.hostname = "n1"}});
    EXPECT_FALSE(master.agentRecord({"M-S0"}));
    EXPECT_EQ(records(AgentUpdate{.info = {.hostname = "n1"}}), std::vector{AgentId{"M-S0"}});
    EXPECT_EQ(master.agentRecord({"M-S0"})->hostname, "n1");
    EXPECT_EQ(records(AgentUpdate{.info = {.hostname = "n1"}}), std::vector<AgentId>());
}

TEST(KnownAgents, ThatWereUnreachableAreSoUnderTheNextMaster) {
    OneTask before;
    const Instant lost = before.now();
    before.cutAgent("n1");
    before.advance(minutes(5));
    ASSERT_EQ(before.agent("n1").state, AgentState::Unreachable);
    Recovered recovered{.agents = {*before.master().agentRecord(before.agentId("n1"))}};
    recovered.frameworks = {before.master().framework(before.frameworkId("f"))->info};
    recovered.tasks = {*before.task("f", "t")};
    Master next({.id = "N"}, recovered, before.now());
    const Agent& agent = *next.agents().at(0);
    EXPECT_EQ(agent.state, AgentState::Unreachable);
    EXPECT_EQ(agent.disconnected, lost);
    EXPECT_EQ(Now(before.now()).uptime - agent.awaySince, minutes(5));
    EXPECT_EQ(agent.used.total().text(), "") << "what it may run is not counted";
    next.apply(FromAgent{Link{1},
                   Register{before.agentId("n1"), before.agent("n1").info, {},
                       {before.live("f", before.info, TaskState::Running)}}},
        before.now());
    EXPECT_EQ(agent.state, AgentState::Active);
    EXPECT_FALSE(agent.used.total().empty());
    EXPECT_FALSE(next.agentRecord(agent.id)->unreachableSince);
}

} // namespace
} // namespace muster::cluster
