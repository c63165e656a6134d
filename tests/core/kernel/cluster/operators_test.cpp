// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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
    const Answer& release(const std::string& gpu) {
        apply(OperatorRelease{8, GpuUuid{gpu}, "bob"});
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
    world.restrict("n1-g0");
    world.confirmOrders("n1");
    world.told();
    EXPECT_TRUE(world.release("n1-g0").status);
    EXPECT_EQ(world.told(), (Lines{"n1 release n1-g0"}));
    EXPECT_EQ(world.audits.at(1).action, "release");
}

TEST(Operators, AreToldWhoHasRestrictedAGpuAlready) {
    OneGpu world;
    for (const bool isConfirmed : {false, true}) {
        if (isConfirmed) {
            world.confirmOrders("n1");
        } else {
            world.restrict("n1-g0");
        }
        world.told();
        const Answer& answer = world.restrict("n1-g0");
        ASSERT_FALSE(answer.status) << isConfirmed;
        EXPECT_EQ(answer.status.error(),
            (Error{"GPU n1-g0 is already restricted, by alice: fan noise", Error::Kind::Conflict}));
        EXPECT_EQ(world.told(), Lines{});
        EXPECT_EQ(world.audits.size(), 1u);
    }
}

TEST(Operators, AreToldThatAGpuIsNotRestricted) {
    OneGpu world;
    const Error why{"GPU n1-g0 is not restricted", Error::Kind::Conflict};
    ASSERT_FALSE(world.release("n1-g0").status);
    EXPECT_EQ(world.answers.back().status.error(), why);
    world.restrict("n1-g0");
    world.confirmOrders("n1");
    EXPECT_TRUE(world.release("n1-g0").status);
    world.told();
    ASSERT_FALSE(world.release("n1-g0").status) << "its agent has not confirmed the release yet";
    EXPECT_EQ(world.answers.back().status.error(), why);
    EXPECT_EQ(world.told(), Lines{});
    EXPECT_TRUE(world.restrict("n1-g0").status);
}

TEST(Operators, AreToldThatAGpuIsUnknown) {
    OneGpu world;
    const Answer& answer = world.restrict("GPU-x");
    ASSERT_FALSE(answer.status);
    EXPECT_EQ(answer.status.error().kind, Error::Kind::NotFound);
    EXPECT_EQ(answer.status.error().message, "No GPU 'GPU-x': see 'muster gpus'");
    EXPECT_TRUE(world.audits.empty());
}

// It would be forgotten with the agent, should that not come to know its id.
TEST(Operators, GetNoWordForAGpuOfAnAgentThatMayNotKeepItsId) {
    World world;
    AgentInfo info{.hostname = "n1", .total = world.parse("cpus:4;mem:400;gpus:1")};
    info.gpus.push_back({.uuid = {"g"}});
    const std::vector<GpuStatus> gpus{{.gpu = {"g"}}};
    world.master().apply(FromAgent{Link{77}, Register{{}, info, gpus, {}, {}}}, world.now());
    const Restriction restriction{{"g"}, "fan noise", "alice", world.now(), std::nullopt};
    world.apply(OperatorRestrict{7, restriction});
    ASSERT_FALSE(world.answers.back().status);
    EXPECT_EQ(world.answers.back().status.error().message,
        "GPU g is on n1, which has only just registered: try again");
    world.master().apply(FromAgent{Link{77}, AgentUpdate{info, gpus}}, world.now());
    const auto outputs = world.master().apply(OperatorRestrict{8, restriction}, world.now());
    EXPECT_TRUE(std::ranges::any_of(
        outputs, [](const auto& out) { return std::holds_alternative<SendAgent>(out); }));
}

TEST(Operators, RestrictAGpuOfAnAgentThatIsAwayAsSoonAsItIsBack) {
    OneGpu world;
    world.cutAgent("n1");
    EXPECT_TRUE(world.restrict("n1-g0").status);
    EXPECT_EQ(world.told(), Lines{});
    const auto* pending = world.master().gpu(GpuUuid{"n1-g0"})->pending;
    ASSERT_NE(pending, nullptr);
    EXPECT_EQ(pending->restriction->author, "alice");
    world.registerAgain("n1");
    EXPECT_EQ(world.told(), (Lines{"n1 registered M-S0", "n1 restrict n1-g0"}));
    world.confirmOrders("n1");
    EXPECT_EQ(world.master().gpu(GpuUuid{"n1-g0"})->pending, nullptr);
}

TEST(Operators, RepeatARestrictionThatALinkHasLost) {
    OneGpu world;
    world.restrict("n1-g0");
    world.cutAgent("n1");
    world.told();
    world.registerAgain("n1");
    EXPECT_EQ(world.toldTo("n1"), (Lines{"registered M-S0", "restrict n1-g0"}));
    world.confirmOrders("n1");
    world.cutAgent("n1");
    world.registerAgain("n1");
    EXPECT_EQ(world.toldTo("n1"), (Lines{"registered M-S0"})) << "it was carried out";
}

TEST(Operators, RepeatOnlyTheLastOrderForAGpu) {
    OneGpu world;
    world.restrict("n1-g0");
    world.apply(OperatorRelease{8, GpuUuid{"n1-g0"}, "bob"});
    world.cutAgent("n1");
    world.told();
    world.registerAgain("n1");
    EXPECT_EQ(world.toldTo("n1"), (Lines{"registered M-S0", "release n1-g0"}));
}

TEST(Operators, DoNotTakeAnEarlierStateForTheOrderCarriedOut) {
    OneGpu world;
    world.restrict("n1-g0");
    world.apply(OperatorRelease{8, GpuUuid{"n1-g0"}, "bob"});
    world.updateGpus("n1", "."); // on its way before either order came
    world.cutAgent("n1"); // that broke between the two
    world.told();
    world.registerAgain("n1");
    EXPECT_EQ(world.toldTo("n1"), (Lines{"registered M-S0", "release n1-g0"}));
}

// What a master leaves to the next one.
Recovered journalOf(World& world, const std::string& agent, const std::string& framework = "") {
    Recovered out;
    if (const auto record = world.master().agentRecord(world.agentId(agent))) {
        out.agents.push_back(*record);
    }
    if (!framework.empty()) {
        out.frameworks.push_back(world.master().framework(world.frameworkId(framework))->info);
    }
    for (const Task* task : world.master().tasks()) {
        out.tasks.push_back(*task);
    }
    return out;
}

TEST(Operators, HaveTheirOrdersCarriedOutByTheNextMaster) {
    OneGpu before;
    before.cutAgent("n1");
    before.restrict("n1-g0");
    World world({.id = "N"}, journalOf(before, "n1"));
    const Link link{1};
    Register message{before.agentId("n1"), before.agent("n1").info, before.agent("n1").gpus, {}};
    const auto outputs = world.master().apply(FromAgent{link, message}, world.now());
    const bool sent = std::any_of(outputs.begin(), outputs.end(), [](const MasterOutput& output) {
        const auto* command = std::get_if<SendAgent>(&output);
        return command && std::holds_alternative<RestrictGpu>(command->command);
    });
    EXPECT_TRUE(sent);
}

// A restricted GPU that is put into another machine.
struct MovedGpu : OneGpu {
    explicit MovedGpu(std::optional<Instant> until = {}) {
        const auto since = now() + std::chrono::microseconds(123); // agents repeat it without
        apply(OperatorRestrict{7, {GpuUuid{"n1-g0"}, "fan noise", "alice", since, until}});
        confirmOrders("n1");
        EXPECT_NE(master().restriction(GpuUuid{"n1-g0"}), nullptr);
        putGpu("n2", "n1-g0");
    }
    Lines moved() {
        takeGpus("n1");
        registerAgain("n1");
        told();
        registerAgent("n2", "cpus:4;mem:400");
        return toldTo("n2");
    }
};

TEST(Restrictions, FollowTheGpuIntoAnotherMachine) {
    MovedGpu world;
    EXPECT_EQ(world.moved(), (Lines{"registered M-S1", "restrict n1-g0"}));
    const auto restriction = world.master().gpu(GpuUuid{"n1-g0"})->pending->restriction;
    EXPECT_EQ(restriction->author, "alice");
    EXPECT_EQ(restriction->reason, "fan noise");
    world.confirmOrders("n2");
    world.cutAgent("n2");
    world.registerAgain("n2");
    EXPECT_EQ(world.toldTo("n2"), (Lines{"registered M-S1"})) << "it was carried out";
}

TEST(Restrictions, FollowTheGpuOfAMachineThatIsGone) {
    MovedGpu world;
    world.apply(OperatorMarkGone{8, world.agentId("n1"), "bob"});
    world.told();
    world.registerAgent("n2", "cpus:4;mem:400");
    EXPECT_EQ(world.toldTo("n2"), (Lines{"registered M-S1", "restrict n1-g0"}));
}

TEST(Restrictions, ThatWereReleasedDoNotFollowTheGpu) {
    MovedGpu world;
    world.apply(OperatorRelease{8, GpuUuid{"n1-g0"}, "bob"});
    EXPECT_EQ(world.moved(), (Lines{"registered M-S1"}));
}

TEST(Restrictions, ThatWereReleasedElsewhereStayReleased) {
    OneGpu world;
    world.restrict("n1-g0");
    world.takeGpus("n1");
    world.registerAgain("n1"); // it is told of the restriction once more
    world.putGpu("n2", "n1-g0");
    world.registerAgent("n2", "cpus:4;mem:400");
    world.apply(OperatorRelease{8, GpuUuid{"n1-g0"}, "bob"});
    world.confirmOrders("n2");
    world.told();
    world.confirmOrders("n1");
    EXPECT_EQ(world.master().restriction(GpuUuid{"n1-g0"}), nullptr);
    world.confirmOrders("n2");
    EXPECT_EQ(world.told(), Lines{});
}

TEST(Restrictions, ThatWereOverOnTheWayDoNotFollowTheGpu) {
    MovedGpu world(Instant(std::chrono::hours(480000)) + minutes(5));
    world.advance(minutes(5));
    EXPECT_EQ(world.moved(), (Lines{"registered M-S1"}));
    EXPECT_EQ(world.master().restriction(GpuUuid{"n1-g0"}), nullptr);
}

TEST(Restrictions, AreOverWhenTheAgentLetThemExpire) {
    MovedGpu world(Instant(std::chrono::hours(480000)) + minutes(5));
    ASSERT_NE(world.master().restriction(GpuUuid{"n1-g0"}), nullptr);
    EXPECT_EQ(world.master().restriction(GpuUuid{"n1-g0"})->agent, world.agentId("n1"));
    world.letExpire("n1"); // its clock is ahead
    EXPECT_EQ(world.master().restriction(GpuUuid{"n1-g0"}), nullptr);
    EXPECT_EQ(world.moved(), (Lines{"registered M-S1"}));
}

TEST(Restrictions, AreReleasedWhereTheGpuWasBefore) {
    MovedGpu world;
    world.takeGpus("n1");
    world.registerAgain("n1");
    world.told();
    world.registerAgent("n2", "cpus:4;mem:400");
    EXPECT_EQ(world.told(), (Lines{"n2 registered M-S1", "n1 release n1-g0", "n2 restrict n1-g0"}));
    ASSERT_EQ(world.audits.size(), 2u);
    EXPECT_EQ(world.audits[1].author, "muster");
    EXPECT_EQ(world.audits[1].object, "n1-g0");
    EXPECT_EQ(world.audits[1].detail, "fan noise, now on n2, ordered by alice");
    world.confirmOrders("n1");
    world.confirmOrders("n2");
    world.apply(OperatorRelease{8, GpuUuid{"n1-g0"}, "bob"});
    EXPECT_EQ(world.told(), (Lines{"n2 release n1-g0"})) << "n1 has released it";
}

TEST(Restrictions, FollowTheGpuThereAndBack) {
    MovedGpu world;
    world.moved();
    world.confirmOrders("n2");
    world.takeGpus("n2");
    world.registerAgain("n2");
    world.putGpu("n1", "n1-g0"); // before it has confirmed the release
    world.told();
    world.registerAgain("n1");
    EXPECT_EQ(world.toldTo("n1"),
        (Lines{"closed: The agent has connected again", "registered M-S0", "release n1-g0"}));
    world.confirmOrders("n1");
    EXPECT_EQ(world.told(), (Lines{"n1 restrict n1-g0", "n2 release n1-g0"}));
}

TEST(Restrictions, CanBeReleasedWhileNoAgentShowsTheGpu) {
    MovedGpu world;
    world.takeGpus("n1");
    world.registerAgain("n1");
    world.told();
    world.apply(OperatorRelease{8, GpuUuid{"n1-g0"}, "bob"});
    EXPECT_TRUE(world.answers.back().status);
    EXPECT_EQ(world.master().restriction(GpuUuid{"n1-g0"}), nullptr);
    EXPECT_EQ(world.told(), (Lines{"n1 release n1-g0"}));
    EXPECT_EQ(world.audits.back().detail, "No agent reports it");
    world.apply(OperatorRelease{9, GpuUuid{"n1-g0"}, "bob"});
    EXPECT_EQ(world.answers.back().status.error().kind, Error::Kind::NotFound);
}

TEST(Restrictions, OfAnAbsentGpuEndWithTheirTime) {
    MovedGpu world(Instant(std::chrono::hours(480000)) + minutes(5));
    world.takeGpus("n1");
    world.registerAgain("n1");
    EXPECT_NE(world.master().restriction(GpuUuid{"n1-g0"}), nullptr);
    world.advance(minutes(5));
    world.draw("n3: cpus:4;mem:400;gpus:1"); // another agent tells of its GPUs
    EXPECT_EQ(world.master().restriction(GpuUuid{"n1-g0"}), nullptr);
}

// What an agent says of GPUs, whether it is true or not.
void tell(World& world, const std::string& agent, const std::vector<std::string>& gpus,
    const std::string& reason, bool held = false) {
    AgentUpdate update{world.agent(agent).info, {}};
    update.info.gpus.clear();
    for (const std::string& gpu : gpus) {
        GpuStatus row{.gpu = {gpu}};
        row.restriction = Restriction{{gpu}, reason, "alice", world.now(), {}};
        row.holder = held ? std::optional(TaskKey{{"f"}, {"t"}}) : std::nullopt;
        update.info.gpus.push_back({.uuid = row.gpu});
        update.gpus.push_back(std::move(row));
    }
    world.apply(FromAgent{world.link(agent), std::move(update)});
}

TEST(Restrictions, ThatWereNotOrderedAreTheAgentsOwn) {
    OneGpu world;
    tell(world, "n1", {"n1-g0", "invented"}, "by itself");
    EXPECT_EQ(world.master().restriction(GpuUuid{"invented"}), nullptr);
    tell(world, "n1", {}, "");
    world.putGpu("n2", "n1-g0");
    world.registerAgent("n2", "cpus:4;mem:400");
    EXPECT_EQ(world.toldTo("n2"), (Lines{"registered M-S1"}));
    EXPECT_EQ(world.master().restriction(GpuUuid{"n1-g0"}), nullptr);
}

TEST(Restrictions, OfAnAgentItselfCanBeReleased) {
    OneGpu world;
    tell(world, "n1", {"n1-g0"}, "by itself");
    ASSERT_FALSE(world.restrict("n1-g0").status);
    EXPECT_EQ(world.answers.back().status.error().message,
        "GPU n1-g0 is already restricted, by alice: by itself");
    EXPECT_TRUE(world.release("n1-g0").status);
    EXPECT_EQ(world.told(), (Lines{"n1 release n1-g0"}));
}

TEST(Restrictions, OfAGpuThatTwoAgentsClaimStayAsTheyAre) {
    for (const bool restricted : {false, true}) {
        OneGpu world;
        if (restricted) {
            world.restrict("n1-g0");
            world.confirmOrders("n1");
        }
        world.draw("liar: cpus:4;mem:400");
        world.told();
        tell(world, "liar", {"n1-g0"}, "a lie", true);
        ASSERT_EQ(world.master().gpu({"n1-g0"})->agent->info.hostname, "liar");
        tell(world, "liar", {}, "");
        ASSERT_EQ(world.master().gpu({"n1-g0"})->agent->info.hostname, "n1");
        const Lines all = world.told();
        EXPECT_TRUE(std::ranges::none_of(all, [](const std::string& line) {
            return line.find("restrict") != std::string::npos
                || line.find("release") != std::string::npos;
        }));
        const auto* known = world.master().restriction(GpuUuid{"n1-g0"});
        EXPECT_EQ(known != nullptr, restricted);
        EXPECT_TRUE(!known || known->agent == world.agentId("n1"));
    }
}

TEST(Restrictions, FollowTheGpuAlsoUnderTheNextMaster) {
    MovedGpu before;
    auto recovered = journalOf(before, "n1");
    recovered.restrictions = {*before.master().restriction(GpuUuid{"n1-g0"})};
    World world({.id = "N"}, recovered);
    world.putGpu("n2", "n1-g0");
    world.registerAgent("n2", "cpus:4;mem:400");
    EXPECT_EQ(world.toldTo("n2"), (Lines{"registered N-S0", "restrict n1-g0"}));
}

TEST(Operators, HaveTheirKillsCarriedOutByTheNextMaster) {
    World before;
    before.draw("n1: cpus:4;mem:400");
    before.subscribe("f", {}, minutes(10));
    const TaskInfo info = before.task("t", "n1", "cpus:1");
    before.accept("f", {info});
    before.cutAgent("n1");
    before.apply(OperatorKill{9, before.key("f", "t"), "carol", "too long"});
    EXPECT_TRUE(before.answers.back().status);
    World world({.id = "N"}, journalOf(before, "n1", "f"));
    Register message{before.agentId("n1"), before.agent("n1").info, {},
        {before.live("f", info, TaskState::Running)}};
    std::optional<KillTask> kill;
    for (const auto& output : world.master().apply(FromAgent{Link{1}, message}, world.now())) {
        if (const auto* sent = std::get_if<SendAgent>(&output)) {
            if (const auto* found = std::get_if<KillTask>(&sent->command)) {
                kill = *found;
            }
        }
    }
    ASSERT_TRUE(kill.has_value());
    EXPECT_EQ(kill->by, (KilledBy{"carol", "too long"}));
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
    EXPECT_EQ(world.answers.back().status.error().message, "Task t of framework M-0000 has ended");
    world.apply(OperatorKill{11, world.key("f", "u"), "carol"});
    EXPECT_EQ(world.answers.back().status.error().message, "No task 'u': see 'muster tasks'");
}

TEST(Operators, RescindAnOfferWhichGoesToAnotherFramework) {
    World world;
    world.subscribe("f");
    world.draw("n1: cpus:4;mem:400");
    world.subscribe("g");
    world.told();
    world.apply(OperatorRescind{12, OfferId{"M-O0"}, "carol", "g waits"});
    EXPECT_TRUE(world.answers.back().status);
    EXPECT_EQ(world.answers.back().request, 12u);
    EXPECT_EQ(world.told(), (Lines{"f rescinded M-O0", "g offered n1 cpus:4; mem:400"}));
    ASSERT_EQ(world.audits.size(), 1u);
    EXPECT_EQ(world.audits[0].author, "carol");
    EXPECT_EQ(world.audits[0].action, "rescind");
    EXPECT_EQ(world.audits[0].object, "M-O0");
    EXPECT_EQ(world.audits[0].detail, "cpus:4; mem:400 on n1, of f: g waits");
}

TEST(Operators, RescindAnOfferThatDoesNotComeBackForFiveSeconds) {
    World world;
    world.subscribe("f");
    world.draw("n1: cpus:4;mem:400");
    world.told();
    world.apply(OperatorRescind{12, OfferId{"M-O0"}, "carol", "to look at n1"});
    EXPECT_EQ(world.told(), (Lines{"f rescinded M-O0"}));
    EXPECT_TRUE(world.agent("n1").offered.empty());
    world.advance(seconds(4));
    EXPECT_EQ(world.told(), Lines{});
    world.advance(seconds(1));
    EXPECT_EQ(world.told(), (Lines{"f offered n1 cpus:4; mem:400"}));
}

TEST(Operators, AreToldThatAnOfferIsNotOutstanding) {
    World world;
    world.subscribe("f");
    world.draw("n1: cpus:4;mem:400");
    world.declineAll("f");
    for (const auto* id : {"M-O0", "M-O7", "x", ""}) {
        world.apply(OperatorRescind{13, OfferId{id}, "carol", "x"});
        ASSERT_FALSE(world.answers.back().status) << id;
        EXPECT_EQ(world.answers.back().status.error().kind, Error::Kind::NotFound);
    }
    world.apply(OperatorRescind{14, OfferId{"M-O0"}, "carol", "x"});
    EXPECT_EQ(world.answers.back().status.error().message,
        "No offer 'M-O0' is outstanding: see 'muster offers'");
    EXPECT_TRUE(world.audits.empty());
}

} // namespace
} // namespace muster::cluster
