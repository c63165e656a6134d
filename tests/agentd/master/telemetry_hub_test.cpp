// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "agentd/master/telemetry_hub.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

constexpr std::int64_t kSampled = 1'700'000'000'000'000; // us

struct HubOfAnAgent {
    test::TemporaryFolder folder;
    history::Telemetry history = *history::Telemetry::open({.path = folder / "telemetry.db"});
    TelemetryHub hub{history};

    HubOfAnAgent() { hub.setGpus("S0", {{"GPU-a"}, {"GPU-b"}}); }

    static muster::v1::Telemetry samples(
        std::vector<std::int32_t> values, std::uint32_t metric = 0, std::int64_t at = kSampled) {
        muster::v1::Telemetry out;
        out.set_at_us(at);
        auto& column = *out.add_columns();
        column.set_metric(metric);
        column.mutable_values()->Add(values.begin(), values.end());
        return out;
    }
    bool take(muster::v1::Telemetry telemetry) { return hub.take("S0", telemetry); }
    // What the history has of the GPU at kSampled; -2: nothing.
    int stored(const char* gpu, Metric metric = Metric::GpuUtilization) {
        const Instant at{Duration(kSampled)};
        const auto series = history.query({.gpus = {{gpu}},
            .metric = metric,
            .from = at - std::chrono::seconds(10),
            .to = at + std::chrono::seconds(10)});
        EXPECT_TRUE(series.has_value());
        return series->front().points.empty() ? -2 : series->front().points.front().max;
    }
};

TEST(TelemetryHub, StoresSamplesUnderTheirGpus) {
    HubOfAnAgent world;
    EXPECT_TRUE(world.take(HubOfAnAgent::samples({11, 22})));
    EXPECT_EQ(world.stored("GPU-a"), 11);
    EXPECT_EQ(world.stored("GPU-b"), 22);
    const auto& newest = world.hub.newest().at("S0");
    EXPECT_EQ(newest.agent_id(), "S0");
    EXPECT_EQ(newest.gpu_generation(), 1u);
}

TEST(TelemetryHub, DropsWrongShapes) {
    HubOfAnAgent world;
    EXPECT_FALSE(world.take(HubOfAnAgent::samples({11})));
    EXPECT_FALSE(world.take(HubOfAnAgent::samples({11, 22, 33})));
    EXPECT_FALSE(world.take(HubOfAnAgent::samples({11}, kMetricCount)));
    EXPECT_FALSE(world.take(HubOfAnAgent::samples({11, 22}, 0, 0)));
    auto stranger = HubOfAnAgent::samples({11, 22});
    EXPECT_FALSE(world.hub.take("S9", stranger));
    EXPECT_TRUE(world.hub.newest().empty());
    EXPECT_EQ(world.stored("GPU-a"), -2);
}

// An agent that is upgraded before its master.
TEST(TelemetryHub, StoresWhatItKnowsOfALaterVersionsAgentAndPassesTheRestOn) {
    HubOfAnAgent world;
    auto later = HubOfAnAgent::samples({11, 22});
    auto& unknown = *later.add_columns();
    unknown.set_metric(kMetricCount);
    unknown.add_values(1);
    unknown.add_values(2);
    EXPECT_TRUE(world.take(later));
    EXPECT_EQ(world.stored("GPU-a"), 11);
    EXPECT_EQ(world.hub.newest().at("S0").columns_size(), 2);
}

TEST(TelemetryHub, TakesAnEarlierVersionsAgentWithFewerMetrics) {
    HubOfAnAgent world;
    EXPECT_TRUE(world.take(HubOfAnAgent::samples({11, 22}, 0)));
    EXPECT_TRUE(world.take(HubOfAnAgent::samples({33, 44}, 0, kSampled + 1'000'000)));
    EXPECT_EQ(world.stored("GPU-b"), 22);
    EXPECT_EQ(world.stored("GPU-b", Metric::PcieReceived), -2) << "unknown, not 0";
}

TEST(TelemetryHub, TakesValuesBelowUnknownAsUnknown) {
    HubOfAnAgent world;
    EXPECT_TRUE(world.take(HubOfAnAgent::samples({-7, 22})));
    EXPECT_EQ(world.stored("GPU-a"), -2);
    EXPECT_EQ(world.stored("GPU-b"), 22);
}

TEST(TelemetryHub, ANewOrderIsANewGeneration) {
    HubOfAnAgent world;
    EXPECT_EQ(world.hub.generation("S0"), 1u);
    world.hub.setGpus("S0", {{"GPU-a"}, {"GPU-b"}});
    EXPECT_EQ(world.hub.generation("S0"), 1u);
    EXPECT_TRUE(world.take(HubOfAnAgent::samples({1, 2})));
    world.hub.setGpus("S0", {{"GPU-b"}, {"GPU-a"}});
    EXPECT_EQ(world.hub.generation("S0"), 2u);
    EXPECT_TRUE(world.hub.newest().empty()); // of the old order
    EXPECT_TRUE(world.take(HubOfAnAgent::samples({22, 11})));
    EXPECT_EQ(world.stored("GPU-a"), 11);
    EXPECT_EQ(world.stored("GPU-b"), 22);
}

TEST(TelemetryHub, ForgetsSamplesButNoGeneration) {
    HubOfAnAgent world;
    EXPECT_TRUE(world.take(HubOfAnAgent::samples({1, 2})));
    world.hub.forget("S0");
    EXPECT_TRUE(world.hub.newest().empty());
    EXPECT_EQ(world.hub.generation("S0"), 1u);
    EXPECT_EQ(world.hub.generation("S9"), 0u);
}

TEST(TelemetryHub, ForgetsAllOfAnAgentThatHasLeft) {
    HubOfAnAgent world;
    EXPECT_TRUE(world.take(HubOfAnAgent::samples({1, 2})));
    world.hub.remove("S0");
    EXPECT_TRUE(world.hub.newest().empty());
    EXPECT_EQ(world.hub.sums().utilization.count, 0);
    EXPECT_EQ(world.hub.generation("S0"), 0u);
    EXPECT_FALSE(world.take(HubOfAnAgent::samples({1, 2})));
    world.hub.setGpus("S0", {{"GPU-b"}, {"GPU-a"}});
    EXPECT_EQ(world.hub.generation("S0"), 2u) << "none that was before";
}

TEST(TelemetryHub, TellsTheNewestValuesOfEachGpu) {
    HubOfAnAgent world;
    EXPECT_TRUE(world.take(HubOfAnAgent::samples({11, -7})));
    std::map<std::string, MetricValue> told;
    const auto note = [&](const GpuUuid& gpu, const TelemetryHub::Values& values) {
        told[gpu.value] = values[static_cast<std::size_t>(Metric::GpuUtilization)];
        EXPECT_EQ(values[static_cast<std::size_t>(Metric::Power)], kUnknown);
    };
    world.hub.eachNewest("S0", note);
    EXPECT_EQ(told, (std::map<std::string, MetricValue>{{"GPU-a", 11}, {"GPU-b", kUnknown}}));
    told.clear();
    world.hub.eachNewest("S9", note);
    world.hub.forget("S0");
    world.hub.eachNewest("S0", note);
    EXPECT_TRUE(told.empty());
}

TEST(TelemetryHub, LeavesOutWhatIsAnotherAgentsGpu) {
    HubOfAnAgent world;
    auto samples = HubOfAnAgent::samples({11, 22});
    ASSERT_TRUE(world.hub.take("S0", samples, {{GpuUuid{"GPU-b"}, "of node1"}}));
    EXPECT_EQ(world.stored("GPU-a"), 11);
    EXPECT_EQ(world.stored("GPU-b"), -2);
    EXPECT_EQ(world.hub.sums().utilization.count, 1);
}

} // namespace
} // namespace muster::agentd
