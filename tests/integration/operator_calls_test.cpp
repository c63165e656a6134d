// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What operators do through POST /api/v1 holds, also over a kill -9 of the daemon.
#include <algorithm>
#include <csignal>
#include <fstream>

#include <nlohmann/json.hpp>

#include "tests/support/e2e/http.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

using nlohmann::json;

class OperatorCalls : public World {
protected:
    void start() {
        m_daemon = &standalone(
            {"--simulate=m60x4", "--no-authenticate", "--resources=cpus:2;mem:4096;disk:10000"});
        m_agent = json::parse(http(m_daemon->port, "GET", "/slaves").body)["slaves"][0]["id"];
    }

    HttpAnswer call(const std::string& type, const json& body) {
        std::string field = type;
        std::ranges::transform(field, field.begin(), ::tolower);
        json call{{"type", type}};
        call[field] = body;
        return http(
            m_daemon->port, "POST", "/api/v1", {{"Content-Type", "application/json"}}, call.dump());
    }
    json ask(const std::string& type) {
        const auto answer = http(m_daemon->port, "POST", "/api/v1",
            {{"Content-Type", "application/json"}}, json{{"type", type}}.dump());
        EXPECT_EQ(answer.status, 200u) << answer.body;
        return json::parse(answer.body);
    }
    json agentId() { return {{"agent_id", {{"value", m_agent}}}}; }

    // The GPUs of the first offer that a framework of that role gets.
    std::optional<double> offeredGpus(const std::string& role) {
        const json subscribe{{"type", "SUBSCRIBE"},
            {"subscribe",
                {{"framework_info",
                    {{"user", "root"}, {"name", "f"}, {"roles", {role}},
                        {"capabilities",
                            {{{"type", "MULTI_ROLE"}}, {{"type", "GPU_RESOURCES"}}}}}}}}};
        RecordStream stream(m_daemon->port, "/api/v1/scheduler",
            {{"Content-Type", "application/json"}}, subscribe.dump());
        while (const auto record = stream.next(3s)) { // more than a round of offers
            const auto event = json::parse(*record);
            if (event["type"] == "OFFERS") {
                for (const auto& resource : event["offers"]["offers"][0]["resources"]) {
                    if (resource["name"] == "gpus") {
                        return resource["scalar"]["value"];
                    }
                }
                return 0;
            }
        }
        return std::nullopt;
    }

    void killAndRestart() {
        m_daemon->process->signal(SIGKILL);
        m_daemon->process->wait(5s);
        restart(*m_daemon);
    }

    Daemon* m_daemon = nullptr;
    std::string m_agent;
};

TEST_F(OperatorCalls, OutliveTheDaemon) {
    start();
    const json quota{{"quota_configs", {{{"role", "ml"}, {"limits", {{"gpus", {{"value", 3}}}}}}}}};
    const json weight{{"weight_infos", {{{"role", "ml"}, {"weight", 2.5}}}}};
    const json window{{"machine_ids", {{{"hostname", "far-away"}}}},
        {"unavailability", {{"start", {{"nanoseconds", 1795291196815721000}}}}}};
    EXPECT_EQ(call("DEACTIVATE_AGENT", agentId()).status, 200u);
    EXPECT_FALSE(ask("GET_AGENTS")["get_agents"]["agents"][0]["active"]);
    const auto get
        = [&](const char* path) { return json::parse(http(m_daemon->port, "GET", path).body); };
    EXPECT_FALSE(get("/state-summary")["slaves"][0]["active"]);
    const auto state = get("/state");
    EXPECT_EQ(state["activated_slaves"], 0);
    EXPECT_EQ(state["deactivated_slaves"], 1);
    const auto metrics = get("/metrics/snapshot");
    EXPECT_EQ(metrics["master/slaves_connected"], 1);
    EXPECT_EQ(metrics["master/slaves_active"], 0);
    EXPECT_EQ(metrics["master/slaves_inactive"], 1);
    EXPECT_EQ(call("UPDATE_QUOTA", quota).status, 200u);
    EXPECT_EQ(call("UPDATE_WEIGHTS", weight).status, 200u);
    EXPECT_EQ(
        call("UPDATE_MAINTENANCE_SCHEDULE", {{"schedule", {{"windows", {window}}}}}).status, 200u);
    killAndRestart();
    EXPECT_EQ(ask("GET_WEIGHTS")["get_weights"]["weight_infos"][0]["weight"], 2.5);
    EXPECT_EQ(
        ask("GET_QUOTA")["get_quota"]["status"]["configs"][0]["limits"]["gpus"]["value"], 3.0);
    EXPECT_EQ(ask("GET_MAINTENANCE_SCHEDULE")["get_maintenance_schedule"]["schedule"]["windows"],
        json::array({window}));
    EXPECT_TRUE(ask("GET_AGENTS")["get_agents"]["agents"][0]["deactivated"]);
    EXPECT_EQ(offeredGpus("ml"), std::nullopt) << "the agent is deactivated";
    EXPECT_EQ(call("REACTIVATE_AGENT", agentId()).status, 200u);
    EXPECT_EQ(offeredGpus("ml"), 3) << "the limit of the role";
    EXPECT_EQ(offeredGpus("web"), 4);
}

TEST_F(OperatorCalls, DrainAnAgentAndReactivateIt) {
    start();
    auto drain = agentId();
    drain["max_grace_period"]["seconds"] = -1;
    const auto refused = call("DRAIN_AGENT", drain);
    EXPECT_EQ(refused.status, 400u);
    EXPECT_EQ(refused.body, "'max_grace_period' must be non-negative");
    drain["max_grace_period"]["seconds"] = 10000000000; // more nanoseconds than there are
    EXPECT_EQ(call("DRAIN_AGENT", drain).status, 200u);
    EXPECT_TRUE(eventually([&] {
        const auto agent = ask("GET_AGENTS")["get_agents"]["agents"][0];
        return agent.contains("drain_info") && agent["drain_info"]["state"] == "DRAINED";
    }));
    EXPECT_EQ(offeredGpus("*"), std::nullopt);
    EXPECT_EQ(call("REACTIVATE_AGENT", agentId()).status, 200u);
    EXPECT_EQ(offeredGpus("*"), 4);
}

TEST_F(OperatorCalls, TearDownTheFrameworkOfJobsAndNotTheQueue) {
    start();
    EXPECT_EQ(ask("GET_FRAMEWORKS")["get_frameworks"]["frameworks"], json::array());
    auto console = this->console(*m_daemon);
    const auto live = console.submit("live", "sleep 1000", "cpus:0.1;mem:32;gpus:4");
    ASSERT_TRUE(console.jobIs(live, "running"));
    const auto waiting = console.submit("waiting", "true", "cpus:0.1;mem:32;gpus:4");
    const auto framework
        = ask("GET_FRAMEWORKS")["get_frameworks"]["frameworks"][0]["framework_info"]["id"];
    EXPECT_EQ(call("TEARDOWN", {{"framework_id", framework}}).status, 200u);
    EXPECT_TRUE(console.jobIs(live, "failed"));
    EXPECT_TRUE(console.jobIs(waiting, "finished"));
    const auto later = console.submit("later", "true", "cpus:0.1;mem:32");
    EXPECT_TRUE(console.jobIs(later, "finished"));
}

TEST_F(OperatorCalls, AreTakenByTheOldEndpointsToo) {
    start();
    const auto ask = [&](const char* method, const std::string& path, const json& body = nullptr) {
        return http(m_daemon->port, method, path, {}, body.is_null() ? "" : body.dump());
    };
    const auto shown = [&](const std::string& path) { return json::parse(ask("GET", path).body); };
    const json weight = {{{"role", "ml"}, {"weight", 2.5}}};
    EXPECT_EQ(ask("PUT", "/weights", weight).status, 200u);
    EXPECT_EQ(shown("/master/weights"), weight);
    EXPECT_EQ(ask("PUT", "/weights", {{{"role", "ml"}, {"weight", -1}}}).status, 400u);

    const json gpus{{"name", "gpus"}, {"type", "SCALAR"}, {"scalar", {{"value", 2.0}}}};
    const json quota{{"role", "ml"}, {"guarantee", {gpus}}};
    EXPECT_EQ(ask("POST", "/master/quota", quota).status, 200u);
    EXPECT_EQ(ask("POST", "/quota", quota).body,
        "Failed to validate set quota request: Cannot set quota for role 'ml' which already has "
        "quota");
    EXPECT_EQ(shown("/quota")["configs"][0]["limits"]["gpus"]["value"], 2.0);
    const auto roles = shown("/roles");
    for (const auto& role : roles["roles"]) {
        if (role["name"] == "ml") {
            EXPECT_EQ(role["quota"]["guarantee"], (json{{"gpus", 2.0}}));
            EXPECT_EQ(role["quota"]["limit"], (json{{"gpus", 2.0}}));
            EXPECT_EQ(role["weight"], 2.5);
        }
    }
    EXPECT_EQ(ask("DELETE", "/master/quota/ml").status, 200u);
    EXPECT_EQ(ask("DELETE", "/master/quota/ml").body,
        "Failed to remove quota for path '/master/quota/ml': Role 'ml' has no quota set");
    EXPECT_EQ(shown("/quota"), json::object());

    const json machine{{"hostname", "far-away"}};
    const json schedule{{"windows",
        {{{"machine_ids", {machine}},
            {"unavailability", {{"start", {{"nanoseconds", 1795291196815721000}}}}}}}}};
    EXPECT_EQ(ask("POST", "/machine/down", json::array({machine})).status, 400u)
        << "it is not scheduled";
    EXPECT_EQ(ask("POST", "/maintenance/schedule", schedule).status, 200u);
    EXPECT_EQ(shown("/maintenance/schedule"), schedule);
    EXPECT_EQ(shown("/maintenance/status")["draining_machines"][0]["id"], machine);
    EXPECT_EQ(ask("POST", "/machine/down", json::array({machine})).status, 200u);
    EXPECT_EQ(shown("/maintenance/status")["down_machines"], json::array({machine}));
    EXPECT_EQ(ask("POST", "/machine/up", json::array({machine})).status, 200u);
    EXPECT_EQ(shown("/maintenance/status"), json::object());
}

TEST_F(OperatorCalls, AreRefusedInMesosWords) {
    start();
    const json nobody{{"agent_id", {{"value", "nope"}}}};
    const struct {
        const char* type;
        unsigned status;
        const char* text;
    } cases[] = {
        {"DRAIN_AGENT", 400, "Unknown agent"},
        {"DEACTIVATE_AGENT", 400, "Unknown agent"},
        {"REACTIVATE_AGENT", 400, "Agent is not deactivated"},
        {"MARK_AGENT_GONE", 404, "Agent 'nope' not found"},
    };
    for (const auto& [type, status, text] : cases) {
        const auto answer = call(type, nobody);
        EXPECT_EQ(answer.status, status) << type;
        EXPECT_EQ(answer.body, text) << type;
    }
    const json tooMuch{
        {"quota_configs", {{{"role", "ml"}, {"guarantees", {{"gpus", {{"value", 99}}}}}}}}};
    const auto refused = call("UPDATE_QUOTA", tooMuch);
    EXPECT_EQ(refused.status, 400u);
    EXPECT_NE(refused.body.find("exceed cluster capacity"), std::string::npos) << refused.body;
    EXPECT_EQ(call("CREATE_VOLUMES", nobody).status, 501u);
}

TEST_F(OperatorCalls, AndQuestionsAreSubjectToTheAcls) {
    const std::string log = m_base + "/master.log";
    std::ofstream(log) << "a line";
    const std::string none = R"([{"principals":{"type":"ANY"},)";
    Flags flags{"--no-authenticate", "--external_log_file=" + log};
    flags.push_back(R"(--acls={"get_endpoints":)" + none + R"("paths":{"type":"NONE"}}],)"
        + R"("access_mesos_logs":)" + none + R"("logs":{"type":"NONE"}}],)" + R"("update_weights":)"
        + none + R"("roles":{"type":"NONE"}}]})");
    const auto closed = master(flags).port;
    flags.back() = "--simulate=m60x4";
    const auto open = standalone(flags).port;
    for (const auto* path : {"/metrics/snapshot", "/files/debug", "/logging/toggle", "/containers",
             "/monitor/statistics", "/files/read?path=/master/log&offset=0"}) {
        EXPECT_EQ(http(open, "GET", path).status, 200u) << path;
        EXPECT_EQ(http(closed, "GET", path).status, 403u) << path;
        EXPECT_EQ(http(closed, "GET", path).body, "403 Forbidden.") << path;
    }
    const HttpHeaders typed{{"Content-Type", "application/json"}};
    const auto* metrics = R"({"type":"GET_METRICS","get_metrics":{}})";
    EXPECT_EQ(http(open, "GET", "/metrics").status, 200u);
    EXPECT_EQ(http(closed, "GET", "/metrics").status, 403u);
    EXPECT_EQ(http(open, "POST", "/api/v1", typed, metrics).status, 200u);
    EXPECT_EQ(http(closed, "POST", "/api/v1", typed, metrics).status, 403u);
    EXPECT_EQ(http(open, "GET", "/files/read?path=/master/log&offset=0").body,
        R"({"data":"a line","offset":0})");
    EXPECT_EQ(http(closed, "PUT", "/weights", {}, R"([{"role":"a","weight":2}])").status, 403u);
    EXPECT_EQ(http(closed, "GET", "/flags").status, 200u);
}

} // namespace
} // namespace muster::e2e
