// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/scheduler.h"

#include <utility>

#include <gtest/gtest.h>

#include "tests/core/kernel/jobs/fake_master.h"

namespace muster::jobs {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using Ids = std::vector<std::string>;

TEST(Scheduler, IntroducesItselfAsAFrameworkWithItsFirstJob) {
    FakeMaster master;
    master.connect();
    EXPECT_TRUE(master.calls.empty());
    const auto id = master.submit();
    const auto info = master.all<cluster::Subscribe>().at(0).info;
    EXPECT_EQ(info.name, "muster-jobs");
    EXPECT_EQ(info.roles, std::set<std::string>{"*"});
    EXPECT_TRUE(info.id.empty());
    EXPECT_EQ(info.failoverTimeout, std::chrono::weeks(1));
    EXPECT_TRUE(info.has(cluster::Capability::GpuResources));
    EXPECT_TRUE(info.has(cluster::Capability::PartitionAware));
    EXPECT_TRUE(info.has(cluster::Capability::TaskKillingState));
    EXPECT_EQ(master.framework.value, "M-0001");
    master.apply(KillJob{2, id, "alice", ""});
    EXPECT_EQ(master.all<cluster::Suppress>().size(), 1u) << "nothing waits";
    master.submit();
    EXPECT_EQ(master.all<cluster::Subscribe>().size(), 1u);
}

TEST(Scheduler, GivesEachTaskTheGracePeriodOfItsJob) {
    FakeMaster master;
    master.connect();
    auto spec = FakeMaster::spec();
    spec.killGrace = seconds(90);
    const auto id = master.submit(spec);
    master.give();
    EXPECT_EQ(master.launched().at(0).killGrace, seconds(90));
    master.apply(KillJob{2, id, "alice", ""});
    EXPECT_EQ(master.all<cluster::Kill>().at(0).grace, std::nullopt) << "the task's own";
}

TEST(Scheduler, ComesBackUnderItsIdentityWithoutAJob) {
    FakeMaster master;
    master.connect();
    master.apply(KillJob{2, master.submit(), "alice", ""});
    master.restart();
    master.calls.clear();
    master.connect();
    EXPECT_EQ(master.all<cluster::Subscribe>().at(0).info.id.value, "M-0001");
}

TEST(Scheduler, RunsAJobToItsEnd) {
    FakeMaster master;
    master.connect();
    const auto id = master.submit();
    EXPECT_EQ(id.value, "job-1");
    EXPECT_EQ(master.changes.at(0), id) << "durable before it is answered";
    EXPECT_EQ(master.all<cluster::Revive>().size(), 1u);
    master.give();
    ASSERT_EQ(master.launched().size(), 1u);
    EXPECT_EQ(master.launched()[0].id.value, "job-1.1");
    EXPECT_EQ(master.launched()[0].payload.bytes(), "python3 train.py");
    EXPECT_TRUE(master.job(id).launched);
    EXPECT_EQ(master.job(id).state, JobState::Queued);
    EXPECT_EQ(master.all<cluster::Suppress>().size(), 1u);
    master.update(id, TaskState::Starting);
    master.update(id, TaskState::Running);
    EXPECT_EQ(master.job(id).state, JobState::Running);
    EXPECT_EQ(master.job(id).started, master.now);
    master.update(id, TaskState::Finished, "Command exited with status 0");
    EXPECT_EQ(master.job(id).state, JobState::Finished);
    EXPECT_EQ(master.job(id).message, "Command exited with status 0");
    EXPECT_FALSE(master.job(id).launched);
    EXPECT_EQ(master.all<cluster::Acknowledge>().size(), 3u);
}

TEST(Scheduler, NamesWhatIsWrongWithASubmission) {
    const auto with = [](auto change) {
        auto spec = FakeMaster::spec();
        change(spec);
        return spec;
    };
    const std::vector<std::pair<JobSpec, std::string>> table{
        {with([](auto& spec) { spec.name = ""; }), "Job needs a name"},
        {with([](auto& spec) { spec.payload = ""; }), "Job needs a command"},
        {with([](auto& spec) { spec.resources = *Resources::parse("cpus:1;gpus:0.5"); }),
            "The 'gpus' resource must be an unsigned integer"},
        {with([](auto& spec) { spec.resources = {}; }),
            "Job needs resources, such as cpus:1;mem:128"},
        {with([](auto& spec) { spec.retries = 101; }),
            "Retries must be between 0 and 100, not 101"},
        {with([](auto& spec) { spec.retries = -1; }), "Retries must be between 0 and 100, not -1"},
        {with([](auto& spec) { spec.killGrace = Duration(0); }),
            "The job's grace period must be more than 0 and at most 24hrs, not 0ns"},
        {with([](auto& spec) { spec.killGrace = std::chrono::hours(25); }),
            "The job's grace period must be more than 0 and at most 24hrs, not 25hrs"},
        {with([](auto& spec) {
             spec.constraints = {{"gpu", ""}};
         }),
            "A constraint needs an attribute and a value, such as gpu:K40"},
        {with([](auto& spec) { spec.name = std::string(3'000'000, 'x'); }),
            "The job's name has 3000000 bytes, at most 255 are allowed"},
        {with([](auto& spec) { spec.name = "a\nb"; }),
            "The job's name contains control characters"},
        {with([](auto& spec) { spec.user = "\x1b[2J"; }),
            "The job's user contains control characters"},
        {with([](auto& spec) {
             spec.constraints = {{std::string(256, 'x'), "K40"}};
         }),
            "A constraint's attribute has 256 bytes, at most 255 are allowed"},
        {with([](auto& spec) {
             spec.constraints.assign(101, {"gpu", "K40"});
         }),
            "The job has 101 constraints, at most 100 are allowed"},
    };
    FakeMaster master;
    for (const auto& [spec, message] : table) {
        master.submit(spec);
        ASSERT_FALSE(master.answers.back().job) << message;
        EXPECT_EQ(master.answers.back().job.error().message, message);
    }
    EXPECT_TRUE(master.scheduler->jobs().empty());
    EXPECT_EQ(master.submit().value, "job-1") << "a refusal takes no number";
}

TEST(SubmissionKeys, MakeASubmissionSafeToRepeat) {
    FakeMaster master;
    EXPECT_EQ(master.submit(FakeMaster::spec(), "k1").value, "job-1");
    EXPECT_FALSE(master.answers.back().again);
    EXPECT_EQ(master.submit(FakeMaster::spec(), "k1").value, "job-1");
    EXPECT_TRUE(master.answers.back().again);
    EXPECT_EQ(master.submit(FakeMaster::spec(), "k2").value, "job-2");
    EXPECT_EQ(master.submit().value, "job-3") << "without a key each is one of its own";
    EXPECT_EQ(master.submit().value, "job-4");
    master.restart();
    EXPECT_EQ(master.submit(FakeMaster::spec(), "k1").value, "job-1");
    EXPECT_EQ(master.scheduler->jobs().size(), 4u);
}

TEST(SubmissionKeys, OfAnotherJobAreRefused) {
    FakeMaster master;
    master.submit(FakeMaster::spec(), "k");
    auto other = FakeMaster::spec();
    other.priority = 5;
    master.submit(other, "k");
    ASSERT_FALSE(master.answers.back().job);
    EXPECT_EQ(master.answers.back().job.error().message,
        "This key was already used for another job, job-1: use a new one");
    EXPECT_EQ(master.answers.back().job.error().kind, Error::Kind::Conflict);
}

TEST(SubmissionKeys, AreForgottenAfterADayOrWithTheirJob) {
    FakeMaster master;
    master.submit(FakeMaster::spec(), "k");
    master.pass(std::chrono::hours(23));
    EXPECT_EQ(master.submit(FakeMaster::spec(), "k").value, "job-1");
    master.pass(std::chrono::hours(2));
    EXPECT_EQ(master.submit(FakeMaster::spec(), "k").value, "job-2");
    EXPECT_EQ(master.submit(FakeMaster::spec(), "k").value, "job-2");
    master.restart();
    EXPECT_EQ(master.submit(FakeMaster::spec(), "k").value, "job-2") << "the later one counts";
    master.options.keepEnded = 1;
    master.restart();
    master.apply(KillJob{99, {"job-2"}, "a", ""});
    master.submit(FakeMaster::spec(), "l");
    master.apply(KillJob{99, {"job-3"}, "a", ""});
    EXPECT_EQ(master.submit(FakeMaster::spec(), "k").value, "job-4") << "job-2 is forgotten";
}

TEST(Scheduler, StartsByPriorityThenInOrderOfArrival) {
    FakeMaster master;
    master.connect();
    auto low = FakeMaster::spec();
    low.priority = -1;
    auto high = FakeMaster::spec();
    high.priority = 5;
    master.submit(low);
    master.submit();
    master.submit();
    master.submit(high);
    master.give("1", "cpus:8;mem:512;gpus:3");
    EXPECT_EQ(master.launchedIds(), (Ids{"job-4.1", "job-2.1", "job-3.1"}));
    EXPECT_EQ(master.job({"job-1"}).waiting, WaitReason::Gpus);
    EXPECT_EQ(
        master.job({"job-1"}).waitText, "Needs 1 GPU: 1 node qualifies, but has no free GPUs");
}

TEST(Scheduler, LetsSmallJobsPassALargeOneThatWaits) {
    FakeMaster master;
    master.connect();
    master.submit(FakeMaster::spec("cpus:1;mem:64;gpus:4"));
    master.submit(FakeMaster::spec("cpus:1;mem:64;gpus:1"));
    master.give("7", "cpus:8;mem:512;gpus:2");
    EXPECT_EQ(master.launchedIds(), Ids{"job-2.1"});
    EXPECT_EQ(master.job({"job-1"}).waitText,
        "No node has 4 GPUs: the largest, node-7, has 2. The job cannot run on this cluster");
}

TEST(Scheduler, RefusesForLongWhatServesNoJob) {
    FakeMaster master;
    master.connect();
    master.submit(FakeMaster::spec("cpus:1;mem:64;gpus:4"));
    master.give("1", "cpus:8;mem:512");
    ASSERT_EQ(master.all<cluster::Decline>().size(), 1u);
    EXPECT_EQ(master.all<cluster::Decline>()[0].refuse, std::chrono::hours(1));
    const auto revived = master.all<cluster::Revive>().size();
    master.submit(FakeMaster::spec("cpus:1;mem:64"));
    EXPECT_EQ(master.all<cluster::Revive>().size(), revived + 1) << "the refusal is in its way";
    master.submit(FakeMaster::spec("cpus:1;mem:64"));
    EXPECT_EQ(master.all<cluster::Revive>().size(), revived + 1) << "nothing was refused since";
}

TEST(Scheduler, AddsUpTheOffersOfOneAgent) {
    FakeMaster master;
    master.connect();
    master.submit(FakeMaster::spec("cpus:1;mem:64;gpus:4"));
    master.event(cluster::Offers{{master.offer("1", "cpus:1;mem:64;gpus:2"),
        master.offer("2", "cpus:1;mem:64;gpus:2"), master.offer("1", "cpus:1;mem:64;gpus:2")}});
    ASSERT_EQ(master.all<cluster::Accept>().size(), 1u);
    EXPECT_EQ(master.all<cluster::Accept>()[0].offers.size(), 2u);
    EXPECT_EQ(master.all<cluster::Decline>().at(0).offers.size(), 1u);
}

TEST(Scheduler, WaitsForTheAgentThatAConstraintNames) {
    FakeMaster master;
    master.connect();
    auto spec = FakeMaster::spec("cpus:1;mem:64;gpus:2");
    spec.constraints = {{"gpu", "K40"}};
    spec.linked = true;
    master.submit(spec);
    master.give("1", "cpus:8;mem:512;gpus:4", "gpu:M60;nvlink_group:4");
    EXPECT_EQ(master.job({"job-1"}).waiting, WaitReason::GpuType);
    master.give("2", "cpus:8;mem:512;gpus:4", "gpu:K40");
    EXPECT_EQ(master.job({"job-1"}).waiting, WaitReason::Links);
    master.give("3", "cpus:8;mem:512;gpus:4", "gpu:K40;nvlink_group:2");
    EXPECT_EQ(master.launchedIds(), Ids{"job-1.1"});
    EXPECT_EQ(master.job({"job-1"}).agent.value, "3");
}

TEST(Scheduler, SaysOfAJobThatWaitsThatItsAgentTakesNoNewWork) {
    FakeMaster master;
    master.connect();
    master.give("7", "cpus:8;mem:512;gpus:4");
    auto machine = master.machines[{"7"}];
    machine.closed = "drained by alice: fan";
    master.tell(machine);
    const auto id = master.submit(FakeMaster::spec("cpus:1;mem:64;gpus:4"));
    EXPECT_EQ(master.job(id).waiting, WaitReason::NoAgents);
    EXPECT_EQ(master.job(id).waitText,
        "1 node qualifies, but is not available: node-7 is drained by alice: fan");
    machine.closed.clear();
    master.tell(machine);
    EXPECT_EQ(master.job(id).waitText, "4 GPUs are free on node-7");
    master.event(cluster::AgentLost{{"7"}});
    EXPECT_EQ(master.job(id).waitText, "No node has joined the cluster");
    machine.closed = "unreachable since 12:04:31";
    machine.isKnown = false;
    master.tell(machine);
    EXPECT_EQ(master.job(id).waitText,
        "1 node qualifies, but is not available: node-7 is unreachable since 12:04:31");
}

TEST(SchedulerWaiting, NamesTheJobThatIsServedBeforeIt) {
    FakeMaster master; // which offers it nothing
    Machine machine;
    machine.supply = {.agent = {"7"}, .hostname = "node-7"};
    machine.supply.free = machine.total = *Resources::parse("cpus:8;mem:512;gpus:2");
    master.tell(machine);
    auto high = FakeMaster::spec();
    high.priority = 5;
    const auto first = master.submit();
    const auto second = master.submit();
    const auto wide = master.submit(FakeMaster::spec("cpus:1;mem:64;gpus:4"));
    EXPECT_EQ(master.job(first).waiting, WaitReason::None);
    EXPECT_EQ(master.job(second).waiting, WaitReason::Priority);
    EXPECT_EQ(master.job(second).waitText,
        "1 GPU is free on node-7, but job-1 is ahead of it in the queue");
    EXPECT_EQ(master.job(wide).waiting, WaitReason::Gpus) << "it would not fit anyway";
    const auto urgent = master.submit(high);
    EXPECT_EQ(master.job(urgent).waiting, WaitReason::None);
    EXPECT_EQ(master.job(first).waitText,
        "1 GPU is free on node-7, but job-4 is ahead of it in the queue");
    EXPECT_EQ(master.scheduler->ahead(0, &master.job(first)), urgent);
    EXPECT_EQ(master.scheduler->ahead(0, nullptr), urgent);
    EXPECT_EQ(master.scheduler->ahead(5, &master.job(urgent)), JobId{});
    master.apply(HoldJob{98, urgent, "alice", ""});
    EXPECT_EQ(master.job(first).waiting, WaitReason::None);
    master.apply(KillJob{99, first, "alice", ""});
    EXPECT_EQ(master.job(second).waiting, WaitReason::None);
}

TEST(SchedulerWaiting, CountsThoseAheadThatAreReady) {
    FakeMaster master; // which offers it nothing
    const auto held = master.submit();
    master.submit();
    const auto last = master.submit();
    const auto ahead
        = [&](const JobId& id) { return master.scheduler->countAhead(0, &master.job(id)); };
    EXPECT_EQ(ahead(last), 2u);
    master.apply(HoldJob{98, held, "alice", ""});
    EXPECT_EQ(ahead(last), 1u);
    EXPECT_EQ(ahead(held), 0u) << "it keeps its place";
    EXPECT_EQ(master.scheduler->ahead(0, &master.job(held)), JobId{});
    EXPECT_EQ(master.scheduler->countAhead(0, nullptr), 2u);
    EXPECT_EQ(master.scheduler->countAhead(1, nullptr), 0u);
}

TEST(SchedulerWaiting, NamesTheQuotaThatKeepsItBack) {
    FakeMaster master;
    Machine machine;
    machine.supply = {.agent = {"7"}, .hostname = "node-7"};
    machine.supply.free = machine.total = *Resources::parse("cpus:8;mem:512;gpus:2");
    RoleUse use{"*", {}, {}};
    use.quota.limits[Resources::Gpus] = 0;
    master.apply(ClusterSeen{{machine}, {}, {use}});
    const auto id = master.submit();
    EXPECT_EQ(master.job(id).waiting, WaitReason::Quota);
    EXPECT_EQ(
        master.job(id).waitText, "1 GPU requested, but role * uses 0 of its quota limit of 0 GPUs");
}

// What has changed is told in parts, each with other work in between.
TEST(SchedulerWaiting, FindsNoReasonBeforeTheLastPartOfTheNews) {
    FakeMaster master;
    const auto machine = [](const std::string& agent, const std::string& total) {
        Machine out;
        out.supply = {.agent = {agent}, .hostname = "node-" + agent};
        out.supply.free = out.total = *Resources::parse(total);
        return out;
    };
    const auto tell = [&](const Machine& one, Scheduler::Then then) {
        master.scheduler->apply(ClusterSeen{{one}, {}, {}}, master.time(), then);
    };
    using Then = Scheduler::Then;
    EXPECT_FALSE(master.scheduler->needsCluster());
    master.hasUnseen = true;
    const auto id = master.submit(FakeMaster::spec("cpus:1;mem:64;gpus:4"));
    EXPECT_TRUE(master.answers.back().job) << "the answer does not wait for the reason";
    EXPECT_TRUE(master.scheduler->needsCluster());
    tell(machine("7", "cpus:8;mem:512;gpus:2"), Then::More);
    EXPECT_EQ(master.job(id).waitText, "") << "node-8 may have four";
    tell(machine("8", "cpus:8;mem:512;gpus:3"), Then::Explain);
    EXPECT_EQ(master.job(id).waitText,
        "No node has 4 GPUs: the largest, node-8, has 3. The job cannot run on this cluster");
}

// A busy cluster gives and takes all the time.
TEST(SchedulerWaiting, CountsWhatOthersTakeOnceASecond) {
    FakeMaster master;
    Machine machine;
    machine.supply = {.agent = {"7"}, .hostname = "node-7"};
    machine.supply.free = *Resources::parse("cpus:8;mem:512;gpus:1");
    machine.total = *Resources::parse("cpus:8;mem:512;gpus:4");
    master.tell(machine);
    const auto id = master.submit(FakeMaster::spec("cpus:1;mem:64;gpus:3"));
    const auto before = master.job(id).waitText;
    EXPECT_EQ(before, "Needs 3 GPUs: 1 node qualifies, but at most 1 is free, on node-7");
    machine.supply.free = *Resources::parse("cpus:8;mem:512;gpus:2");
    master.tell(machine);
    EXPECT_EQ(master.job(id).waitText, before);
    EXPECT_EQ(master.scheduler->nextDeadline(), Now(master.now + seconds(1)).uptime);
    master.pass(seconds(1));
    EXPECT_EQ(master.job(id).waitText,
        "Needs 3 GPUs: 1 node qualifies, but at most 2 are free, on node-7");
    EXPECT_EQ(master.changes, std::vector{id});
    EXPECT_EQ(master.scheduler->nextDeadline(), std::nullopt) << "nothing has changed since";
    master.pass(seconds(1));
    EXPECT_TRUE(master.changes.empty());
}

TEST(SchedulerWaiting, CountsWhatItsOwnJobsTakeOnceASecond) {
    FakeMaster master;
    master.connect();
    Machine machine;
    machine.supply = {.agent = {"7"}, .hostname = "node-7"};
    machine.supply.free = *Resources::parse("cpus:8;mem:512;gpus:2");
    machine.total = *Resources::parse("cpus:8;mem:512;gpus:4");
    master.tell(machine);
    const auto id = master.submit(FakeMaster::spec("cpus:1;mem:64;gpus:3"));
    const auto small = master.submit();
    const cluster::Offers offers{{master.offer("7", "cpus:1;mem:64;gpus:1")}};
    master.scheduler->apply(FromMaster{offers}, master.time(), Scheduler::Then::More);
    ASSERT_TRUE(master.job(small).launched);
    machine.supply.free = *Resources::parse("cpus:7;mem:448;gpus:1");
    master.tell(machine);
    EXPECT_EQ(master.job(id).waitText,
        "Needs 3 GPUs: 1 node qualifies, but at most 2 are free, on node-7");
    master.pass(seconds(1));
    EXPECT_EQ(master.job(id).waitText,
        "Needs 3 GPUs: 1 node qualifies, but at most 1 is free, on node-7");
}

// The master keeps what has changed since for the next job: a deadline would come again at once.
TEST(SchedulerWaiting, HasNoDeadlineWithoutAJobThatIsReady) {
    FakeMaster master;
    Machine machine;
    machine.supply = {.agent = {"7"}, .hostname = "node-7"};
    machine.supply.free = machine.total = *Resources::parse("cpus:8;mem:512;gpus:1");
    master.tell(machine);
    const auto id = master.submit(FakeMaster::spec("cpus:1;mem:64;gpus:3"));
    machine.supply.free = *Resources::parse("cpus:8;mem:512");
    master.tell(machine);
    ASSERT_TRUE(master.scheduler->nextDeadline());
    master.hasUnseen = true;
    master.apply(HoldJob{98, id, "alice", ""});
    EXPECT_FALSE(master.scheduler->nextDeadline());
    master.pass(seconds(2));
    EXPECT_FALSE(master.scheduler->nextDeadline());
    master.apply(ReleaseJob{99, id});
    ASSERT_TRUE(master.scheduler->nextDeadline()) << "until it is told of them";
    master.hasUnseen = false;
    master.tell(machine);
    EXPECT_FALSE(master.scheduler->nextDeadline());
    EXPECT_EQ(master.job(id).waitText,
        "No node has 3 GPUs: the largest, node-7, has 1. The job cannot run on this cluster");
}

TEST(SchedulerEnd, DependsOnHowTheAttemptEnded) {
    const std::vector<std::tuple<TaskState, JobState, int>> table{
        {TaskState::Finished, JobState::Finished, 0},
        {TaskState::Failed, JobState::Queued, 1},
        {TaskState::Killed, JobState::Killed, 0},
        {TaskState::Lost, JobState::Queued, 0},
        {TaskState::Dropped, JobState::Queued, 0},
        {TaskState::Gone, JobState::Queued, 0},
        {TaskState::GoneByOperator, JobState::Queued, 0},
        {TaskState::Unknown, JobState::Queued, 0},
        {TaskState::Error, JobState::Failed, 0},
        {TaskState::Unreachable, JobState::Running, 0},
        {TaskState::Killing, JobState::Running, 0},
    };
    for (const auto& [state, expected, failures] : table) {
        FakeMaster master;
        master.connect();
        auto spec = FakeMaster::spec();
        spec.retries = 1;
        const auto id = master.submit(spec);
        master.give();
        master.update(id, TaskState::Running);
        master.update(id, state, "why");
        EXPECT_EQ(master.job(id).state, expected) << wireName(state);
        EXPECT_EQ(master.job(id).failures, failures) << wireName(state);
        EXPECT_EQ(master.job(id).message, "why");
        EXPECT_EQ(master.job(id).launched, expected == JobState::Running) << wireName(state);
    }
}

TEST(SchedulerRetry, BacksOffUpToAMinuteUntilNoRetryIsLeft) {
    FakeMaster master;
    master.connect();
    auto spec = FakeMaster::spec();
    spec.retries = 8;
    const auto id = master.submit(spec);
    for (const int pause : {1, 2, 4, 8, 16, 32, 60, 60}) {
        master.give();
        master.update(id, TaskState::Failed, "Command exited with status 7");
        ASSERT_EQ(master.job(id).waiting, WaitReason::BackOff);
        ASSERT_EQ(master.scheduler->nextDeadline(), Now(master.now + seconds(pause)).uptime);
        master.give();
        ASSERT_FALSE(master.job(id).launched) << "it still has its pause";
        const auto revived = master.all<cluster::Revive>().size();
        master.pass(seconds(pause));
        ASSERT_EQ(master.all<cluster::Revive>().size(), revived + 1);
    }
    master.give();
    master.update(id, TaskState::Failed, "Command exited with status 7");
    EXPECT_EQ(master.job(id).state, JobState::Failed);
    EXPECT_EQ(master.job(id).attempts, 9);
    EXPECT_EQ(master.launchedIds().back(), "job-1.9");
    EXPECT_FALSE(master.scheduler->nextDeadline());
}

TEST(SchedulerRetry, CostsNothingWhenTheAttemptIsLostHoweverOften) {
    FakeMaster world;
    world.connect();
    auto spec = FakeMaster::spec();
    spec.retries = 0;
    const auto id = world.submit(spec);
    std::vector<Duration> pauses;
    for (int i = 0; i < 8; ++i) {
        world.give();
        ASSERT_TRUE(world.job(id).launched) << i;
        world.update(
            id, i % 2 == 0 ? TaskState::Gone : TaskState::Dropped, "The machine was rebooted");
        ASSERT_EQ(world.job(id).state, JobState::Queued) << i;
        pauses.push_back(*world.job(id).notBefore - world.now);
        world.pass(pauses.back());
    }
    EXPECT_EQ(world.job(id).failures, 0);
    EXPECT_EQ(pauses,
        (std::vector<Duration>{seconds(1), seconds(2), seconds(4), seconds(8), seconds(16),
            seconds(32), seconds(60), seconds(60)}))
        << "no hopeless loop spins";
}

// Fails in the launch on the node where it is; the next attempt may start at once.
void failLaunch(FakeMaster& master, const JobId& id) {
    cluster::TaskStatus status;
    status.task = *master.job(id).task;
    status.state = TaskState::Dropped;
    status.reason = Reason::ContainerLaunchFailed;
    status.message = "Failed to launch container: conmon was killed";
    master.event(cluster::Update{status});
    master.pass(minutes(1));
}

TEST(SchedulerFailedLaunches, EndAJobOnceTwoNodesAndTenLaunchesHaveFailed) {
    FakeMaster master;
    master.connect();
    const auto id = master.submit();
    for (int i = 0; i < 10; ++i) {
        ASSERT_EQ(master.job(id).state, JobState::Queued) << i;
        master.event(cluster::Offers{{master.offer("1", "cpus:8;mem:512;gpus:2"),
            master.offer("2", "cpus:8;mem:512;gpus:4")}});
        EXPECT_EQ(master.job(id).agent.value, i == 1 ? "2" : "1") << "another node is tried first";
        failLaunch(master, id);
    }
    EXPECT_EQ(master.job(id).state, JobState::Failed);
    EXPECT_EQ(master.job(id).failures, 0) << "nor did they take retries";
    EXPECT_EQ(master.job(id).why,
        "10 launches in a row failed on 2 nodes, so the job itself may be the cause. The last "
        "failure: Failed to launch container: conmon was killed");
    EXPECT_FALSE(master.scheduler->nextDeadline());
}

TEST(SchedulerFailedLaunches, OfOneNodeEndAJobOnlyIfNoOtherCanRunIt) {
    FakeMaster master;
    master.connect();
    Machine other;
    other.supply = {.agent = {"2"}, .hostname = "node-2"};
    other.total = *Resources::parse("cpus:8;mem:512;gpus:1");
    master.tell(other);
    const auto id = master.submit();
    for (int i = 0; i < 12; ++i) {
        master.give("1");
        ASSERT_TRUE(master.job(id).launched) << i << ": node-2 is only busy";
        failLaunch(master, id);
    }
    other.closed = "drained by alice";
    master.tell(other);
    master.give("1");
    failLaunch(master, id);
    EXPECT_EQ(master.job(id).state, JobState::Failed);
    EXPECT_EQ(master.job(id).why,
        "13 launches in a row failed on the only node that can run it, so the job itself may be "
        "the cause. The last failure: Failed to launch container: conmon was killed");
}

TEST(SchedulerFailedLaunches, CountAnewWhenAnAttemptRan) {
    FakeMaster master;
    master.connect();
    const auto id = master.submit();
    for (int i = 0; i < 18; ++i) {
        master.give("1");
        ASSERT_TRUE(master.job(id).launched) << i;
        if (i == 8) {
            master.update(id, TaskState::Running);
            master.update(id, TaskState::Gone, "The machine was rebooted");
            master.pass(minutes(1));
        } else {
            failLaunch(master, id);
        }
    }
    EXPECT_EQ(master.job(id).state, JobState::Queued);
}

TEST(SchedulerFailedLaunches, OfAJobThatIsToEndAreItsEnd) {
    FakeMaster master;
    master.connect();
    const auto id = master.submit();
    master.give("1");
    master.apply(KillJob{9, id, "alice", ""});
    failLaunch(master, id);
    EXPECT_EQ(master.job(id).state, JobState::Killed);
}

TEST(SchedulerRetry, LeavesNoOldReasonToAJobThatRuns) {
    FakeMaster world;
    world.connect();
    auto spec = FakeMaster::spec();
    spec.retries = 1;
    const auto id = world.submit(spec);
    world.give();
    world.update(id, TaskState::Failed, "Command exited with status 7");
    EXPECT_EQ(world.job(id).why, "Command exited with status 7");
    world.pass(minutes(1));
    world.give();
    world.update(id, TaskState::Running);
    EXPECT_EQ(world.job(id).why, "");
    EXPECT_EQ(world.job(id).message, "");
}

TEST(SchedulerRetry, RestsAsLongAsItSaysHoweverTheWallClockIsSet) {
    for (const auto step : {-seconds(40), -seconds(3600), seconds(3600)}) {
        FakeMaster master;
        master.connect();
        auto spec = FakeMaster::spec();
        spec.retries = 2;
        const auto id = master.submit(spec);
        master.give();
        master.update(id, TaskState::Failed, "Command exited with status 7");
        master.wallStep = step;
        master.pass(std::chrono::milliseconds(999));
        EXPECT_EQ(master.job(id).waiting, WaitReason::BackOff);
        master.pass(std::chrono::milliseconds(1));
        EXPECT_EQ(master.job(id).waiting, WaitReason::None);
        master.give();
        master.update(id, TaskState::Failed, "Command exited with status 7");
        master.wallStep = -seconds(3600);
        master.restart(); // the pause is known by the wall clock, and is 1 min at the most
        master.pass(minutes(1));
        EXPECT_NE(master.job(id).waiting, WaitReason::BackOff);
    }
}

TEST(SchedulerRetry, SaysAfterARestartThatAJobBacksOff) {
    FakeMaster master;
    master.connect();
    auto spec = FakeMaster::spec();
    spec.retries = 1;
    const auto id = master.submit(spec);
    master.give();
    master.update(id, TaskState::Failed, "Command exited with status 7");
    RecoveredJobs recovered{master.framework, {master.job(id)}, 2};
    const auto before = std::exchange(recovered.jobs[0].waitText, "");
    EXPECT_EQ(before,
        fmt::format("Attempt 2 starts at {}: Command exited with status 7",
            isoTime(master.now + seconds(1))));
    recovered.jobs[0].waiting = WaitReason::None; // no reason is kept in the journal
    const Scheduler next(master.options, std::move(recovered), master.time());
    EXPECT_EQ(next.job(id)->waiting, WaitReason::BackOff);
    EXPECT_EQ(next.job(id)->waitText, before);
}

TEST(SchedulerRetry, IgnoresUpdatesOfAnOlderAttempt) {
    FakeMaster master;
    master.connect();
    const auto id = master.submit();
    master.give();
    master.update(id, TaskState::Lost);
    master.pass(seconds(1));
    master.give();
    EXPECT_EQ(master.job(id).task->value, "job-1.2");
    master.update(TaskId{"job-1.1"}, TaskState::Finished);
    EXPECT_TRUE(master.job(id).launched);
    EXPECT_EQ(master.all<cluster::Acknowledge>().size(), 2u) << "acknowledged all the same";
    master.update(TaskId{"stranger"}, TaskState::Finished);
    master.update(TaskId{"job-1.2"}, TaskState::Running, "", std::nullopt);
    EXPECT_EQ(master.all<cluster::Acknowledge>().size(), 3u) << "not one without a UUID";
}

TEST(SchedulerKill, EndsAWaitingJobAtOnce) {
    FakeMaster master;
    master.connect();
    const auto id = master.submit();
    master.apply(KillJob{9, id, "alice"});
    EXPECT_EQ(master.answers.back().job, id);
    EXPECT_EQ(master.job(id).state, JobState::Killed);
    EXPECT_EQ(master.job(id).message, "Killed by alice before it started");
    EXPECT_EQ(master.job(id).why, "killed by alice");
    master.give();
    EXPECT_TRUE(master.launched().empty());
}

TEST(SchedulerKill, AsksForTheEndOfALaunchedOne) {
    for (const auto state : {TaskState::Killed, TaskState::Failed, TaskState::Lost}) {
        FakeMaster master;
        master.connect();
        auto spec = FakeMaster::spec();
        spec.retries = 3;
        const auto id = master.submit(spec);
        master.give();
        master.update(id, TaskState::Running);
        master.apply(KillJob{9, id, "alice", "wrong data"});
        master.apply(KillJob{10, id, "bob", "me, too"});
        EXPECT_EQ(master.all<cluster::Kill>().at(0).task.value, "job-1.1");
        EXPECT_EQ(master.all<cluster::Kill>().at(0).by, (cluster::KilledBy{"alice", "wrong data"}));
        EXPECT_EQ(master.job(id).state, JobState::Running);
        master.update(id, state);
        EXPECT_EQ(master.job(id).state, JobState::Killed) << wireName(state);
        EXPECT_EQ(master.job(id).why, "killed by alice: wrong data");
    }
}

TEST(SchedulerKill, RefusesWhatIsNotThereOrOver) {
    FakeMaster master;
    master.connect();
    master.apply(KillJob{9, {"job-9"}, "alice"});
    EXPECT_EQ(master.answers.back().job.error(),
        (Error{"No job 'job-9': see 'muster jobs'", Error::Kind::NotFound}));
    const auto id = master.submit();
    master.apply(KillJob{10, id, "alice"});
    master.apply(KillJob{11, id, "alice"});
    EXPECT_EQ(master.answers.back().job.error(),
        (Error{"Job 'job-1' has ended: killed", Error::Kind::Conflict}));
    master.apply(KillJob{12, {"job-01"}, "alice"});
    EXPECT_EQ(master.answers.back().job.error().kind, Error::Kind::NotFound);
}

TEST(SchedulerHold, KeepsAJobInTheQueueUntilItsReleaseGivesItsPlaceBack) {
    FakeMaster master;
    master.connect();
    const auto held = master.submit();
    const auto other = master.submit();
    master.apply(HoldJob{3, held, "alice", "waits for data"});
    EXPECT_TRUE(master.answers.back().job);
    EXPECT_EQ(master.changes, std::vector<JobId>{held});
    EXPECT_EQ(master.job(held).state, JobState::Queued);
    EXPECT_EQ(master.job(held).waiting, WaitReason::Held);
    EXPECT_EQ(master.job(held).waitText, "held by alice: waits for data");
    EXPECT_EQ(master.job(held).hold, (Hold{"alice", "waits for data", master.now}));
    master.apply(ReleaseJob{4, held});
    EXPECT_EQ(master.job(held).hold, std::nullopt);
    EXPECT_NE(master.job(held).waiting, WaitReason::Held);
    master.give("1", "cpus:1;mem:64;gpus:1");
    EXPECT_EQ(master.launchedIds(), Ids{"job-1.1"}) << "before job-2, which came later";
    EXPECT_FALSE(master.job(other).launched);
}

TEST(SchedulerHold, LetsOthersPassAndAsksForNoOffers) {
    FakeMaster master;
    master.connect();
    const auto held = master.submit();
    master.apply(HoldJob{2, held, "alice", "waits for data"});
    EXPECT_EQ(master.all<cluster::Suppress>().size(), 1u) << "nothing can start";
    master.submit();
    master.give();
    EXPECT_EQ(master.launchedIds(), Ids{"job-2.1"});
    EXPECT_FALSE(master.job(held).launched);
    const auto revived = master.all<cluster::Revive>().size();
    master.apply(ReleaseJob{3, held});
    EXPECT_EQ(master.all<cluster::Revive>().size(), revived + 1);
}

TEST(SchedulerHold, OutlivesARestart) {
    FakeMaster master;
    master.connect();
    const auto id = master.submit();
    master.apply(HoldJob{2, id, "alice", "waits for data"});
    master.restart();
    master.connect();
    master.give();
    EXPECT_TRUE(master.launched().empty());
    EXPECT_EQ(master.job(id).waitText, "held by alice: waits for data");
    master.apply(ReleaseJob{3, id});
    master.give();
    EXPECT_EQ(master.launchedIds(), Ids{"job-1.1"});
}

TEST(SchedulerHold, OutlastsTheRestAfterAFailure) {
    FakeMaster master;
    master.connect();
    auto spec = FakeMaster::spec();
    spec.retries = 1;
    const auto id = master.submit(spec);
    master.give();
    master.update(id, TaskState::Failed, "Command exited with status 7");
    const auto rests = *master.scheduler->nextDeadline();
    master.apply(HoldJob{2, id, "alice", "wrong data"});
    EXPECT_FALSE(master.scheduler->nextDeadline());
    master.apply(ReleaseJob{3, id});
    EXPECT_EQ(master.scheduler->nextDeadline(), rests) << "it still has its pause";
    EXPECT_EQ(master.job(id).waiting, WaitReason::BackOff);
    master.apply(HoldJob{4, id, "alice", "wrong data"});
    master.pass(minutes(5));
    master.give();
    EXPECT_EQ(master.launched().size(), 1u);
    master.apply(ReleaseJob{5, id});
    EXPECT_EQ(master.job(id).notBefore, std::nullopt);
    master.give();
    EXPECT_EQ(master.launchedIds().back(), "job-1.2");
}

TEST(SchedulerHold, EndsWithTheJob) {
    FakeMaster master;
    master.connect();
    const auto id = master.submit();
    master.apply(HoldJob{2, id, "alice", "waits for data"});
    master.apply(KillJob{3, id, "bob", ""});
    EXPECT_EQ(master.job(id).state, JobState::Killed);
    EXPECT_EQ(master.job(id).hold, std::nullopt);
}

TEST(SchedulerHold, RefusesInWordsWhatCannotBeHeldOrReleased) {
    FakeMaster master;
    master.connect();
    const auto refusal = [&](JobsInput input) {
        master.apply(std::move(input));
        return master.answers.back().job ? "" : master.answers.back().job.error().message;
    };
    const auto id = master.submit();
    EXPECT_EQ(refusal(HoldJob{1, {"job-9"}, "alice", "why"}), "No job 'job-9': see 'muster jobs'");
    EXPECT_EQ(refusal(ReleaseJob{1, {"job-9"}}), "No job 'job-9': see 'muster jobs'");
    EXPECT_EQ(refusal(ReleaseJob{1, id}), "Job 'job-1' is not held");
    EXPECT_EQ(refusal(HoldJob{1, id, "alice", "waits for data"}), "");
    EXPECT_EQ(refusal(HoldJob{1, id, "bob", "why"}),
        "Job 'job-1' is already held, by alice: waits for data");
    EXPECT_EQ(refusal(ReleaseJob{1, id}), "");
    master.give();
    EXPECT_EQ(refusal(HoldJob{1, id, "alice", "why"}),
        "Job 'job-1' is being started: only pending jobs can be held");
    master.update(id, TaskState::Running);
    EXPECT_EQ(refusal(HoldJob{1, id, "alice", "why"}),
        "Job 'job-1' is already running: only pending jobs can be held");
    master.update(id, TaskState::Finished);
    EXPECT_EQ(refusal(HoldJob{1, id, "alice", "why"}), "Job 'job-1' has ended: finished");
    EXPECT_EQ(refusal(ReleaseJob{1, id}), "Job 'job-1' has ended: finished");
    EXPECT_EQ(master.answers.back().job.error().kind, Error::Kind::Conflict);
}

TEST(SchedulerRecovery, AsksAboutItsAttemptsBeforeItStartsAny) {
    FakeMaster master;
    master.connect();
    const auto id = master.submit();
    master.submit(FakeMaster::spec("cpus:1;mem:64;gpus:9"));
    master.give();
    master.apply(KillJob{9, id, "alice"});
    master.restart();
    master.calls.clear();
    master.connect();
    EXPECT_EQ(master.all<cluster::Subscribe>().at(0).info.id.value, "M-0001");
    EXPECT_EQ(master.all<cluster::Reconcile>().at(0).tasks.at(0).task, TaskId{"job-1.1"});
    EXPECT_EQ(master.all<cluster::Kill>().size(), 1u) << "the first may have been lost";
    EXPECT_EQ(master.all<cluster::Kill>().at(0).by, (cluster::KilledBy{"alice", ""}));
    master.give();
    EXPECT_TRUE(master.launched().empty()) << "no second attempt while the first may live";
    EXPECT_EQ(master.submit().value, "job-3");
}

TEST(SchedulerRecovery, StartsAgainWhatTheMasterNeverHeardOf) {
    FakeMaster master;
    master.connect();
    const auto id = master.submit();
    master.give();
    master.restart();
    master.connect();
    master.update(*master.job(id).task, TaskState::Unknown, "Reconciliation: Task is unknown", {});
    master.pass(seconds(1));
    master.give();
    EXPECT_EQ(master.job(id).task->value, "job-1.2");
}

TEST(SchedulerRecovery, AsksNothingWhenNothingLives) {
    FakeMaster master;
    master.connect();
    master.submit();
    master.restart();
    master.connect();
    EXPECT_TRUE(master.all<cluster::Reconcile>().empty()) << "an empty list means everything";
}

TEST(SchedulerRecovery, WithANewIdentityEndsAttemptsButKeepsTheQueue) {
    FakeMaster master;
    master.connect();
    const auto live = master.submit();
    const auto waiting = master.submit(FakeMaster::spec("cpus:1;mem:64;gpus:9"));
    master.give();
    master.event(cluster::FrameworkError{"Framework has been removed", true});
    EXPECT_TRUE(master.framework.empty());
    EXPECT_EQ(master.job(live).state, JobState::Failed);
    EXPECT_EQ(
        master.job(live).message, "Framework has been removed; how the attempt ended is unknown");
    EXPECT_EQ(master.job(waiting).state, JobState::Queued);
    master.apply(Disconnected{});
    master.calls.clear();
    master.connect();
    EXPECT_TRUE(master.all<cluster::Subscribe>().at(0).info.id.empty());
}

TEST(SchedulerRecovery, KeepsItsIdentityAfterAnyOtherError) {
    FakeMaster master;
    master.connect();
    const auto id = master.submit();
    master.give();
    master.event(cluster::FrameworkError{"Framework failed over"});
    EXPECT_EQ(master.framework.value, "M-0001");
    EXPECT_TRUE(master.job(id).launched);
}

TEST(SchedulerMemory, DropsTheOldestEndsOverTheLimit) {
    FakeMaster master;
    master.options.keepEnded = 2;
    master.scheduler.emplace(master.options, RecoveredJobs{}, master.now);
    for (int i = 0; i < 4; ++i) {
        const auto id = master.submit();
        master.apply(KillJob{9, id, ""});
        EXPECT_NE(master.scheduler->job(id), nullptr) << "there for the batch that tells of it";
    }
    master.apply(Tick{});
    EXPECT_EQ(master.scheduler->job({"job-2"}), nullptr);
    EXPECT_EQ(master.scheduler->jobs().size(), 2u);
}

// Ten thousand agents that are cut off at once are one thing to explain, not ten thousand.
TEST(SchedulerWaiting, IsExplainedAfterTheLastOfTheInputsThatAreAtHand) {
    FakeMaster master;
    master.connect();
    const auto id = master.submit(FakeMaster::spec("cpus:1;mem:64;gpus:8"));
    master.give("1", "cpus:8;mem:512;gpus:2");
    const auto before = master.job(id).waitText;
    using Then = Scheduler::Then;
    auto& scheduler = *master.scheduler;
    const FromMaster lost{cluster::AgentLost{{"1"}}};
    EXPECT_TRUE(scheduler.apply(lost, master.time(), Then::More).empty());
    EXPECT_EQ(master.job(id).waitText, before);
    const auto outputs = scheduler.apply(Tick{}, master.time());
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_TRUE(std::holds_alternative<JobExplained>(std::get<JobEvent>(outputs[0])));
    EXPECT_NE(master.job(id).waitText, before);
}

TEST(SchedulerMemory, TellsOnlyNewReasonsFarBackInTheQueue) {
    FakeMaster master;
    master.connect();
    for (int i = 0; i < 300; ++i) {
        master.submit(FakeMaster::spec("cpus:1;mem:64;gpus:8"));
    }
    master.give("1", "cpus:8;mem:512;gpus:2");
    EXPECT_EQ(master.changes.size(), 300u);
    master.give("1", "cpus:8;mem:512;gpus:3");
    EXPECT_EQ(master.changes.size(), 100u);
    EXPECT_EQ(master.job({"job-300"}).waitText,
        "No node has 8 GPUs: the largest, node-1, has 3. The job cannot run on this cluster");
}

} // namespace
} // namespace muster::jobs
