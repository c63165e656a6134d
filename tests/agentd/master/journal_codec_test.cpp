// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/journal_codec.h"

#include <gtest/gtest.h>

#include "core/proto/resources.h"
#include "tests/agentd/master/samples.h"

namespace muster::agentd {
namespace {

TEST(JournalRows, GiveATaskBack) {
    for (const auto state : {TaskState::Staging, TaskState::Starting, TaskState::Running,
             TaskState::Killing, TaskState::Finished, TaskState::Failed, TaskState::Killed,
             TaskState::Lost, TaskState::Error, TaskState::Unreachable}) {
        const auto in = task(state);
        const auto bytes = journalRow(in).SerializeAsString();
        const auto out = taskFromRow(bytes);
        ASSERT_TRUE(out) << out.error().message;
        EXPECT_EQ(out->info.id, in.info.id);
        EXPECT_EQ(out->info.user, "alice");
        EXPECT_EQ(out->info.resources, in.info.resources);
        EXPECT_EQ(out->gpus, in.gpus);
        EXPECT_EQ(out->latest.state, state);
        EXPECT_EQ(out->latest.source, in.latest.source);
        EXPECT_EQ(out->latest.reason, in.latest.reason);
        EXPECT_EQ(out->ended, in.ended);
        EXPECT_EQ(out->latest.killedBy, in.latest.killedBy);
        EXPECT_EQ(out->latest.memoryExceeded, in.latest.memoryExceeded);
        EXPECT_EQ(out->latest.launchStep, in.latest.launchStep);
        EXPECT_EQ(journalRow(*out).SerializeAsString(), bytes);
    }
}

TEST(JournalRows, GiveAJobBack) {
    for (const auto state : {JobState::Queued, JobState::Running, JobState::Finished,
             JobState::Failed, JobState::Killed}) {
        const auto in = job(state);
        const auto out = jobFromRow(journalRow(in, {"F"}).SerializeAsString());
        ASSERT_TRUE(out) << out.error().message;
        EXPECT_TRUE(*out == in) << wireName(state);
    }
}

TEST(JournalRows, GiveAFrameworkBack) {
    const cluster::FrameworkInfo in{.id = {"F"},
        .name = "train",
        .user = "alice",
        .roles = {"prod"},
        .principal = "p",
        .hostname = "desk",
        .failoverTimeout = std::chrono::seconds(7),
        .checkpoint = true,
        .capabilities = {cluster::Capability::GpuResources},
        .payload = std::string("\0bytes", 6)};
    EXPECT_EQ(frameworkFromRow(journalRow(in).SerializeAsString()).value(), in);
}

TEST(JournalRows, SayWhyAnAgentIsDrained) {
    const cluster::AgentRecord in{.id = {"S1"},
        .hostname = "node-1",
        .policy = {.deactivated = true,
            .drain = cluster::AgentPolicy::Drain::Drained,
            .author = "alice",
            .reason = "fan rattles"},
        .reservations = {}};
    EXPECT_EQ(agentFromRow(journalRow(in).SerializeAsString())->policy, in.policy);
}

// Each of its fields holds something, each list one thing.
void fillAll(google::protobuf::Message& message, int& number) {
    using Field = google::protobuf::FieldDescriptor;
    const auto& set = *message.GetReflection();
    for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
        const auto* field = message.GetDescriptor()->field(i);
        const bool isList = field->is_repeated();
        ++number;
        if (isList && set.FieldSize(message, field) > 0) {
            continue; // the caller filled it
        }
        switch (field->cpp_type()) {
        case Field::CPPTYPE_STRING:
            set.SetString(&message, field, std::to_string(number));
            break;
        case Field::CPPTYPE_BOOL:
            set.SetBool(&message, field, true);
            break;
        case Field::CPPTYPE_INT64:
            set.SetInt64(&message, field, number);
            break;
        case Field::CPPTYPE_UINT64:
            set.SetUInt64(&message, field, static_cast<std::uint64_t>(number));
            break;
        case Field::CPPTYPE_ENUM:
            set.SetEnumValue(&message, field, 1);
            break;
        case Field::CPPTYPE_MESSAGE:
            fillAll(
                isList ? *set.AddMessage(&message, field) : *set.MutableMessage(&message, field),
                number);
            break;
        default:
            FAIL() << field->full_name() << ": fill it here";
        }
    }
}

TEST(JournalRows, OfAnAgentComeBackWithEveryField) {
    muster::v1::AgentRow row;
    proto::append(*Resources::parse("cpus(train):2"), *row.mutable_reservations(),
        proto::ResourceFormat::PostRefinement);
    int number = 0;
    fillAll(row, number);
    row.mutable_orders(0)->mutable_restriction()->clear_order(); // not kept: given out anew
    const auto out = agentFromRow(row.SerializeAsString());
    ASSERT_TRUE(out) << out.error().message;
    EXPECT_EQ(journalRow(*out).DebugString(), row.DebugString());
}

TEST(JournalRows, NameADamagedOneAndTheRemedy) {
    for (const auto& message : {taskFromRow("\xff\xff").error().message,
             jobFromRow("\xff\xff").error().message, frameworkFromRow("\xff\xff").error().message,
             agentFromRow("\xff\xff").error().message}) {
        EXPECT_NE(
            message.find("cannot be read: restore the journal from a backup"), std::string::npos)
            << message;
    }
}

TEST(JournalRows, KeepAKillThatIsNotCarriedOutYet) {
    auto in = task(TaskState::Running);
    in.home = "0123456789abcdef";
    in.wantedKill = cluster::KillTask{
        {in.framework, in.info.id}, std::chrono::seconds(9), {"carol", "too long"}};
    const auto out = taskFromRow(journalRow(in).SerializeAsString());
    ASSERT_TRUE(out.has_value());
    ASSERT_TRUE(out->wantedKill.has_value());
    EXPECT_EQ(out->wantedKill->task, in.wantedKill->task);
    EXPECT_EQ(out->wantedKill->grace, in.wantedKill->grace);
    EXPECT_EQ(out->wantedKill->by, in.wantedKill->by);
    EXPECT_EQ(out->home, in.home);
}

TEST(JournalRows, HaveNoStateThatNobodyKnows) {
    auto ofTask = journalRow(task(TaskState::Running));
    ofTask.mutable_latest()->set_state(99);
    EXPECT_FALSE(taskFromRow(ofTask.SerializeAsString()));
    ofTask = journalRow(task(TaskState::Running));
    ofTask.mutable_latest()->set_reason(9999);
    EXPECT_FALSE(taskFromRow(ofTask.SerializeAsString()));
    auto ofJob = journalRow(job(JobState::Running), {"F"});
    ofJob.set_state(static_cast<muster::v1::JobRow::State>(99));
    EXPECT_FALSE(jobFromRow(ofJob.SerializeAsString()));
}

TEST(JournalRows, HoldTheTaskOfItsFrameworkOnce) {
    const std::string command(1000, 'x');
    mesos::v1::TaskInfo info;
    info.set_name("train");
    info.mutable_task_id()->set_value("t");
    info.mutable_agent_id()->set_value("S0");
    info.mutable_command()->set_value(command);
    auto in = task(TaskState::Running);
    in.info = proto::fromProto(info);
    const auto bytes = journalRow(in).SerializeAsString();
    const auto first = bytes.find(command);
    ASSERT_NE(first, std::string::npos);
    EXPECT_EQ(bytes.find(command, first + 1), std::string::npos);
}

TEST(JournalRows, LeaveOutWhyAJobWaits) {
    auto in = job(JobState::Queued);
    const auto before = journalRow(in, {"F"}).SerializeAsString();
    in.waiting = WaitReason::NoAgents;
    in.waitText = "1 GPU requested, 0 free";
    EXPECT_EQ(journalRow(in, {"F"}).SerializeAsString(), before);
}

TEST(JournalRows, KeepTheScheduleAndItsMachinesThatAreDown) {
    cluster::Maintenance in;
    in.windows = {{.machines = {{"node-1", ""}, {"", "10.0.0.2"}},
        .unavailability = {kThen, std::chrono::hours(1)}}};
    in.machines[{"node-1", ""}] = {true, in.windows[0].unavailability};
    in.machines[{"", "10.0.0.2"}] = {false, in.windows[0].unavailability};
    cluster::Recovered out;
    ASSERT_TRUE(addMaintenance(journalRow(in).SerializeAsString(), out));
    EXPECT_EQ(out.windows, in.windows);
    EXPECT_EQ(out.downMachines, (std::vector<cluster::MachineId>{{"node-1", ""}}));
}

TEST(JournalRows, KeepWhatOperatorsSetOfARole) {
    cluster::QuotaConfig quota{.role = "prod", .quota = {}};
    quota.quota.guarantees[Resources::Cpus] = 1500;
    quota.quota.limits[Resources::Gpus] = 4000;
    const auto out = quotaFromRow(journalRow(quota).SerializeAsString());
    ASSERT_TRUE(out) << out.error().message;
    EXPECT_EQ(out->role, "prod");
    EXPECT_EQ(out->quota, quota.quota);
    const auto weight
        = weightFromRow(journalRow(cluster::RoleWeight{"prod", Milli{2500}}).SerializeAsString());
    EXPECT_EQ(weight->role, "prod");
    EXPECT_EQ(weight->weight, Milli{2500});
}

} // namespace
} // namespace muster::agentd
