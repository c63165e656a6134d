// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

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

} // namespace muster::agentd::marathon::test
