// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/metric_text.h"

#include <cmath>

#include <gtest/gtest.h>

#include "widgets/models/heat_metric.h"
#include "widgets/models/text.h"

using namespace muster;
using namespace muster::models;

TEST(MetricText, HasWordsForEachRowOfTheTable) {
    for (const auto& row : metricTable()) {
        EXPECT_FALSE(metricLabel(row.metric).isEmpty()) << row.key;
        EXPECT_FALSE(metricHelp(row.metric).isEmpty()) << row.key;
        EXPECT_EQ(metricUnit(row.metric).isEmpty(), row.unit.empty()) << row.key;
        EXPECT_FALSE(metricText(row.metric, 1).isEmpty()) << row.key;
        EXPECT_EQ(metricText(row.metric, kUnknown), unknownText()) << row.key;
        EXPECT_TRUE(std::isnan(metricNumber(row.metric, kUnknown))) << row.key;
        EXPECT_EQ(metricNumber(row.metric, row.shownDivisor), 1) << row.key;
    }
}

TEST(MetricText, IsWrittenAsPeopleReadIt) {
    EXPECT_EQ(metricText(Metric::Power, 61'600), QStringLiteral("62"));
    EXPECT_EQ(metricUnit(Metric::Power), QStringLiteral("W"));
    EXPECT_EQ(metricNumber(Metric::Power, 61'600), 61.6);
    EXPECT_EQ(metricText(Metric::PerformanceState, 8), QStringLiteral("P8"));
    EXPECT_EQ(metricText(Metric::ThrottleReasons, 0), QStringLiteral("none"));
    EXPECT_EQ(
        metricText(Metric::ThrottleReasons, 0x44), QStringLiteral("power cap, thermal (hardware)"));
    EXPECT_EQ(metricText(Metric::MemoryUsed, 4096), QStringLiteral("4096"));
}

TEST(MetricText, KnowsTheLimitsOfTheBoard) {
    v1::Gpu gpu;
    EXPECT_EQ(metricLimit(Metric::MemoryUsed, gpu), 0);
    EXPECT_EQ(metricLimit(Metric::Power, gpu), 0);
    gpu.set_memory_bytes(std::uint64_t{8192} << 20);
    gpu.set_power_limit_mw(150'500);
    EXPECT_EQ(metricLimit(Metric::MemoryUsed, gpu), 8192);
    EXPECT_EQ(metricLimit(Metric::Power, gpu), 150.5);
    EXPECT_EQ(metricLimit(Metric::Temperature, gpu), 0);
}

TEST(HeatMetrics, AreTheRowsOfTheTableThatHaveAColourScaleAndTheState) {
    std::size_t place = 0;
    for (const auto& row : metricTable()) {
        if (!row.heat) {
            continue;
        }
        ASSERT_LT(place, heatMeasures()) << row.key;
        EXPECT_EQ(heatMetrics()[place], HeatMetric(row.metric)) << row.key;
        EXPECT_EQ(heatPlace(row.metric), place) << row.key;
        const auto scale = heatScale(row.metric);
        EXPECT_FALSE(scale.label.isEmpty()) << row.key;
        EXPECT_FALSE(scale.help.isEmpty()) << row.key;
        EXPECT_LT(scale.low, scale.high) << row.key;
        EXPECT_EQ(heatTile(row.metric, Mark::Busy, scale.high).level, HeatTile::kTopLevel);
        ++place;
    }
    EXPECT_EQ(place, heatMeasures());
    EXPECT_EQ(heatMetrics().back(), HeatMetric::State);
}
