// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/cluster_queries.h"

#include <gtest/gtest.h>

#include "agentd/clock.h"
#include "agentd/master/cluster_meter.h"
#include "core/proto/time.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;
using history::ClusterFigure;

// A master with one agent of two GPUs, whose tasks are played by hand.
struct QueriedMaster : TestMaster {
    history::Telemetry telemetry = *history::Telemetry::open({.path = folder / "telemetry.db"});
    TelemetryHub hub{telemetry};
    LiveData live;
    ClusterMeter meter{hub, live};
    std::uint64_t updates = 0;
    Instant began = now();

    cluster::AgentInfo info{.hostname = "node-1",
        .total = *Resources::parse("cpus:8;mem:1024;gpus:2"),
        .gpus = {{.uuid = {"g1"}, .memory = Bytes::mebi(80'000)}, {.uuid = {"g2"}, .minor = 1}}};

    QueriedMaster() {
        control->onEvents = [this](const BatchEvents& events) { meter.onEvents(events, *control); };
        run();
        addAgent(info, {{.gpu = {"g1"}}, {.gpu = {"g2"}}});
    }
    JobId submit(const std::string& user, const std::string& resources) {
        return TestMaster::submit(trainingJob(resources, user), user);
    }
    void update(const JobId& id, TaskState state, std::vector<GpuUuid> gpus = {}) {
        const auto* job = control->jobs().job(id);
        ASSERT_TRUE(job->task);
        const cluster::TaskStatus status{.task = *job->task,
            .state = state,
            .source = StatusSource::Executor,
            .uuid = UuidSequence(++updates).next(),
            .at = now(),
            .agent = job->agent};
        control->fromAgent(
            agent, cluster::StatusUpdate{control->jobsFramework(), status, std::move(gpus)});
        run();
    }

    void hold(const JobId& id, const char* gpu) { // as the agent tells
        const cluster::TaskKey holder{control->jobsFramework(), *control->jobs().job(id)->task};
        control->fromAgent(agent,
            cluster::AgentUpdate{info,
                {{.gpu = {gpu}, .state = GpuState::Allocated, .holder = holder}, {.gpu = {"g2"}}}});
        run();
    }

    ClusterQueries queries() { return {*control, journal, telemetry}; }
    // In an hour from now.
    muster::v1::Usage usage() {
        muster::v1::QueryUsage query;
        query.set_from_ms(proto::milliseconds(began - 1h));
        const auto reply = queries().usage(query, now().wall + 1h);
        EXPECT_TRUE(reply.has_value());
        return reply->usage();
    }
    std::string holders(const char* gpu) {
        muster::v1::QueryHolders query;
        query.add_gpus(gpu);
        query.set_from_ms(proto::milliseconds(began - 1h));
        const auto reply = queries().holders(query, now().wall + 1h);
        EXPECT_TRUE(reply.has_value());
        std::string out;
        for (const auto& task : reply->ended().tasks()) {
            out += task.id() + " ";
        }
        return out;
    }
};

TEST(ClusterQueries, CountsWhatRunsUntilNow) {
    QueriedMaster world;
    const auto job = world.submit("alice", "cpus:2;mem:32;gpus:1");
    world.update(job, TaskState::Running, {{"g1"}});
    const auto usage = world.usage();
    ASSERT_EQ(usage.rows_size(), 1);
    EXPECT_EQ(usage.rows(0).user(), "alice");
    EXPECT_NEAR(static_cast<double>(usage.rows(0).gpu_ms()), 3'600'000, 60'000);
    EXPECT_EQ(usage.rows(0).cpu_ms(), 2 * usage.rows(0).gpu_ms());
    EXPECT_EQ(usage.rows(0).tasks(), 1u);
    EXPECT_EQ(usage.rows(0).failed(), 0u);
    EXPECT_EQ(usage.rows(0).started(), 1u);
    EXPECT_FALSE(usage.cut());
}

TEST(ClusterQueries, CountsAnEndedTaskOnceAndWhetherItFailed) {
    QueriedMaster world;
    const auto job = world.submit("alice", "cpus:1;mem:32;gpus:2");
    world.update(job, TaskState::Running, {{"g1"}, {"g2"}});
    world.update(job, TaskState::Failed, {{"g1"}, {"g2"}});
    ASSERT_EQ(world.control->jobs().job(job)->state, JobState::Failed);
    const auto usage = world.usage();
    ASSERT_EQ(usage.rows_size(), 1);
    EXPECT_EQ(usage.rows(0).tasks(), 1u);
    EXPECT_EQ(usage.rows(0).failed(), 1u);
    EXPECT_EQ(usage.rows(0).started(), 1u);
    EXPECT_LT(usage.rows(0).gpu_ms(), 60'000) << "it has ended";
}

TEST(ClusterQueries, CountsTheWaitOfAJobWithoutAUserWhereItsTimeCounts) {
    QueriedMaster world;
    const auto job = world.submit("", "cpus:1;mem:32;gpus:1");
    world.update(job, TaskState::Running, {{"g1"}});
    const auto usage = world.usage();
    ASSERT_EQ(usage.rows_size(), 1);
    EXPECT_EQ(usage.rows(0).user(), "root");
    EXPECT_EQ(usage.rows(0).started(), 1u);
}

TEST(ClusterQueries, ListsTheUserOfMostGpuTimeFirst) {
    QueriedMaster world;
    for (const auto* user : {"alice", "bob"}) {
        const auto resources = std::string("cpus:1;mem:32") + (user[0] == 'b' ? ";gpus:1" : "");
        world.update(world.submit(user, resources), TaskState::Running);
    }
    const auto usage = world.usage();
    ASSERT_EQ(usage.rows_size(), 2);
    EXPECT_EQ(usage.rows(0).user(), "bob");
    EXPECT_EQ(usage.rows(1).user(), "alice");
}

TEST(ClusterQueries, NamesWhoHadAGpuAndWhoHasIt) {
    QueriedMaster world;
    const auto first = world.submit("alice", "cpus:1;mem:32;gpus:2");
    world.update(first, TaskState::Running, {{"g1"}, {"g2"}});
    world.update(first, TaskState::Finished, {{"g1"}, {"g2"}});
    EXPECT_EQ(world.holders("g1"), "job-1.1 ");
    EXPECT_EQ(world.holders("g2"), "job-1.1 ");
    EXPECT_EQ(world.holders("g3"), "");
    const auto second = world.submit("bob", "cpus:1;mem:32;gpus:1");
    world.update(second, TaskState::Running, {{"g1"}});
    world.hold(second, "g1");
    EXPECT_EQ(world.holders("g1"), "job-2.1 job-1.1 ");
    EXPECT_EQ(world.holders("g2"), "job-1.1 ");
    const auto seen = world.meter.sample(now());
    EXPECT_EQ(seen[static_cast<std::size_t>(ClusterFigure::GpusAllocated)], 1);
}

TEST(ClusterQueries, RefusesAnEmptySpanAndAnUnknownSeriesInWords) {
    QueriedMaster world;
    muster::v1::QueryUsage usage;
    usage.set_from_ms(proto::milliseconds(now().wall + 1h));
    EXPECT_FALSE(world.queries().usage(usage, now()));
    muster::v1::QueryClusterHistory history;
    history.add_series("gpus");
    history.set_to_ms(1);
    const auto refused = world.queries().history(history);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().message.starts_with(
        "Unknown series 'gpus' of the cluster, use gpu_utilization, power, "))
        << refused.error().message;
}

TEST(ClusterQueries, GivesASeriesOnceHoweverOftenItIsNamed) {
    QueriedMaster world;
    muster::v1::QueryClusterHistory query;
    for (int i = 0; i < 10'000; ++i) {
        query.add_series("power");
    }
    query.add_series("gpus_total");
    query.set_to_ms(1000);
    const auto reply = world.queries().history(query);
    ASSERT_TRUE(reply);
    ASSERT_EQ(reply->cluster_history().series_size(), 2);
    EXPECT_EQ(reply->cluster_history().series(1).key(), "gpus_total");
}

TEST(ClusterQueries, ReadsABoundedNumberOfTasksThatHadTheGpus) {
    QueriedMaster world;
    history::Change change;
    muster::v1::QueryHolders query;
    for (int gpu = 0; gpu < 11; ++gpu) {
        const auto uuid = fmt::format("GPU-{:02}", gpu);
        query.add_gpus(uuid);
        for (int i = 0; i < 10'000; ++i) {
            const auto id = fmt::format("{}-{}", uuid, i);
            const auto ended = world.began + gpu * 10s + i * 1ms; // the next GPU's are newer
            change.upserts.push_back({"task", id, "opaque"});
            change.endings.push_back({.kind = "task",
                .id = id,
                .at = ended,
                .interval = history::UsageInterval{
                    .started = world.began, .user = "alice", .held = {{uuid}}}});
        }
    }
    ASSERT_TRUE(world.journal.commit(std::span(&change, 1)));
    query.set_limit(10'000);
    const auto refused = world.queries().holders(query, now().wall + 1h);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
        "The GPUs had more than 100000 tasks in that time: ask for fewer GPUs, a shorter time or "
        "fewer tasks");
    query.set_limit(9'000);
    EXPECT_TRUE(world.queries().holders(query, now().wall + 1h));
}

TEST(ClusterQueries, CountsTheGpusOfAnAgentThatNobodyIsOffered) {
    QueriedMaster world;
    const auto seen = world.meter.sample(now());
    EXPECT_EQ(seen[static_cast<std::size_t>(ClusterFigure::GpusTotal)], 2);
}

TEST(ClusterQueries, TellsTheFiguresThatTheMeterSaw) {
    QueriedMaster world;
    world.submit("alice", "cpus:1;mem:32");
    world.submit("alice", "cpus:99;mem:32");
    const Instant at = now();
    history::append(world.telemetry, at, world.meter.sample(at));
    muster::v1::QueryClusterHistory query;
    query.set_from_ms(proto::milliseconds(at - 60s));
    query.set_to_ms(proto::milliseconds(at + 60s));
    const auto reply = world.queries().history(query);
    ASSERT_TRUE(reply);
    const auto& history = reply->cluster_history();
    EXPECT_EQ(history.step_ms(), 1000);
    ASSERT_EQ(history.series_size(), static_cast<int>(history::kClusterFigureCount));
    std::map<std::string, std::pair<std::string, std::int64_t>> seen;
    for (const auto& series : history.series()) {
        if (!series.points().empty()) {
            seen[series.key()] = {series.unit(), series.points(0).maximum()};
            EXPECT_EQ(series.points(0).average(), 1000 * series.points(0).maximum());
        }
    }
    EXPECT_EQ(seen["gpus_total"], std::pair(std::string("GPUs"), std::int64_t{2}));
    EXPECT_EQ(seen["jobs_queued"].second, 2) << "one of them is being prepared";
    EXPECT_FALSE(seen.contains("power"));
}

} // namespace
} // namespace muster::agentd
