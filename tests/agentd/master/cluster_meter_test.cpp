// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/cluster_meter.h"

#include <gtest/gtest.h>

#include "tests/agentd/master/samples.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;
using history::ClusterFigure;

class ClusterMeterTest : public testing::Test {
protected:
    test::TemporaryFolder folder;
    history::Telemetry telemetry = *history::Telemetry::open({.path = folder / "telemetry.db"});
    TelemetryHub hub{telemetry};
    LiveData live;
    ClusterMeter meter{hub, live};

    MetricValue now(ClusterFigure figure) const {
        return meter.sample(kThen)[static_cast<std::size_t>(figure)];
    }
    void measure(const std::string& agent, Metric metric, std::vector<std::int32_t> values) {
        muster::v1::Telemetry sample;
        sample.set_at_us(1);
        auto& column = *sample.add_columns();
        column.set_metric(static_cast<std::uint32_t>(metric));
        column.mutable_values()->Add(values.begin(), values.end());
        ASSERT_TRUE(hub.take(agent, sample));
    }
};

TEST_F(ClusterMeterTest, KnowsNothingOfWhatNobodyMeasures) {
    EXPECT_EQ(now(ClusterFigure::GpuUtilization), kUnknown);
    EXPECT_EQ(now(ClusterFigure::Power), kUnknown);
    EXPECT_EQ(now(ClusterFigure::MemoryTotal), kUnknown);
    EXPECT_EQ(now(ClusterFigure::GpusTotal), 0);
    EXPECT_EQ(now(ClusterFigure::WaitLongest), 0);
}

TEST_F(ClusterMeterTest, FollowsTheSamplesOfAllAgents) {
    hub.setGpus("S0", {{"a"}, {"b"}});
    hub.setGpus("S1", {{"c"}});
    measure("S0", Metric::GpuUtilization, {10, 30});
    measure("S1", Metric::GpuUtilization, {80});
    EXPECT_EQ(now(ClusterFigure::GpuUtilization), 40);
    measure("S0", Metric::GpuUtilization, {kUnknown, 90});
    EXPECT_EQ(now(ClusterFigure::GpuUtilization), 85) << "the mean of those that are measured";
    measure("S0", Metric::Power, {150'000, 250'500});
    EXPECT_EQ(now(ClusterFigure::Power), 400);
    EXPECT_EQ(now(ClusterFigure::GpuUtilization), 80) << "the newest sample of S0 has none";
    hub.forget("S1");
    EXPECT_EQ(now(ClusterFigure::GpuUtilization), kUnknown);
    hub.setGpus("S0", {{"b"}, {"a"}});
    EXPECT_EQ(now(ClusterFigure::Power), kUnknown) << "samples of the old order are void";
}

TEST_F(ClusterMeterTest, HoldsThePowerAndMemoryOfTenThousandGpus) {
    constexpr int kGpus = 10'000;
    std::vector<GpuUuid> uuids;
    for (int i = 0; i < kGpus; ++i) {
        uuids.push_back({std::to_string(i)});
        meter.put(uuids.back().value, {.memoryMib = 192 * 1024});
    }
    hub.setGpus("S0", uuids);
    measure("S0", Metric::Power, std::vector<std::int32_t>(kGpus, 1'200'000));
    EXPECT_EQ(now(ClusterFigure::Power), 12'000'000);
    measure("S0", Metric::MemoryUsed, std::vector<std::int32_t>(kGpus, 192 * 1024));
    EXPECT_EQ(now(ClusterFigure::MemoryUsed), 1'966'080'000);
    EXPECT_EQ(now(ClusterFigure::MemoryTotal), 1'966'080'000);
}

TEST_F(ClusterMeterTest, CountsGpusByTheirLastWord) {
    meter.put("a", {.allocated = true});
    meter.put("b", {});
    meter.put("c", {.allocated = true});
    meter.put("a", {});
    EXPECT_EQ(now(ClusterFigure::GpusTotal), 3);
    EXPECT_EQ(now(ClusterFigure::GpusAllocated), 1);
    meter.removeGpu("c");
    meter.removeGpu("c");
    EXPECT_EQ(now(ClusterFigure::GpusTotal), 2);
    EXPECT_EQ(now(ClusterFigure::GpusAllocated), 0);
}

TEST_F(ClusterMeterTest, KnowsTheQueueAndItsWait) {
    meter.put(JobId{"job-1"}, {.submitted = kThen - 100s});
    meter.put(JobId{"job-2"}, {.submitted = kThen - 20s});
    meter.put(JobId{"job-3"}, {.queued = false, .submitted = kThen - 900s});
    EXPECT_EQ(now(ClusterFigure::JobsQueued), 2);
    EXPECT_EQ(now(ClusterFigure::JobsRunning), 1);
    EXPECT_EQ(now(ClusterFigure::WaitMean), 60);
    EXPECT_EQ(now(ClusterFigure::WaitLongest), 100);
    meter.put(JobId{"job-1"}, {.queued = false, .submitted = kThen - 100s});
    EXPECT_EQ(now(ClusterFigure::WaitLongest), 20);
    meter.removeJob({"job-2"});
    EXPECT_EQ(now(ClusterFigure::JobsQueued), 0);
    EXPECT_EQ(now(ClusterFigure::WaitMean), 0);
}

TEST_F(ClusterMeterTest, TakesJobsThatWereSubmittedAtTheSameTimeOneByOne) {
    for (const auto* id : {"job-1", "job-2", "job-3"}) {
        meter.put(JobId{id}, {.submitted = kThen - 10s});
    }
    meter.removeJob({"job-2"});
    EXPECT_EQ(now(ClusterFigure::JobsQueued), 2);
    EXPECT_EQ(now(ClusterFigure::WaitMean), 10);
}

TEST_F(ClusterMeterTest, CountsTheQueueByReason) {
    meter.put(JobId{"job-1"}, {.submitted = kThen, .waiting = WaitReason::Gpus});
    meter.put(JobId{"job-2"}, {.submitted = kThen, .waiting = WaitReason::Gpus});
    meter.put(JobId{"job-3"}, {.queued = false, .submitted = kThen});
    EXPECT_EQ(meter.queued(WaitReason::Gpus), 2);
    EXPECT_EQ(meter.running(), 1);
    meter.put(JobId{"job-2"}, {.submitted = kThen, .waiting = WaitReason::Held});
    EXPECT_EQ(meter.queued(WaitReason::Gpus), 1);
    EXPECT_EQ(meter.queued(WaitReason::Held), 1);
    meter.removeJob({"job-1"});
    EXPECT_EQ(meter.queued(WaitReason::Gpus), 0);
    EXPECT_EQ(meter.queued(WaitReason::None), 0);
}

TEST_F(ClusterMeterTest, KnowsTheOldestOfEachReason) {
    EXPECT_EQ(meter.oldest(WaitReason::Gpus), std::nullopt);
    meter.put(JobId{"job-1"}, {.submitted = kThen - 50s, .waiting = WaitReason::Gpus});
    meter.put(JobId{"job-2"}, {.submitted = kThen - 90s, .waiting = WaitReason::Gpus});
    meter.put(JobId{"job-3"}, {.submitted = kThen - 200s, .waiting = WaitReason::Held});
    EXPECT_EQ(meter.oldest(WaitReason::Gpus), kThen - 90s);
    EXPECT_EQ(meter.oldest(WaitReason::Held), kThen - 200s);
    EXPECT_EQ(now(ClusterFigure::WaitLongest), 200);
    meter.removeJob({"job-2"});
    EXPECT_EQ(meter.oldest(WaitReason::Gpus), kThen - 50s);
    meter.removeJob({"job-1"});
    EXPECT_EQ(meter.oldest(WaitReason::Gpus), std::nullopt);
}

TEST_F(ClusterMeterTest, MeasuresTheWaitOfEachJobOnce) {
    meter.put(JobId{"job-1"}, {.submitted = kThen - 90s});
    EXPECT_EQ(meter.waits().sum, 0s);
    const ClusterMeter::Job started{
        .queued = false, .submitted = kThen - 90s, .firstStarted = kThen - 30s};
    meter.put(JobId{"job-1"}, started);
    auto again = started;
    again.queued = true; // its second attempt waits, too, but no longer as a new job
    meter.put(JobId{"job-1"}, again);
    meter.put(JobId{"job-1"}, started);
    EXPECT_EQ(meter.waits().sum, 60s);
    EXPECT_EQ(meter.waits().counts[3], 1u) << "at most a minute";
    meter.put(JobId{"job-2"}, // submitted and started in one batch
        {.queued = false, .submitted = kThen, .firstStarted = kThen});
    EXPECT_EQ(meter.waits().counts[0], 1u);
}

} // namespace
} // namespace muster::agentd
