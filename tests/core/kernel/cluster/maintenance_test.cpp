// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {

using Lines = std::vector<std::string>;
using std::chrono::hours;
using std::chrono::minutes;

const std::set<Capability> kAware{Capability::PartitionAware};

struct MaintenanceSession : World {
    MaintenanceSession() {
        draw("n1: cpus:4;mem:400 / n2: cpus:4;mem:400");
        subscribe("f", kAware, minutes(10));
        told();
    }
    MaintenanceWindow window(const std::string& hostname) {
        return {{{hostname, ""}}, {now() + hours(1), hours(2)}};
    }
    std::string ask(MasterInput input) {
        answers.clear();
        apply(std::move(input));
        return answers.empty() || answers[0].status ? "" : answers[0].status.error().message;
    }
    std::string schedule(std::vector<MaintenanceWindow> windows) {
        return ask(OperatorMaintenanceSchedule{1, std::move(windows), "alice"});
    }
    std::string start(const std::string& hostname) {
        return ask(OperatorMaintenanceStart{1, {{hostname, ""}}, "alice"});
    }
    std::string stop(const std::string& hostname) {
        return ask(OperatorMaintenanceStop{1, {{hostname, ""}}, "alice"});
    }
};

TEST(Maintenance, IsToldInTheOffersOfItsMachines) {
    MaintenanceSession session;
    EXPECT_EQ(session.schedule({session.window("n1")}), "");
    EXPECT_EQ(session.told(), (Lines{"f rescinded M-O0", "f offered n1 cpus:4; mem:400"}));
    for (const Offer* offer : session.master().offers()) {
        EXPECT_EQ(offer->unavailability.has_value(), offer->hostname == "n1");
    }
    EXPECT_EQ(session.schedule({}), "");
    EXPECT_EQ(session.told(), (Lines{"f rescinded M-O2", "f offered n1 cpus:4; mem:400"}));
}

TEST(Maintenance, AsksFrameworksToLeaveOnce) {
    MaintenanceSession session;
    session.call(
        "f", Accept{{OfferId{"M-O0"}}, {LaunchTasks{{session.task("t", "n1", "cpus:4;mem:400")}}}});
    session.told();
    session.schedule({session.window("n1")});
    EXPECT_EQ(session.told(), Lines{"f asked to leave n1"});
    const OfferId first = session.inverseOffers.at(0).id;
    EXPECT_EQ(session.inverseOffers[0].unavailability, session.window("n1").unavailability);
    session.update("n1", "f", "t", TaskState::Running, 1);
    EXPECT_EQ(session.toldTo("f"), Lines{"t is TASK_RUNNING"});
    session.call("f", AnswerInverseOffers{{first}, true});
    const auto& answers = session.master().maintenance().answers;
    ASSERT_EQ(answers.size(), 1u);
    EXPECT_TRUE(answers.begin()->second.accepted);
    session.update("n1", "f", "t", TaskState::Running, 2);
    EXPECT_EQ(session.inverseOffers.size(), 1u);
    session.schedule({});
    EXPECT_TRUE(answers.empty());
}

TEST(Maintenance, ForgetsTheAnswersOfWhoIsRemoved) {
    const auto answer = [](MaintenanceSession& session) {
        session.call("f",
            Accept{{OfferId{"M-O0"}}, {LaunchTasks{{session.task("t", "n1", "cpus:4;mem:400")}}}});
        session.schedule({session.window("n1")});
        session.call("f", AnswerInverseOffers{{session.inverseOffers.at(0).id}, true});
        ASSERT_EQ(session.master().maintenance().answers.size(), 1u);
    };
    MaintenanceSession ofFramework;
    answer(ofFramework);
    ofFramework.call("f", Teardown{});
    EXPECT_TRUE(ofFramework.master().maintenance().answers.empty());
    MaintenanceSession ofAgent;
    answer(ofAgent);
    ofAgent.start("n1");
    EXPECT_TRUE(ofAgent.master().maintenance().answers.empty());
}

TEST(Maintenance, TakesItsRequestBackWithTheSchedule) {
    MaintenanceSession session;
    session.call(
        "f", Accept{{OfferId{"M-O0"}}, {LaunchTasks{{session.task("t", "n1", "cpus:4;mem:400")}}}});
    session.schedule({session.window("n1")});
    session.told();
    session.schedule({});
    EXPECT_EQ(session.told(), Lines{"f no longer asked by M-O2"});
}

TEST(Maintenance, AsksASchedulerThatIsBackAgain) {
    MaintenanceSession session;
    session.call(
        "f", Accept{{OfferId{"M-O0"}}, {LaunchTasks{{session.task("t", "n1", "cpus:4;mem:400")}}}});
    session.schedule({session.window("n1")});
    session.cutFramework("f");
    session.told();
    session.subscribeAgain("f");
    const Lines told = session.toldTo("f");
    EXPECT_NE(std::find(told.begin(), told.end(), "asked to leave n1"), told.end());
}

TEST(Maintenance, StartsByRemovingTheAgents) {
    MaintenanceSession session;
    session.call(
        "f", Accept{{OfferId{"M-O0"}}, {LaunchTasks{{session.task("t", "n1", "cpus:4;mem:400")}}}});
    session.schedule({session.window("n1")});
    session.told();
    EXPECT_EQ(session.start("n1"), "");
    EXPECT_EQ(session.told(),
        (Lines{"f no longer asked by M-O2", "f t is TASK_GONE_BY_OPERATOR", "f lost n1",
            "n1 remove M-0000", "n1 closed: Operator initiated 'Machine DOWN'"}));
    EXPECT_TRUE(session.master().maintenance().machines.at({"n1", ""}).down);
    session.registerAgain("n1");
    EXPECT_EQ(session.told().front(), "n1 closed: Machine is `DOWN`");
    EXPECT_EQ(session.stop("n1"), "");
    EXPECT_TRUE(session.master().maintenance().windows.empty());
    session.registerAgain("n1");
    EXPECT_EQ(session.agent("n1").state, AgentState::Active);
}

TEST(Maintenance, HasMesosErrors) {
    MaintenanceSession session;
    const auto now = session.now();
    EXPECT_EQ(
        session.schedule({{{}, {now, {}}}}), "List of machines in the maintenance window is empty");
    EXPECT_EQ(session.schedule({{{{"a", ""}}, {now, Duration(-1)}}}),
        "Unavailability 'duration' is negative");
    EXPECT_EQ(session.schedule({{{{"", ""}}, {now, {}}}}),
        "Both 'hostname' and 'ip' for a machine are empty");
    EXPECT_EQ(session.schedule({{{{"a", "1.2.3.4"}, {"a", "1.2.3.4"}}, {now, {}}}}),
        R"(Machine '{"hostname":"a","ip":"1.2.3.4"}' appears more than once in the schedule)");
    EXPECT_EQ(session.ask(OperatorMaintenanceStart{1, {}, ""}), "List of machines is empty");
    EXPECT_EQ(session.start("n1"),
        R"(Machine '{"hostname":"n1"}' is not part of a maintenance schedule)");
    session.schedule({session.window("n1")});
    EXPECT_EQ(session.stop("n1"),
        R"(Machine '{"hostname":"n1"}' is not in DOWN mode and cannot be brought up)");
    EXPECT_EQ(session.start("n1"), "");
    EXPECT_EQ(session.start("n1"),
        R"(Machine '{"hostname":"n1"}' is not in DRAINING mode and cannot be brought down)");
    EXPECT_EQ(session.schedule({}),
        R"(Machine '{"hostname":"n1"}' is deactivated and cannot be removed from the schedule)");
    EXPECT_EQ(session.ask(OperatorDrain{1, session.agentId("n1"), {}, false, ""}),
        "Agent M-S0 is part of a maintenance schedule under Machine n1");
}

TEST(Maintenance, OutlivesTheMaster) {
    MaintenanceSession before;
    before.schedule({before.window("n1"), before.window("n2")});
    before.start("n1");
    Recovered recovered;
    recovered.windows = before.master().maintenance().windows;
    recovered.downMachines = {{"n1", ""}};
    const Master master({.id = "N"}, recovered, before.now());
    EXPECT_TRUE(master.maintenance().machines.at({"n1", ""}).down);
    EXPECT_FALSE(master.maintenance().machines.at({"n2", ""}).down);
}

TEST(Maintenance, FindsAMachineByItsAddressAlone) {
    World world;
    world.subscribe("f");
    world.draw("n1: cpus:4;mem:400");
    Register message;
    message.info.hostname = "n2";
    message.info.ip = "10.0.0.7";
    message.info.total = world.parse("cpus:4;mem:400");
    world.master().apply(FromAgent{Link{77}, message}, world.now());
    world.master().apply(FromAgent{Link{77}, AgentUpdate{message.info, {}}}, world.now());
    world.apply(OperatorMaintenanceSchedule{
        1, {{{{"", "10.0.0.7"}}, {world.now(), std::nullopt}}}, "alice"});
    ASSERT_EQ(world.master().offers().size(), 2u);
    EXPECT_FALSE(world.master().offers()[0]->unavailability.has_value());
    EXPECT_TRUE(world.master().offers()[1]->unavailability.has_value());
}

} // namespace
} // namespace muster::cluster
