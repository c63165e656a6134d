// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/services/marathon_api.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "agentd/master/services_journal.h"
#include "tests/agentd/master/test_master.h"

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
    FrameworkId tasks;
    void update(const TaskId& task, TaskState state) {
        cluster::TaskStatus status;
        status.task = task;
        status.state = state;
        status.agent = agentId;
        status.uuid = UuidSequence(taskIds.size()).next();
        control->fromAgent(agentLink, cluster::StatusUpdate{tasks, status, {}, false});
        run();
    }

    struct Answer {
        unsigned status = 0;
        std::string body;
        std::map<std::string, std::string> headers;
        json parsed() const { return json::parse(body); }
    };
    Answer ask(const std::string& method, const std::string& path, const std::string& body = "",
        const std::string& query = "", const std::string& principal = "ann") {
        net::HttpRequest request;
        request.method = method;
        request.path = "/marathon/v2" + path;
        request.query = query;
        request.body = body;
        request.principal = principal;
        for (const auto& row : routes) {
            if (row.route().method == method) {
                return wait(row.route().handler(request));
            }
        }
        ADD_FAILURE() << method << " " << path;
        return {};
    }
    Answer wait(net::HttpResponse response) {
        std::optional<net::HttpResponse> answer;
        if (response.later) {
            response.later([&](net::HttpResponse made) { answer = std::move(made); });
            run();
        } else {
            answer = std::move(response);
        }
        if (!answer) {
            ADD_FAILURE() << "no answer";
            return {};
        }
        Answer out{answer->status, answer->body ? *answer->body : "", {}};
        for (const auto& header : answer->headers) {
            out.headers[header.name] = header.value;
        }
        return out;
    }
    Answer create(const std::string& id, const std::string& more = "") {
        return ask("POST", "/apps",
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
    EXPECT_EQ(ask("GET", "/deployments").parsed().size(), 1U);
    EXPECT_EQ(ask("GET", "/queue").parsed().at("queue").size(), 1U);
    EXPECT_EQ(create("/shop/front").status, 409U);
    EXPECT_EQ(ask("GET", "/groups").parsed().at("groups")[0].at("id"), "/shop");
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
    const auto app = ask("GET", "/apps/front").parsed().at("app");
    EXPECT_EQ(app.at("tasksRunning"), 1);
    EXPECT_EQ(app.at("deployments").size(), 0U);
    EXPECT_EQ(ask("GET", "/apps/front/tasks").parsed().at("tasks")[0].at("ports")[0], 31000);
}

TEST_F(Marathon, KeepsAllOfItOverARestartOfTheMaster) {
    create("/front", R"(,"portDefinitions":[{"port":0}],"labels":{"a":"b"},"gpus":0)");
    ask("PUT", "/apps/front", R"({"instances":2})");
    ask("PUT", "/apps/front", R"({"instances":2})", "force=true");
    create("/back", R"(,"dependencies":["/front"],"instances":2)");
    addNode();
    update(taskIds[0], TaskState::Running);
    const auto apps = ask("GET", "/apps", "", "embed=apps.tasks&embed=apps.deployments").parsed();
    const auto deployments = ask("GET", "/deployments").parsed();
    const auto versions = ask("GET", "/apps/front/versions").parsed();
    EXPECT_EQ(apps.at("apps").size(), 2U);
    restart();
    EXPECT_EQ(ask("GET", "/apps", "", "embed=apps.tasks&embed=apps.deployments").parsed(), apps);
    EXPECT_EQ(ask("GET", "/deployments").parsed(), deployments);
    EXPECT_EQ(ask("GET", "/apps/front/versions").parsed(), versions);
}

TEST_F(Marathon, RefusesALockedAppUnlessForced) {
    create("/front");
    const auto locked = ask("PUT", "/apps/front", R"({"cpus":2})");
    EXPECT_EQ(locked.status, 409U);
    EXPECT_EQ(locked.parsed().at("deployments").size(), 1U);
    EXPECT_EQ(ask("PUT", "/apps/front", R"({"cpus":2})", "force=true").status, 200U);
}

TEST_F(Marathon, RollsBackAndDeletes) {
    create("/front");
    addNode();
    update(taskIds[0], TaskState::Running);
    const auto changed = ask("PUT", "/apps/front", R"({"instances":3})");
    ASSERT_EQ(changed.status, 200U);
    const std::string deployment = changed.parsed().at("deploymentId");
    EXPECT_EQ(ask("DELETE", "/deployments/" + deployment).status, 200U);
    EXPECT_EQ(ask("GET", "/apps/front").parsed().at("app").at("instances"), 1);
    EXPECT_EQ(ask("DELETE", "/apps/front", "", "force=true").status, 200U);
    EXPECT_EQ(ask("DELETE", "/apps/nothing").status, 404U);
}

TEST_F(Marathon, AnswersWhatIsWrongAsMarathonDoes) {
    EXPECT_EQ(ask("GET", "/apps/none").parsed(),
        json::parse(R"({"message":"App '/none' does not exist"})"));
    EXPECT_EQ(ask("POST", "/apps", "{").status, 400U);
    const auto readiness = create("/front", R"(,"portDefinitions":[{"port":0,"name":"http"}],
        "readinessChecks":[{"name":"r","portName":"http"}])");
    EXPECT_EQ(readiness.status, 422U);
    EXPECT_NE(readiness.body.find("are not carried out yet"), std::string::npos);
    EXPECT_EQ(ask("DELETE", "/deployments/none").status, 404U);
    EXPECT_EQ(ask("POST", "/tasks/delete", "{}").status, 400U);
    EXPECT_EQ(ask("GET", "/nothing").status, 404U);
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
    EXPECT_EQ(ask("GET", "/apps", "", "", "bob").parsed().at("apps").size(), 1U);
    EXPECT_EQ(as("GET", "/apps/roots"), 404U) << "as if it were not there";
    EXPECT_EQ(as("GET", "/apps/roots/tasks"), 404U);
    EXPECT_EQ(as("GET", "/apps/roots/versions"), 404U);
    EXPECT_EQ(ask("GET", "/deployments", "", "", "bob").parsed().size(), 1U);
    EXPECT_EQ(ask("GET", "/queue", "", "", "bob").parsed().at("queue").size(), 1U);
    EXPECT_EQ(ask("GET", "/groups", "", "", "bob").parsed().at("apps").size(), 1U);
    EXPECT_EQ(as("PUT", "/apps/roots", R"({"cpus":2})"), 403U);
    EXPECT_EQ(as("PUT", "/apps/roots", R"({"cpus":2,"user":"nobody"})"), 403U)
        << "in the place of root's";
    EXPECT_EQ(as("DELETE", "/apps/roots"), 403U);
    EXPECT_EQ(as("DELETE", "/apps/roots/tasks"), 403U);
    EXPECT_EQ(as("DELETE", "/apps/none/tasks"), 403U) << "as of one that is there";
    EXPECT_EQ(as("POST", "/apps/roots/restart"), 403U);
    EXPECT_EQ(as("DELETE", "/queue//roots/delay"), 403U);
    EXPECT_EQ(as("DELETE", "/groups/roots"), 403U);
    EXPECT_EQ(as("POST", "/apps", R"({"id":"/new","cmd":"true"})"), 403U);
    EXPECT_EQ(as("POST", "/apps", R"({"id":"/new","cmd":"true","user":"nobody"})"), 201U);
}

TEST_F(Marathon, GivesNoServicePortTwice) {
    const auto body = R"({"id":"/","apps":[
        {"id":"a","cmd":"true","portDefinitions":[{"port":0}]},
        {"id":"b","cmd":"true","portDefinitions":[{"port":0}]}]})";
    EXPECT_EQ(ask("PUT", "/groups", body).status, 200U);
    std::set<int> ports;
    const auto apps = ask("GET", "/apps").parsed();
    for (const auto& app : apps.at("apps")) {
        ports.insert(app.at("portDefinitions")[0].at("port").get<int>());
    }
    EXPECT_EQ(ports, (std::set{10000, 10001}));
}

TEST_F(Marathon, WritesAConfigurationForHaproxy) {
    create("/front", R"(,"portDefinitions":[{"port":0}],"labels":{"HAPROXY_GROUP":"external"})");
    net::HttpRequest request;
    request.method = "GET";
    request.path = "/marathon/haproxy";
    const auto written = wait(routes.front().route().handler(request));
    EXPECT_EQ(written.status, 200U);
    EXPECT_NE(written.body.find("10000"), std::string::npos);
}

} // namespace
} // namespace muster::agentd::marathon
