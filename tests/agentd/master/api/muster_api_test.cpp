// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/muster_api.h"

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/agentd/master/test_master.h"

namespace muster::agentd::api {
namespace {

using nlohmann::json;

// Asked as its server would ask it.
struct MusterApiOfAMaster : testing::Test, TestMaster {
    history::Telemetry telemetry = *history::Telemetry::open({.path = folder / "telemetry.db"});
    TelemetryHub hub{telemetry};
    LiveData live;
    Alerts alerts{io, *control, alerts::Thresholds{}, std::vector<alerts::Alert>()};
    Publisher publisher{io, *control, alerts, hub, live, muster::v1::Cluster()};
    std::unique_ptr<AgentEndpoint> agents;
    std::unique_ptr<ConsoleEndpoint> consoles;
    Gate gate;
    std::unique_ptr<MusterApi> api;
    GuardedRoutes routes;

    void SetUp() override {
        run();
        serve("{}");
    }
    void serve(const char* acls) {
        gate = Gate(Acls::parse(acls).value());
        agents = std::make_unique<AgentEndpoint>(
            *control, hub, publisher, "10.0.0.1", gate, *AgentIds::recover(journal));
        consoles = std::make_unique<ConsoleEndpoint>(
            *control, alerts, publisher, *agents, journal, telemetry, gate);
        api = std::make_unique<MusterApi>(*consoles, gate);
        routes = api->routes();
    }
    void addNode(const std::string& name, unsigned gpus) {
        cluster::AgentInfo info;
        info.hostname = name;
        info.total = *Resources::parse(fmt::format("cpus:8;mem:1024;gpus:{}", gpus));
        std::vector<cluster::GpuStatus> statuses;
        for (unsigned i = 0; i < gpus; ++i) {
            const GpuUuid uuid{fmt::format("GPU-{}-{}", name, i)};
            info.gpus.push_back({.uuid = uuid, .index = i, .minor = i, .model = "Tesla M60"});
            statuses.push_back({.gpu = uuid});
        }
        agentId = {};
        addAgent(info, statuses);
    }

    struct Answer {
        unsigned status = 0;
        json body;
        std::string error() const { return body.at("error").at("message"); }
    };
    Answer ask(const std::string& method, const std::string& path, const std::string& query = "",
        const std::string& body = "", const std::string& principal = "ann") {
        net::HttpRequest request;
        request.method = method;
        request.path = path;
        request.query = query;
        request.body = body;
        request.principal = principal;
        request.remote = "10.0.0.7";
        request.headers = {{"Content-Type", "application/json"}};
        for (const auto& row : routes) {
            const auto& route = row.route();
            if (route.method == method
                && (path == route.path || path.starts_with(route.path + "/"))) {
                return wait(route.handler(request));
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
        EXPECT_EQ(answer->contentType, "application/json");
        return {answer->status, json::parse(*answer->body)};
    }
};

constexpr const char* kJob = R"({"name": "train", "user": "root", "command": {"value": "true"}})";

TEST_F(MusterApiOfAMaster, ListsTenThousandGpusInPages) {
    for (unsigned i = 0; i < 10; ++i) {
        addNode(fmt::format("n{}", i), 1000);
    }
    const auto usual = ask("GET", "/api/v1/gpus");
    EXPECT_EQ(usual.body.at("total"), 10'000);
    EXPECT_EQ(usual.body.at("items").size(), 1000u);
    std::set<std::string> all;
    json items;
    for (int offset = 0; offset < 10'000; offset += 2000) {
        items = ask("GET", "/api/v1/gpus", fmt::format("limit=2000&offset={}", offset))
                    .body.at("items");
        EXPECT_EQ(items.size(), 2000u);
        for (const auto& gpu : items) {
            all.insert(gpu.at("uuid").get<std::string>());
        }
    }
    EXPECT_EQ(all.size(), 10'000u);
    const auto last = ask("GET", "/api/v1/gpus", "limit=10&offset=9995");
    ASSERT_EQ(last.body.at("items").size(), 5u);
    EXPECT_EQ(last.body.at("items")[4], items[1999]);
    EXPECT_EQ(ask("GET", "/api/v1/gpus", "limit=2001").error(),
        "'limit' must be a number from 1 to 2000");
    EXPECT_EQ(ask("GET", "/api/v1/gpus/GPU-n3-999").body.at("index"), 999);
}

TEST_F(MusterApiOfAMaster, RefusesPagesOfOneObjectAndRepeatedParameters) {
    addNode("n1", 2);
    EXPECT_EQ(ask("GET", "/api/v1/gpus/GPU-n1-0", "offset=1").error(),
        "'offset' is for lists, and this is one row");
    EXPECT_EQ(ask("GET", "/api/v1/gpus/GPU-n1-0", "limit=1").status, 400u);
    EXPECT_EQ(ask("GET", "/api/v1/gpus", "state=free&state=allocated").error(),
        "The parameter 'state' may be there only once");
}

TEST_F(MusterApiOfAMaster, SubmitsAndKillsWithTheAuthorInTheAudit) {
    const auto made = ask("POST", "/api/v1/jobs", "", kJob);
    EXPECT_EQ(made.status, 201u) << made.body;
    const auto id = made.body.at("job_id").get<std::string>();
    EXPECT_EQ(ask("GET", "/api/v1/jobs/" + id).body.at("state"), "QUEUED");
    EXPECT_EQ(ask("GET", "/api/v1/jobs", "state=Queued&name=train").body.at("total"), 1);
    const auto killed = ask("DELETE", "/api/v1/jobs/" + id, "reason=wrong+data&author=eve");
    EXPECT_EQ(killed.status, 200u) << killed.body;
    EXPECT_EQ(killed.body, json::object());
    EXPECT_EQ(ask("GET", "/api/v1/jobs/" + id).body.at("state"), "KILLED");
    const auto rows = journal.audit({}, Instant::max(), 10).value();
    ASSERT_GE(rows.size(), 2u);
    EXPECT_EQ(rows[0].author, "ann") << "who has a name of their own cannot give another";
    EXPECT_EQ(rows[0].object, id);
    EXPECT_NE(rows[0].detail.find("wrong data"), std::string::npos);
}

TEST_F(MusterApiOfAMaster, RestrictsAndReleasesAGpu) {
    addNode("n1", 2);
    const auto* path = "/api/v1/gpus/GPU-n1-0/restriction";
    EXPECT_EQ(ask("PUT", path, "", R"({"reason": "dust", "until_ms": "1"})").error(),
        "The end of the restriction is in the past");
    EXPECT_EQ(ask("PUT", path, "", R"({"uuid": "GPU-n1-1", "reason": "dust"})").status, 200u);
    EXPECT_NE(control->master().restriction({"GPU-n1-0"}), nullptr) << "the path counts";
    EXPECT_EQ(control->master().restriction({"GPU-n1-1"}), nullptr);
    EXPECT_EQ(ask("DELETE", path).status, 200u);
    EXPECT_EQ(control->master().restriction({"GPU-n1-0"}), nullptr);
}

TEST_F(MusterApiOfAMaster, IsUnderTheRulesOfTheConsole) {
    const auto id = ask("POST", "/api/v1/jobs", "", kJob).body.at("job_id").get<std::string>();
    serve(R"({"permissive": false, "view_tasks": [{"principals": {"values": ["ann"]},
              "users": {"type": "ANY"}}]})");
    const auto refused = ask("DELETE", "/api/v1/jobs/" + id);
    EXPECT_EQ(refused.status, 403u);
    EXPECT_EQ(refused.body.at("error").at("kind"), "DENIED");
    EXPECT_EQ(refused.error(),
        "Principal 'ann' may not kill jobs of user 'root': a rule in the master's --acls must "
        "allow it ('run_tasks')");
    EXPECT_EQ(ask("GET", "/api/v1/history/cluster").status, 403u);
    EXPECT_EQ(ask("GET", "/api/v1/jobs").body.at("total"), 1);
    EXPECT_EQ(ask("GET", "/api/v1/jobs", "", "", "bob").body.at("total"), 0);
    EXPECT_EQ(ask("GET", "/api/v1/jobs/" + id, "", "", "bob").status, 404u)
        << "as if it were not there";
}

TEST_F(MusterApiOfAMaster, FindsOneRowOfEachKind) {
    addNode("n1", 2);
    const auto node = ask("GET", "/api/v1/nodes").body.at("items")[0];
    EXPECT_EQ(ask("GET", "/api/v1/nodes/" + node.at("id").get<std::string>()).body, node);
    EXPECT_EQ(
        ask("GET", "/api/v1/gpus/GPU-n1-1").body, ask("GET", "/api/v1/gpus").body.at("items")[1]);
    for (const auto* kind : {"nodes", "gpus", "jobs", "tasks", "offers"}) {
        EXPECT_EQ(ask("GET", fmt::format("/api/v1/{}/none", kind)).status, 404u) << kind;
    }
}

// Machines are shown to all, without who holds their GPUs.
TEST_F(MusterApiOfAMaster, HidesTheHolderOfAGpuFromWhoMayNotSeeTasks) {
    const auto link = control->addFramework(
        {.send = [](const cluster::FrameworkEvent&) {}, .close = [](const std::string&) {}});
    cluster::FrameworkInfo framework{.id = {"F"}, .name = "other", .user = "root"};
    framework.capabilities = {cluster::Capability::GpuResources};
    control->fromFramework(link, cluster::Subscribe{framework, {}});
    run();
    const cluster::LiveTask task{.framework = {"F"},
        .info = {.id = {"t"}, .agent = {"S"}, .resources = *Resources::parse("cpus:1;gpus:1")},
        .latest = {.task = {"t"}, .state = TaskState::Running},
        .gpus = {{"GPU-a"}}};
    const cluster::AgentInfo node{.hostname = "n1",
        .total = *Resources::parse("cpus:4;gpus:1"),
        .gpus = {{.uuid = {"GPU-a"}}}};
    const cluster::GpuStatus held{
        .gpu = {"GPU-a"}, .state = GpuState::Allocated, .holder = cluster::TaskKey{{"F"}, {"t"}}};
    connectAgent();
    control->fromAgent(agent, cluster::Register{{"S"}, node, {held}, {task}});
    run();
    serve(R"({"permissive": false, "view_tasks": [{"principals": {"values": ["ann"]},
              "users": {"type": "ANY"}}], "view_frameworks": [{"principals": {"values": ["ann"]},
              "users": {"type": "ANY"}}]})");
    const auto all = ask("GET", "/api/v1/gpus/GPU-a");
    EXPECT_EQ(all.body.at("task_id"), "t");
    EXPECT_EQ(all.body.at("framework_id"), "F");
    for (const auto* path : {"/api/v1/gpus", "/api/v1/gpus/GPU-a"}) {
        const auto seen = ask("GET", path, "", "", "bob");
        ASSERT_EQ(seen.status, 200u) << seen.body;
        const auto& row = seen.body.contains("items") ? seen.body.at("items")[0] : seen.body;
        EXPECT_EQ(row.at("uuid"), "GPU-a");
        EXPECT_EQ(row.value("task_id", "") + row.value("framework_id", ""), "");
    }
    // Nor does a filter tell.
    EXPECT_EQ(ask("GET", "/api/v1/gpus", "task_id=t", "", "bob").body.at("total"), 0);
}

TEST_F(MusterApiOfAMaster, RefusesWhatIsNotText) {
    const auto answer = ask("DELETE", "/api/v1/jobs/\xff");
    EXPECT_EQ(answer.status, 400u);
    EXPECT_TRUE(answer.error().starts_with("The request is not UTF-8")) << answer.error();
    EXPECT_EQ(ask("GET", "/api/v1/jobs/\xff").status, 404u);
    EXPECT_EQ(ask("POST", "/api/v1/jobs", "name=train", kJob).error(),
        "This call has no parameters: send them in the body");
}

} // namespace
} // namespace muster::agentd::api
