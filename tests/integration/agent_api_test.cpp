// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "core/proto/mesos/v1/agent/agent.pb.h"
#include "tests/integration/endpoint_shapes.h"

namespace muster::e2e {
namespace {

// One GPU task has finished and one lives, with links in its sandbox.
struct AgentApi : AfterOneGpuTask {
    void SetUp() override {
        AfterOneGpuTask::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        m_living = execute(*m_master,
            {"--name=living",
                "--command=ln -s /etc/shadow shadow; ln -s /etc folder; mkfifo fifo; mkdir inner; "
                "echo hello > inner/file; sleep 1000",
                "--resources=cpus:0.5;mem:64;gpus:1", "--framework_capabilities=GPU_RESOURCES"});
        ASSERT_TRUE(eventually([this] {
            m_sandbox = m_base + "/agent/sandboxes";
            for (const auto& entry : std::filesystem::recursive_directory_iterator(m_sandbox)) {
                if (entry.path().filename() == "file" && entry.file_size() > 0) {
                    m_sandbox = entry.path().parent_path().parent_path().string();
                    return running();
                }
            }
            return false;
        }));
    }

    bool running() const {
        return ask(R"({"type":"GET_CONTAINERS"})").body.find("mem_rss_bytes") != std::string::npos;
    }
    HttpAnswer ask(const std::string& call, const std::string& path = "/slave(1)/api/v1") const {
        return post(call, path);
    }
    HttpAnswer read(const std::string& path) const {
        return get("/slave(1)/files/read?offset=0&path=" + path);
    }
    std::string virtualPath() const {
        const std::filesystem::path sandbox(m_sandbox);
        return "/framework/" + sandbox.parent_path().filename().string() + "/task/"
            + sandbox.filename().string();
    }

    std::unique_ptr<Process> m_living;
    std::string m_sandbox;
};

TEST_F(AgentApi, AnswersInTheShapeOfMesos) {
    for (const auto& expected : expectations("agent_shapes.jsonl")) {
        SCOPED_TRACE(expected["path"].get<std::string>());
        expectAsRecorded(expected);
    }
}

TEST_F(AgentApi, TellsHowATaskUsesItsGpu) {
    const auto rows = nlohmann::json::parse(get("/monitor/statistics").body);
    ASSERT_EQ(rows.size(), 1u);
    const auto& gpus = rows[0]["statistics"]["gpus"];
    ASSERT_EQ(gpus.size(), 1u);
    EXPECT_TRUE(gpus[0]["uuid"].get<std::string>().starts_with("GPU-"));
    EXPECT_LE(gpus[0]["utilization_percent"].get<unsigned>(), 100u);
    EXPECT_GT(gpus[0]["memory_total_bytes"].get<std::uint64_t>(), 1u << 30);
    EXPECT_EQ(rows[0]["statistics"]["cpus_limit"], 0.5);
    EXPECT_EQ(rows[0]["statistics"]["mem_limit_bytes"], 64 << 20);
    const auto metrics = nlohmann::json::parse(get("/slave(1)/metrics/snapshot").body);
    EXPECT_EQ(metrics["slave/gpus_used"], 1.0);
    EXPECT_EQ(metrics["slave/gpus_total"], 4.0);
    EXPECT_EQ(metrics["slave/tasks_finished"], 1.0);
    EXPECT_EQ(metrics["slave/tasks_running"], 1.0);
}

TEST_F(AgentApi, ReadsSandboxesAndNothingElse) {
    for (const auto& root : {m_sandbox, virtualPath()}) {
        const auto file = read(root + "/inner/file");
        EXPECT_EQ(file.status, 200u) << root << file.body;
        EXPECT_EQ(file.body, R"({"data":"hello\n","offset":0})");
        EXPECT_EQ(get("/slave(1)/files/download?path=" + root + "/inner/file").status, 200u);
        const auto listing = get("/slave(1)/files/browse?path=" + root);
        EXPECT_NE(listing.body.find(root + "/inner\""), std::string::npos) << listing.body;
        EXPECT_EQ(listing.body.find("shadow"), std::string::npos) << listing.body;
        for (const auto* path :
            {"/shadow", "/folder/shadow", "/fifo", "/../../../token", "/nope"}) {
            EXPECT_EQ(read(root + path).status, 404u) << path;
        }
        EXPECT_EQ(read(root + "/inner").body, "Cannot read a directory.\n");
    }
    for (const auto* path : {"/", "/etc/shadow", "/framework/x/task/y", "/slave/log"}) {
        EXPECT_EQ(read(path).status, 404u) << path;
        EXPECT_EQ(read(path).body, "") << path;
    }
    EXPECT_EQ(get("/slave(1)/files/browse").body, "Expecting 'path=value' in query.\n");
    const auto link = ask(
        R"({"type":"READ_FILE","read_file":{"offset":0,"path":")" + m_sandbox + R"(/shadow"}})");
    EXPECT_EQ(link.status, 404u) << link.body;
}

TEST_F(AgentApi, RefusesInTheWordsOfMesos) {
    EXPECT_EQ(ask("{}").body, "Failed to validate agent::Call: Expecting 'type' to be present");
    EXPECT_EQ(ask(R"({"type":"READ_FILE"})").body,
        "Failed to validate agent::Call: Expecting 'read_file' to be present");
    const auto missing
        = ask(R"({"type":"REMOVE_CONTAINER","remove_container":{"container_id":{"value":"x"}}})");
    EXPECT_EQ(missing.status, 501u);
    EXPECT_EQ(missing.body, "REMOVE_CONTAINER is not supported by Muster's agents");
    const auto unknown
        = ask(R"({"type":"WAIT_CONTAINER","wait_container":{"container_id":{"value":"x"}}})");
    EXPECT_EQ(unknown.status, 404u);
    EXPECT_EQ(unknown.body, "Container x cannot be found");
    const auto long_ = ask(std::string(5 << 20, ' '));
    EXPECT_EQ(long_.status, 413u);
    EXPECT_EQ(long_.body, "The body is larger than the 4194304 bytes allowed");
    EXPECT_EQ(ask(R"({"type":"GET_HEALTH"})", "/slave(2)/api/v1").status, 404u);
    EXPECT_EQ(get("/slave(1)/nope").status, 404u);
    EXPECT_EQ(get("/slave(x)/state").status, 404u);
    EXPECT_EQ(get("/slave(1)/health").status, 200u);
}

TEST_F(AgentApi, SpeaksProtobufToo) {
    mesos::v1::agent::Call call;
    call.set_type(mesos::v1::agent::Call::GET_TASKS);
    auto headers = authorization();
    headers.emplace_back("Content-Type", "application/x-protobuf");
    headers.emplace_back("Accept", "application/x-protobuf");
    const auto answer
        = http(m_master->port, "POST", "/slave(1)/api/v1", headers, call.SerializeAsString());
    mesos::v1::agent::Response response;
    ASSERT_TRUE(response.ParseFromString(answer.body));
    ASSERT_EQ(response.get_tasks().launched_tasks_size(), 1);
    EXPECT_EQ(response.get_tasks().launched_tasks(0).name(), "living");
    ASSERT_EQ(response.get_tasks().completed_tasks_size(), 1);
    EXPECT_EQ(response.get_tasks().completed_tasks(0).statuses_size(), 3);
}

} // namespace
} // namespace muster::e2e
