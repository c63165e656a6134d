// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fmt/ranges.h>

#include "core/kernel/jobs/service/deployment_plan.h"
#include "tests/core/kernel/jobs/service/fake_master.h"

namespace muster::services {
namespace {

using std::chrono::seconds;

std::string stepsText(const std::vector<Step>& steps) {
    std::vector<std::string> out;
    for (const auto& step : steps) {
        std::vector<std::string> actions;
        for (const auto& action : step) {
            constexpr const char* kKinds[]{"start", "stop", "scale", "restart"};
            actions.push_back(
                fmt::format("{} {}", kKinds[static_cast<int>(action.kind)], action.app.value));
        }
        out.push_back(fmt::format("{}", fmt::join(actions, ", ")));
    }
    return fmt::format("{}", fmt::join(out, "; "));
}

struct Deployments : testing::Test {
    FakeMaster master;
    Deployments() { master.connect(); }

    std::string current() const {
        const auto deployment = master.deployment();
        return stepsText({deployment.steps.at(deployment.current)});
    }
    bool idle() const { return master.scheduler->deployments().empty(); }
    const App& app(const std::string& id = "/web") const { return *master.scheduler->app({id}); }
    // Everything that may happen does, until nothing does any more.
    void finish() {
        for (int i = 0; i < 100 && !idle(); ++i) {
            master.giveAll();
            for (const auto* one : master.scheduler->apps()) {
                master.run(one->spec.id);
            }
            master.obeyKills();
        }
        EXPECT_TRUE(idle());
    }
};

TEST_F(Deployments, StartAnAppAndScaleIt) {
    const auto answer = master.put(FakeMaster::spec("/web", 2));
    EXPECT_EQ(stepsText(master.deployment().steps), "start /web; scale /web");
    EXPECT_EQ(answer.result->deployment, master.deployment().id);
    EXPECT_EQ(current(), "scale /web");
    master.give();
    EXPECT_FALSE(idle());
    master.run({"/web"});
    EXPECT_TRUE(idle());
    ASSERT_EQ(master.told<DeploymentEnded>().size(), 1u);
    EXPECT_EQ(master.told<DeploymentEnded>()[0].end, DeploymentEnded::End::Done);
    EXPECT_EQ(master.told<DeploymentStepped>().size(), 2u);
}

TEST_F(Deployments, WaitForHealthAndReadiness) {
    auto spec = FakeMaster::spec();
    spec.healthCheck = cluster::HealthCheck{};
    spec.readinessChecks = {"ready", "warm"};
    master.running(spec);
    const auto id = master.ids({"/web"}).at(0);
    master.apply(ReadinessResult{id, "ready", true});
    master.apply(ReadinessResult{id, "warm", false});
    master.update(id, TaskState::Running, true);
    EXPECT_FALSE(idle());
    master.apply(ReadinessResult{id, "warm", true});
    EXPECT_TRUE(idle());
}

TEST_F(Deployments, FollowTheDependencies) {
    auto web = FakeMaster::spec("/shop/web");
    web.dependencies = {{"/shop/data"}, {"/cache"}};
    master.put({web, FakeMaster::spec("/shop/data/db"), FakeMaster::spec("/cache"),
        FakeMaster::spec("/other")});
    EXPECT_EQ(stepsText(master.deployment().steps),
        "start /cache, start /other, start /shop/data/db, start /shop/web; "
        "scale /cache, scale /other, scale /shop/data/db; scale /shop/web");
    master.give();
    EXPECT_EQ(master.count("/shop/web"), 0u);
    finish();
    EXPECT_EQ(master.count("/shop/web"), 1u);
}

TEST_F(Deployments, RefuseACircle) {
    auto a = FakeMaster::spec("/a");
    auto b = FakeMaster::spec("/b");
    a.dependencies = {{"/b"}};
    master.put(a); // of one that is not known yet
    finish();
    b.dependencies = {{"/a"}};
    EXPECT_EQ(master.put(b).result.error().message, "App '/b' depends on itself by way of others");
    EXPECT_FALSE(master.scheduler->app({"/b"}));
}

TEST_F(Deployments, LockTheirApps) {
    master.put(FakeMaster::spec());
    const auto first = master.deployment().id;
    const auto& refused = master.put(FakeMaster::spec("/web", 2));
    EXPECT_EQ(refused.result.error().kind, Error::Kind::Conflict);
    EXPECT_EQ(refused.result.error().message,
        "App is locked by one or more deployments. Override with the option '?force=true'. View "
        "details at '/v2/deployments/<DEPLOYMENT_ID>'.");
    EXPECT_EQ(refused.lockedBy, std::vector<DeploymentId>{first});
    EXPECT_EQ(app().spec.instances, 1);
    EXPECT_TRUE(master.put(FakeMaster::spec("/other")).result);
    EXPECT_TRUE(master.put(FakeMaster::spec("/web", 2), true).result);
    EXPECT_EQ(master.told<DeploymentEnded>().at(0).last.id, first);
    EXPECT_EQ(master.told<DeploymentEnded>().at(0).end, DeploymentEnded::End::Cancelled);
    finish();
    EXPECT_EQ(master.count("/web"), 2u);
}

TEST_F(Deployments, ScaleWithoutReplacing) {
    master.running(FakeMaster::spec("/web", 3));
    const auto ids = master.ids({"/web"});
    master.apply(Scale{++master.requests, {"/web"}, 1});
    EXPECT_EQ(stepsText(master.deployment().steps), "scale /web");
    finish();
    ASSERT_EQ(master.count("/web"), 1u);
    EXPECT_NE(std::ranges::find(ids, master.ids({"/web"})[0]), ids.end());
    master.apply(Scale{++master.requests, {"/none"}, 1});
    EXPECT_EQ(master.answers.back().result.error().kind, Error::Kind::NotFound);
}

TEST_F(Deployments, ReplaceInstancesOfAnotherConfiguration) {
    auto spec = FakeMaster::spec("/web", 2);
    spec.upgrade = {Milli::whole(1), Milli{0}};
    master.running(spec);
    const auto ids = master.ids({"/web"});
    spec.user = "alice";
    master.put(spec);
    EXPECT_EQ(stepsText(master.deployment().steps), "restart /web");
    EXPECT_EQ(master.queued("/web"), 1); // one more than there are to be
    finish();
    for (const auto* one : master.scheduler->instancesOf({"/web"})) {
        EXPECT_EQ(one->version, app().version);
    }
    EXPECT_EQ(master.count("/web"), 2u);
    EXPECT_FALSE(app().replacing);
}

TEST_F(Deployments, RestartAnApp) {
    master.running(FakeMaster::spec("/web", 2));
    const auto ids = master.ids({"/web"});
    master.apply(Restart{++master.requests, {"/web"}});
    EXPECT_EQ(stepsText(master.deployment().steps), "restart /web");
    finish();
    for (const auto& id : ids) {
        EXPECT_FALSE(master.scheduler->instance(id));
    }
    EXPECT_EQ(master.count("/web"), 2u);
}

TEST_F(Deployments, RemoveAnApp) {
    master.running(FakeMaster::spec("/web", 2));
    EXPECT_TRUE(master.remove("/web").result);
    EXPECT_EQ(stepsText(master.deployment().steps), "stop /web");
    EXPECT_TRUE(app().removed);
    EXPECT_EQ(master.remove("/web").result.error().message, "App '/web' does not exist");
    finish();
    EXPECT_FALSE(master.scheduler->app({"/web"}));
    EXPECT_EQ(master.told<AppForgotten>().size(), 1u);
    EXPECT_TRUE(master.store.apps.empty());
    EXPECT_TRUE(master.store.instances.empty());
    EXPECT_TRUE(master.store.deployments.empty());
}

// People choose how long a way of dependencies is: it is not walked on the stack.
TEST_F(Deployments, FollowDependenciesHoweverFarTheyLead) {
    std::vector<AppSpec> chain;
    for (int i = 0; i < 9000; ++i) {
        chain.push_back(FakeMaster::spec(fmt::format("/a{}", i), 0));
        if (i + 1 < 9000) {
            chain.back().dependencies = {{fmt::format("/a{}", i + 1)}};
        }
    }
    EXPECT_TRUE(master.put(chain).result);
    chain.back().dependencies = {{"/a0"}};
    EXPECT_EQ(master.put(chain, true).result.error().message,
        "App '/a0' depends on itself by way of others");
}

TEST_F(Deployments, AreOfSoManyAppsAtMost) {
    std::vector<AppSpec> apps;
    for (int i = 0; i < 10'001; ++i) {
        apps.push_back(FakeMaster::spec(fmt::format("/a{}", i), 0));
    }
    EXPECT_EQ(master.put(apps).result.error().message, "There can be 10000 services: delete some");
}

TEST_F(Deployments, DoNothingForTheSameSpec) {
    master.running(FakeMaster::spec());
    const auto& answer = master.put(FakeMaster::spec());
    EXPECT_FALSE(answer.result->deployment.empty());
    EXPECT_TRUE(idle());
    EXPECT_EQ(master.count("/web"), 1u);
}

TEST_F(Deployments, RollBackInANewDeployment) {
    auto spec = FakeMaster::spec("/web", 2);
    master.running(spec);
    const auto ids = master.ids({"/web"});
    const auto version = app().version;
    master.pass(seconds(1)); // the others are younger
    spec.user = "alice";
    spec.instances = 3;
    master.put({spec, FakeMaster::spec("/new")});
    const auto first = master.deployment().id;
    master.give();
    master.apply(CancelDeployment{++master.requests, first});
    EXPECT_NE(master.answers.back().result->deployment, first);
    EXPECT_EQ(stepsText(master.deployment().steps), "stop /new; restart /web");
    finish();
    EXPECT_EQ(app().version, version);
    EXPECT_EQ(app().spec.user, "");
    EXPECT_EQ(master.ids({"/web"}), ids); // those that were there
    EXPECT_FALSE(master.scheduler->app({"/new"}));
}

TEST_F(Deployments, BringBackWhatWasToBeRemoved) {
    master.running(FakeMaster::spec("/web", 2));
    master.remove("/web");
    master.apply(CancelDeployment{++master.requests, master.deployment().id});
    finish();
    EXPECT_EQ(master.count("/web"), 2u);
    EXPECT_FALSE(app().removed);
}

TEST_F(Deployments, AreJustStoppedByForce) {
    auto spec = FakeMaster::spec("/web", 2);
    spec.upgrade = {Milli::whole(1), Milli{0}};
    master.running(spec);
    spec.user = "alice";
    master.put(spec);
    master.apply(CancelDeployment{++master.requests, master.deployment().id, true});
    EXPECT_TRUE(idle());
    EXPECT_EQ(master.queued("/web"), 0);
    EXPECT_EQ(master.count("/web"), 2u); // the old ones
    EXPECT_EQ(app().spec.user, "alice");
    master.apply(CancelDeployment{++master.requests, {"none"}});
    EXPECT_EQ(master.answers.back().result.error().message, "Deployment 'none' does not exist");
}

TEST_F(Deployments, CarryOnWithAReplacementThatAnotherTakesOver) {
    auto spec = FakeMaster::spec("/web", 2);
    spec.upgrade = {Milli::whole(1), Milli{0}};
    master.running(spec);
    spec.user = "alice";
    master.put(spec);
    spec.instances = 1; // a scale alone
    master.put(spec, true);
    EXPECT_EQ(stepsText(master.deployment().steps), "restart /web");
    finish();
    EXPECT_EQ(master.scheduler->instancesOf({"/web"}).at(0)->configured, app().configured);
}

TEST_F(Deployments, SurviveARestartOfTheScheduler) {
    auto spec = FakeMaster::spec("/web", 3);
    spec.upgrade = {Milli::whole(1), Milli{0}};
    master.running(spec);
    spec.user = "alice";
    master.put(spec);
    master.give();
    master.restart();
    EXPECT_EQ(master.scheduler->deployments().size(), 1u);
    finish();
    EXPECT_EQ(master.count("/web"), 3u);
    for (const auto* one : master.scheduler->instancesOf({"/web"})) {
        EXPECT_EQ(one->configured, app().configured);
    }
}

TEST_F(Deployments, SurviveARestartWhenSomeOfTheirAppsAreForgotten) {
    master.put({FakeMaster::spec("/idle", 0), FakeMaster::spec("/web")});
    finish();
    master.apply(PutApps{++master.requests, {}, {{"/idle"}, {"/web"}}});
    EXPECT_FALSE(master.scheduler->app({"/idle"}));
    master.restart();
    finish();
    EXPECT_TRUE(master.scheduler->apps().empty());
}

TEST_F(Deployments, AreRefusedWhereNoGpuIsLeftForThem) {
    auto spec = FakeMaster::spec("/vm", 4, "cpus:1;gpus:2");
    master.running(spec);
    master.apply(ClusterSeen{{{{"1"}, "node-1", {}, *Resources::parse("cpus:8;gpus:8")}}, {}});
    spec.user = "alice";
    const auto& answer = master.put(spec, true);
    EXPECT_EQ(answer.result.error().kind, Error::Kind::Invalid);
    EXPECT_TRUE(
        answer.result.error().message.ends_with("set minimumHealthCapacity to 0.75 or less"));
    spec.upgrade.minimumHealthCapacity = Milli{750};
    EXPECT_TRUE(master.put(spec).result);
    EXPECT_EQ(master.all<cluster::Kill>().size(), 1u); // it makes room
}

TEST_F(Deployments, AreNotRefusedForAppsThatDoNotServe) {
    auto spec = FakeMaster::spec("/vm", 4, "cpus:1;gpus:2");
    master.running(spec);
    master.apply(ClusterSeen{{{{"1"}, "node-1", {}, *Resources::parse("cpus:8;gpus:8")}}, {}});
    master.die({"/vm"});
    spec.user = "alice";
    EXPECT_TRUE(master.put(spec).result);
}

TEST_F(Deployments, OfManyAppsAreOneStep) {
    std::vector<AppSpec> specs;
    for (int i = 0; i < 500; ++i) {
        specs.push_back(FakeMaster::spec(fmt::format("/group/app-{}", i)));
    }
    master.put(specs);
    EXPECT_EQ(master.deployment().steps.size(), 2u);
    finish();
}

} // namespace
} // namespace muster::services
