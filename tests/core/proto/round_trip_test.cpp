// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <gtest/gtest.h>

#include "core/kernel/base/wire_names.h"
#include "core/proto/agent.h"
#include "core/proto/checkpoint.h"
#include "core/proto/error.h"
#include "core/proto/gpu.h"
#include "core/proto/resources.h"
#include "core/proto/states.h"
#include "core/proto/time.h"
#include "tests/core/proto/samples.h"
#include "tests/support/bundle.h"
#include "tests/support/words.h"

namespace muster::proto {

namespace {

constexpr std::uint64_t kSeeds = 200;

#define FOR_SEEDS(name)                                                                            \
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)                                           \
        if (SCOPED_TRACE(seed); true)                                                              \
            if (Samples name(seed); true)

template <typename Variant, typename Message>
Message roundTrip(Message message) {
    const auto back = fromProto(toProto(Variant(message)));
    EXPECT_TRUE(back.has_value()) << back.error().message;
    EXPECT_TRUE(std::holds_alternative<Message>(*back));
    return std::get<Message>(*back);
}
using cluster::AgentCommand;
using cluster::AgentMessage;

void expectEqual(const cluster::AgentInfo& a, const cluster::AgentInfo& b) {
    EXPECT_EQ(a.hostname, b.hostname);
    EXPECT_EQ(a.total, b.total);
    EXPECT_EQ(a.attributes, b.attributes);
    EXPECT_EQ(a.gpus, b.gpus);
    EXPECT_EQ(a.driverVersion, b.driverVersion);
    EXPECT_EQ(a.cudaVersion, b.cudaVersion);
}

TEST(RoundTrip, KeepsResourcesOfEveryKind) {
    FOR_SEEDS(samples) {
        const auto resources = samples.resources();
        EXPECT_EQ(fromProto(toProto(resources)).value(), resources);
        EXPECT_EQ(fromProto(toRow(resources)).value(), resources);
    }
}

TEST(Bundle, RefusesWhatCannotBe) {
    for (const auto amount : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::max()}) {
        muster::v1::Resources in;
        in.set_gpus(amount);
        ASSERT_FALSE(fromProto(in));
        EXPECT_EQ(fromProto(in).error().message,
            fmt::format(
                "Resource 'gpus' is invalid: {} thousandths are no possible amount", amount));
        EXPECT_EQ(ofRow(in), Resources());
    }
    muster::v1::Resources in;
    auto& item = *in.add_others();
    item.set_name("gpus");
    item.set_type(mesos::v1::Value::SET);
    item.mutable_set()->add_item("GPU-1");
    ASSERT_FALSE(fromProto(in));
    EXPECT_EQ(fromProto(in).error().message, "Resource 'gpus' is invalid: It is a number");
    item.set_name("disks");
    EXPECT_EQ(fromProto(in).value().text(), "disks:{GPU-1}");
    item.add_reservations()->set_role("*");
    EXPECT_FALSE(fromProto(in));
}

TEST(RoundTrip, KeepsTasksAndStatuses) {
    FOR_SEEDS(samples) {
        const auto task = samples.task();
        EXPECT_EQ(fromProto(toProto(task)), task);
        EXPECT_EQ(task.user, "alice");
        EXPECT_EQ(task.defect, cluster::Defect{});
        const auto ofExecutor = samples.executorTask();
        EXPECT_EQ(fromProto(toProto(ofExecutor)), ofExecutor);
        EXPECT_TRUE(ofExecutor.executor && ofExecutor.maxCompletionTime);
        EXPECT_EQ(ofExecutor.defect, cluster::Defect{});
        auto status = samples.status();
        status.exitCode.reset(); // these travel beside mesos.v1.TaskStatus
        status.signal.reset();
        status.killedBy.reset();
        status.memoryExceeded.reset();
        status.launchStep.reset();
        EXPECT_EQ(fromProto(toProto(status)), status);
    }
}

TEST(RoundTrip, KeepsARegistration) {
    FOR_SEEDS(samples) {
        cluster::Register in{.id = {samples.id()}, .info = samples.agent()};
        for (const auto& gpu : in.info.gpus) {
            in.gpus.push_back(samples.gpuStatus(gpu.uuid));
        }
        in.tasks.push_back(
            {{samples.id()}, samples.task(), samples.status(), {samples.gpu(), samples.gpu()}});
        in.executors.push_back({{samples.id()}, samples.executor()});
        const auto out = roundTrip<AgentMessage>(in);
        EXPECT_EQ(out.id, in.id);
        expectEqual(out.info, in.info);
        EXPECT_EQ(out.gpus, in.gpus);
        ASSERT_EQ(out.tasks.size(), 1u);
        EXPECT_EQ(out.tasks[0].framework, in.tasks[0].framework);
        EXPECT_EQ(out.tasks[0].info, in.tasks[0].info);
        EXPECT_EQ(out.tasks[0].latest, in.tasks[0].latest);
        EXPECT_EQ(out.tasks[0].gpus, in.tasks[0].gpus);
        EXPECT_EQ(out.executors, in.executors);
    }
}

TEST(RoundTrip, KeepsWhatAnAgentTells) {
    FOR_SEEDS(samples) {
        cluster::AgentUpdate update{.info = samples.agent()};
        for (const auto& gpu : update.info.gpus) {
            update.gpus.push_back(samples.gpuStatus(gpu.uuid));
        }
        const auto told = roundTrip<AgentMessage>(update);
        expectEqual(told.info, update.info);
        EXPECT_EQ(told.gpus, update.gpus);
        const cluster::StatusUpdate status{
            {samples.id()}, samples.status(), {samples.gpu()}, samples.upTo(2) == 1};
        const auto heard = roundTrip<AgentMessage>(status);
        EXPECT_EQ(heard.framework, status.framework);
        EXPECT_EQ(heard.status, status.status);
        EXPECT_EQ(heard.gpus, status.gpus);
        EXPECT_EQ(heard.over, status.over);
        const cluster::FromExecutor message{{samples.id()}, {samples.id()}, {}, samples.bytes(9)};
        EXPECT_EQ(roundTrip<AgentMessage>(message), message);
        const cluster::ExecutorEnded ended{
            {samples.id()}, {samples.id()}, {}, static_cast<int>(samples.upTo(1 << 15))};
        EXPECT_EQ(roundTrip<AgentMessage>(ended), ended);
    }
}

TEST(RoundTrip, KeepsEveryCommand) {
    FOR_SEEDS(samples) {
        const cluster::TaskKey key{{samples.id()}, {samples.id()}};
        EXPECT_EQ(roundTrip<AgentCommand>(cluster::Registered{{"S1"}}).id.value, "S1");
        const cluster::RunTask run{samples.framework(), samples.task()};
        EXPECT_EQ(roundTrip<AgentCommand>(run).framework, run.framework);
        EXPECT_EQ(roundTrip<AgentCommand>(run).task, run.task);
        const cluster::RunGroup group{
            samples.framework(), samples.executor(), {samples.task(), samples.task()}};
        EXPECT_EQ(roundTrip<AgentCommand>(group).framework, group.framework);
        EXPECT_EQ(roundTrip<AgentCommand>(group).executor, group.executor);
        EXPECT_EQ(roundTrip<AgentCommand>(group).tasks, group.tasks);
        const cluster::ShutdownExecutor shutdown{
            key.framework, {samples.id()}, {samples.text(), samples.text()}};
        EXPECT_EQ(roundTrip<AgentCommand>(shutdown).by, shutdown.by);
        EXPECT_EQ(roundTrip<AgentCommand>(shutdown).framework, shutdown.framework);
        EXPECT_EQ(roundTrip<AgentCommand>(shutdown).executor, shutdown.executor);
        const cluster::ToExecutor message{key.framework, {samples.id()}, samples.bytes(9)};
        EXPECT_EQ(roundTrip<AgentCommand>(message).framework, message.framework);
        EXPECT_EQ(roundTrip<AgentCommand>(message).executor, message.executor);
        EXPECT_EQ(roundTrip<AgentCommand>(message).data, message.data);
        const cluster::KillTask kill{key,
            samples.coin() ? std::optional(Duration(samples.upTo(1u << 30))) : std::nullopt,
            {samples.text(), samples.text()}};
        EXPECT_EQ(roundTrip<AgentCommand>(kill).by, kill.by);
        EXPECT_EQ(roundTrip<AgentCommand>(kill).task, key);
        EXPECT_EQ(roundTrip<AgentCommand>(kill).grace, kill.grace);
        const cluster::AcknowledgeStatus acknowledge{key, samples.uuid()};
        EXPECT_EQ(roundTrip<AgentCommand>(acknowledge).task, key);
        EXPECT_EQ(roundTrip<AgentCommand>(acknowledge).uuid, acknowledge.uuid);
        const cluster::RestrictGpu restrict {samples.restriction()};
        EXPECT_EQ(roundTrip<AgentCommand>(restrict).restriction, restrict.restriction);
        const cluster::ReleaseGpu release{samples.gpu(), samples.text()};
        EXPECT_EQ(roundTrip<AgentCommand>(release).gpu, release.gpu);
        EXPECT_EQ(roundTrip<AgentCommand>(release).author, release.author);
        const cluster::WithholdGpus withhold{{{samples.gpu(), samples.text()}}};
        EXPECT_EQ(roundTrip<AgentCommand>(withhold).gpus, withhold.gpus);
        EXPECT_EQ(roundTrip<AgentCommand>(cluster::RemoveFramework{{"F"}}).framework.value, "F");
    }
}

TEST(RoundTrip, KeepsCheckpoints) {
    FOR_SEEDS(samples) {
        node::TaskCheckpoint in{.container = {samples.id()},
            .framework = samples.framework(),
            .info = samples.task(),
            .gpus = {samples.gpu()},
            .group = samples.text(),
            .pending = {samples.status(), samples.status()},
            .latest = samples.status(),
            .killed = samples.coin() ? std::optional(node::KillCause::Overtime) : std::nullopt,
            .completeBy = samples.coin() ? std::optional(samples.time()) : std::nullopt,
            .removed = samples.coin()};
        if (samples.coin()) {
            in.end = samples.status();
        }
        if (in.killed) {
            in.killedBy = {samples.text(), samples.text()};
            in.grace = std::chrono::seconds(600);
        }
        const auto out = fromProto(toProto(in));
        ASSERT_TRUE(out) << out.error().message;
        EXPECT_EQ(out->container, in.container);
        EXPECT_EQ(out->framework, in.framework);
        EXPECT_EQ(out->info, in.info);
        EXPECT_EQ(out->gpus, in.gpus);
        EXPECT_EQ(out->group, in.group);
        EXPECT_EQ(out->pending, in.pending);
        EXPECT_EQ(out->latest, in.latest);
        EXPECT_EQ(out->killed, in.killed);
        EXPECT_EQ(out->killedBy, in.killedBy);
        EXPECT_EQ(out->grace, in.grace);
        EXPECT_EQ(out->completeBy, in.completeBy);
        EXPECT_EQ(out->removed, in.removed);
        EXPECT_EQ(out->end, in.end);
        const node::ExecutorCheckpoint executor{{samples.id()}, samples.framework(),
            samples.executor(), {samples.gpu()}, samples.coin()};
        const auto kept = fromProto(toProto(executor));
        ASSERT_TRUE(kept) << kept.error().message;
        EXPECT_EQ(*kept, executor);
        const std::vector<Restriction> restrictions{samples.restriction(), samples.restriction()};
        const auto agent = fromProto(toProto(AgentId{"S7"}, restrictions));
        ASSERT_TRUE(agent) << agent.error().message;
        EXPECT_EQ(agent->id.value, "S7");
        EXPECT_EQ(agent->restrictions, restrictions);
    }
}

TEST(Agent, HasTheTasksThatItRunsDecodedAndTheMasterOnlyTheirBytes) {
    Samples samples(1);
    const auto task = samples.task();
    const auto run = roundTrip<AgentCommand>(cluster::RunTask{samples.framework(), task});
    EXPECT_TRUE(run.task.payload.message());
    const auto saved = fromProto(toProto(node::TaskCheckpoint{
        .container = {"c"}, .framework = samples.framework(), .info = run.task}));
    ASSERT_TRUE(saved) << saved.error().message;
    EXPECT_TRUE(saved->info.payload.message());
    cluster::Register known{.id = {samples.id()}, .info = samples.agent()};
    known.tasks.push_back({samples.framework().id, run.task, {}, {}});
    const auto told = roundTrip<AgentMessage>(known);
    ASSERT_EQ(told.tasks.size(), 1u);
    EXPECT_FALSE(told.tasks[0].info.payload.message());
}

TEST(Checkpoint, OfAnotherVersionIsRefusedWithBothVersions) {
    Samples samples(1);
    auto agent = toProto(AgentId{"S7"}, {});
    agent.set_version(7);
    const auto refusedAgent = fromProto(agent);
    ASSERT_FALSE(refusedAgent);
    EXPECT_EQ(refusedAgent.error().message,
        "The agent checkpoint has version 7, this Muster reads version 1: use the Muster that "
        "wrote it");
    auto task = toProto(node::TaskCheckpoint{.info = samples.task()});
    task.set_version(0);
    const auto refusedTask = fromProto(task);
    ASSERT_FALSE(refusedTask);
    EXPECT_EQ(refusedTask.error().message,
        "The task checkpoint has version 0, this Muster reads version 1: use the Muster that "
        "wrote it");
}

TEST(Agent, OnlyMessagesOfTheStateBecomeValues) {
    muster::v1::AgentMessage log;
    log.mutable_log();
    EXPECT_FALSE(fromProto(log));
    EXPECT_FALSE(fromProto(muster::v1::AgentMessage()));
    muster::v1::AgentCommand cancel;
    cancel.set_cancel_log(1);
    EXPECT_FALSE(fromProto(cancel));
    muster::v1::AgentCommand acknowledge;
    acknowledge.mutable_acknowledge()->set_uuid("short");
    ASSERT_FALSE(fromProto(acknowledge));
    EXPECT_EQ(fromProto(acknowledge).error().message, "Not a valid UUID");
}

TEST(Agent, WhatItRunsHasIds) {
    Samples samples(1);
    const auto isTaken = [](const cluster::Register& message) {
        return fromProto(toProto(AgentMessage(message))).has_value();
    };
    cluster::Register good{.id = {"S"}, .info = samples.agent()};
    good.tasks.push_back({{"F"}, samples.task(), samples.status(), {}});
    good.executors.push_back({{"F"}, samples.executor()});
    EXPECT_TRUE(isTaken(good));
    auto bad = good;
    bad.tasks[0].framework = {};
    EXPECT_FALSE(isTaken(bad));
    bad = good;
    bad.executors[0].framework = {};
    EXPECT_FALSE(isTaken(bad));
    muster::v1::AgentMessage nameless = toProto(AgentMessage(good));
    nameless.mutable_register_()->mutable_tasks(0)->clear_info();
    EXPECT_EQ(fromProto(nameless).error().message,
        "The agent runs something without a valid id: ID must not be empty");
}

TEST(Agent, OfALaunchThatCannotBeReadEachTaskIsDropped) {
    muster::v1::AgentCommand command;
    auto& group = *command.mutable_run_group();
    group.mutable_framework()->set_id("F");
    group.mutable_executor()->mutable_executor_id()->set_value("../e");
    group.add_tasks()->mutable_task_id()->set_value("a");
    group.add_tasks()->mutable_task_id()->set_value("b");
    const auto value = fromProto(command);
    ASSERT_FALSE(value);
    const Instant at{std::chrono::seconds(7)};
    const auto ends = refusalsOf(command, value.error(), at);
    ASSERT_EQ(ends.size(), 2u);
    EXPECT_EQ(ends[1].framework.value, "F");
    EXPECT_EQ(ends[1].status.task.value, "b");
    EXPECT_EQ(ends[1].status.state, TaskState::Dropped);
    EXPECT_EQ(ends[1].status.at, at);
    EXPECT_TRUE(ends[1].over) << "what it was to have is free";
    EXPECT_EQ(ends[1].status.message,
        "Failed to launch container: the agent cannot read it: " + value.error().message);
    command.mutable_run()->mutable_framework()->set_id("F");
    command.mutable_run()->mutable_task()->mutable_task_id()->set_value("c");
    ASSERT_EQ(refusalsOf(command, value.error(), at).size(), 1u);
    EXPECT_EQ(refusalsOf(command, value.error(), at)[0].status.task.value, "c");
    command.set_cancel_log(1);
    EXPECT_TRUE(refusalsOf(command, value.error(), at).empty());
}

TEST(Agent, ImpossibleFactsAreRefused) {
    muster::v1::AgentMessage message;
    message.mutable_update()->mutable_resources()->set_cpus(-1);
    ASSERT_FALSE(fromProto(message));
    EXPECT_TRUE(fromProto(message).error().message.starts_with("The agent's resources: "));
    *message.mutable_update()->mutable_resources() = test::bundle("cpus:1");
    auto& attribute = *message.mutable_update()->add_attributes();
    attribute.set_name("level");
    attribute.set_type(mesos::v1::Value::SCALAR);
    attribute.mutable_scalar()->set_value(std::numeric_limits<double>::quiet_NaN());
    EXPECT_FALSE(fromProto(message));
}

// Every value of the kernel's enum has one on the wire, and every one there but the first a word.
template <typename Kernel>
void expectSame() {
    using Wire = decltype(toProto(Kernel{}));
    constexpr int kMost = 64; // beyond the last of any
    for (int i = 0; i < kMost; ++i) {
        if (const auto value = static_cast<Kernel>(i); isKnown(wording(value))) {
            EXPECT_EQ(fromProto(toProto(value)), value) << i;
            EXPECT_EQ(word(toProto(value)), wireName(value));
        }
    }
    const auto* all = google::protobuf::GetEnumDescriptor<Wire>();
    EXPECT_EQ(word(Wire{}), "");
    for (int i = 1; i < all->value_count(); ++i) {
        EXPECT_NE(word(static_cast<Wire>(all->value(i)->number())), "unknown") << i;
    }
    EXPECT_EQ(word(static_cast<Wire>(999)), "unknown");
    EXPECT_EQ(fromProto(static_cast<Wire>(999)), std::nullopt);
}

TEST(RoundTrip, KeepsStatesAndReasons) {
    expectSame<GpuState>();
    expectSame<AgentState>();
    expectSame<NodeProblem>();
    expectSame<TaskState>();
    expectSame<StatusSource>();
    expectSame<Reason>();
    expectSame<JobState>();
    expectSame<WaitReason>();
    expectSame<RefusalReason>();
    for (int i = 0; i <= static_cast<int>(alerts::Rule::JournalOlder); ++i) {
        const auto rule = static_cast<alerts::Rule>(i);
        EXPECT_EQ(fromProto(toProto(rule)), rule) << i;
        EXPECT_EQ(word(toProto(rule)), alerts::info(rule).name);
        EXPECT_EQ(word(toProto(alerts::info(rule).severity)), name(alerts::info(rule).severity));
        EXPECT_EQ(word(toProto(alerts::info(rule).kind)), name(alerts::info(rule).kind));
    }
    for (const auto step : {LaunchStep::Container, LaunchStep::Image, LaunchStep::Fetch}) {
        EXPECT_EQ(fromProto(toProto(step)), step);
    }
    for (int i = 0; i < v1::AuditRow::Kind_ARRAYSIZE; ++i) {
        const auto kind = fromProto(static_cast<v1::AuditRow::Kind>(i));
        ASSERT_TRUE(kind) << i;
        EXPECT_EQ(toProto(*kind), i);
    }
    for (const auto& path : pathTable()) {
        EXPECT_EQ(fromProto(toProto(path.level)), path.level);
        EXPECT_EQ(word(toProto(path.level)), path.name);
    }
}

TEST(RoundTrip, KeepsTheKindOfAnError) {
    for (const auto kind :
        {Error::Kind::Invalid, Error::Kind::NotFound, Error::Kind::Denied, Error::Kind::Conflict,
            Error::Kind::Unavailable, Error::Kind::Timeout, Error::Kind::Internal}) {
        EXPECT_EQ(fromProto(toProto(Error{"no", kind})), (Error{"no", kind}));
    }
    muster::v1::Error newer;
    newer.set_kind(static_cast<muster::v1::Error::Kind>(999));
    EXPECT_EQ(fromProto(newer).kind, Error::Kind::Internal);
}

TEST(Gpu, OfAnUnknownStateIsUnhealthy) {
    muster::v1::Gpu gpu;
    gpu.set_state(test::worded("unknown"));
    EXPECT_EQ(statusFromProto(gpu).state, GpuState::Unhealthy);
}

TEST(Time, OnTheWireIsHeldWithinAnInstant) {
    EXPECT_EQ(milliseconds(instant(1'700'000'000'123)), 1'700'000'000'123);
    EXPECT_EQ(maybeInstant(0), std::nullopt);
    EXPECT_EQ(milliseconds(std::optional<Instant>()), 0);
    const auto most = std::numeric_limits<std::int64_t>::max();
    EXPECT_GT(instant(most), instant(most / 2000));
    EXPECT_LT(instant(-most), instant(0));
}

} // namespace
} // namespace muster::proto
