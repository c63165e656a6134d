// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/kernel/jobs/service/fake_master.h"

namespace muster::services {
namespace {

using std::chrono::seconds;

struct Unreachable : testing::Test {
    FakeMaster master;
    TaskId lost;

    void lose(std::optional<UnreachableStrategy> strategy) {
        auto spec = FakeMaster::spec("/web", 2);
        spec.unreachable = strategy;
        master.connect();
        master.running(spec);
        lost = master.ids({"/web"}).at(0);
        master.update(lost, TaskState::Unreachable);
    }
    void startOther() {
        master.give("2");
        master.run({"/web"});
    }
};

TEST_F(Unreachable, InstancesAreReplacedAndForgottenAtOnceByDefault) {
    lose(UnreachableStrategy{});
    EXPECT_EQ(master.count("/web"), 1u);
    EXPECT_EQ(master.queued("/web"), 1);
    EXPECT_EQ(master.told<InstanceForgotten>().at(0).state, TaskState::Unreachable);
    master.update(lost, TaskState::Running);
    EXPECT_EQ(master.all<cluster::Kill>().at(0).task, lost);
}

TEST_F(Unreachable, InstancesAreReplacedAfterATime) {
    lose(UnreachableStrategy{seconds(10), seconds(20)});
    EXPECT_EQ(master.queued("/web"), 0);
    EXPECT_EQ(*master.scheduler->nextDeadline(), Now(master.now).uptime + seconds(10));
    master.pass(seconds(10));
    EXPECT_EQ(master.queued("/web"), 1);
    EXPECT_EQ(master.count("/web"), 2u); // it is remembered
    startOther();
    EXPECT_EQ(master.count("/web"), 3u);
    master.pass(seconds(10));
    EXPECT_EQ(master.count("/web"), 2u);
    EXPECT_FALSE(master.scheduler->instance(lost));
}

TEST_F(Unreachable, InstancesThatComeBackInTimeStay) {
    lose(UnreachableStrategy{seconds(10), seconds(20)});
    master.pass(seconds(9));
    master.update(lost, TaskState::Running);
    master.pass(seconds(60));
    EXPECT_EQ(master.count("/web"), 2u);
    EXPECT_EQ(master.queued("/web"), 0);
    EXPECT_TRUE(master.all<cluster::Kill>().empty());
}

TEST_F(Unreachable, InstancesThatComeBackBesideTheirReplacementAreOneTooMany) {
    lose(UnreachableStrategy{seconds(10), seconds(20)});
    master.pass(seconds(10));
    startOther();
    master.update(lost, TaskState::Running);
    EXPECT_EQ(master.all<cluster::Kill>().size(), 1u);
    master.obeyKills();
    EXPECT_EQ(master.count("/web"), 2u);
    EXPECT_EQ(master.queued("/web"), 0);
}

TEST_F(Unreachable, InstancesThatComeBackBeforeTheirReplacementNeedNone) {
    lose(UnreachableStrategy{seconds(10), seconds(20)});
    master.pass(seconds(10));
    EXPECT_EQ(master.queued("/web"), 1);
    master.update(lost, TaskState::Running);
    EXPECT_EQ(master.queued("/web"), 0);
}

TEST_F(Unreachable, InstancesAreAwaitedForeverIfThatIsDisabled) {
    lose(std::nullopt);
    EXPECT_EQ(master.scheduler->nextDeadline(), std::nullopt);
    master.pass(std::chrono::hours(1000));
    EXPECT_EQ(master.count("/web"), 2u);
    EXPECT_EQ(master.queued("/web"), 0);
}

TEST_F(Unreachable, InstancesThatAreToStopAreForgotten) {
    lose(std::nullopt);
    master.remove("/web");
    EXPECT_EQ(master.count("/web"), 1u); // the other is being killed
    master.obeyKills();
    EXPECT_FALSE(master.scheduler->app({"/web"}));
}

TEST_F(Unreachable, TimesGoOnAfterARestart) {
    lose(UnreachableStrategy{seconds(10), seconds(20)});
    master.pass(seconds(9));
    master.restart();
    EXPECT_EQ(*master.scheduler->nextDeadline(), Now(master.now).uptime + seconds(1));
    master.pass(seconds(1));
    EXPECT_EQ(master.queued("/web"), 1);
}

} // namespace
} // namespace muster::services
