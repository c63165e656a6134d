// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/message_writer.h"

#include <gtest/gtest.h>

#include "core/proto/mesos/v1/master/master.pb.h"
#include "core/proto/mesos_json.h"
#include "tests/core/proto/random_message.h"

namespace muster::proto {
namespace {

using mesos::v1::master::Response;

MessageWriter writtenTasks(const Response::GetTasks& whole, MesosEncoding encoding) {
    MessageWriter out(*Response::GetTasks::descriptor(), encoding);
    for (const auto& row : whole.completed_tasks()) {
        out.add("completed_tasks", row);
    }
    for (const auto& row : whole.tasks()) {
        out.add("tasks", row);
    }
    return out;
}

std::string writtenTasks(const Response& whole, MesosEncoding encoding) {
    MessageWriter state(*Response::GetState::descriptor(), encoding);
    state.add("get_agents", whole.get_state().get_agents());
    state.add("get_tasks", writtenTasks(whole.get_state().get_tasks(), encoding));
    MessageWriter out(*Response::descriptor(), encoding);
    out.add("get_state", std::move(state));
    Response head;
    head.set_type(whole.type());
    out.add(head);
    return std::move(out).finish();
}

Response response(int tasks) {
    Response out;
    out.set_type(Response::GET_STATE);
    out.mutable_get_state()->mutable_get_agents();
    auto& rows = *out.mutable_get_state()->mutable_get_tasks();
    RandomMessage random(7);
    for (int i = 0; i < tasks; ++i) {
        random.fill(i % 2 == 0 ? *rows.add_tasks() : *rows.add_completed_tasks());
    }
    return out;
}

TEST(MessageWriter, WritesPieceByPieceTheSameJsonAsTheWholeMessage) {
    for (const int tasks : {0, 1, 50}) {
        const auto whole = response(tasks);
        EXPECT_EQ(writtenTasks(whole, MesosEncoding::Json), toMesosJson(whole));
    }
}

TEST(MessageWriter, WritesBytesThatReadAsTheWholeMessage) {
    for (const int tasks : {0, 1, 50}) {
        const auto whole = response(tasks);
        Response read;
        ASSERT_TRUE(read.ParseFromString(writtenTasks(whole, MesosEncoding::Binary)));
        EXPECT_EQ(toMesosJson(read), toMesosJson(whole));
    }
}

} // namespace
} // namespace muster::proto
