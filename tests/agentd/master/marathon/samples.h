// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentd/master/marathon/app_answers.h"
#include "agentd/master/marathon/app_json.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd::marathon::test {

// What the project was founded on: features.md F2, F7 and F9.
inline constexpr const char* kFounding = R"({
    "id": "/gpu-demo",
    "cmd": "while [ true ]; do nvidia-smi; sleep 60; done",
    "cpus": 0.1, "gpus": 1, "mem": 128.0, "disk": 0, "instances": 1,
    "container": {"type": "MESOS", "docker": {"image": "nvidia/cuda"}},
    "networks": [{"mode": "host"}],
    "portDefinitions": [{"port": 10000, "name": "http"}],
    "labels": {"HAPROXY_GROUP": "external"}
})";

inline services::AppSpec specOf(std::string_view body) {
    auto spec = newApp(body, {});
    EXPECT_TRUE(spec) << (spec ? "" : spec.error().body);
    return spec ? std::move(*spec) : services::AppSpec{};
}

inline Json documentOf(const services::AppSpec& spec) {
    return Json::parse(spec.document);
}

inline mesos::v1::TaskInfo taskOf(const services::AppSpec& spec) {
    mesos::v1::TaskInfo task;
    EXPECT_TRUE(task.ParseFromString(spec.payload));
    return task;
}

// An app as the kernel has it, with its instances.
struct RunningApp {
    services::App app;
    std::vector<services::Instance> instances{};
    std::vector<services::DeploymentId> deployments{};
    std::vector<const services::Instance*> pointers{};

    AppView view() {
        pointers.clear();
        for (const auto& instance : instances) {
            pointers.push_back(&instance);
        }
        return {app, pointers, deployments};
    }
};

inline constexpr Instant kNoon
    = std::chrono::sys_days(std::chrono::year(2026) / 11 / 27) + std::chrono::hours(12);

inline RunningApp runningApp(std::string_view body) {
    services::App app;
    app.spec = specOf(body);
    app.version = kNoon;
    app.configured = kNoon;
    app.versions = {{kNoon, app.spec}};
    return {.app = std::move(app)};
}

// Runs on "node-<n>" with the ports 31000 + 10 n and what follows.
inline void addInstance(RunningApp& to, int n) {
    services::Instance out;
    out.id = {fmt::format("{}.{}", services::flatName(to.app.spec.id), n)};
    out.app = to.app.spec.id;
    out.version = out.configured = kNoon;
    out.agent = {fmt::format("S{}", n)};
    out.host = fmt::format("node-{}", n);
    for (std::size_t i = 0; i < to.app.spec.ports.size(); ++i) {
        out.hostPorts.push_back(static_cast<std::uint16_t>(31000 + 10 * n + i));
    }
    out.state = TaskState::Running;
    out.staged = kNoon;
    out.started = kNoon + std::chrono::seconds(2);
    to.instances.push_back(std::move(out));
}

} // namespace muster::agentd::marathon::test
