// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/endpoint_shapes.h"

namespace muster::e2e {
namespace {

using OldEndpoints = AfterOneGpuTask;

TEST_F(OldEndpoints, CountWhatHappened) {
    const auto metrics = nlohmann::json::parse(get("/metrics/snapshot?timeout=10secs").body);
    EXPECT_EQ(metrics["master/gpus_total"], 4.0);
    EXPECT_EQ(metrics["master/gpus_used"], 0.0);
    EXPECT_EQ(metrics["master/tasks_finished"], 1.0);
    EXPECT_EQ(metrics["master/tasks_running"], 0.0);
    EXPECT_EQ(metrics["master/slaves_active"], 1.0);
    EXPECT_EQ(metrics["master/slave_registrations"], 1.0);
    EXPECT_EQ(metrics["master/messages_launch_tasks"], 1.0);
    EXPECT_EQ(metrics["master/valid_status_updates"], metrics["master/messages_status_update"]);
}

// What a Prometheus server would say of it.
TEST_F(OldEndpoints, ExportMetricsThatPrometheusTakes) {
    ASSERT_TRUE(eventually(
        [&] { return get("/metrics").body.find("muster_gpu_power_watts{") != std::string::npos; }));
    const auto answer = get("/metrics?holders=true");
    EXPECT_EQ(answer.headers.at("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    for (const auto* line : {"muster_nodes{state=\"active\"} 1", "muster_gpus{state=\"free\"} 4",
             "muster_tasks_ended_total{state=\"finished\"} 1", "muster_build_info{version=\""}) {
        EXPECT_NE(answer.body.find(line), std::string::npos) << line << "\n" << answer.body;
    }
    writeText(m_base + "/metrics", answer.body);
    const Process::Setting words{m_base + "/said", m_base + "/problems", {}, false};
    Process promtool({"/bin/sh", "-c", "promtool check metrics <" + m_base + "/metrics"}, words);
    EXPECT_EQ(promtool.wait(20s), 0) << "promtool is in Debian's package prometheus\n"
                                     << promtool.out() << promtool.err() << answer.body;
    EXPECT_EQ(promtool.out() + promtool.err(), "");
}

TEST_F(OldEndpoints, ChooseTasks) {
    const auto second = runGpuTask();
    ASSERT_EQ(second->wait(20s), 0) << second->err();
    const auto tasks = [&](const std::string& query) {
        return nlohmann::json::parse(get("/tasks" + query).body)["tasks"];
    };
    ASSERT_EQ(tasks("").size(), 2u);
    EXPECT_EQ(tasks("?limit=1").size(), 1u);
    EXPECT_EQ(tasks("?offset=1&limit=-1").size(), 1u);
    EXPECT_EQ(tasks("?limit=1")[0], tasks("?order=asc")[1]);
    const std::string framework = tasks("")[0]["framework_id"];
    EXPECT_EQ(tasks("?framework_id=" + framework).size(), 1u);
    EXPECT_EQ(tasks("?task_id=nobody").size(), 0u);
}

TEST_F(OldEndpoints, RefuseWhatIsNoFunctionAsJsonp) {
    EXPECT_EQ(get("/state?jsonp=alert(1)//").status, 400u);
    EXPECT_EQ(get("/state?jsonp=angular.callbacks._0").status, 200u);
}

TEST_F(OldEndpoints, AnswerHeadWithoutABody) {
    const auto answer = http(m_master->port, "HEAD", "/health", authorization());
    EXPECT_EQ(answer.status, 200u);
    EXPECT_EQ(answer.body, "");
}

TEST_F(OldEndpoints, NameNoTypeOfAnEmptyAnswer) {
    EXPECT_EQ(get("/health").headers.count("content-type"), 0u);
    EXPECT_EQ(get("/redirect").headers.count("content-type"), 0u);
}

TEST_F(OldEndpoints, SumUpOnlyFrameworksThatAreThere) {
    const auto agent = nlohmann::json::parse(get("/state-summary").body)["slaves"][0];
    EXPECT_EQ(agent["framework_ids"], nlohmann::json::array());
    EXPECT_EQ(agent["TASK_FINISHED"], 0) << "its framework is gone, as in the recording";
}

TEST_F(OldEndpoints, RefuseFilesInTheWordsOfMesos) {
    EXPECT_EQ(get("/files/browse").status, 400u);
    EXPECT_EQ(get("/files/browse").body, "Expecting 'path=value' in query.\n");
    EXPECT_EQ(get("/files/browse?path=/").status, 404u);
    EXPECT_EQ(get("/files/read?path=/nope").status, 404u);
    EXPECT_EQ(get("/files/read?path=/x&offset=-2").body, "Negative offset provided: -2.\n");
    EXPECT_EQ(get("/files/download?path=/nope").status, 404u);
}

} // namespace
} // namespace muster::e2e
