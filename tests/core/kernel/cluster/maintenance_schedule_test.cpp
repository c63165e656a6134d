// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/maintenance_schedule.h"

#include <chrono>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace muster::cluster {
namespace {

using namespace std::chrono_literals;

MaintenanceWindow window(std::vector<MachineId> machines, Duration start) {
    return {std::move(machines), {Instant{start}, 1h}};
}

AgentInfo info(const char* hostname, const char* ip) {
    return {.hostname = hostname, .ip = ip};
}

const MachineId kN1{"n1", ""};
const MachineId kAt2{"", "10.0.0.2"};

} // namespace

TEST(MaintenanceSchedule, KnowsAMachineByNameOrByAddress) {
    MaintenanceSchedule schedule;
    schedule.set({window({kN1}, 5s), window({kAt2}, 9s)});
    EXPECT_EQ(schedule.unavailabilityOf(info("n1", "10.0.0.9"))->start, Instant{5s});
    EXPECT_EQ(schedule.unavailabilityOf(info("other", "10.0.0.2"))->start, Instant{9s});
    EXPECT_FALSE(schedule.unavailabilityOf(info("n3", "10.0.0.3")));
}

TEST(MaintenanceSchedule, HasTheFirstByNameAndAddressOfSeveralThatFit) {
    MaintenanceSchedule schedule;
    const MachineId both{"n1", "10.0.0.2"};
    schedule.set({window({both}, 5s)});
    EXPECT_EQ(schedule.machineOf(info("n1", "10.0.0.2"))->first, both);
    EXPECT_EQ(schedule.machineOf(info("n1", "10.0.0.9")), nullptr);
    EXPECT_EQ(schedule.machineOf(info("n1", "")), nullptr);
    schedule.set({window({both, kN1}, 5s)});
    EXPECT_EQ(schedule.machineOf(info("n1", "10.0.0.2"))->first, kN1);
    schedule.set({window({both, kN1, kAt2}, 5s)});
    EXPECT_EQ(schedule.machineOf(info("n1", "10.0.0.2"))->first, kAt2);
}

// A walk over the schedule for each would take far longer.
TEST(MaintenanceSchedule, FindsOneMachineAmongManyWithoutLookingAtAll) {
    constexpr int kMachines = 50'000;
    MaintenanceWindow all{{}, {Instant{5s}, 1h}};
    for (int i = 0; i < kMachines; ++i) {
        all.machines.push_back({fmt::format("a-node-of-a-large-cluster-{}", i), ""});
    }
    MaintenanceSchedule schedule;
    schedule.set({all});
    const auto begun = std::chrono::steady_clock::now();
    int found = 0;
    for (const MachineId& machine : all.machines) {
        found += schedule.machineOf({.hostname = machine.hostname, .ip = "10.0.0.1"}) ? 1 : 0;
    }
    EXPECT_EQ(found, kMachines);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 5s);
}

TEST(MaintenanceSchedule, RefusesAMachineTwiceAndOneThatIsDownToBeLeftOut) {
    MaintenanceSchedule schedule;
    EXPECT_FALSE(schedule.validate({window({kN1}, 5s), window({kN1}, 9s)}));
    EXPECT_FALSE(schedule.validate({window({MachineId{}}, 5s)}));
    EXPECT_FALSE(schedule.validate({window({}, 5s)}));
    schedule.set({window({kN1}, 5s)});
    schedule.takeDown({kN1});
    EXPECT_FALSE(schedule.validate({window({kAt2}, 5s)}));
    EXPECT_TRUE(schedule.validate({window({kN1, kAt2}, 5s)}));
}

TEST(MaintenanceSchedule, KeepsWhoIsDownWhenItIsReplaced) {
    MaintenanceSchedule schedule;
    schedule.set({window({kN1, kAt2}, 5s)});
    schedule.takeDown({kN1});
    schedule.set({window({kAt2, kN1}, 9s)});
    EXPECT_TRUE(schedule.view().machines.at(kN1).down);
    EXPECT_FALSE(schedule.view().machines.at(kAt2).down);
}

TEST(MaintenanceSchedule, IsWithoutThoseThatAreUpAgain) {
    MaintenanceSchedule schedule;
    schedule.set({window({kN1}, 5s), window({kAt2}, 9s)});
    schedule.takeDown({kN1, kAt2});
    const auto [windows, down] = schedule.without({kN1});
    EXPECT_EQ(windows, std::vector{window({kAt2}, 9s)});
    EXPECT_EQ(down, std::set{kAt2});
}

TEST(MaintenanceSchedule, LetsOnlyMachinesOfItGoDownAndOnlyThoseThatAreDownComeUp) {
    MaintenanceSchedule schedule;
    schedule.set({window({kN1}, 5s)});
    EXPECT_FALSE(schedule.validate(std::vector{kAt2}, false));
    EXPECT_TRUE(schedule.validate(std::vector{kN1}, false));
    EXPECT_FALSE(schedule.validate(std::vector{kN1}, true));
    schedule.takeDown({kN1});
    EXPECT_TRUE(schedule.validate(std::vector{kN1}, true));
    EXPECT_FALSE(schedule.validate(std::vector{kN1, kN1}, true));
}

TEST(MaintenanceSchedule, AsksAFrameworkOnceUntilItsAnswerIsForgotten) {
    MaintenanceSchedule schedule;
    schedule.ask(1, 7, {{"o"}, {"f"}, {"a1"}, {}});
    EXPECT_TRUE(schedule.hasAsked(1, {"a1"}, 7, {"f"}));
    EXPECT_FALSE(schedule.hasAsked(2, {"a2"}, 7, {"f"}));
    schedule.answer({"o"}, {"other"}, {true, {}});
    EXPECT_TRUE(schedule.view().answers.empty()) << "of another framework";
    schedule.answer({"o"}, {"f"}, {true, {}});
    EXPECT_TRUE(schedule.hasAsked(1, {"a1"}, 7, {"f"}));
    EXPECT_TRUE(schedule.takeBack(1).empty()) << "it was answered";
    schedule.forgetAnswers(AgentId{"a1"});
    EXPECT_FALSE(schedule.hasAsked(1, {"a1"}, 7, {"f"}));
}

TEST(MaintenanceSchedule, ForgetsTheAnswersOfOneAgentOrOneFramework) {
    MaintenanceSchedule schedule;
    int offers = 0;
    for (const auto* agent : {"a1", "a2", "a3"}) {
        for (const auto* framework : {"f", "g"}) {
            const OfferId id{fmt::format("o{}", offers++)};
            schedule.ask(1, 7, {id, {framework}, {agent}, {}});
            schedule.answer(id, {framework}, {true, {}});
        }
    }
    schedule.forgetAnswers(AgentId{"a2"});
    schedule.forgetAnswers(FrameworkId{"g"});
    EXPECT_TRUE(schedule.hasAsked(1, {"a1"}, 7, {"f"}));
    EXPECT_TRUE(schedule.hasAsked(1, {"a3"}, 7, {"f"}));
    EXPECT_EQ(schedule.view().answers.size(), 2u);
}

TEST(MaintenanceSchedule, TakesBackWhatWasAskedOfOneAgent) {
    MaintenanceSchedule schedule;
    schedule.ask(1, 7, {{"o1"}, {"f"}, {"a1"}, {}});
    schedule.ask(1, 8, {{"o2"}, {"g"}, {"a1"}, {}});
    schedule.ask(2, 7, {{"o3"}, {"f"}, {"a2"}, {}});
    schedule.forget(8);
    const auto taken = schedule.takeBack(1);
    ASSERT_EQ(taken.size(), 1u);
    EXPECT_EQ(taken[0].id.value, "o1");
    EXPECT_TRUE(schedule.hasAsked(2, {"a2"}, 7, {"f"}));
}

} // namespace muster::cluster
