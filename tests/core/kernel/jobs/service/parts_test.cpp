// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/kernel/jobs/service/app_table.h"
#include "core/kernel/jobs/service/back_off.h"
#include "core/kernel/jobs/service/deployment_table.h"
#include "core/kernel/jobs/service/environment.h"
#include "core/kernel/jobs/service/launch_queue.h"
#include "core/kernel/jobs/service/scaling.h"
#include "core/kernel/jobs/service/seen_machines.h"
#include "core/kernel/jobs/service/validate.h"
#include "core/kernel/jobs/service/version_clock.h"
#include "tests/core/kernel/jobs/service/fake_master.h"

namespace muster::services {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Uptime kStart{std::chrono::hours(1)};

TEST(AppId, GivesTheNamesOfTasks) {
    EXPECT_EQ(flatName({"/a/b-c"}), "a_b-c");
    EXPECT_EQ(dottedName({"/a/b-c"}), "b-c.a");
    EXPECT_EQ(appOf({"a_b-c.d.5f0e"}).value, "/a/b-c.d");
}

TEST(AppId, IsCoveredByItsGroups) {
    EXPECT_TRUE(covers({"/a"}, {"/a"}));
    EXPECT_TRUE(covers({"/a"}, {"/a/b"}));
    EXPECT_TRUE(covers({"/"}, {"/a/b"}));
    EXPECT_FALSE(covers({"/a"}, {"/ab"}));
    EXPECT_FALSE(covers({"/a/b"}, {"/a"}));
}

TEST(VersionClock, NeverGivesOneTwiceNorGoesBack) {
    VersionClock clock;
    EXPECT_EQ(
        clock.next(Instant(seconds(5) + Duration(1700))), Instant(seconds(5) + milliseconds(1)));
    EXPECT_EQ(clock.next(Instant(seconds(5))), Instant(seconds(5) + milliseconds(2)));
    clock.saw(Instant(seconds(9)));
    EXPECT_EQ(clock.next(Instant(seconds(6))), Instant(seconds(9) + milliseconds(1)));
}

TEST(AppTable, TellsAScaleFromAConfiguration) {
    AppTable apps(2);
    const auto spec = FakeMaster::spec();
    apps.put(apps.revise(spec, Version(seconds(1))));
    auto scaled = spec;
    scaled.instances = 3;
    scaled.document = "{\"instances\":3}";
    const auto& app = apps.put(apps.revise(scaled, Version(seconds(2))));
    EXPECT_EQ(app.configured, Version(seconds(1)));
    EXPECT_EQ(app.scaled, Version(seconds(2)));
    scaled.user = "alice";
    apps.put(apps.revise(scaled, Version(seconds(3))));
    EXPECT_EQ(app.configured, Version(seconds(3)));
    EXPECT_EQ(app.versions.size(), 2u); // the first is forgotten
    EXPECT_EQ(apps.revise(scaled, Version(seconds(4)), true).configured, Version(seconds(4)));
}

TEST(BackOffs, GrowAtEachFailureUpToTheMost) {
    BackOffs backOffs;
    const BackOff rule{seconds(1), Milli{2000}, seconds(3)};
    const auto failed = [&] {
        backOffs.fail({"/a"}, rule, false, kStart);
        return *backOffs.until({"/a"}) - kStart;
    };
    EXPECT_EQ(failed(), seconds(1));
    EXPECT_EQ(failed(), seconds(2));
    EXPECT_EQ(failed(), seconds(3));
    EXPECT_EQ(failed(), seconds(3));
    backOffs.reset({"/a"});
    EXPECT_EQ(failed(), seconds(1));
}

TEST(BackOffs, GrowByMarathonsFactor) {
    BackOffs backOffs;
    const BackOff rule;
    auto now = kStart;
    std::vector<Duration> delays;
    for (int i = 0; i < 60; ++i) {
        backOffs.fail({"/a"}, rule, false, now);
        delays.push_back(*backOffs.until({"/a"}) - now);
        now = *backOffs.until({"/a"});
    }
    EXPECT_EQ(delays[1], milliseconds(1150));
    EXPECT_EQ(delays[2], Duration(1'322'500));
    EXPECT_EQ(delays.back(), std::chrono::minutes(5));
}

TEST(BackOffs, StartAnewAfterAnInstanceThatRanLong) {
    BackOffs backOffs;
    const BackOff rule{seconds(1), Milli{2000}, seconds(60)};
    backOffs.fail({"/a"}, rule, false, kStart);
    backOffs.fail({"/a"}, rule, false, kStart + seconds(10));
    backOffs.fail({"/a"}, rule, true, kStart + seconds(100));
    EXPECT_EQ(*backOffs.until({"/a"}), kStart + seconds(101));
}

struct Queue : LaunchQueue {
    App app(const std::string& id, const std::string& role = "*") {
        App app;
        app.spec = FakeMaster::spec(id);
        app.spec.role = role;
        return app;
    }
    std::string order() const {
        std::string out;
        for (const auto& [turn, id] : turns()) {
            out += id.value;
        }
        return out;
    }
};

TEST(LaunchQueue, TakesTurns) {
    Queue queue;
    const Now now{kStart.time_since_epoch() + Instant()};
    EXPECT_EQ(queue.want(queue.app("/b"), 2, {}, now), 0);
    EXPECT_EQ(queue.want(queue.app("/a"), 1, {}, now), 0);
    EXPECT_EQ(queue.order(), "/b/a");
    EXPECT_EQ(queue.launched({"/b"}), 2);
    EXPECT_EQ(queue.order(), "/a/b");
    EXPECT_EQ(queue.launched({"/a"}), 1);
    EXPECT_EQ(queue.order(), "/b");
    EXPECT_EQ(queue.want(queue.app("/b"), 0, {}, now), 1);
    EXPECT_EQ(queue.find({"/b"}), nullptr);
}

TEST(LaunchQueue, RestsUntilABackOffIsOver) {
    Queue queue;
    const Now now{kStart.time_since_epoch() + Instant()};
    queue.want(queue.app("/a"), 1, kStart + seconds(5), now);
    EXPECT_TRUE(queue.roles().empty());
    EXPECT_EQ(queue.nextDeadline(), kStart + seconds(5));
    queue.wake(kStart + seconds(4));
    EXPECT_EQ(queue.order(), "");
    queue.wake(kStart + seconds(5));
    EXPECT_EQ(queue.order(), "/a");
    EXPECT_EQ(queue.nextDeadline(), std::nullopt);
    queue.want(queue.app("/a"), 1, kStart + seconds(9), now);
    EXPECT_EQ(queue.order(), "");
    queue.want(queue.app("/a"), 1, {}, now); // the back-off was reset
    EXPECT_EQ(queue.order(), "/a");
}

TEST(LaunchQueue, SaysForWhichRolesSomethingIsNew) {
    Queue queue;
    const Now now{kStart.time_since_epoch() + Instant()};
    queue.want(queue.app("/a", "prod"), 1, {}, now);
    EXPECT_EQ(queue.takeFresh(), std::set<std::string>{"prod"});
    queue.want(queue.app("/a", "prod"), 1, {}, now);
    EXPECT_TRUE(queue.takeFresh().empty());
    queue.want(queue.app("/a", "prod"), 2, {}, now);
    EXPECT_EQ(queue.takeFresh(), std::set<std::string>{"prod"});
    EXPECT_EQ(queue.roles(), std::set<std::string>{"prod"});
}

TEST(UnreachableWatch, GivesEachOnceWhenItsTimeHasCome) {
    UnreachableWatch watch;
    watch.watch({"a"}, kStart + seconds(1));
    watch.watch({"b"}, kStart + seconds(2));
    watch.watch({"a"}, kStart + seconds(3)); // instead
    EXPECT_EQ(watch.nextDeadline(), kStart + seconds(2));
    EXPECT_EQ(watch.takeDue(kStart + seconds(1)), std::nullopt);
    EXPECT_EQ(watch.takeDue(kStart + seconds(2)), TaskId{"b"});
    EXPECT_EQ(watch.takeDue(kStart + seconds(2)), std::nullopt);
    watch.drop({"a"});
    EXPECT_EQ(watch.nextDeadline(), std::nullopt);
}

TEST(DeploymentTable, LocksAppsAndKnowsWhatIsAhead) {
    DeploymentTable table;
    const Action scaleA{Action::Kind::Scale, {"/a"}};
    const Action scaleB{Action::Kind::Scale, {"/b"}};
    const Action restartA{Action::Kind::Restart, {"/a"}};
    Deployment made{{"d"}, Version(seconds(1)), {{scaleA, scaleB}, {restartA}}, 0,
        {{{"/a"}, std::nullopt}, {{"/b"}, std::nullopt}}};
    auto& deployment = table.add(made);
    table.beginStep(deployment);
    EXPECT_EQ(table.of({"/b"})->id.value, "d");
    EXPECT_EQ(table.of({"/c"}), nullptr);
    EXPECT_EQ(table.thatLock({{"/a"}, {"/c"}}), std::set<Version>{Version(seconds(1))});
    EXPECT_FALSE(table.finish({"/a"}));
    EXPECT_FALSE(table.finish({"/a"})); // once
    EXPECT_FALSE(table.finish({"/c"}));
    EXPECT_TRUE(table.finish({"/b"}));
    EXPECT_TRUE(table.isAhead(scaleA));
    ++deployment.current;
    EXPECT_FALSE(table.isAhead(scaleA));
    EXPECT_TRUE(table.isAhead(restartA));
    table.remove(Version(seconds(1)));
    EXPECT_EQ(table.of({"/b"}), nullptr);
    EXPECT_FALSE(table.isAhead(restartA));
}

TEST(OfferSummary, CountsHowFarOffersGot) {
    OfferSummary summary;
    summary.reject(Reject::UnfulfilledRole, Instant(seconds(1)));
    summary.reject(Reject::InsufficientGpus, Instant(seconds(2)));
    summary.reject(Reject::InsufficientGpus, Instant(seconds(3)));
    summary.use(Instant(seconds(4)));
    EXPECT_EQ(summary.processed(), 4u);
    EXPECT_EQ(summary.unused(), 3u);
    EXPECT_EQ(summary.processed(Reject::UnfulfilledRole), 4u);
    EXPECT_EQ(summary.processed(Reject::InsufficientGpus), 3u);
    EXPECT_EQ(summary.processed(Reject::InsufficientPorts), 1u);
    EXPECT_EQ(summary.declined(Reject::InsufficientGpus), 2u);
    EXPECT_EQ(summary.lastUnused(), Instant(seconds(3)));
}

TEST(Scaling, BringsTheLoadIntoTheRange) {
    const ScalingRule rule{
        .low = Milli::whole(40), .high = Milli::whole(80), .fewest = 1, .most = 10};
    EXPECT_EQ(scaledFor(rule, 4, Milli::whole(60)), 4);
    EXPECT_EQ(scaledFor(rule, 4, Milli::whole(80)), 4);
    EXPECT_EQ(scaledFor(rule, 4, Milli::whole(81)), 5);
    EXPECT_EQ(scaledFor(rule, 4, Milli::whole(100)), 5);
    EXPECT_EQ(scaledFor(rule, 4, Milli::whole(200)), 10);
    EXPECT_EQ(scaledFor(rule, 4, Milli::whole(5000)), 10); // not more
    EXPECT_EQ(scaledFor(rule, 4, Milli::whole(20)), 1);
    EXPECT_EQ(scaledFor(rule, 4, Milli::whole(30)), 2); // 60 on each
    EXPECT_EQ(scaledFor(rule, 4, Milli{}), 1); // not fewer
}

TEST(Scaling, DoesNotGoUpAndDownForever) {
    const ScalingRule narrow{
        .low = Milli::whole(60), .high = Milli::whole(70), .fewest = 1, .most = 10};
    EXPECT_EQ(scaledFor(narrow, 2, Milli::whole(50)), 2); // one alone would have 100
}

TEST(SeenMachines, RefuseAReplacementThatNoGpuIsLeftFor) {
    SeenMachines machines;
    auto spec = FakeMaster::spec("/vm", 4, "cpus:1;gpus:2");
    EXPECT_TRUE(machines.checkReplacement(spec, spec)); // nothing is known
    const auto machine = [](const std::string& agent, const std::string& gpus) {
        return Machine{{agent}, "node-" + agent, *parseAttributes("gpu:A100"),
            *Resources::parse("cpus:8;gpus:" + gpus)};
    };
    machines.see({{machine("1", "4"), machine("2", "5")}, {}});
    EXPECT_EQ(machines.checkReplacement(spec, spec).error().message,
        "Replacing the instances of '/vm' takes 10 GPUs, as 4 of 4 instances stay healthy while "
        "the next one starts, but the agents that can run it have 8: set minimumHealthCapacity "
        "to 0.75 or less");
    auto modest = spec;
    modest.upgrade.minimumHealthCapacity = Milli{750};
    EXPECT_TRUE(machines.checkReplacement(spec, modest));
    machines.see({{machine("3", "2")}, {}});
    EXPECT_TRUE(machines.checkReplacement(spec, spec));
    spec.constraints = {{"gpu", Constraint::Operator::Is, "H100"}};
    EXPECT_FALSE(machines.checkReplacement(spec, spec)); // none of them
    spec.constraints.clear();
    machines.see({{}, {{"2"}}});
    EXPECT_FALSE(machines.checkReplacement(spec, spec));
}

TEST(Environment, HasMarathonsNames) {
    App app;
    app.spec = FakeMaster::spec("/a/web", 1, "cpus:0.5;mem:128;gpus:1");
    app.spec.ports = {{.host = 0, .container = 8080, .name = "http-api"},
        {.host = std::nullopt, .container = 9000}};
    app.spec.labels = {{"team-x", "blue"}, {"HAPROXY_GROUP", "external"}};
    app.spec.image = "nvidia/cuda";
    app.version = Version(seconds(1));
    Instance instance;
    instance.host = "node-1";
    instance.hostPorts = {31000, 0};
    const auto list = environmentOf(app, instance);
    const std::map<std::string, std::string> values(list.begin(), list.end());
    const std::map<std::string, std::string> expected{
        {"HOST", "node-1"},
        {"MARATHON_APP_DOCKER_IMAGE", "nvidia/cuda"},
        {"MARATHON_APP_ID", "/a/web"},
        {"MARATHON_APP_LABELS", "HAPROXY_GROUP TEAM_X"},
        {"MARATHON_APP_LABEL_HAPROXY_GROUP", "external"},
        {"MARATHON_APP_LABEL_TEAM_X", "blue"},
        {"MARATHON_APP_RESOURCE_CPUS", "0.5"},
        {"MARATHON_APP_RESOURCE_DISK", "0.0"},
        {"MARATHON_APP_RESOURCE_GPUS", "1"},
        {"MARATHON_APP_RESOURCE_MEM", "128.0"},
        {"MARATHON_APP_VERSION", "1970-01-01T00:00:01.000Z"},
        {"PORT", "31000"},
        {"PORT0", "31000"},
        {"PORT1", "9000"},
        {"PORTS", "31000,9000"},
        {"PORT_8080", "31000"},
        {"PORT_9000", "9000"},
        {"PORT_HTTP_API", "31000"},
    };
    EXPECT_EQ(values, expected);
}

TEST(Validate, NamesWhatToFix) {
    const auto error = [](auto change) {
        auto spec = FakeMaster::spec();
        change(spec);
        const auto valid = validate(spec);
        return valid ? std::string() : valid.error().message;
    };
    EXPECT_EQ(error([](AppSpec&) {}), "");
    EXPECT_EQ(error([](AppSpec& spec) { spec.id = {"/a.b/c-1"}; }), "");
    for (const auto* id : {"", "/", "a", "/A", "/a_b", "/a//b", "/a/", "/-a", "/a.", "/../a"}) {
        EXPECT_NE(error([&](AppSpec& spec) { spec.id = {id}; }), "") << id;
    }
    EXPECT_EQ(error([](AppSpec& spec) { spec.instances = -1; }),
        "-1 instances: 0 to 100000 are possible");
    EXPECT_EQ(error([](AppSpec& spec) { spec.resources.setScalar(Resources::Gpus, Milli{500}); }),
        "The 'gpus' resource must be an unsigned integer");
    EXPECT_NE(error([](AppSpec& spec) { spec.resources = {}; }), "");
    EXPECT_NE(error([](AppSpec& spec) { spec.resources = *Resources::parse("ports:[1-2]"); }), "");
    EXPECT_NE(error([](AppSpec& spec) { spec.upgrade.maximumOverCapacity = Milli{1001}; }), "");
    EXPECT_NE(error([](AppSpec& spec) { spec.backOff.factor = Milli{999}; }), "");
    EXPECT_NE(error([](AppSpec& spec) { spec.unreachable = {seconds(2), seconds(1)}; }), "");
    EXPECT_EQ(error([](AppSpec& spec) {
        spec.ports = {{.host = 80}, {.host = 80}};
    }),
        "Host port 80 is asked for twice");
    EXPECT_NE(
        error([](AppSpec& spec) { spec.scaling = ScalingRule{.low = Milli{5}, .high = Milli{5}}; }),
        "");
}

} // namespace
} // namespace muster::services
