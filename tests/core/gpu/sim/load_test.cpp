// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/sim/load.h"

#include <cmath>

#include <gtest/gtest.h>

namespace muster::sim {
namespace {

Gpu board(Profile profile, std::uint64_t seed = 3) {
    Gpu gpu{.model = "Test Board", .seed = seed, .load = profile, .memoryMebibytes = 16384};
    gpu.watts = {20, 250};
    gpu.smClock = {300, 1500};
    gpu.memoryClock = {400, 5000};
    return gpu;
}

TEST(Load, AnIdleBoardIsCoolAndStill) {
    const auto load = loadAt(board(Profile::Idle), 1000);
    EXPECT_EQ(load.gpuPercent, 0U);
    EXPECT_LT(load.celsius, 40U);
    EXPECT_LT(load.milliwatts, 25000U);
    EXPECT_EQ(load.smClock, 300U);
    EXPECT_EQ(load.performanceState, 8U);
    EXPECT_EQ(load.pcieGeneration, 1U);
    EXPECT_EQ(load.throttleReasons & 1, 1U);
}

TEST(Load, StaysWithinTheBoard) {
    for (const auto profile : {Profile::Idle, Profile::Busy, Profile::Mixed}) {
        for (int second = 0; second < 20000; second += 7) {
            const auto load = loadAt(board(profile), second);
            ASSERT_LE(load.gpuPercent, 100U);
            ASSERT_LE(load.memoryPercent, 100U);
            ASSERT_LE(load.memoryUsedMebibytes, 16384U);
            ASSERT_LE(load.milliwatts, 250000U);
            ASSERT_LE(load.celsius, 85U);
            ASSERT_LE(load.smClock, 1500U);
            ASSERT_LE(load.fanPercent, 100U);
            ASSERT_LE(load.pcieReceived + load.pcieSent, 16 * 1000.0);
            ASSERT_GE(load.pcieReceived, 0);
        }
    }
}

TEST(Load, MovesSmoothly) {
    auto last = loadAt(board(Profile::Mixed), 0);
    for (double second = 0.1; second < 2000; second += 0.1) {
        const auto next = loadAt(board(Profile::Mixed), second);
        ASSERT_LE(
            std::abs(static_cast<int>(next.gpuPercent) - static_cast<int>(last.gpuPercent)), 6)
            << second;
        ASSERT_LE(std::abs(static_cast<int>(next.celsius) - static_cast<int>(last.celsius)), 2)
            << second;
        last = next;
    }
}

// Pearson's correlation of two sensors over an hour.
double correlation(unsigned Load::*one, unsigned Load::*other) {
    constexpr int kSamples = 3600;
    double a = 0, b = 0, aa = 0, bb = 0, ab = 0;
    for (int second = 0; second < kSamples; ++second) {
        const auto load = loadAt(board(Profile::Mixed), second);
        const double x = load.*one;
        const double y = load.*other;
        a += x, b += y, aa += x * x, bb += y * y, ab += x * y;
    }
    return (kSamples * ab - a * b) / std::sqrt((kSamples * aa - a * a) * (kSamples * bb - b * b));
}

TEST(Load, PowerClockAndTemperatureFollowTheWork) {
    EXPECT_GT(correlation(&Load::gpuPercent, &Load::milliwatts), 0.95);
    EXPECT_GT(correlation(&Load::gpuPercent, &Load::smClock), 0.8);
    EXPECT_GT(correlation(&Load::gpuPercent, &Load::celsius), 0.7);
}

TEST(Load, IsTheSameForTheSameSeedAndDiffersForAnother) {
    EXPECT_EQ(
        loadAt(board(Profile::Busy), 500).milliwatts, loadAt(board(Profile::Busy), 500).milliwatts);
    EXPECT_NE(loadAt(board(Profile::Busy), 500).milliwatts,
        loadAt(board(Profile::Busy, 4), 500).milliwatts);
}

} // namespace
} // namespace muster::sim
