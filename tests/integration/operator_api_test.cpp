// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/mesos/v1/master/master.pb.h"
#include "tests/integration/endpoint_shapes.h"

namespace muster::e2e {
namespace {

using OperatorApi = AfterOneGpuTask;
using Call = mesos::v1::master::Call;
using Response = mesos::v1::master::Response;

TEST_F(OperatorApi, SpeaksProtobufToo) {
    Call call;
    call.set_type(Call::GET_STATE);
    auto headers = authorization();
    headers.emplace_back("Content-Type", "application/x-protobuf");
    headers.emplace_back("Accept", "application/x-protobuf");
    const auto answer
        = http(m_master->port, "POST", "/master/api/v1", headers, call.SerializeAsString());
    ASSERT_EQ(answer.status, 200u) << answer.body;
    EXPECT_EQ(answer.headers.at("content-type"), "application/x-protobuf");
    Response response;
    ASSERT_TRUE(response.ParseFromString(answer.body));
    EXPECT_EQ(response.type(), Response::GET_STATE);
    const auto& state = response.get_state();
    ASSERT_EQ(state.get_tasks().completed_tasks_size(), 1);
    EXPECT_EQ(state.get_tasks().completed_tasks(0).name(), "gpu-test");
    ASSERT_EQ(state.get_agents().agents_size(), 1);
    EXPECT_TRUE(state.get_agents().agents(0).active());
}

TEST_F(OperatorApi, RefusesInTheWordsOfMesos) {
    const struct {
        const char* body;
        unsigned status;
        const char* text;
    } cases[] = {
        {"{}", 400, "Failed to validate master::Call: Expecting 'type' to be present"},
        {R"({"type":"GET_METRICS"})", 400,
            "Failed to validate master::Call: Expecting 'get_metrics' to be present"},
        {R"({"type":"TEARDOWN","teardown":{"framework_id":{"value":"nobody"}}})", 400,
            "No framework found with specified ID"},
        {R"({"type":"LIST_FILES","list_files":{"path":"/nope"}})", 404, ""},
        {R"({"type":"READ_FILE","read_file":{"path":"/nope","offset":0}})", 404, ""},
    };
    for (const auto& [body, status, text] : cases) {
        const auto answer = post(body);
        EXPECT_EQ(answer.status, status) << body;
        EXPECT_EQ(answer.body, text) << body;
    }
    const auto wrong = [&](const char* type, const char* accept) {
        auto headers = authorization();
        headers.emplace_back("Content-Type", type);
        headers.emplace_back("Accept", accept);
        return http(m_master->port, "POST", "/api/v1", headers, R"({"type":"GET_HEALTH"})").status;
    };
    EXPECT_EQ(wrong("text/plain", "application/json"), 415u);
    EXPECT_EQ(wrong("application/json", "text/plain"), 406u);
    EXPECT_EQ(get("/api/v1").status, 405u);
}

TEST_F(OperatorApi, LogsMoreWhenAskedTo) {
    EXPECT_EQ(post(R"({"type":"SET_LOGGING_LEVEL","set_logging_level":{"level":1,"duration":)"
                   R"({"nanoseconds":60000000000}}})")
                  .status,
        200u);
    EXPECT_NE(post(R"({"type":"GET_LOGGING_LEVEL"})").body.find(R"("level":1)"), std::string::npos);
}

} // namespace
} // namespace muster::e2e
