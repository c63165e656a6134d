// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/services/marathon_api.h"

#include <gtest/gtest.h>

#include "agentd/master/services_journal.h"
#include "tests/agentd/master/asked.h"

namespace muster::agentd::marathon {
namespace {

using nlohmann::json;

struct Marathon : testing::Test, TestMaster {
    Gate gate;
    api::MasterFacts facts{
        .id = "M1", .ip = "10.0.0.1", .port = 5050, .hostname = "m", .started = {}};
    std::unique_ptr<api::WholeAnswers> answers;
    std::unique_ptr<MarathonApi> api;
    GuardedRoutes routes;
    std::vector<mesos::v1::TaskInfo> launched;
    cluster::Link agentLink{};

    void SetUp() override {
        run();
        serve("{}");
    }
    void serve(const char* acls) {
        gate = Gate(Acls::parse(acls).value());
        answers = std::make_unique<api::WholeAnswers>(io, gate);
        api = std::make_unique<MarathonApi>(
            MarathonApi::Sources{io, *control, gate, *answers, facts, {}});
        routes = api->routes();
    }
    void restart() { // the journal's next master
        api.reset();
        open("M2");
        run();
        serve("{}");
    }
    void addNode() {
        cluster::AgentInfo info;
        info.hostname = "node-1";
        info.total = *Resources::parse("cpus:8;mem:1024;disk:1000;ports:[31000-32000]");
        const auto send = [this](const cluster::AgentCommand& command) {
            if (const auto* made = std::get_if<cluster::Registered>(&command)) {
                agentId = made->id;
            } else if (const auto* task = std::get_if<cluster::RunTask>(&command)) {
                launched.emplace_back().ParseFromString(task->task.payload.bytes());
                taskIds.push_back(task->task.id);
                tasks = task->framework.id;
            }
        };
        agentLink = control->addAgent({.send = send, .close = [](const std::string&) {}});
        for (int i = 0; i < 2; ++i) { // then with the id that it was given
            control->fromAgent(agentLink, cluster::Register{agentId, info, {}, {}});
            run();
        }
    }
    std::vector<TaskId> taskIds;
    UuidSequence uuids{1};
    FrameworkId tasks;
    void update(const TaskId& task, TaskState state, std::optional<bool> healthy = std::nullopt) {
        cluster::TaskStatus status;
        status.healthy = healthy;
        status.task = task;
        status.state = state;
        status.agent = agentId;
        status.uuid = uuids.next();
        control->fromAgent(agentLink, cluster::StatusUpdate{tasks, status, {}, false});
        run();
    }

    Asked ask(const std::string& method, const std::string& path, const std::string& body = "",
        const std::string& query = "", const std::string& principal = "ann") {
        net::HttpRequest request;
        request.method = method;
        request.path = "/marathon" + path;
        request.query = query;
        request.body = body;
        request.principal = principal;
        return agentd::ask(*this, routes, request);
    }
    Asked create(const std::string& id, const std::string& more = "") {
        return ask("POST", "/v2/apps",
            R"({"id":")" + id + R"(","cmd":"sleep 1000","cpus":1,"mem":32,"instances":1)" + more
                + "}");
    }
};

TEST_F(Marathon, CreatesAnApp) {
    const auto made = create("/shop/front", R"(,"portDefinitions":[{"port":0,"name":"http"}])");
    EXPECT_EQ(made.status, 201U);
    EXPECT_EQ(made.headers.at("Location"), "/v2/apps/shop/front");
    EXPECT_EQ(made.headers.at("X-Marathon-Leader"), "http://10.0.0.1:5050");
    EXPECT_FALSE(made.headers.at("Marathon-Deployment-Id").empty());
    const auto app = made.parsed();
    EXPECT_EQ(app.at("id"), "/shop/front");
    EXPECT_EQ(app.at("portDefinitions")[0].at("port"), 10000) << "the first service port";
    EXPECT_EQ(app.at("deployments").size(), 1U);
    EXPECT_EQ(ask("GET", "/v2/deployments").parsed().size(), 1U);
    EXPECT_EQ(ask("GET", "/v2/queue").parsed().at("queue").size(), 1U);
    EXPECT_EQ(create("/shop/front").status, 409U);
    EXPECT_EQ(ask("GET", "/v2/groups").parsed().at("groups")[0].at("id"), "/shop");
}

TEST_F(Marathon, LaunchesItsInstances) {
    create("/front", R"(,"portDefinitions":[{"port":0,"name":"http"}],"env":{"A":"b"})");
    addNode();
    ASSERT_EQ(launched.size(), 1U);
    std::map<std::string, std::string> environment;
    for (const auto& variable : launched[0].command().environment().variables()) {
        environment[variable.name()] = variable.value();
    }
    EXPECT_EQ(environment["A"], "b");
    EXPECT_EQ(environment["PORT0"], "31000");
    EXPECT_EQ(environment["HOST"], "node-1");
    EXPECT_EQ(environment["MARATHON_APP_ID"], "/front");
    update(taskIds[0], TaskState::Running);
    const auto app = ask("GET", "/v2/apps/front").parsed().at("app");
    EXPECT_EQ(app.at("tasksRunning"), 1);
    EXPECT_EQ(app.at("deployments").size(), 0U);
    EXPECT_EQ(ask("GET", "/v2/apps/front/tasks").parsed().at("tasks")[0].at("ports")[0], 31000);
}

TEST_F(Marathon, KeepsAllOfItOverARestartOfTheMaster) {
    create("/front", R"(,"portDefinitions":[{"port":0}],"labels":{"a":"b"},"gpus":0)");
    ask("PUT", "/v2/apps/front", R"({"instances":2})");
    ask("PUT", "/v2/apps/front", R"({"instances":2})", "force=true");
    create("/back", R"(,"dependencies":["/front"],"instances":2)");
    addNode();
    update(taskIds[0], TaskState::Running);
    const auto apps
        = ask("GET", "/v2/apps", "", "embed=apps.tasks&embed=apps.deployments").parsed();
    const auto deployments = ask("GET", "/v2/deployments").parsed();
    const auto versions = ask("GET", "/v2/apps/front/versions").parsed();
    EXPECT_EQ(apps.at("apps").size(), 2U);
    restart();
    EXPECT_EQ(ask("GET", "/v2/apps", "", "embed=apps.tasks&embed=apps.deployments").parsed(), apps);
    EXPECT_EQ(ask("GET", "/v2/deployments").parsed(), deployments);
    EXPECT_EQ(ask("GET", "/v2/apps/front/versions").parsed(), versions);
}

TEST_F(Marathon, RefusesALockedAppUnlessForced) {
    create("/front");
    const auto locked = ask("PUT", "/v2/apps/front", R"({"cpus":2})");
    EXPECT_EQ(locked.status, 409U);
    EXPECT_EQ(locked.parsed().at("deployments").size(), 1U);
    EXPECT_EQ(ask("PUT", "/v2/apps/front", R"({"cpus":2})", "force=true").status, 200U);
}

TEST_F(Marathon, RollsBackAndDeletes) {
    create("/front");
    addNode();
    update(taskIds[0], TaskState::Running);
    const auto changed = ask("PUT", "/v2/apps/front", R"({"instances":3})");
    ASSERT_EQ(changed.status, 200U);
    const std::string deployment = changed.parsed().at("deploymentId");
    EXPECT_EQ(ask("DELETE", "/v2/deployments/" + deployment).status, 200U);
    EXPECT_EQ(ask("GET", "/v2/apps/front").parsed().at("app").at("instances"), 1);
    EXPECT_EQ(ask("DELETE", "/v2/apps/front", "", "force=true").status, 200U);
    EXPECT_EQ(ask("DELETE", "/v2/apps/nothing").status, 404U);
}

TEST_F(Marathon, AnswersWhatIsWrongAsMarathonDoes) {
    EXPECT_EQ(ask("GET", "/v2/apps/none").parsed(),
        json::parse(R"({"message":"App '/none' does not exist"})"));
    EXPECT_EQ(ask("POST", "/v2/apps", "{").status, 400U);
    const auto readiness = create("/front", R"(,"portDefinitions":[{"port":0,"name":"http"}],
        "readinessChecks":[{"name":"r","portName":"http"}])");
    EXPECT_EQ(readiness.status, 422U);
    EXPECT_NE(readiness.body.find("are not carried out yet"), std::string::npos);
    EXPECT_EQ(ask("DELETE", "/v2/deployments/none").status, 404U);
    EXPECT_EQ(ask("POST", "/v2/tasks/delete", "{}").status, 400U);
    EXPECT_EQ(ask("GET", "/v2/nothing").status, 404U);
}

// Only as who may run as the user, and never another's.
TEST_F(Marathon, AsksTheGateForTheUserOfTheInstances) {
    create("/roots");
    create("/nobodys", R"(,"user":"nobody")");
    serve(R"({"permissive": false,
        "run_tasks": [{"principals": {"values": ["bob"]}, "users": {"values": ["nobody"]}}],
        "view_tasks": [{"principals": {"values": ["bob"]}, "users": {"values": ["nobody"]}}]})");
    const auto as
        = [&](const std::string& method, const std::string& path, const std::string& body = "") {
              return ask(method, path, body, "", "bob").status;
          };
    EXPECT_EQ(ask("GET", "/v2/apps", "", "", "bob").parsed().at("apps").size(), 1U);
    EXPECT_EQ(as("GET", "/v2/apps/roots"), 404U) << "as if it were not there";
    EXPECT_EQ(as("GET", "/v2/apps/roots/tasks"), 404U);
    EXPECT_EQ(as("GET", "/v2/apps/roots/versions"), 404U);
    EXPECT_EQ(ask("GET", "/v2/deployments", "", "", "bob").parsed().size(), 1U);
    EXPECT_EQ(ask("GET", "/v2/queue", "", "", "bob").parsed().at("queue").size(), 1U);
    EXPECT_EQ(ask("GET", "/v2/groups", "", "", "bob").parsed().at("apps").size(), 1U);
    EXPECT_EQ(as("PUT", "/v2/apps/roots", R"({"cpus":2})"), 403U);
    EXPECT_EQ(as("PUT", "/v2/apps/roots", R"({"cpus":2,"user":"nobody"})"), 403U)
        << "in the place of root's";
    EXPECT_EQ(as("DELETE", "/v2/apps/roots"), 403U);
    EXPECT_EQ(as("DELETE", "/v2/apps/roots/tasks"), 403U);
    EXPECT_EQ(as("DELETE", "/v2/apps/none/tasks"), 403U) << "as of one that is there";
    EXPECT_EQ(as("POST", "/v2/apps/roots/restart"), 403U);
    EXPECT_EQ(as("DELETE", "/v2/queue//roots/delay"), 403U);
    EXPECT_EQ(as("DELETE", "/v2/groups/roots"), 403U);
    EXPECT_EQ(as("POST", "/v2/apps", R"({"id":"/new","cmd":"true"})"), 403U);
    EXPECT_EQ(as("POST", "/v2/apps", R"({"id":"/new","cmd":"true","user":"nobody"})"), 201U);
}

TEST_F(Marathon, GivesNoServicePortTwice) {
    const auto body = R"({"id":"/","apps":[
        {"id":"a","cmd":"true","portDefinitions":[{"port":0}]},
        {"id":"b","cmd":"true","portDefinitions":[{"port":0}]}]})";
    EXPECT_EQ(ask("PUT", "/v2/groups", body).status, 200U);
    std::set<int> ports;
    const auto apps = ask("GET", "/v2/apps").parsed();
    for (const auto& app : apps.at("apps")) {
        ports.insert(app.at("portDefinitions")[0].at("port").get<int>());
    }
    EXPECT_EQ(ports, (std::set{10000, 10001}));
}

TEST_F(Marathon, LeavesTheServicePortsOfOthersAlone) {
    const std::string port = R"(,"portDefinitions":[{"port":10001}])";
    create("/front", port);
    EXPECT_EQ(create("/other", port + R"(,"user":"nobody")").status, 422U);
    EXPECT_EQ(create("/same", port).status, 201U) << "one's own, as in Marathon";
}

TEST_F(Marathon, ChangesNothingThatWasOnlyToBeTried) {
    create("/shop/front");
    EXPECT_EQ(ask("PUT", "/v2/groups/shop", R"({"scaleBy":3})", "dryRun=true").status, 422U);
    EXPECT_EQ(ask("POST", "/v2/groups", R"({"id":"/shop","apps":[]})").status, 409U);
    EXPECT_EQ(ask("GET", "/v2/apps/shop/front").parsed().at("app").at("instances"), 1);
}

TEST_F(Marathon, WritesAConfigurationForHaproxy) {
    create("/front", R"(,"portDefinitions":[{"port":0}],"labels":{"HAPROXY_GROUP":"external"})");
    const auto written = ask("GET", "/haproxy");
    EXPECT_EQ(written.status, 200U);
    EXPECT_NE(written.body.find("10000"), std::string::npos);
}

// Else a restart in the middle of an upgrade would take all old instances for idle.
TEST_F(Marathon, KnowsAfterARestartWhoIsHealthy) {
    create("/front", R"(,"healthChecks":[{"protocol":"COMMAND","command":{"value":"true"}}])");
    addNode();
    update(taskIds[0], TaskState::Running, true);
    EXPECT_EQ(ask("GET", "/v2/apps/front").parsed().at("app").at("tasksHealthy"), 1);
    restart();
    EXPECT_EQ(ask("GET", "/v2/apps/front").parsed().at("app").at("tasksHealthy"), 1);
}

TEST_F(Marathon, RollsBackOnlyForWhoMayRunAsTheUserOfBefore) {
    create("/front");
    addNode();
    update(taskIds[0], TaskState::Running);
    const std::string deployment
        = ask("PUT", "/v2/apps/front", R"({"user":"nobody"})").parsed().at("deploymentId");
    serve(R"({"permissive": false, "run_tasks":
        [{"principals": {"values": ["bob"]}, "users": {"values": ["nobody"]}}]})");
    EXPECT_EQ(ask("DELETE", "/v2/deployments/" + deployment, "", "", "bob").status, 403U);
    EXPECT_EQ(ask("DELETE", "/v2/deployments/" + deployment, "", "force=true", "bob").status, 202U)
        << "to stop it starts nothing";
}

// The bytes of a task's limits have no order of their own.
TEST_F(Marathon, ScalesAnAppWithLimitsWithoutARestart) {
    create("/front", R"(,"resourceLimits":{"cpus":2,"mem":64})");
    const auto configured = [&] {
        return ask("GET", "/v2/apps/front")
            .parsed()
            .at("app")
            .at("versionInfo")
            .at("lastConfigChangeAt");
    };
    const auto before = configured();
    for (int instances = 2; instances < 20; ++instances) {
        const auto body = fmt::format(R"({{"instances":{}}})", instances);
        ASSERT_EQ(ask("PATCH", "/v2/apps/front", body, "force=true").status, 200U);
        ASSERT_EQ(configured(), before);
    }
}

struct Heard : net::BodyStream {
    std::string text;
    void send(net::Payload chunk) override { text += *chunk; }
    std::size_t queuedBytes() const override { return 0; }
    void finish() override { }
    void onDrained(std::function<void()>) override { }
    void onClosed(std::function<void()>) override { }
};

TEST_F(Marathon, TellsEventsToThoseWhoMaySeeThem) {
    serve(R"({"permissive": false,
        "run_tasks": [{"principals": {"values": ["ann"]}, "users": {"type": "ANY"}}],
        "view_tasks": [{"principals": {"values": ["ann"]}, "users": {"type": "ANY"}},
            {"principals": {"values": ["bob"]}, "users": {"values": ["nobody"]}}]})");
    control->onEvents = [this](const BatchEvents& events) { api->onEvents(events.services); };
    const auto listen = [&](const std::string& principal) {
        net::HttpRequest request;
        request.method = "GET";
        request.path = "/marathon/v2/events";
        request.principal = principal;
        request.headers = {{"Accept", "text/event-stream"}};
        auto heard = std::make_shared<Heard>();
        routes.front().route().handler(request).stream(heard);
        return heard;
    };
    const auto ann = listen("ann");
    const auto bob = listen("bob");
    create("/roots");
    create("/nobodys", R"(,"user":"nobody")");
    addNode();
    for (std::size_t i = 0; i < taskIds.size(); ++i) {
        update(taskIds[i], TaskState::Running);
    }
    for (const auto* app : {"/v2/apps/roots", "/v2/apps/nobodys"}) {
        ask("DELETE", app, "", "force=true");
    }
    for (std::size_t i = 0; i < taskIds.size(); ++i) {
        update(taskIds[i], TaskState::Killed);
    }
    for (const auto* type : {"api_post_event", "deployment_info", "status_update_event",
             "instance_changed_event", "app_terminated_event"}) {
        EXPECT_NE(ann->text.find(type), std::string::npos) << type;
        EXPECT_NE(bob->text.find(type), std::string::npos) << type;
    }
    EXPECT_NE(ann->text.find("roots"), std::string::npos);
    EXPECT_NE(bob->text.find("/nobodys"), std::string::npos);
    EXPECT_EQ(bob->text.find("roots"), std::string::npos) << bob->text;
    EXPECT_EQ(bob->text.find("31000"), std::string::npos);
}

} // namespace
} // namespace muster::agentd::marathon
