// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <gtest/gtest.h>

#include "core/proto/agent.h"
#include "core/proto/checkpoint.h"
#include "core/proto/encoding.h"
#include "core/proto/executor.h"
#include "core/proto/launch_checks.h"
#include "core/proto/mesos/v1/agent/agent.pb.h"
#include "core/proto/mesos/v1/master/master.pb.h"
#include "core/proto/muster/v1/console.pb.h"
#include "core/proto/text_rules.h"
#include "tests/core/proto/samples.h"

namespace muster::proto {
namespace {

using namespace std::string_literals;

const std::array kNoIds{
    "../../x"s, ".."s, "."s, "a/b"s, "a\\b"s, "a\nb"s, "\x1b[2J"s, "a\0b"s, std::string(256, 'a')};

// What the daemon at the other end would make of it.
template <typename Message>
Status arriving(const Message& message) {
    Message out;
    return decode(message.SerializeAsString(), Encoding::Binary, out);
}

// With all that has to be there.
mesos::v1::TaskInfo& named(mesos::v1::TaskInfo& task) {
    task.set_name("t");
    task.mutable_task_id()->set_value("t");
    task.mutable_agent_id()->set_value("S0");
    return task;
}

TEST(TextsOfTheWire, AreRefusedWhereAMessageOfProto2ThatIsCarriedIsNotUtf8) {
    muster::v1::Request request;
    request.mutable_submit_job()->mutable_command()->set_value("printf caf\xc3\xa9");
    EXPECT_TRUE(arriving(request));
    request.mutable_submit_job()->mutable_command()->set_value("printf caf\xe9");
    EXPECT_FALSE(arriving(request)) << "nobody could read the job's row";
}

TEST(TextsOfTheWire, OfAnAgentAreRepairedSoThatItsRowsCanBeRead) {
    muster::v1::AgentMessage message;
    auto& task = named(*message.mutable_register_()->add_tasks()->mutable_info());
    task.set_name("caf\xe9");
    task.mutable_command()->add_arguments("\xc3");
    muster::v1::AgentMessage out;
    ASSERT_TRUE(decodeRepaired(message.SerializeAsString(), out));
    EXPECT_EQ(out.register_().tasks(0).info().name(), "caf\\xe9");
    EXPECT_EQ(out.register_().tasks(0).info().command().arguments(0), "\\xc3");
    EXPECT_TRUE(arriving(out));
}

TEST(IdsOfTheWire, MayNotLeaveTheirFolderWhereverAnAgentSaysThem) {
    for (const auto& bad : kNoIds) {
        SCOPED_TRACE(bad);
        std::array<muster::v1::AgentMessage, 7> lies;
        lies[0].mutable_register_()->set_id(bad);
        lies[1].mutable_register_()->mutable_facts()->add_gpus()->set_uuid(bad);
        auto& task = *lies[2].mutable_register_()->add_tasks();
        task.mutable_framework()->set_id(bad);
        named(*lies[3].mutable_register_()->add_tasks()->mutable_info())
            .mutable_task_id()
            ->set_value(bad);
        lies[4].mutable_status()->mutable_status()->mutable_task_id()->set_value(bad);
        lies[4].mutable_status()->mutable_status()->set_state(mesos::v1::TASK_RUNNING);
        lies[5].mutable_status()->add_gpus(bad);
        lies[6].mutable_from_executor()->set_executor_id(bad);
        for (const auto& lie : lies) {
            EXPECT_FALSE(arriving(lie)) << lie.ShortDebugString();
        }
    }
}

TEST(IdsOfTheWire, MayNotLeaveTheirFolderWhereverAMasterSaysThem) {
    for (const auto& bad : kNoIds) {
        SCOPED_TRACE(bad);
        std::array<muster::v1::AgentCommand, 6> lies;
        lies[0].mutable_run()->mutable_framework()->set_id(bad);
        named(*lies[1].mutable_run()->mutable_task()).mutable_task_id()->set_value(bad);
        lies[2].mutable_run_group()->mutable_executor()->mutable_executor_id()->set_value(bad);
        lies[3].mutable_registered()->set_id(bad);
        lies[4].mutable_read_log()->set_sandbox(bad);
        lies[5].set_remove_framework(bad);
        for (const auto& lie : lies) {
            EXPECT_FALSE(arriving(lie)) << lie.ShortDebugString();
        }
    }
}

TEST(IdsOfTheWire, NameAnExecutorThatHoldsAGpu) {
    muster::v1::AgentMessage message;
    auto& gpu = *message.mutable_update()->add_gpus();
    gpu.set_uuid("GPU-a");
    gpu.set_task_id("executor/e");
    EXPECT_TRUE(arriving(message));
    gpu.set_uuid("../a");
    EXPECT_FALSE(arriving(message));
    muster::v1::Message console;
    console.mutable_snapshot()->mutable_rows()->add_alerts()->set_id("gpu-lost/GPU-a");
    EXPECT_TRUE(arriving(console));
}

TEST(IdsOfTheWire, AreNamedWithWhatIsWrongWithThem) {
    muster::v1::Request request;
    request.mutable_kill_task()->set_task_id("../x");
    const auto status = arriving(request);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "'kill_task.task_id': '../x' contains invalid characters");
    muster::v1::AgentCommand command;
    named(*command.mutable_run()->mutable_task()).mutable_agent_id()->set_value("a/b");
    const auto refused = arriving(command);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "'run.task.agent_id': 'a/b' contains invalid characters");
}

TEST(IdsOfTheWire, OfWhatIsToRunAreThere) {
    Samples samples(1);
    for (const bool withFramework : {true, false}) {
        cluster::RunTask run{samples.framework(), samples.task()};
        (withFramework ? run.task.id.value : run.framework.id.value).clear();
        EXPECT_FALSE(fromProto(toProto(cluster::AgentCommand(run))));
        cluster::RunGroup group{samples.framework(), samples.executor(), {samples.task()}};
        (withFramework ? group.tasks[0].id.value : group.framework.id.value).clear();
        EXPECT_FALSE(fromProto(toProto(cluster::AgentCommand(group))));
    }
}

TEST(IdsOfTheWire, OfACheckpointAreChecked) {
    Samples samples(1);
    for (const auto& bad : kNoIds) {
        SCOPED_TRACE(bad);
        const node::TaskCheckpoint task{.container = {"c1"},
            .framework = samples.framework(),
            .info = samples.task(),
            .latest = samples.status()};
        auto written = toProto(task);
        ASSERT_TRUE(fromProto(written));
        written.set_container_id(bad);
        EXPECT_FALSE(fromProto(written));
        written = toProto(task);
        written.mutable_framework()->set_id(bad);
        EXPECT_FALSE(fromProto(written));
        written = toProto(task);
        written.mutable_info()->mutable_task_id()->set_value(bad);
        EXPECT_FALSE(fromProto(written));
        auto executor
            = toProto(node::ExecutorCheckpoint{{"c1"}, samples.framework(), samples.executor()});
        ASSERT_TRUE(fromProto(executor));
        executor.mutable_info()->mutable_executor_id()->set_value(bad);
        EXPECT_FALSE(fromProto(executor));
    }
}

TEST(IdsOfTheWire, OfAnExecutorAreChecked) {
    mesos::v1::executor::Call call;
    call.set_type(mesos::v1::executor::Call::SUBSCRIBE);
    call.mutable_framework_id()->set_value("F");
    call.mutable_executor_id()->set_value("e");
    auto& task = *call.mutable_subscribe()->add_unacknowledged_tasks();
    task.mutable_task_id()->set_value("t");
    ASSERT_TRUE(fromProto(call, {"c"}));
    task.mutable_task_id()->set_value("../t");
    const auto status = fromProto(call, {"c"});
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message,
        "'subscribe.unacknowledged_tasks.task_id': '../t' contains invalid characters");
}

TEST(IdsOfTheWire, OfANestedContainerAreCheckedAtEveryDepth) {
    mesos::v1::agent::Call call;
    auto* id = call.mutable_launch_nested_container()->mutable_container_id();
    id->set_value("a");
    id->mutable_parent()->set_value("b");
    EXPECT_TRUE(checkIds(call));
    id->mutable_parent()->mutable_parent()->set_value("../c");
    EXPECT_FALSE(checkIds(call));
}

TEST(TextsOfTheWire, HaveNoNullBytes) {
    muster::v1::Request request;
    request.mutable_submit_job()->mutable_command()->add_arguments("a\0b"s);
    auto status = arriving(request);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message,
        "'submit_job.command.arguments' contains a null byte, which no path, name, argument or "
        "environment can");
    request.mutable_submit_job()->Clear();
    request.mutable_submit_job()
        ->mutable_command()
        ->mutable_environment()
        ->add_variables()
        ->set_name("A\0B"s);
    EXPECT_FALSE(arriving(request));
    request.mutable_submit_job()->Clear();
    auto& volume = *request.mutable_submit_job()->mutable_container()->add_volumes();
    volume.set_mode(mesos::v1::Volume::RO);
    volume.set_container_path("/data");
    volume.set_host_path("/data\0/../etc"s);
    request.mutable_submit_job()->mutable_container()->set_type(mesos::v1::ContainerInfo::MESOS);
    EXPECT_FALSE(arriving(request));
    request.mutable_read_log()->set_file("stdout\0.secret"s);
    EXPECT_FALSE(arriving(request));
    request.mutable_read_log()->set_file("stdout");
    EXPECT_TRUE(arriving(request));
    mesos::v1::master::Call call;
    call.set_type(mesos::v1::master::Call::READ_FILE);
    call.mutable_read_file()->set_path("/master/log\0x"s);
    call.mutable_read_file()->set_offset(0);
    EXPECT_FALSE(arriving(call));
}

TEST(TextsOfTheWire, WithNullBytesCostOneTaskNotTheCall) {
    mesos::v1::scheduler::Call call;
    call.set_type(mesos::v1::scheduler::Call::ACCEPT);
    call.mutable_framework_id()->set_value("F");
    auto& operation = *call.mutable_accept()->add_operations();
    operation.set_type(mesos::v1::Offer::Operation::LAUNCH);
    for (const auto& command : {"true"s, "tr\0ue"s}) {
        named(*operation.mutable_launch()->add_task_infos()).mutable_command()->set_value(command);
    }
    ASSERT_TRUE(arriving(call));
    const auto read = fromProto(call);
    ASSERT_TRUE(read);
    const auto& launch
        = std::get<cluster::LaunchTasks>(std::get<cluster::Accept>(*read).operations[0]);
    EXPECT_EQ(launch.tasks[0].defect.text, "");
    EXPECT_EQ(launch.tasks[1].defect.text,
        "Task's text is invalid: 'command.value' contains a null byte, which no path, name, "
        "argument or environment can");
}

// What a task says of its end is passed on as it is: it must not cost its agent the connection.
TEST(TextsOfTheWire, OfATasksStatusAreItsOwnAffair) {
    muster::v1::AgentMessage message;
    auto& status = *message.mutable_status()->mutable_status();
    status.mutable_task_id()->set_value("t");
    status.set_state(mesos::v1::TASK_FAILED);
    status.set_message("core dumped\0\0"s);
    EXPECT_TRUE(arriving(message));
}

} // namespace
} // namespace muster::proto
