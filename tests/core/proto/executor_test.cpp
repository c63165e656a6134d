// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/proto/executor.h"

namespace muster::proto {
namespace {

using ExecutorCall = mesos::v1::executor::Call;
using ExecutorEvent = mesos::v1::executor::Event;
using Tell = node::TellExecutor;

const Uuid kUuid = UuidSequence(7).next();

struct Speaks : testing::Test {
    Speaks() {
        call.mutable_framework_id()->set_value("F");
        call.mutable_executor_id()->set_value("e");
    }
    mesos::v1::TaskStatus& update() {
        call.set_type(ExecutorCall::UPDATE);
        auto& status = *call.mutable_update()->mutable_status();
        status.mutable_task_id()->set_value("t");
        status.set_state(mesos::v1::TASK_RUNNING);
        status.set_source(mesos::v1::TaskStatus::SOURCE_EXECUTOR);
        status.set_uuid(kUuid.raw());
        return status;
    }
    std::string refusal() const {
        const auto input = fromProto(call, {"c"});
        return input ? "(accepted)" : input.error().message;
    }
    ExecutorCall call;
};

TEST_F(Speaks, AndSubscribesWithWhatTheAgentMayHaveMissed) {
    const auto missed = update();
    call.set_type(ExecutorCall::SUBSCRIBE);
    call.mutable_subscribe()->add_unacknowledged_tasks()->mutable_task_id()->set_value("t");
    *call.mutable_subscribe()->add_unacknowledged_updates()->mutable_status() = missed;
    const auto input = fromProto(call, {"c"});
    ASSERT_TRUE(input) << input.error().message;
    const auto& subscribed = std::get<node::ExecutorSubscribed>(*input);
    EXPECT_EQ(subscribed.container.value, "c");
    EXPECT_EQ(subscribed.tasks, std::set<TaskId>{{"t"}});
    ASSERT_EQ(subscribed.updates.size(), 1u);
    EXPECT_EQ(subscribed.updates[0].uuid, kUuid);
    EXPECT_EQ(subscribed.updates[0].state, TaskState::Running);
}

TEST_F(Speaks, OfATaskAndToItsFramework) {
    update().set_message("hello");
    const auto told = fromProto(call, {"c"});
    ASSERT_TRUE(told) << told.error().message;
    EXPECT_EQ(std::get<node::ExecutorUpdate>(*told).status.message, "hello");
    call.set_type(ExecutorCall::MESSAGE);
    call.mutable_message()->set_data("world");
    const auto said = fromProto(call, {"c"});
    ASSERT_TRUE(said) << said.error().message;
    EXPECT_EQ(std::get<node::ExecutorMessage>(*said).data, "world");
}

TEST_F(Speaks, ButIsRefusedInMesosWords) {
    EXPECT_EQ(refusal(), "Expecting 'type' to be present");
    call.set_type(ExecutorCall::SUBSCRIBE);
    EXPECT_EQ(refusal(), "Expecting 'subscribe' to be present");
    call.set_type(ExecutorCall::UPDATE);
    EXPECT_EQ(refusal(), "Expecting 'update' to be present");
    call.set_type(ExecutorCall::MESSAGE);
    EXPECT_EQ(refusal(), "Expecting 'message' to be present");
    update().clear_uuid();
    EXPECT_EQ(refusal(), "Expecting 'uuid' to be present");
    update().set_uuid("short");
    EXPECT_EQ(refusal(), "Not a valid UUID");
    update().mutable_executor_id()->set_value("other");
    EXPECT_EQ(refusal(), "ExecutorID in Call: e does not match ExecutorID in TaskStatus: other");
    update().mutable_executor_id()->set_value("e");
    update().set_state(mesos::v1::TASK_STAGING);
    EXPECT_EQ(
        refusal(), "Received TASK_STAGING from executor e of framework F which is not allowed");
    update().set_source(mesos::v1::TaskStatus::SOURCE_AGENT);
    EXPECT_EQ(refusal(),
        "Received Call from executor e of framework F with invalid source, expecting "
        "'SOURCE_EXECUTOR'");
}

TEST(TellingAnExecutor, HasMesosShape) {
    cluster::FrameworkInfo framework{.id = {"F"}, .name = "test", .user = "root"};
    cluster::ExecutorInfo executor{.id = {"e"}, .resources = *Resources::parse("cpus:0.1")};
    auto event = toProto(Tell::Event(Tell::Subscribed{framework, executor}));
    EXPECT_EQ(event.type(), ExecutorEvent::SUBSCRIBED);
    EXPECT_EQ(event.subscribed().executor_info().executor_id().value(), "e");
    EXPECT_EQ(event.subscribed().executor_info().framework_id().value(), "F");
    EXPECT_EQ(event.subscribed().framework_info().name(), "test");
    event = toProto(Tell::Event(Tell::Launch{{.id = {"t"}, .name = "train"}}));
    EXPECT_EQ(event.type(), ExecutorEvent::LAUNCH);
    EXPECT_EQ(event.launch().task().task_id().value(), "t");
    event = toProto(Tell::Event(Tell::LaunchGroup{{{.id = {"t"}}, {.id = {"u"}}}}));
    EXPECT_EQ(event.type(), ExecutorEvent::LAUNCH_GROUP);
    EXPECT_EQ(event.launch_group().task_group().tasks(1).task_id().value(), "u");
    event = toProto(Tell::Event(Tell::Kill{{"t"}, std::chrono::seconds(3)}));
    EXPECT_EQ(event.type(), ExecutorEvent::KILL);
    EXPECT_EQ(event.kill().kill_policy().grace_period().nanoseconds(), 3'000'000'000);
    EXPECT_FALSE(toProto(Tell::Event(Tell::Kill{{"t"}, {}})).kill().has_kill_policy());
    event = toProto(Tell::Event(Tell::Acknowledged{{"t"}, kUuid}));
    EXPECT_EQ(event.type(), ExecutorEvent::ACKNOWLEDGED);
    EXPECT_EQ(event.acknowledged().uuid(), kUuid.raw());
    event = toProto(Tell::Event(Tell::Message{"hello"}));
    EXPECT_EQ(event.type(), ExecutorEvent::MESSAGE);
    EXPECT_EQ(event.message().data(), "hello");
    EXPECT_EQ(toProto(Tell::Event(Tell::Shutdown{})).type(), ExecutorEvent::SHUTDOWN);
}

} // namespace
} // namespace muster::proto
