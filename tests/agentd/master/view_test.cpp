// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "agentd/master/policy_rows.h"
#include "agentd/master/view.h"
#include "core/proto/scheduler.h"

namespace muster::agentd {
namespace {

const Instant kThen{std::chrono::milliseconds(1'700'000'000'123)};

cluster::Task task(TaskState state) {
    mesos::v1::TaskInfo payload;
    payload.set_name("train");
    payload.mutable_task_id()->set_value("t");
    payload.mutable_agent_id()->set_value("S0");
    payload.mutable_command()->set_value("python3 train.py");
    payload.mutable_command()->set_user("alice");
    cluster::Task out{.framework = {"F"},
        .info = proto::fromProto(payload),
        .gpus = {{"GPU-a"}, {"GPU-b"}},
        .hostname = "node-1",
        .created = kThen,
        .started = kThen + std::chrono::seconds(1)};
    out.info.resources = *Resources::parse("cpus:2;mem:64;gpus:2");
    out.latest = {.task = {"t"},
        .state = state,
        .source = StatusSource::Executor,
        .reason = Reason::ContainerLimitationMemory,
        .message = "Memory limit exceeded",
        .at = kThen + std::chrono::seconds(2),
        .agent = {"S0"},
        .exitCode = 137,
        .signal = 9,
        .killedBy = cluster::KilledBy{"alice", "wrong data"},
        .memoryExceeded = cluster::MemoryExceeded{Bytes::mebi(64), Bytes::mebi(65)}};
    if (isTerminal(state)) {
        out.ended = out.latest.at;
    }
    return out;
}

jobs::Job job(JobState state) {
    jobs::Job out{.id = {"job-3"},
        .spec = {.name = "train",
            .user = "alice",
            .command = "python3 train.py",
            .resources = *Resources::parse("cpus:2;gpus:2"),
            .constraints = {{"gpu", "K40"}, {"rack", "abc"}},
            .linked = true,
            .priority = -4,
            .retries = 3,
            .payload = std::string("\0bytes", 6)},
        .state = state,
        .attempts = 2,
        .failures = 1,
        .task = TaskId{"job-3.2"},
        .agent = {"S0"},
        .launched = true,
        .killing = true,
        .message = "Command exited with status 1",
        .submitted = kThen,
        .started = kThen + std::chrono::seconds(1)};
    out.notBefore = kThen + std::chrono::seconds(3);
    out.why = "killed by bob: too slow";
    out.killedBy = cluster::KilledBy{"bob", "too slow"};
    return out;
}

TEST(View, ShowsAGpuOfANodeWithoutDataAsThat) {
    const cluster::Agent agent{.id = {"S0"}, .state = AgentState::Unreachable};
    const GpuInfo info{.uuid = {"GPU-a"}};
    const cluster::Master::GpuView gpu{.agent = &agent, .info = &info, .status = {}};
    EXPECT_EQ(row(gpu, kThen).state(), "no-data");
    EXPECT_EQ(row(gpu, kThen).no_data_since_ms(), 1'700'000'000'123);
    EXPECT_EQ(row(agent, 1, kThen).no_data_since_ms(), 1'700'000'000'123);
    EXPECT_EQ(row(agent, 1).no_data_since_ms(), 0);
}

TEST(View, ShowsAFreeGpuThatNobodyGetsAsUnavailableAndSaysWhy) {
    const GpuInfo info{.uuid = {"GPU-a"}};
    const auto shown = [&](const cluster::Agent& agent, GpuState state = GpuState::Free) {
        cluster::Master::GpuView gpu{.agent = &agent, .info = &info, .status = {}};
        gpu.status.state = state;
        const auto out = row(gpu);
        return out.state() + (out.problem().empty() ? "" : ": ") + out.problem();
    };
    cluster::Agent agent{.id = {"S0"}};
    agent.info.total = *Resources::parse("cpus:4;mem:512;gpus:1");
    EXPECT_EQ(shown(agent), "free");
    auto drained = agent;
    drained.policy.drain = cluster::AgentPolicy::Drain::Drained;
    drained.policy.author = "bob";
    drained.policy.reason = "fan";
    EXPECT_EQ(shown(drained), "unavailable: Its node is drained by bob: fan");
    EXPECT_EQ(shown(drained, GpuState::Allocated), "allocated");
    auto deactivated = agent;
    deactivated.policy.deactivated = true;
    EXPECT_EQ(shown(deactivated), "unavailable: Its node is deactivated");
    agent.used.add("*", *Resources::parse("cpus:3.5;mem:512"));
    EXPECT_EQ(shown(agent), "unavailable: All memory of its node is in use");
    agent.used.add("*", *Resources::parse("cpus:0.5"));
    EXPECT_EQ(shown(agent), "unavailable: All CPUs of its node are in use");
}

TEST(View, GivesATaskBackFromItsJournalRow) {
    for (const auto state : {TaskState::Staging, TaskState::Starting, TaskState::Running,
             TaskState::Killing, TaskState::Finished, TaskState::Failed, TaskState::Killed,
             TaskState::Lost, TaskState::Error, TaskState::Unreachable}) {
        const auto in = task(state);
        const auto bytes = row(in, RowFor::Journal).SerializeAsString();
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
        EXPECT_EQ(row(*out, RowFor::Journal).SerializeAsString(), bytes);
    }
}

TEST(View, GivesAJobBackFromItsJournalRow) {
    for (const auto state : {JobState::Queued, JobState::Running, JobState::Finished,
             JobState::Failed, JobState::Killed}) {
        const auto in = job(state);
        const auto out = jobFromRow(row(in, {"F"}, RowFor::Journal).SerializeAsString());
        ASSERT_TRUE(out) << out.error().message;
        EXPECT_TRUE(*out == in) << wireName(state);
    }
}

TEST(View, SaysWhyATaskEndedBesideWhatMesosSays) {
    const auto shown = row(task(TaskState::Failed), RowFor::Consoles);
    EXPECT_EQ(shown.why(), "killed by alice: wrong data");
    EXPECT_EQ(shown.message(), "Memory limit exceeded");
    auto running = task(TaskState::Running);
    running.latest.killedBy.reset();
    EXPECT_EQ(row(running, RowFor::Consoles).why(), "");
}

TEST(View, GivesAFrameworkBackFromItsJournalRow) {
    cluster::Framework in{.info = {.id = {"F"},
                              .name = "train",
                              .user = "alice",
                              .roles = {"prod"},
                              .principal = "p",
                              .hostname = "services",
                              .failoverTimeout = std::chrono::seconds(7),
                              .capabilities = {cluster::Capability::GpuResources}},
        .registered = kThen};
    const auto bytes = row(in, RowFor::Journal).SerializeAsString();
    EXPECT_EQ(frameworkFromRow(bytes).value(), in.info);
    in.used.add("*", *Resources::parse("cpus:3"));
    in.link = cluster::Link{4};
    EXPECT_EQ(row(in, RowFor::Journal).SerializeAsString(), bytes);
    EXPECT_TRUE(row(in, RowFor::Consoles).connected());
    EXPECT_EQ(row(in, RowFor::Consoles).used(), "cpus:3");
}

TEST(View, ShowsConsolesWhyAJobWaitsAndKeepsThePayloadFromThem) {
    auto in = job(JobState::Queued);
    in.waiting = WaitReason::NoAgents;
    in.waitText = "1 GPU requested, 0 free";
    EXPECT_EQ(row(in, {"F"}, RowFor::Consoles).wait_text(), "1 GPU requested, 0 free");
    EXPECT_EQ(row(in, {"F"}, RowFor::Consoles).payload(), "");
    EXPECT_EQ(row(in, {"F"}, RowFor::Journal).wait_text(), "");
    EXPECT_EQ(row(task(TaskState::Running), RowFor::Consoles).payload(), "");
    EXPECT_EQ(row(task(TaskState::Running), RowFor::Consoles).command(), "python3 train.py");
}

TEST(View, KeepsAndShowsWhoHoldsAJobAndWhy) {
    auto in = job(JobState::Queued);
    in.hold = {"alice", "waits for data", kThen};
    EXPECT_EQ(row(in, {"F"}, RowFor::Consoles).hold().author(), "alice");
    EXPECT_EQ(row(in, {"F"}, RowFor::Consoles).hold().reason(), "waits for data");
    EXPECT_EQ(jobFromRow(row(in, {"F"}, RowFor::Journal).SerializeAsString())->hold, in.hold);
}

TEST(View, ShowsWhoDrainsAnAgentAndWhy) {
    cluster::Agent in;
    in.policy = {.deactivated = true,
        .drain = cluster::AgentPolicy::Drain::Draining,
        .drainStart = kThen,
        .author = "alice",
        .reason = "fan rattles"};
    const auto draining = row(in, 1);
    EXPECT_EQ(draining.drain().author(), "alice");
    EXPECT_EQ(draining.drain().reason(), "fan rattles");
    EXPECT_NE(draining.drain().since_ms(), 0);
    EXPECT_FALSE(draining.drain().done());
    in.policy.drain = cluster::AgentPolicy::Drain::Drained;
    EXPECT_TRUE(row(in, 1).drain().done());
    in.policy = {};
    EXPECT_FALSE(row(in, 1).has_drain());
}

TEST(View, KeepsWhyAnAgentIsDrained) {
    const cluster::AgentRecord in{.id = {"S1"},
        .hostname = "node-1",
        .policy = {.deactivated = true,
            .drain = cluster::AgentPolicy::Drain::Drained,
            .author = "alice",
            .reason = "fan rattles"},
        .reservations = {}};
    cluster::Recovered recovered;
    ASSERT_TRUE(addAgentPolicy(row(in).SerializeAsString(), recovered));
    EXPECT_EQ(recovered.agents.at(0).policy, in.policy);
}

TEST(View, NamesADamagedRowAndTheRemedy) {
    for (const auto& message :
        {taskFromRow("\xff\xff").error().message, jobFromRow("\xff\xff").error().message,
            frameworkFromRow("\xff\xff").error().message}) {
        EXPECT_NE(
            message.find("cannot be read: restore the journal from a backup"), std::string::npos)
            << message;
    }
}

TEST(View, KeepsAKillThatIsNotCarriedOutYet) {
    auto in = task(TaskState::Running);
    in.home = "0123456789abcdef";
    in.wantedKill = cluster::KillTask{
        {in.framework, in.info.id}, std::chrono::seconds(9), {"carol", "too long"}};
    const auto out = taskFromRow(row(in, RowFor::Journal).SerializeAsString());
    ASSERT_TRUE(out.has_value());
    ASSERT_TRUE(out->wantedKill.has_value());
    EXPECT_EQ(out->wantedKill->task, in.wantedKill->task);
    EXPECT_EQ(out->wantedKill->grace, in.wantedKill->grace);
    EXPECT_EQ(out->wantedKill->by, in.wantedKill->by);
    EXPECT_EQ(out->home, in.home);
    EXPECT_FALSE(row(in, RowFor::Consoles).has_wanted_kill());
}

TEST(View, KeepsAndShowsTheOrdersForGpusThatAreNotCarriedOutYet) {
    const Restriction restriction{
        .gpu = {"GPU-a"}, .reason = "fan", .author = "alice", .since = kThen};
    cluster::AgentRecord in{.id = {"S0"}, .hostname = "node-7"};
    in.orders = {{{"GPU-a"}, restriction, "alice"}, {{"GPU-b"}, std::nullopt, "bob"}};
    in.home = "0123456789abcdef";
    in.unreachableSince = kThen;
    cluster::Recovered recovered;
    ASSERT_TRUE(addAgentPolicy(row(in).SerializeAsString(), recovered));
    EXPECT_EQ(recovered.agents.at(0).home, in.home);
    EXPECT_EQ(recovered.agents.at(0).unreachableSince, kThen);
    const auto& orders = recovered.agents.at(0).orders;
    ASSERT_EQ(orders.size(), 2u);
    EXPECT_EQ(orders[0].restriction, restriction);
    EXPECT_EQ(orders[1].gpu.value, "GPU-b");
    EXPECT_EQ(orders[1].restriction, std::nullopt);
    EXPECT_EQ(orders[1].author, "bob");

    const cluster::GpuRestriction held{restriction, {"S0"}};
    EXPECT_EQ(*restrictionFromRow(row(held).SerializeAsString()), held);

    cluster::Agent agent;
    agent.info.hostname = "node-7";
    const GpuInfo info{.uuid = {"GPU-a"}};
    const auto shown = row(cluster::Master::GpuView{&agent, &info, {}, &in.orders[0]});
    EXPECT_EQ(shown.problem(), "To be restricted by alice as soon as node-7 has confirmed it");
}

} // namespace
} // namespace muster::agentd
