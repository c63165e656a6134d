// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Muster's own calls over plain HTTP on a real daemon: the examples of the document that it serves,
// run by a shell with curl as a reader would, and what it refuses.
#include <algorithm>
#include <set>

#include "tests/integration/http_framework.h"

namespace muster::e2e {
namespace {

using nlohmann::json;

class MusterApi : public World {
protected:
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_daemon = &standalone();
        m_shell = {{"MUSTER", fmt::format("http://127.0.0.1:{}", m_daemon->port)},
            {"TOKEN", m_daemon->token()}};
        // An agent that has only just registered takes no order yet.
        ASSERT_TRUE(eventually([&] {
            return ask("GET", "/metrics").body.find("muster_gpu_power_watts{") != std::string::npos;
        }));
    }

    HttpAnswer ask(const std::string& method, const std::string& target, HttpHeaders headers = {},
        const std::string& body = "") const {
        headers.emplace_back("Authorization", "Bearer " + m_daemon->token());
        return http(m_daemon->port, method, target, headers, body);
    }
    HttpAnswer send(const std::string& method, const std::string& target, const json& body) const {
        return ask(method, target, {{"Content-Type", "application/json"}}, body.dump());
    }
    json get(const std::string& target) const {
        const auto answer = ask("GET", target);
        EXPECT_EQ(answer.status, 200u) << target << "\n" << answer.body;
        return json::parse(answer.body);
    }
    // The operations of the document, by their ids.
    std::map<std::string, json> operations() const {
        std::map<std::string, json> out;
        const auto document = get("/api/v1/openapi.json");
        for (const auto& path : document.at("paths")) {
            for (const auto& operation : path) {
                out.emplace(operation.at("operationId"), operation);
            }
        }
        return out;
    }
    // What the example of that operation answers, run with the variables that are set by now.
    json run(const std::string& operation) {
        m_ran.insert(operation);
        const std::string line = m_operations.at(operation).at("x-codeSamples")[0].at("source");
        const auto place = fmt::format("{}/example-{}", m_base, ++m_runs);
        Process shell({"/bin/sh", "-euc", line}, {place + ".out", place + ".err", m_shell, false});
        EXPECT_EQ(shell.wait(20s), 0) << line << "\n" << shell.err();
        auto out = json::parse(shell.out(), nullptr, false);
        EXPECT_TRUE(out.is_object()) << line << "\n" << shell.out();
        EXPECT_FALSE(out.contains("error")) << line << "\n" << shell.out();
        return out;
    }
    bool becomes(const std::string& target, const std::string& state) const {
        return eventually([&] { return get(target).value("state", "") == state; }, 20s);
    }

    Daemon* m_daemon = nullptr;
    std::map<std::string, json> m_operations;
    std::map<std::string, std::string> m_shell;
    std::set<std::string> m_ran;
    int m_runs = 0;
};

TEST_F(MusterApi, DoesWhatEachExampleOfItsDocumentSays) {
    m_operations = operations();
    const auto nodes = run("listNodes");
    ASSERT_EQ(nodes["total"], 1);
    m_shell["ID"] = nodes["items"][0]["id"].get<std::string>();
    EXPECT_EQ(run("getNode")["hostname"], nodes["items"][0]["hostname"]);

    const auto gpus = run("listGpus");
    EXPECT_EQ(gpus["total"], 4);
    ASSERT_EQ(gpus["items"].size(), 2u) << "two were asked for";
    const std::string uuid = gpus["items"][0]["uuid"];
    m_shell["UUID"] = uuid;
    EXPECT_EQ(run("getGpu")["model"], "Tesla M60");
    run("restrictGpu");
    EXPECT_TRUE(becomes("/api/v1/gpus/" + uuid, "RESTRICTED"));
    EXPECT_EQ(run("getGpu")["restriction"]["reason"], "the fan is loud");
    run("releaseGpu");
    EXPECT_TRUE(becomes("/api/v1/gpus/" + uuid, "FREE"));

    const std::string first = run("submitJob")["job_id"];
    ASSERT_TRUE(becomes("/api/v1/jobs/" + first, "RUNNING"));
    m_shell["ID"] = first;
    EXPECT_EQ(run("getJob")["name"], "train");
    EXPECT_EQ(run("listJobs")["total"], 0) << "none is pending";
    const auto tasks = run("listTasks");
    ASSERT_EQ(tasks["total"], 1);
    m_shell["ID"] = m_shell["TASK_ID"] = tasks["items"][0]["id"].get<std::string>();
    EXPECT_EQ(run("getTask")["state"], "TASK_RUNNING");
    run("killTask");
    EXPECT_TRUE(eventually([&] { return run("listTasks")["total"] == 0; }, 20s));

    m_shell["JOB_ID"] = run("submitJob")["job_id"].get<std::string>();
    EXPECT_NE(m_shell["JOB_ID"], first);
    run("killJob");
    EXPECT_TRUE(becomes("/api/v1/jobs/" + m_shell["JOB_ID"], "KILLED"));

    // The points of the series that is called so.
    const auto points = [](const json& history, const char* name, const std::string& value) {
        for (const auto& series : history.value("series", json::array())) {
            if (series.value(name, "") == value) {
                return series.value("points", json::array());
            }
        }
        return json::array();
    };
    EXPECT_TRUE(
        eventually([&] { return !points(run("getGpuHistory"), "gpu", uuid).empty(); }, 20s));
    EXPECT_TRUE(eventually(
        [&] {
            const auto totals = points(run("getClusterHistory"), "key", "gpus_total");
            return !totals.empty() && totals.back().value("maximum", "") == "4";
        },
        20s));

    HttpFramework framework(*m_daemon, kJson, false); // it keeps what it is offered
    ASSERT_TRUE(eventually([&] { return get("/api/v1/offers").at("total") > 0; }, 20s));
    m_shell["ID"] = run("listOffers")["items"][0]["id"].get<std::string>();
    EXPECT_EQ(run("getOffer")["hostname"], nodes["items"][0]["hostname"]);

    for (const auto& [id, operation] : m_operations) {
        EXPECT_TRUE(m_ran.contains(id)) << id << " was not run";
    }
}

TEST_F(MusterApi, TakesASubmissionOnceHoweverOftenItIsRepeated) {
    const json job{{"name", "once"}, {"command", {{"value", "true"}}}, {"key", "4f2c"}};
    const auto first = send("POST", "/api/v1/jobs", job);
    EXPECT_EQ(first.status, 201u) << first.body;
    const auto second = send("POST", "/api/v1/jobs", job);
    EXPECT_EQ(second.status, 200u) << second.body;
    EXPECT_EQ(json::parse(second.body)["job_id"], json::parse(first.body)["job_id"]);
    EXPECT_EQ(json::parse(second.body)["again"], true);
    EXPECT_EQ(get("/api/v1/jobs?name=once")["total"], 1);
}

TEST_F(MusterApi, IsAuditedAsTheConsole) {
    const std::string uuid = get("/api/v1/gpus")["items"][0]["uuid"];
    const auto target = fmt::format("/api/v1/gpus/{}/restriction", uuid);
    const auto answer
        = ask("PUT", target, {{"Content-Type", "application/json"}, {"Muster-Author", "alice"}},
            R"({"reason": "dust"})");
    ASSERT_EQ(answer.status, 200u) << answer.body;
    auto console = this->console(*m_daemon);
    muster::v1::Request query;
    query.mutable_query_audit()->set_limit(100);
    const auto rows = console.ask(query).audit().rows();
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [](const auto& row) {
        return row.author() == "alice" && row.detail().find("dust") != std::string::npos;
    }));
}

TEST_F(MusterApi, GivesListsInPages) {
    const auto all = get("/api/v1/gpus")["items"];
    ASSERT_EQ(all.size(), 4u);
    for (int i = 0; i < 4; ++i) {
        const auto page = get(fmt::format("/api/v1/gpus?limit=1&offset={}", i));
        EXPECT_EQ(page["total"], 4);
        EXPECT_EQ(page["offset"], i);
        ASSERT_EQ(page["items"].size(), 1u);
        EXPECT_EQ(page["items"][0]["uuid"], all[static_cast<std::size_t>(i)]["uuid"]);
    }
    EXPECT_EQ(get("/api/v1/gpus?offset=4")["items"].size(), 0u);
    EXPECT_EQ(get("/api/v1/gpus?model=Tesla+M60&state=FREE")["total"], 4);
    EXPECT_EQ(get("/api/v1/gpus?state=lost")["total"], 0);
}

TEST_F(MusterApi, SaysInJsonWhatIsWrong) {
    const auto expect = [&](const HttpAnswer& answer, unsigned status, const char* kind,
                            const std::string& message) {
        EXPECT_EQ(answer.status, status) << answer.body;
        const auto body = json::parse(answer.body, nullptr, false);
        ASSERT_TRUE(body.is_object()) << answer.body;
        EXPECT_EQ(body["error"]["kind"], kind);
        EXPECT_EQ(body["error"]["message"], message);
    };
    expect(
        ask("DELETE", "/api/v1/jobs/nope"), 404, "NOT_FOUND", "No job 'nope': see 'muster jobs'");
    expect(ask("GET", "/api/v1/gpus/GPU-nope"), 404, "NOT_FOUND",
        "No GPU 'GPU-nope': see 'muster gpus'");
    expect(ask("GET", "/api/v1/gpus/GPU-nope/colour"), 404, "NOT_FOUND",
        "There is no GET /api/v1/gpus/GPU-nope/colour: GET /api/v1/openapi.json lists all calls");
    expect(ask("GET", "/api/v1/gpus?limit=0"), 400, "INVALID",
        "'limit' must be a number from 1 to 2000");
    expect(ask("GET", "/api/v1/jobs?state=waiting"), 400, "INVALID",
        "'state' must be one of NO_STATE, QUEUED, RUNNING, FINISHED, FAILED, KILLED, not "
        "'waiting'");
    expect(ask("GET", "/api/v1/history/cluster?metric=power"), 400, "INVALID",
        "Unknown parameter 'metric', use series, from_ms, to_ms, max_points");
    expect(ask("GET", "/api/v1/history/gpus?metric=colour"), 400, "INVALID",
        "Unknown metric 'colour'");
    expect(ask("POST", "/api/v1/jobs", {{"Content-Type", "text/plain"}}, "{}"), 415, "INVALID",
        "Send JSON, with the header 'Content-Type: application/json'");
    const std::string uuid = get("/api/v1/gpus")["items"][0]["uuid"];
    EXPECT_EQ(
        send("PUT", fmt::format("/api/v1/gpus/{}/restriction", uuid), json::object()).status, 400u)
        << "a restriction needs a reason";
    EXPECT_EQ(send("POST", "/api/v1/jobs", "[").status, 400u);
    EXPECT_EQ(http(m_daemon->port, "GET", "/api/v1/gpus").status, 401u);
    EXPECT_EQ(ask("POST", "/api/v1/gpus").status, 405u);
}

} // namespace
} // namespace muster::e2e
