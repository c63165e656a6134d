// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/kernel/jobs/service/fake_master.h"

namespace muster::services {
namespace {

using std::chrono::seconds;

struct Services : testing::Test {
    FakeMaster master;
    Services() { master.connect(); }

    void expectSuppressed() {
        EXPECT_EQ(master.taken<cluster::Suppress>().size(), 1u);
        EXPECT_TRUE(master.taken<cluster::Revive>().empty());
    }
    void expectRevived() {
        EXPECT_EQ(master.taken<cluster::Revive>().size(), 1u);
        EXPECT_TRUE(master.taken<cluster::Suppress>().empty());
    }
};

TEST_F(Services, SubscribeOnceThereIsAnApp) {
    EXPECT_TRUE(master.all<cluster::Subscribe>().empty());
    master.put(FakeMaster::spec());
    ASSERT_EQ(master.all<cluster::Subscribe>().size(), 1u);
    EXPECT_EQ(master.store.framework.value, "M-0001");
    EXPECT_EQ(master.all<cluster::Subscribe>()[0].info.roles, std::set<std::string>{"*"});
}

TEST_F(Services, LaunchWhatIsMissingAndNoMore) {
    master.put(FakeMaster::spec("/a/web", 3));
    EXPECT_EQ(master.queued("/a/web"), 3);
    master.give("1", "cpus:2;mem:4096");
    EXPECT_EQ(master.queued("/a/web"), 1);
    master.give("2", "cpus:2;mem:4096");
    EXPECT_EQ(master.queued("/a/web"), 0);
    const auto launched = master.launched();
    ASSERT_EQ(launched.size(), 3u);
    EXPECT_TRUE(launched[0].id.value.starts_with("a_web."));
    EXPECT_EQ(appOf(launched[0].id).value, "/a/web");
    EXPECT_EQ(launched[0].name, "web.a");
    EXPECT_EQ(launched[0].resources.text(), "cpus:1; mem:64");
    EXPECT_EQ(launched[0].payload.bytes(), "run");
    EXPECT_EQ(launched[2].agent.value, "2");
}

TEST_F(Services, TellAnInstanceBeforeItsLaunch) {
    master.put(FakeMaster::spec());
    const auto outputs = master.scheduler->apply(
        FromMaster{cluster::Offers{{master.offer("1", "cpus:1;mem:64")}}}, master.now);
    const auto* event = std::get_if<ServicesEvent>(&outputs.at(0));
    ASSERT_TRUE(event && std::holds_alternative<InstanceAdded>(*event));
    const auto* call = std::get_if<Call>(&outputs.at(2));
    ASSERT_TRUE(call && std::holds_alternative<cluster::Accept>(call->call));
    EXPECT_EQ(call->environments.size(), 1u);
    EXPECT_TRUE(call->environments.contains(std::get<InstanceAdded>(*event).instance));
}

TEST_F(Services, GiveEachInstancePortsOfItsOwn) {
    auto spec = FakeMaster::spec("/web", 2);
    spec.ports = {{}};
    master.put(spec);
    master.give();
    const auto launched = master.launched();
    ASSERT_EQ(launched.size(), 2u);
    EXPECT_EQ(launched[0].resources.text(), "cpus:1; mem:64; ports:[31000-31000]");
    EXPECT_EQ(launched[1].resources.text(), "cpus:1; mem:64; ports:[31001-31001]");
    EXPECT_EQ(master.scheduler->instance(launched[1].id)->hostPorts.at(0), 31001);
}

TEST_F(Services, PassTheHealthCheckOn) {
    auto spec = FakeMaster::spec();
    spec.healthCheck = cluster::HealthCheck{{}, seconds(10), 7};
    spec.killGrace = seconds(9);
    spec.user = "alice";
    master.put(spec);
    master.give();
    const auto task = master.launched().at(0);
    EXPECT_EQ(task.healthCheck->failures, 7u);
    EXPECT_EQ(task.killGrace, seconds(9));
    EXPECT_EQ(task.user, "alice");
}

TEST_F(Services, ShareOffersAmongApps) {
    master.put({FakeMaster::spec("/a", 4), FakeMaster::spec("/b", 4)});
    master.give("1", "cpus:4;mem:4096");
    EXPECT_EQ(master.count("/a"), 2u);
    EXPECT_EQ(master.count("/b"), 2u);
}

TEST_F(Services, AddUpTheOffersOfAnAgent) {
    master.put(FakeMaster::spec("/vm", 1, "cpus:1;gpus:2"));
    master.event(
        cluster::Offers{{master.offer("1", "cpus:1;gpus:1"), master.offer("1", "gpus:1")}});
    ASSERT_EQ(master.launched().size(), 1u);
    EXPECT_EQ(master.all<cluster::Accept>().at(0).offers.size(), 2u);
}

TEST_F(Services, SuppressOffersWhileNothingWaits) {
    master.put(FakeMaster::spec());
    EXPECT_EQ(master.taken<cluster::Suppress>().size(), 0u);
    master.taken<cluster::Revive>();
    master.give();
    expectSuppressed();
    master.run({"/web"});
    master.die({"/web"});
    EXPECT_TRUE(master.taken<cluster::Revive>().empty()); // it backs off
    master.pass(seconds(1));
    expectRevived();
}

TEST_F(Services, SubscribeToTheRolesOfTheirApps) {
    auto prod = FakeMaster::spec("/prod");
    prod.role = "prod";
    master.put(FakeMaster::spec());
    master.give();
    master.put(prod);
    const auto update = master.all<cluster::UpdateFramework>().at(0);
    EXPECT_EQ(update.info.roles, (std::set<std::string>{"*", "prod"}));
    EXPECT_EQ(update.suppressedRoles, std::set<std::string>{"*"});
    master.event(cluster::Offers{{master.offer("2", "cpus:1;mem:64", "", "prod")}});
    EXPECT_EQ(master.count("/prod"), 1u);
    EXPECT_EQ(master.launched().back().role, "prod");
    EXPECT_EQ(master.all<cluster::Suppress>().back().roles, std::set<std::string>{"prod"});
}

TEST_F(Services, SayWhyAnAppWaits) {
    master.put(FakeMaster::spec("/vm", 1, "cpus:1;gpus:2"));
    master.give("1", "cpus:8;gpus:1");
    master.give("2", "cpus:8");
    const auto queue = master.scheduler->queue(master.now);
    ASSERT_EQ(queue.size(), 1u);
    EXPECT_EQ(queue[0].count, 1);
    EXPECT_EQ(queue[0].offers.declined(Reject::InsufficientGpus), 2u);
    EXPECT_EQ(queue[0].offers.processed(), 2u);
    EXPECT_EQ(master.all<cluster::Decline>().size(), 2u);
}

TEST_F(Services, ReplaceWhatEnds) {
    master.running(FakeMaster::spec("/web", 2));
    const auto first = master.ids({"/web"});
    master.update(first.at(0), TaskState::Finished); // a service is not to end
    EXPECT_EQ(master.count("/web"), 1u);
    EXPECT_EQ(master.queued("/web"), 1);
    EXPECT_EQ(master.scheduler->app({"/web"})->lastFailure->instance, first[0]);
    master.give();
    EXPECT_EQ(master.count("/web"), 1u); // it backs off
    master.pass(seconds(1));
    master.give();
    EXPECT_EQ(master.count("/web"), 2u);
    EXPECT_EQ(master.told<InstanceForgotten>().at(0).state, TaskState::Finished);
}

TEST_F(Services, BackOffLongerAfterEachFailure) {
    master.running(FakeMaster::spec());
    master.die({"/web"});
    EXPECT_EQ(master.scheduler->queue(master.now)[0].timeLeft, seconds(1));
    master.pass(seconds(1));
    master.give();
    master.run({"/web"});
    master.die({"/web"});
    EXPECT_EQ(master.scheduler->queue(master.now)[0].timeLeft, std::chrono::milliseconds(1150));
    EXPECT_EQ(
        master.scheduler->nextDeadline(), Now(master.now).uptime + std::chrono::milliseconds(1150));
}

TEST_F(Services, DoNotBackOffAfterAKill) {
    master.running(FakeMaster::spec());
    master.die({"/web"}, TaskState::Killed);
    EXPECT_EQ(master.scheduler->queue(master.now)[0].timeLeft, seconds(0));
    EXPECT_FALSE(master.scheduler->app({"/web"})->lastFailure);
}

TEST_F(Services, BackOffAfterAKillByTheHealthCheck) {
    auto spec = FakeMaster::spec();
    spec.healthCheck = cluster::HealthCheck{};
    master.running(spec);
    master.update(master.ids({"/web"}).at(0), TaskState::Killed, false);
    EXPECT_EQ(master.scheduler->queue(master.now)[0].timeLeft, seconds(1));
    EXPECT_EQ(master.scheduler->app({"/web"})->lastFailure->state, TaskState::Killed);
}

TEST_F(Services, ForgetABackOffOnRequestAndWithANewSpec) {
    auto spec = FakeMaster::spec();
    master.running(spec);
    master.die({"/web"});
    master.apply(ResetDelay{++master.requests, {"/web"}});
    EXPECT_EQ(master.scheduler->queue(master.now)[0].timeLeft, seconds(0));
    master.give();
    master.run({"/web"});
    master.die({"/web"});
    EXPECT_EQ(master.scheduler->queue(master.now)[0].timeLeft, seconds(1));
    spec.user = "alice";
    master.put(spec, true);
    EXPECT_EQ(master.scheduler->queue(master.now)[0].timeLeft, seconds(0));
    master.apply(ResetDelay{++master.requests, {"/none"}});
    EXPECT_EQ(master.answers.back().result.error().message, "App '/none' does not exist");
}

TEST_F(Services, TellTheHealthOfInstances) {
    auto spec = FakeMaster::spec();
    spec.healthCheck = cluster::HealthCheck{};
    master.running(spec);
    const auto id = master.ids({"/web"}).at(0);
    master.update(id, TaskState::Running, true);
    master.update(id, TaskState::Running, true);
    master.update(id, TaskState::Running, false);
    const auto told = master.told<InstanceHealthChanged>();
    ASSERT_EQ(told.size(), 2u);
    EXPECT_EQ(told[0].before, std::nullopt);
    EXPECT_TRUE(told[0].healthy);
    EXPECT_EQ(told[1].before, true);
    EXPECT_FALSE(told[1].healthy);
    EXPECT_EQ(master.count("/web"), 1u); // the agent kills it, when it has failed often enough
}

TEST_F(Services, KillInstancesAndReplaceThem) {
    master.running(FakeMaster::spec("/web", 3));
    const auto ids = master.ids({"/web"});
    master.apply(KillInstances{
        .request = 9, .instances = {ids[1], {"web.unknown"}}, .by = {"alice", "stuck"}});
    EXPECT_EQ(master.answers.back().result->killed, std::vector<TaskId>{ids[1]});
    EXPECT_TRUE(master.answers.back().result->deployment.empty());
    const auto kill = master.all<cluster::Kill>().at(0);
    EXPECT_EQ(kill.task, ids[1]);
    EXPECT_EQ(kill.by->author, "alice");
    EXPECT_EQ(master.queued("/web"), 1);
    master.obeyKills();
    EXPECT_EQ(master.count("/web"), 2u);
    EXPECT_EQ(master.queued("/web"), 1);
}

TEST_F(Services, KillInstancesForGood) {
    master.running(FakeMaster::spec("/web", 3));
    const auto ids = master.ids({"/web"});
    master.apply(KillInstances{
        .request = 9, .instances = {ids[0], ids[1]}, .by = {"alice", ""}, .scale = true});
    EXPECT_FALSE(master.answers.back().result->deployment.empty());
    EXPECT_EQ(master.scheduler->app({"/web"})->spec.instances, 1);
    master.obeyKills();
    EXPECT_EQ(master.ids({"/web"}), std::vector<TaskId>{ids[2]});
    EXPECT_EQ(master.queued("/web"), 0);
    EXPECT_TRUE(master.scheduler->deployments().empty());
}

TEST_F(Services, WipeInstancesWhoseEndIsNeverTold) {
    master.running(FakeMaster::spec("/web", 1));
    const auto id = master.ids({"/web"}).at(0);
    master.apply(KillInstances{.request = 9, .instances = {id}, .wipe = true});
    EXPECT_EQ(master.count("/web"), 0u);
    EXPECT_EQ(master.queued("/web"), 1);
    EXPECT_EQ(master.taken<cluster::Kill>().size(), 1u);
    master.update(id, TaskState::Running); // it is still there
    EXPECT_EQ(master.all<cluster::Kill>().at(0).task, id);
    EXPECT_EQ(master.all<cluster::Acknowledge>().back().task, id);
}

TEST_F(Services, KillAgainWhatGoesOn) {
    master.running(FakeMaster::spec());
    const auto id = master.ids({"/web"}).at(0);
    master.apply(KillInstances{.request = 9, .instances = {id}});
    master.taken<cluster::Kill>();
    master.update(id, TaskState::Killing);
    EXPECT_TRUE(master.taken<cluster::Kill>().empty());
    master.update(id, TaskState::Running);
    EXPECT_EQ(master.taken<cluster::Kill>().size(), 1u);
}

TEST_F(Services, GoOnAfterARestart) {
    auto spec = FakeMaster::spec("/web", 2);
    spec.upgrade = {Milli{0}, Milli{0}};
    master.running(spec);
    const auto ids = master.ids({"/web"});
    master.apply(KillInstances{.request = 9, .instances = {ids[0]}});
    master.calls.clear();
    master.restart();
    EXPECT_EQ(master.all<cluster::Subscribe>().at(0).info.id.value, "M-0001");
    const auto reconciles = master.all<cluster::Reconcile>();
    ASSERT_EQ(reconciles.size(), 2u);
    EXPECT_EQ(reconciles[0].tasks.size(), 2u);
    EXPECT_TRUE(reconciles[1].tasks.empty()); // all that the master knows
    EXPECT_EQ(master.all<cluster::Kill>().at(0).task, ids[0]);
    EXPECT_EQ(master.queued("/web"), 1);
    master.update(ids[1], TaskState::Unknown); // it never arrived
    EXPECT_EQ(master.queued("/web"), 2);
    master.give();
    for (const auto& id : master.ids({"/web"}, TaskState::Staging)) {
        EXPECT_NE(id, ids[1]);
    }
}

TEST_F(Services, StartAnewUnderAnotherIdentity) {
    master.running(FakeMaster::spec("/web", 2));
    master.event(cluster::FrameworkError{"Framework has been removed", true});
    EXPECT_TRUE(master.store.framework.empty());
    EXPECT_EQ(master.count("/web"), 0u);
    EXPECT_EQ(master.queued("/web"), 2);
}

TEST_F(Services, FollowTheLoad) {
    auto spec = FakeMaster::spec("/web", 2);
    spec.scaling = ScalingRule{.low = Milli::whole(40),
        .high = Milli::whole(80),
        .fewest = 1,
        .most = 5,
        .coolDown = seconds(60)};
    master.running(spec);
    const auto instances = [&] { return master.scheduler->app({"/web"})->spec.instances; };
    master.apply(MeasuredLoad{{"/web"}, Milli::whole(100)});
    EXPECT_EQ(instances(), 3);
    EXPECT_EQ(master.answers.size(), 1u); // of the put
    master.give();
    master.run({"/web"});
    EXPECT_TRUE(master.scheduler->deployments().empty());
    master.apply(MeasuredLoad{{"/web"}, Milli::whole(100)});
    EXPECT_EQ(instances(), 3); // it cools down
    master.pass(seconds(60));
    master.apply(MeasuredLoad{{"/web"}, Milli::whole(1)});
    EXPECT_EQ(instances(), 1);
    master.apply(MeasuredLoad{{"/none"}, Milli::whole(1)});
}

TEST_F(Services, CostNothingAtRest) {
    std::vector<AppSpec> specs;
    for (int i = 0; i < 100; ++i) {
        specs.push_back(FakeMaster::spec(fmt::format("/app-{}", i)));
    }
    master.put(specs);
    master.give("1", "cpus:200;mem:100000");
    for (const auto& spec : specs) {
        master.run(spec.id);
    }
    master.events.clear();
    master.calls.clear();
    master.pass(std::chrono::hours(1));
    EXPECT_TRUE(master.events.empty());
    EXPECT_TRUE(master.calls.empty());
    EXPECT_EQ(master.scheduler->nextDeadline(), std::nullopt);
}

} // namespace
} // namespace muster::services
