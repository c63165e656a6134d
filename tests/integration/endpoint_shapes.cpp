// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/endpoint_shapes.h"

namespace muster::e2e {

void AfterOneGpuTask::SetUp() {
    World::SetUp();
    if (IsSkipped()) {
        return;
    }
    m_master = &master();
    agent(*m_master, {"--simulate=m60x4", "--resources=cpus:2;mem:4096;disk:10000"});
    const auto task = runGpuTask();
    ASSERT_EQ(task->wait(20s), 0) << task->err();
}

std::unique_ptr<Process> AfterOneGpuTask::runGpuTask() {
    return execute(*m_master,
        {"--name=gpu-test", "--command=true", "--resources=cpus:0.5;mem:64;gpus:1",
            "--framework_capabilities=GPU_RESOURCES"});
}

HttpHeaders AfterOneGpuTask::authorization() const {
    return {{"Authorization", "Bearer " + m_master->token()}};
}

HttpAnswer AfterOneGpuTask::get(const std::string& target) const {
    return http(m_master->port, "GET", target, authorization());
}

HttpAnswer AfterOneGpuTask::post(const std::string& call, const std::string& path) const {
    auto headers = authorization();
    headers.emplace_back("Content-Type", "application/json");
    headers.emplace_back("Accept", "application/json");
    return http(m_master->port, "POST", path, headers, call);
}

void AfterOneGpuTask::expectAsRecorded(const nlohmann::json& expected) const {
    const bool isCall = expected.contains("call");
    SCOPED_TRACE(isCall ? expected["call"].dump() : expected["path"].get<std::string>());
    const auto answer
        = isCall ? post(expected["call"].dump(), expected["path"]) : get(expected["path"]);
    EXPECT_EQ(answer.status, expected["status"]) << answer.body;
    EXPECT_EQ(answer.headers.at("content-type"), expected["content_type"]);
    auto body = answer.body;
    if (expected.contains("jsonp")) {
        ASSERT_TRUE(body.starts_with("cb(") && body.ends_with(")")) << body;
        body = body.substr(3, body.size() - 4);
    }
    const auto json = nlohmann::json::parse(body, nullptr, false);
    ASSERT_FALSE(json.is_discarded()) << body;
    expectShape(shapeOf(byName(json)), expected);
}

} // namespace muster::e2e
