// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/traffic.h"

#include <limits>

#include "tests/core/gpu/direct.h"
#include "tests/core/gpu/machine.h"

namespace muster::gpu {
namespace {

constexpr std::int64_t kSecond = 1'000'000;
constexpr Metric kTraffic[]
    = {Metric::PcieReceived, Metric::PcieSent, Metric::NvlinkReceived, Metric::NvlinkSent};

std::optional<MetricValue> rate(std::uint64_t count, std::int64_t elapsed, std::uint64_t unit) {
    return Traffic::rate({1000, 50}, {1000 + count, 50 + elapsed}, unit);
}

TEST(TrafficRate, IsTheMeanSinceTheLastReading) {
    EXPECT_EQ(rate(512 << 20, kSecond, 1), 512);
    EXPECT_EQ(rate(512 << 20, 2 * kSecond, 1), 256);
    EXPECT_EQ(rate(2048, kSecond, 1024), 2);
    EXPECT_EQ(rate(0, kSecond, 1), 0) << "nothing was sent: that is measured";
}

TEST(TrafficRate, WaitsWhenLittleTimeHasPassed) {
    EXPECT_EQ(rate(512 << 20, 1000, 1), std::nullopt);
    EXPECT_EQ(rate(0, 0, 1), std::nullopt);
}

TEST(TrafficRate, IsUnknownWhenACounterOrAClockWentBackOrNoGpuIsSoFast) {
    EXPECT_EQ(Traffic::rate({1000, 0}, {999, kSecond}, 1), kUnknown);
    EXPECT_EQ(Traffic::rate({0, kSecond}, {1000, 0}, 1), kUnknown);
    EXPECT_EQ(rate(std::uint64_t{1} << 50, kSecond, 1024), kUnknown);
    EXPECT_EQ(Traffic::rate({0, 0}, {std::numeric_limits<std::uint64_t>::max(), kSecond}, 1024),
        kUnknown);
}

TEST(Traffic, OfCountersIsKnownFromTheSecondSampleOn) {
    Direct direct(scenarioPath("h100x8"));
    for (const auto& gpu : direct.sample()) {
        for (const auto metric : kTraffic) {
            EXPECT_EQ(valueOf(gpu, metric), kUnknown);
        }
    }
    usleep(250'000);
    const auto gpus = direct.sample();
    for (const auto metric : kTraffic) {
        EXPECT_GT(valueOf(gpus.front(), metric), 100) << info(metric).key << ": it is busy";
        EXPECT_EQ(valueOf(gpus.back(), metric), 0) << info(metric).key << ": it is idle";
    }
    EXPECT_GT(valueOf(gpus.front(), Metric::NvlinkSent), valueOf(gpus.front(), Metric::PcieSent));
}

TEST(Traffic, OfCountersOutlivesADiscovery) {
    Direct direct(scenarioPath("h100x8"));
    direct.sample();
    usleep(250'000);
    direct.session.answer(Request::Discover);
    EXPECT_NE(valueOf(direct.sample().front(), Metric::NvlinkSent), kUnknown);
}

// Two calls of 100 ms for each board would take longer than all of this.
TEST(Traffic, WithoutCountersIsMeasuredOneGpuATurn) {
    const Machine machine(
        boards(4, R"("calls": {"nvmlDeviceGetPcieThroughput": {"latencyUs": 100000}}, )"));
    Direct direct(machine.path());
    direct.session.answer(Request::Discover);
    const auto before = std::chrono::steady_clock::now();
    const auto measured = [&](const std::vector<GpuSample>& gpus) {
        return std::count_if(gpus.begin(), gpus.end(),
            [](const auto& gpu) { return valueOf(gpu, Metric::PcieReceived) != kUnknown; });
    };
    EXPECT_EQ(measured(direct.sample()), 1);
    EXPECT_LT(std::chrono::steady_clock::now() - before, 700ms);
    EXPECT_EQ(measured(direct.sample()), 2) << "the first one's value stays";
    direct.session.answer(Request::Discover);
    EXPECT_EQ(measured(direct.sample()), 3) << "through a discovery, too";
    EXPECT_EQ(measured(direct.sample()), 4);
}

TEST(Traffic, IsUnknownWhereTheBoardOrTheDriverHasNoneOfIt) {
    Direct old(scenarioPath("k40x1"));
    EXPECT_EQ(valueOf(old.sample().front(), Metric::PcieReceived), kUnknown);
    const Machine machine(boards(1, "",
        R"(, "faults": {"unsupported": ["nvmlDeviceGetFieldValues", "nvmlDeviceGetPcieThroughput"]})"));
    Direct direct(machine.path());
    direct.sample();
    usleep(250'000);
    const auto gpu = direct.sample().front();
    for (const auto metric : kTraffic) {
        EXPECT_EQ(valueOf(gpu, metric), kUnknown) << info(metric).key;
    }
    EXPECT_EQ(gpu.health, GpuHealth::Ok);
    EXPECT_EQ(gpu.trouble, "");
}

TEST(Traffic, OfALostGpuIsUnknown) {
    const Machine machine(
        boards(1, R"("calls": {"nvmlDeviceGetFieldValues": {"error": 15, "after": 0.2}}, )"));
    Direct direct(machine.path());
    EXPECT_EQ(direct.sample().front().health, GpuHealth::Ok);
    usleep(250'000);
    const auto gpu = direct.sample().front();
    EXPECT_EQ(gpu.health, GpuHealth::Lost);
    for (const auto value : gpu.values) {
        EXPECT_EQ(value, kUnknown);
    }
}

} // namespace
} // namespace muster::gpu
