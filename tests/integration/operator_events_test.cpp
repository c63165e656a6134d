// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/endpoint_shapes.h"

namespace muster::e2e {
namespace {

using OperatorEvents = AfterOneGpuTask;

TEST_F(OperatorEvents, TellWhatHappensInTheOrderAndShapeOfMesos) {
    auto headers = authorization();
    headers.emplace_back("Content-Type", "application/json");
    headers.emplace_back("Accept", "application/json");
    RecordStream stream(m_master->port, "/api/v1", headers, R"({"type":"SUBSCRIBE"})");
    ASSERT_EQ(stream.head().status, 200u) << stream.head().body;
    EXPECT_EQ(stream.head().headers.at("content-type"), "application/json");
    std::vector<nlohmann::json> events;
    const auto next = [&] {
        const auto record = stream.next();
        events.push_back(record ? nlohmann::json::parse(*record) : nlohmann::json::object());
        return events.back().value("type", "nothing");
    };
    ASSERT_EQ(next(), "SUBSCRIBED");
    ASSERT_EQ(next(), "HEARTBEAT");
    const auto task = runGpuTask();
    ASSERT_EQ(next(), "FRAMEWORK_ADDED");
    ASSERT_EQ(next(), "TASK_ADDED");
    EXPECT_EQ(events.back()["task_added"]["task"]["state"], "TASK_STAGING");
    for (const auto* state : {"TASK_STARTING", "TASK_RUNNING", "TASK_FINISHED"}) {
        ASSERT_EQ(next(), "TASK_UPDATED");
        EXPECT_EQ(events.back()["task_updated"]["status"]["state"], state);
        EXPECT_EQ(events.back()["task_updated"]["state"], state);
    }
    while (events.back()["type"] != "FRAMEWORK_REMOVED") {
        ASSERT_NE(next(), "nothing");
    }
    for (const auto& expected : expectations("operator_event_shapes.jsonl")) {
        SCOPED_TRACE(expected["type"].get<std::string>());
        Shape shape;
        for (const auto& event : events) {
            if (event["type"] == expected["type"]) {
                shape.merge(shapeOf(event));
            }
        }
        ASSERT_FALSE(shape.empty());
        expectShape(shape, expected);
    }
}

TEST_F(OperatorEvents, BeatEveryFifteenSeconds) {
    auto headers = authorization();
    headers.emplace_back("Content-Type", "application/json");
    RecordStream stream(m_master->port, "/api/v1", headers, R"({"type":"SUBSCRIBE"})");
    ASSERT_TRUE(stream.next());
    const std::string beat = R"({"type":"HEARTBEAT"})";
    EXPECT_EQ(stream.next(), beat);
    const auto first = std::chrono::steady_clock::now();
    EXPECT_EQ(stream.next(20s), beat);
    EXPECT_NEAR(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - first).count(), 15, 2);
}

} // namespace
} // namespace muster::e2e
