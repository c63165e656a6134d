// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/app_answers.h"

#include "agentd/master/marathon/deployment_answers.h"
#include "agentd/master/marathon/task_answers.h"
#include "tests/agentd/master/marathon/samples.h"

namespace muster::agentd::marathon {
namespace {

using test::addInstance;
using test::kNoon;
using test::runningApp;

Json told(test::RunningApp& app, const Embed& embed, Instant now = kNoon) {
    return Json::parse(appAnswer(app.view(), embed, now))["app"];
}

TEST(MarathonAnswers, TellAnAppWithItsDefaults) {
    auto app = runningApp(test::kFounding);
    app.app.spec.instances = 3; // scaled
    app.app.version = kNoon + std::chrono::minutes(1);
    app.app.scaled = app.app.version;
    EXPECT_EQ(appAnswer(app.view(), {}, kNoon),
        R"({"app":{"backoffFactor":1.15,"backoffSeconds":1,)"
        R"("cmd":"while [ true ]; do nvidia-smi; sleep 60; done","constraints":[],)"
        R"("container":{"docker":{"forcePullImage":false,"image":"nvidia/cuda","parameters":[],)"
        R"("privileged":false},"type":"MESOS","volumes":[]},"cpus":0.1,"dependencies":[],)"
        R"("disk":0,"env":{},"executor":"","fetch":[],"gpus":1,"healthChecks":[],)"
        R"("id":"/gpu-demo","killSelection":"YOUNGEST_FIRST","labels":{"HAPROXY_GROUP":"external"},)"
        R"("maxLaunchDelaySeconds":300,"mem":128.0,"networks":[{"mode":"host"}],)"
        R"("portDefinitions":[{"labels":{},"name":"http","port":10000,"protocol":"tcp"}],)"
        R"("readinessChecks":[],"requirePorts":false,"role":"*",)"
        R"("unreachableStrategy":{"expungeAfterSeconds":0,"inactiveAfterSeconds":0},)"
        R"("upgradeStrategy":{"maximumOverCapacity":1.0,"minimumHealthCapacity":1.0},)"
        R"("instances":3,"version":"2026-11-27T12:01:00.000Z","versionInfo":{)"
        R"("lastScalingAt":"2026-11-27T12:01:00.000Z",)"
        R"("lastConfigChangeAt":"2026-11-27T12:00:00.000Z"}}})");
}

TEST(MarathonAnswers, EmbedWhatIsAskedFor) {
    auto app = runningApp(test::kFounding);
    app.deployments = {{"d-1"}};
    addInstance(app, 0);
    addInstance(app, 1);
    addInstance(app, 2);
    app.instances[0].healthy = true;
    app.instances[1].healthy = false;
    app.instances[2].state = TaskState::Staging;
    app.instances[2].started.reset();
    EXPECT_FALSE(told(app, {}).contains("tasks"));
    const auto json = told(app, Embed::kOneApp);
    EXPECT_EQ(json["tasksStaged"], 1);
    EXPECT_EQ(json["tasksRunning"], 2);
    EXPECT_EQ(json["tasksHealthy"], 1);
    EXPECT_EQ(json["tasksUnhealthy"], 1);
    EXPECT_EQ(json["deployments"].dump(), R"([{"id":"d-1"}])");
    EXPECT_EQ(json["tasks"].size(), 3U);
    EXPECT_FALSE(json.contains("lastTaskFailure"));
}

TEST(MarathonAnswers, KnowTheNamesOfWhatIsEmbedded) {
    EXPECT_EQ(Embed::of({"apps.tasks"}), (Embed{.tasks = true, .deployments = true}));
    EXPECT_EQ(Embed::of({"app.counts", "taskStats"}), (Embed{.counts = true, .taskStats = true}));
    EXPECT_EQ(Embed::of({"apps.failures"}),
        (Embed{.tasks = true, .deployments = true, .lastTaskFailure = true}));
    EXPECT_EQ(Embed::of({"group.apps.readiness"}), Embed{.readiness = true});
    EXPECT_EQ(Embed::of({"apps.colour", ""}), Embed{});
}

TEST(MarathonAnswers, TellTheLastFailure) {
    auto app = runningApp(test::kFounding);
    app.app.lastFailure = services::Failure{
        {"gpu-demo.1"}, kNoon, {"S1"}, "node-1", TaskState::Failed, "exit 1", kNoon};
    EXPECT_EQ(told(app, {.lastTaskFailure = true})["lastTaskFailure"].dump(),
        R"({"appId":"/gpu-demo","host":"node-1","message":"exit 1","slaveId":"S1",)"
        R"("state":"TASK_FAILED","taskId":"gpu-demo.1","timestamp":"2026-11-27T12:00:00.000Z",)"
        R"("version":"2026-11-27T12:00:00.000Z"})");
}

TEST(MarathonAnswers, CountTasksByVersion) {
    auto app = runningApp(test::kFounding);
    addInstance(app, 0);
    addInstance(app, 1);
    app.instances[1].version -= std::chrono::hours(1);
    const auto stats
        = told(app, {.taskStats = true}, kNoon + std::chrono::seconds(12))["taskStats"];
    EXPECT_EQ(stats["withOutdatedConfig"]["stats"]["counts"]["running"], 1);
    EXPECT_EQ(stats["withLatestConfig"]["stats"]["counts"]["running"], 1);
    EXPECT_EQ(stats["totalSummary"].dump(),
        R"({"stats":{"counts":{"healthy":0,"running":2,"staged":0,"unhealthy":0},)"
        R"("lifeTime":{"averageSeconds":10.0,"medianSeconds":10.0}}})");
}

TEST(MarathonAnswers, TellWhoIsReady) {
    auto app = runningApp(R"({"id":"/a","cmd":"sleep 1","readinessChecks":[{"name":"r",
        "portName":"default"}]})");
    addInstance(app, 0);
    addInstance(app, 1);
    app.instances[1].unready = {"r"};
    EXPECT_EQ(told(app, {.readiness = true})["readinessCheckResults"].dump(),
        R"([{"name":"r","ready":true,"taskId":"a.0"},{"name":"r","ready":false,"taskId":"a.1"}])");
}

TEST(MarathonAnswers, TellATask) {
    auto app = runningApp(test::kFounding);
    addInstance(app, 0);
    auto& task = app.instances[0];
    task.healthy = true;
    task.ip = "10.0.0.1";
    task.attributes = parseAttributes("zone:west").value();
    const std::vector views{app.view()};
    EXPECT_EQ(tasksAnswer(views),
        R"({"tasks":[{"appId":"/gpu-demo","healthCheckResults":[{"alive":true,)"
        R"("instanceId":"gpu-demo.0","taskId":"gpu-demo.0"}],"host":"node-0","id":"gpu-demo.0",)"
        R"("ipAddresses":[{"ipAddress":"10.0.0.1","protocol":"IPv4"}],"ports":[31000],)"
        R"("servicePorts":[10000],"slaveId":"S0","state":"TASK_RUNNING",)"
        R"("stagedAt":"2026-11-27T12:00:00.000Z","startedAt":"2026-11-27T12:00:02.000Z",)"
        R"("version":"2026-11-27T12:00:00.000Z","localVolumes":[],"zone":"west","role":"*"}]})");
}

TEST(MarathonAnswers, HaveATableForScripts) {
    auto first = runningApp(R"({"id":"/shop/web","cmd":"sleep 1","ports":[10000,10001]})");
    addInstance(first, 0);
    addInstance(first, 1);
    addInstance(first, 2);
    first.instances[2].state = TaskState::Staging;
    auto second = runningApp(R"({"id":"/batch","cmd":"sleep 1","ports":[]})");
    addInstance(second, 3);
    const std::vector views{first.view(), second.view()};
    EXPECT_EQ(endpointTable(views),
        "shop_web\t10000\tnode-0:31000\tnode-1:31010\t\n"
        "shop_web\t10001\tnode-0:31001\tnode-1:31011\t\n"
        "batch\t \tnode-3 \n");
}

TEST(MarathonAnswers, TellDeployments) {
    services::Deployment deployment{.id = {"d-1"}, .version = kNoon, .steps = {}};
    using services::Action;
    deployment.steps = {{{Action::Kind::Start, {"/a"}}},
        {{Action::Kind::Scale, {"/a"}}, {Action::Kind::Restart, {"/b"}}},
        {{Action::Kind::Stop, {"/c"}}}};
    deployment.current = 1;
    deployment.before = {{{"/a"}, std::nullopt}, {{"/b"}, std::nullopt}};
    const std::vector<const services::Deployment*> all{&deployment};
    EXPECT_EQ(deploymentsAnswer(all),
        R"([{"id":"d-1","version":"2026-11-27T12:00:00.000Z","affectedApps":["/a","/b"],)"
        R"("affectedPods":[],"steps":[{"actions":[{"action":"StartApplication","app":"/a"}]},)"
        R"({"actions":[{"action":"ScaleApplication","app":"/a"},)"
        R"({"action":"RestartApplication","app":"/b"}]},)"
        R"({"actions":[{"action":"StopApplication","app":"/c"}]}],)"
        R"("currentActions":[{"action":"ScaleApplication","app":"/a","readinessCheckResults":[]},)"
        R"({"action":"RestartApplication","app":"/b","readinessCheckResults":[]}],)"
        R"("currentStep":2,"totalSteps":3}])");
    deployment.current = 3;
    EXPECT_EQ(Json::parse(deploymentsAnswer(all))[0]["currentActions"].size(), 0U);
    EXPECT_EQ(deploymentsAnswer({}), "[]");
}

TEST(MarathonAnswers, TellTheQueue) {
    const auto app = runningApp(test::kFounding).app;
    services::QueuedApp queued{.app = app.spec.id, .count = 2, .since = kNoon};
    queued.timeLeft = std::chrono::milliseconds(1500);
    queued.offers.reject(services::Reject::InsufficientGpus, kNoon);
    const std::vector<QueueEntry> entries{{queued, app}};
    const auto json = Json::parse(queueAnswer(entries))["queue"];
    ASSERT_EQ(json.size(), 1U);
    EXPECT_EQ(json[0]["app"]["id"], "/gpu-demo");
    EXPECT_EQ(json[0]["app"]["instances"], 1);
    EXPECT_EQ(json[0]["count"], 2);
    EXPECT_EQ(json[0]["role"], "*");
    EXPECT_EQ(json[0]["delay"].dump(), R"({"overdue":false,"timeLeftSeconds":2})");
    EXPECT_EQ(json[0]["since"], "2026-11-27T12:00:00.000Z");
    const auto& summary = json[0]["processedOffersSummary"];
    EXPECT_EQ(summary["processedOffersCount"], 1);
    EXPECT_EQ(summary["unusedOffersCount"], 1);
    EXPECT_EQ(summary["lastUnusedOfferAt"], "2026-11-27T12:00:00.000Z");
    EXPECT_FALSE(summary.contains("lastUsedOfferAt"));
    const auto& reasons = summary["rejectSummaryLastOffers"];
    ASSERT_EQ(reasons.size(), 10U);
    EXPECT_EQ(reasons[7].dump(), R"({"declined":1,"processed":1,"reason":"InsufficientGpus"})");
    EXPECT_EQ(reasons[8].dump(), R"({"declined":0,"processed":0,"reason":"InsufficientPorts"})");
}

TEST(MarathonAnswers, TellVersionsAndResults) {
    auto app = runningApp(test::kFounding).app;
    app.versions[kNoon + std::chrono::seconds(1)] = app.spec;
    EXPECT_EQ(versionsAnswer(app),
        R"({"versions":["2026-11-27T12:00:01.000Z","2026-11-27T12:00:00.000Z"]})");
    EXPECT_EQ(deploymentAnswer(kNoon, {"d-1"}),
        R"({"version":"2026-11-27T12:00:00.000Z","deploymentId":"d-1"})");
    EXPECT_EQ(appsAnswer({}, {}, kNoon), R"({"apps":[]})");
}

// 5,000 apps with two tasks each are 8 MB in some 0.1 s: nothing is parsed or copied on the way.
TEST(MarathonAnswers, AreQuickForManyApps) {
    auto app = runningApp(test::kFounding);
    addInstance(app, 0);
    addInstance(app, 1);
    const std::vector<AppView> views(5'000, app.view());
    const auto begin = std::chrono::steady_clock::now();
    const auto answer = appsAnswer(views, Embed::kOneApp, kNoon);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_GT(answer.size(), 5'000'000U);
    EXPECT_LT(took.count(), 2.0) << "on a busy machine, too";
}

} // namespace
} // namespace muster::agentd::marathon
