// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/cli/services/service_status.h"
#include "tests/app/cli/fake_master.h"
#include "tests/app/cli/world.h"
#include "tests/support/temporary_folder.h"

namespace muster::cli {
namespace {

using Json = RestClient::Json;

// A master whose Marathon API answers what its test says, by "METHOD /call". Read `asked` after
// stop().
struct Marathon : FakeMaster {
    std::map<std::string, std::pair<unsigned, Json>> answers
        = {{"GET /queue", {200, {{"queue", Json::array()}}}},
            {"GET /deployments", {200, Json::array()}}};
    std::vector<std::string> asked; // with the query and the body

    std::string open() {
        for (const auto* method : {"GET", "POST", "PUT", "PATCH", "DELETE"}) {
            routes.push_back({.method = method,
                .path = "/marathon/v2/",
                .prefix = true,
                .access = net::Access::Public,
                .maximumBody = 1U << 20,
                .handler = [this](const net::HttpRequest& request) { return answer(request); }});
        }
        return "--master=" + start();
    }
    // How the calls that order something began.
    std::vector<std::string> orders() {
        stop();
        auto out = asked;
        std::erase_if(out, [](const auto& call) { return call.starts_with("GET "); });
        return out;
    }

private:
    net::HttpResponse answer(const net::HttpRequest& request) {
        const auto call = request.method + " " + request.path.substr(sizeof("/marathon/v2") - 1);
        asked.push_back(call + (request.query.empty() ? "" : "?" + request.query)
            + (request.body.empty() ? "" : " " + request.body));
        const auto found = answers.find(call);
        auto out = net::HttpResponse::json(found == answers.end()
                ? R"({"message":"App '?' does not exist"})"
                : found->second.second.dump());
        out.status = found == answers.end() ? 404 : found->second.first;
        return out;
    }
};

Json front() {
    return Json::parse(
        R"({"id": "/shop/front", "cmd": "./serve $PORT0", "instances": 2, "cpus": 0.5,
        "mem": 512.0, "gpus": 1, "user": "alice", "env": {"A": "1"}, "labels": {"L": "x"},
        "portDefinitions": [{"port": 8080}],
        "healthChecks": [{"protocol": "MESOS_HTTP", "path": "/ping", "portIndex": 0,
            "intervalSeconds": 60}],
        "version": "2026-11-20T12:04:31.250Z",
        "versionInfo": {"lastConfigChangeAt": "2026-11-20T12:04:31.250Z"},
        "tasksRunning": 1, "tasksHealthy": 1, "tasksUnhealthy": 0, "deployments": [],
        "tasks": [{"id": "shop_front.1", "host": "node-1", "state": "TASK_RUNNING", "ports": [31000],
            "stagedAt": "2026-11-20T12:04:32.000Z", "startedAt": "2026-11-20T12:04:33.000Z",
            "version": "2026-11-20T12:04:31.250Z", "healthCheckResults": [{"alive": true}]}]})");
}

Json queued(int delay = 0) {
    return Json::parse(fmt::format(R"({{"count": 1, "delay": {{"timeLeftSeconds": {}}},
        "processedOffersSummary": {{"rejectSummaryLastOffers": [
            {{"reason": "InsufficientCpus", "declined": 1, "processed": 4}},
            {{"reason": "InsufficientGpus", "declined": 3, "processed": 4}}]}},
        "app": {{"id": "/shop/front"}}}})",
        delay));
}

Json change() {
    return {{"version", "2026-11-20T12:05:00.000Z"}, {"deploymentId", "d-1"}};
}

void serveFront(Marathon& marathon) {
    marathon.answers["GET /apps/shop/front"] = {200, {{"app", front()}}};
    marathon.answers["GET /apps"] = {200, {{"apps", {front()}}}};
}

TEST(ServiceState, IsThatOfTheConsole) {
    auto app = front();
    EXPECT_EQ(serviceState(app, Json()), "running");
    EXPECT_EQ(serviceState(app, queued()), "waiting");
    app["tasksUnhealthy"] = 1;
    EXPECT_EQ(serviceState(app, Json()), "unhealthy");
    app["deployments"] = {{{"id", "d-1"}}};
    EXPECT_EQ(serviceState(app, queued()), "deploying");
    EXPECT_EQ(serviceState(app, queued(10)), "delayed");
    EXPECT_EQ(serviceState({{"instances", 0}, {"tasksRunning", 0}}, Json()), "suspended");
}

TEST(ServiceState, SaysWhatMostOffersLack) {
    EXPECT_EQ(whyWaiting(queued()), "too few free GPUs");
    EXPECT_EQ(waitingText(queued()), "1 instance: too few free GPUs in 3 of 4 offers");
    EXPECT_EQ(waitingText(queued(72)),
        "1 instance: its instances ended too soon, the next one starts in 1 min 12 s");
    EXPECT_EQ(whyWaiting({{"count", 1}}), "no node has offered anything yet");
    EXPECT_EQ(whyWaiting(Json()), "");
}

TEST(MusterServices, AreListed) {
    Marathon marathon;
    serveFront(marathon);
    marathon.answers["GET /queue"] = {200, {{"queue", {queued()}}}};
    const auto master = marathon.open();
    World world;
    EXPECT_EQ(world.run({"services", master}), 0) << world.err.str();
    EXPECT_EQ(world.out.str(),
        "ID           STATE    INSTANCES  HEALTHY  GPUS  CPUS  MEM  USER   DEPLOYMENT  CHANGED\n"
        "/shop/front  waiting        1/2        1     1   0.5  512  alice  -           "
        "2026-11-20T12:04:31Z\n");
    World scripts;
    EXPECT_EQ(scripts.run({"services", "list", "-o", "json", master}), 0);
    const auto row = nlohmann::json::parse(scripts.out.str())["services"][0];
    EXPECT_EQ(row["running"], 1);
    EXPECT_EQ(row["instances"], 2);
    EXPECT_EQ(row["cpus"], 0.5);
    EXPECT_EQ(row["deployment"], nullptr);
    EXPECT_EQ(row["changed"], "2026-11-20T12:04:31.250Z");
}

TEST(MusterServices, SayHowToCreateOneWhenThereAreNone) {
    Marathon marathon;
    marathon.answers["GET /apps"] = {200, {{"apps", Json::array()}}};
    World world;
    EXPECT_EQ(world.run({"services", marathon.open()}), 0);
    EXPECT_EQ(world.out.str(), "");
    EXPECT_TRUE(world.err.str().starts_with("No services. To create one: ")) << world.err.str();
}

TEST(MusterServices, AreShownWithWhyTheyWaitAndTheirInstances) {
    Marathon marathon;
    serveFront(marathon);
    marathon.answers["GET /queue"] = {200, {{"queue", {queued()}}}};
    World world;
    EXPECT_EQ(world.run({"services", "show", "shop/front", marathon.open()}), 0) << world.err.str();
    const auto text = world.out.str();
    for (const auto* part :
        {"Waits         1 instance: too few free GPUs in 3 of 4 offers\n", "Ports         8080\n",
            "Health check  MESOS_HTTP /ping every 60 s\n", "Labels        L=x\n",
            "\nTASK          NODE    STATE         HEALTH   PORTS  SINCE\n"
            "shop_front.1  node-1  TASK_RUNNING  healthy  31000  2026-11-20T12:04:33Z\n"})
        EXPECT_NE(text.find(part), std::string::npos) << part << text;
}

TEST(MusterServices, TellTheNearestId) {
    Marathon marathon;
    serveFront(marathon);
    const auto master = marathon.open();
    for (const auto* word : {"show", "restart", "delete", "history", "logs"}) {
        World world;
        EXPECT_EQ(world.run({"services", word, "/shop/frnt", master}), 3);
        EXPECT_EQ(
            world.err.str(), "muster: No service '/shop/frnt'. Did you mean '/shop/front'?\n");
    }
}

TEST(MusterServices, AreCreatedOfFlags) {
    Marathon marathon;
    marathon.answers["POST /apps"] = {201, {{"id", "/a"}, {"deployments", {{{"id", "d-1"}}}}}};
    World world;
    EXPECT_EQ(
        world.run({"services", "create", "/a", "--instances=2", "--gpus=1", "--mem=4G",
            "--cpus=0.5", "--port=8080", "--env=A=b=c", "--label=L=x", "--constraint=gpu:K40",
            "--constraint=hostname:UNIQUE", "--health-path=/ping", "--health-grace=2m",
            "--image=web:1", marathon.open(), "--", "./serve", "--port", "$PORT0", "a \"b\""}),
        0)
        << world.err.str();
    EXPECT_EQ(world.out.str(), "Created /a: deployment d-1 has started\n");
    const auto orders = marathon.orders();
    ASSERT_EQ(orders.size(), 1U);
    const auto body = Json::parse(orders[0].substr(orders[0].find('{')));
    EXPECT_EQ(body["instances"], 2);
    EXPECT_EQ(body["mem"], 4096.0);
    EXPECT_EQ(body["cmd"], R"(./serve --port "$PORT0" "a \"b\"")");
    EXPECT_EQ(body["env"]["A"], "b=c");
    EXPECT_EQ(body["user"], "alice");
    EXPECT_EQ(body["container"]["docker"]["image"], "web:1");
    EXPECT_EQ(body["portDefinitions"][0]["port"], 8080);
    EXPECT_EQ(body["constraints"], Json::parse(R"([["gpu","IS","K40"],["hostname","UNIQUE"]])"));
    EXPECT_EQ(body["healthChecks"][0]["gracePeriodSeconds"], 120);
}

TEST(MusterServices, AreCreatedOfAFileAlone) {
    const test::TemporaryFolder folder;
    const auto file = "--file=" + folder.write("app.json", R"({"id": "/a", "cmd": "true"})");
    Marathon marathon;
    marathon.answers["POST /apps"] = {201, {{"id", "/a"}}};
    const auto master = marathon.open();
    World world;
    EXPECT_EQ(world.run({"services", "create", file, master}), 0) << world.err.str();
    const std::vector<std::pair<std::vector<std::string>, std::string>> table{{{"/a"}, "ID"},
        {{"--gpus=1"}, "'--gpus'"}, {{"--env=A=b"}, "'--env'"},
        {{"--require-ports"}, "'--require-ports'"}, {{"--", "true"}, "A command"}};
    for (const auto& [more, what] : table) {
        World refused;
        std::vector<std::string> all{"services", "create", file, master};
        all.insert(all.end(), more.begin(), more.end());
        EXPECT_EQ(refused.run(all), 2);
        EXPECT_EQ(refused.err.str(),
            "muster: " + what + " cannot be combined with '--file': write it there\n");
    }
    EXPECT_EQ(marathon.orders().size(), 1U);
}

TEST(MusterServices, ChangeOnlyWhatIsGiven) {
    Marathon marathon;
    serveFront(marathon);
    marathon.answers["PATCH /apps/shop/front"] = {200, change()};
    const auto master = marathon.open();
    World update, scale, nothing, number;
    EXPECT_EQ(update.run({"services", "update", "shop/front", "--env=B=2", "--health-interval=10s",
                  "--force", master}),
        0)
        << update.err.str();
    EXPECT_EQ(scale.run({"services", "scale", "/shop/front", "5", master}), 0);
    EXPECT_EQ(scale.out.str(), "Scaled /shop/front to 5: deployment d-1 has started\n");
    EXPECT_EQ(nothing.run({"services", "update", "/shop/front", master}), 2);
    EXPECT_EQ(number.run({"services", "scale", "/shop/front", "few", master}), 2);
    EXPECT_EQ(marathon.orders(),
        (std::vector<std::string>{
            R"(PATCH /apps/shop/front?force=true {"env":{"A":"1","B":"2"},"healthChecks":[)"
            R"({"protocol":"MESOS_HTTP","path":"/ping","portIndex":0,"intervalSeconds":10}]})",
            R"(PATCH /apps/shop/front {"instances":5})"}));
}

TEST(MusterServices, GoBackToAnEarlierVersion) {
    Marathon marathon;
    serveFront(marathon);
    marathon.answers["GET /apps/shop/front/versions"] = {200,
        {{"versions",
            {"2026-11-20T12:04:31.250Z", "2026-11-19T12:00:00.000Z", "2026-11-18T12:00:00.000Z"}}}};
    marathon.answers["PUT /apps/shop/front"] = {200, change()};
    const auto master = marathon.open();
    World before, named, unknown;
    EXPECT_EQ(before.run({"services", "rollback", "/shop/front", master}), 0);
    EXPECT_EQ(
        named.run({"services", "rollback", "/shop/front", "2026-11-18T12:00:00.000Z", master}), 0);
    EXPECT_EQ(unknown.run({"services", "rollback", "/shop/front", "1", master}), 3);
    EXPECT_EQ(marathon.orders(),
        (std::vector<std::string>{R"(PUT /apps/shop/front {"version":"2026-11-19T12:00:00.000Z"})",
            R"(PUT /apps/shop/front {"version":"2026-11-18T12:00:00.000Z"})"}));
}

TEST(MusterServices, GoBackToBeforeTheDeploymentUnderWay) {
    Marathon marathon;
    serveFront(marathon);
    marathon.answers["GET /apps/shop/front"].second["app"]["deployments"] = {{{"id", "d-7"}}};
    marathon.answers["DELETE /deployments/d-7"] = {200, change()};
    World world;
    EXPECT_EQ(world.run({"services", "rollback", "/shop/front", marathon.open()}), 0);
    EXPECT_EQ(marathon.orders(), std::vector<std::string>{"DELETE /deployments/d-7"});
}

TEST(MusterServices, AreDeletedWithAYesOnly) {
    Marathon marathon;
    serveFront(marathon);
    marathon.answers["DELETE /apps/shop/front"] = {200, change()};
    const auto master = marathon.open();
    World asked, sure;
    EXPECT_EQ(asked.run({"services", "delete", "/shop/front", master}), 2);
    EXPECT_EQ(sure.run({"services", "delete", "/shop/front", "--yes", "--wait", master}), 0);
    EXPECT_TRUE(sure.out.str().starts_with("Deleted /shop/front\nThe deployment has ended"));
    EXPECT_EQ(marathon.orders(), std::vector<std::string>{"DELETE /apps/shop/front"});
}

TEST(MusterServices, SayWhatTheMasterRefusesWithARemedy) {
    Marathon marathon;
    marathon.answers["POST /apps"]
        = {422, Json::parse(R"({"message": "Object is not valid", "details":
            [{"path": "/cpus", "errors": ["too many", "too odd"]}, {"path": "/", "errors": ["no"]}]})")};
    marathon.answers["PATCH /apps/a"]
        = {409, {{"message", "App is locked by one or more deployments."}}};
    const auto master = marathon.open();
    World invalid, locked;
    EXPECT_EQ(invalid.run({"services", "create", "/a", master, "--", "true"}), 2);
    EXPECT_EQ(
        invalid.err.str(), "muster: Object is not valid: /cpus: too many; /cpus: too odd; no\n");
    EXPECT_EQ(locked.run({"services", "scale", "/a", "1", master}), 1);
    EXPECT_NE(locked.err.str().find("or use --force\n"), std::string::npos) << locked.err.str();
}

TEST(MusterServices, TellWhatEachVersionChanged) {
    Marathon marathon;
    serveFront(marathon);
    auto old = front();
    old["instances"] = 1;
    old["cmd"] = "./serve";
    old["container"] = {{"docker", {{"image", "web:1"}}}};
    auto now = front();
    now["container"] = {{"docker", {{"image", "web:2"}}}};
    marathon.answers["GET /apps/shop/front/versions"] = {200, {{"versions", {"2026-2", "2026-1"}}}};
    marathon.answers["GET /apps/shop/front/versions/2026-2"] = {200, now};
    marathon.answers["GET /apps/shop/front/versions/2026-1"] = {200, old};
    const auto master = marathon.open();
    World world, limit;
    EXPECT_EQ(world.run({"services", "history", "/shop/front", master}), 0) << world.err.str();
    EXPECT_EQ(world.out.str(),
        "VERSION  INSTANCES  CHANGED\n"
        "2026-2           2  cmd, instances 1 to 2, image web:1 to web:2\n"
        "2026-1           1  the oldest that is kept\n");
    EXPECT_EQ(limit.run({"services", "history", "/shop/front", "--limit=0", master}), 2);
    EXPECT_EQ(limit.err.str(), "muster: '--limit=0' must be 1 to 1000\n");
}

TEST(MusterServices, ShowTheOutputOfTheNewestInstance) {
    Marathon marathon;
    serveFront(marathon);
    std::string read;
    marathon.onRequest = [&](const FakeMaster::Request& request) {
        auto message = FakeMaster::answerTo(request);
        if (request.has_subscribe())
            message.mutable_snapshot();
        else if (request.has_query_ended())
            message.mutable_reply()->mutable_ended();
        else {
            read = request.read_log().task_id() + " " + request.read_log().file();
            message.mutable_reply()->mutable_log()->set_data("ready\n");
            message.mutable_reply()->mutable_log()->set_end(true);
        }
        return std::vector{message};
    };
    const auto master = marathon.open();
    World world, wrong;
    EXPECT_EQ(world.run({"services", "logs", "/shop/front", "stderr", master}), 0)
        << world.err.str();
    EXPECT_EQ(world.out.str(), "ready\n");
    EXPECT_EQ(wrong.run({"services", "logs", "/shop/front", "stdoot", master}), 2);
    marathon.stop();
    EXPECT_EQ(read, "shop_front.1 stderr");
}

TEST(MusterSchedules, AreCreatedOfAFileAlone) {
    World world;
    EXPECT_EQ(world.run({"schedules", "create", "nightly", "--file=x.json", "--master=h:1"}), 2);
    EXPECT_EQ(world.err.str(), "muster: NAME cannot be combined with '--file': write it there\n");
}

TEST(MusterSchedules, RefuseALimitThatWouldBeCut) {
    World next, history;
    EXPECT_EQ(next.run({"schedules", "next", "nightly", "--count=0", "--master=h:1"}), 2);
    EXPECT_EQ(history.run({"schedules", "history", "nightly", "--limit=2000", "--master=h:1"}), 2);
    EXPECT_EQ(history.err.str(), "muster: '--limit=2000' must be 1 to 1000\n");
}

} // namespace
} // namespace muster::cli
