// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/endpoint_shapes.h"

#include <regex>

namespace muster::e2e {
namespace {

// A metric stands for itself; those of one framework for those of any.
nlohmann::json metricNames(const nlohmann::json& answer) {
    static const std::regex ofFramework("^master/frameworks/.*/[0-9a-f-]{36}-[0-9]{4}/");
    nlohmann::json out = nlohmann::json::object();
    const auto add = [&](const std::string& name, const nlohmann::json& value) {
        out[std::regex_replace(name, ofFramework, "master/frameworks/*/")] = value;
    };
    if (answer.contains("get_metrics")) {
        for (const auto& metric : answer["get_metrics"]["metrics"]) {
            add(metric["name"], metric["value"]);
        }
    } else {
        for (const auto& [name, value] : answer.items()) {
            add(name, value);
        }
    }
    return out;
}

} // namespace

void AfterOneGpuTask::SetUp() {
    World::SetUp();
    if (IsSkipped()) {
        return;
    }
    m_master = &master();
    agent(*m_master, {"--simulate=m60x4"});
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
    if (!expected.contains("keys")) {
        EXPECT_EQ(answer.body, "");
        return;
    }
    EXPECT_EQ(answer.headers.at("content-type"), expected["content_type"]);
    auto body = answer.body;
    if (expected.contains("jsonp")) {
        ASSERT_TRUE(body.starts_with("cb(") && body.ends_with(")")) << body;
        body = body.substr(3, body.size() - 4);
    }
    const auto json = nlohmann::json::parse(body, nullptr, false);
    ASSERT_FALSE(json.is_discarded()) << body;
    expectShape(shapeOf(expected.contains("metrics") ? metricNames(json) : json), expected);
}

} // namespace muster::e2e
