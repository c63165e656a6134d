// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/proto/mesos/v1/agent/agent.pb.h"
#include "tests/app/cli/fake_master.h"
#include "tests/app/cli/world.h"
#include "tests/support/words.h"

namespace muster::cli {
namespace {

// One task without a terminal, named "plain", in which no command runs.
net::HttpResponse agentAnswer(const net::HttpRequest& request) {
    using mesos::v1::agent::Call;
    using mesos::v1::agent::Response;
    Call call;
    call.ParseFromString(request.body);
    Response response;
    if (call.type() == Call::GET_TASKS) {
        response.set_type(Response::GET_TASKS);
        auto& task = *response.mutable_get_tasks()->add_launched_tasks();
        task.set_name("plain");
        task.mutable_task_id()->set_value("t");
        task.mutable_framework_id()->set_value("F");
        task.mutable_agent_id()->set_value("A");
        task.set_state(mesos::v1::TASK_RUNNING);
        auto& status = *task.add_statuses();
        status.mutable_task_id()->set_value("t");
        status.set_state(mesos::v1::TASK_RUNNING);
        status.mutable_container_status()->mutable_container_id()->set_value("c");
    } else if (call.type() == Call::GET_CONTAINERS) {
        response.set_type(Response::GET_CONTAINERS);
        response.mutable_get_containers();
    } else {
        return net::HttpResponse::text(503, "the master is going away");
    }
    return protobuf(response);
}

TEST(MusterAttach, SaysHowToComeBackWhenTheMasterIsLost) {
    FakeMaster master;
    master.onRequest = [&](const FakeMaster::Request& request) {
        auto message = FakeMaster::answerTo(request);
        if (request.has_query_ended()) {
            message.mutable_reply()->mutable_ended();
        } else if (request.has_subscribe()) {
            auto& task = *message.mutable_snapshot()->mutable_rows()->add_tasks();
            task.set_framework_id("F");
            task.set_id("t");
            task.set_name("plain");
            task.set_agent_id("A");
            task.set_state(test::worded("TASK_RUNNING"));
        } else {
            master.cuts = 1;
        }
        return std::vector{message};
    };
    serveAgent(master, agentAnswer);
    World world;
    EXPECT_EQ(world.run({"attach", "plain", "--no-stdin", "--master=" + master.start()}), 5);
    master.stop();
    const auto said = world.err.str();
    EXPECT_NE(said.find("muster: The connection to the master at "), std::string::npos) << said;
    EXPECT_TRUE(said.ends_with(
        "\nIt keeps running: attach to it again with 'muster attach --no-stdin plain'\n"))
        << said;
}

} // namespace
} // namespace muster::cli
