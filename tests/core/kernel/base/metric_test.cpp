// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/metric.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace muster {
namespace {

TEST(MetricTable, IsInEnumOrder) {
    ASSERT_EQ(metricTable().size(), kMetricCount);
    for (std::size_t i = 0; i < kMetricCount; ++i) {
        EXPECT_EQ(static_cast<std::size_t>(metricTable()[i].metric), i);
        EXPECT_EQ(&info(static_cast<Metric>(i)), &metricTable()[i]);
    }
}

TEST(MetricTable, EndsWithTheLastMetric) {
    EXPECT_EQ(static_cast<std::size_t>(Metric::NvlinkSent) + 1, kMetricCount);
}

// Agents, masters and consoles of other versions send and ask by these numbers.
TEST(MetricTable, NeverChangesANumberOfTheWire) {
    constexpr std::string_view kKeys[] = {"gpu_utilization", "memory_utilization", "memory_used",
        "temperature", "power", "sm_clock", "memory_clock", "fan_speed", "performance_state",
        "ecc_uncorrected", "pcie_generation", "pcie_width", "throttle_reasons", "pcie_received",
        "pcie_sent", "nvlink_received", "nvlink_sent"};
    ASSERT_EQ(metricTable().size(), std::size(kKeys)) << "the next number is for ever";
    for (std::size_t i = 0; i < std::size(kKeys); ++i) {
        EXPECT_EQ(metricTable()[i].key, kKeys[i]);
    }
}

TEST(MetricTable, NamesEachMetricOnceAndFindsItAgain) {
    constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789_";
    const auto isName = [&](std::string_view name) {
        return !name.empty() && name.find_first_not_of(kAllowed) == std::string_view::npos;
    };
    std::set<std::string_view> names;
    for (const auto& row : metricTable()) {
        EXPECT_TRUE(isName(row.key)) << row.key;
        EXPECT_TRUE(row.prometheus.starts_with("muster_gpu_") && isName(row.prometheus)) << row.key;
        EXPECT_TRUE(names.insert(row.key).second) << row.key;
        EXPECT_TRUE(names.insert(row.prometheus).second) << row.prometheus;
        EXPECT_TRUE(row.dcgm.empty() || names.insert(row.dcgm).second) << row.dcgm;
        EXPECT_EQ(metricByKey(row.key), row.metric);
    }
    EXPECT_EQ(metricByKey("nonsense"), std::nullopt);
    EXPECT_EQ(metricByKey(""), std::nullopt);
}

TEST(MetricTable, HasWordsAndAScaleForEach) {
    for (const auto& row : metricTable()) {
        EXPECT_FALSE(row.label.empty()) << row.key;
        EXPECT_FALSE(row.help.empty()) << row.key;
        EXPECT_FALSE(row.help.ends_with('.')) << row.key;
        EXPECT_GE(row.maximum, 0) << row.key;
        EXPECT_GT(row.prometheusScale, 0) << row.key;
        EXPECT_GT(row.shownDivisor, 0) << row.key;
        EXPECT_EQ(row.shownUnit.empty(), row.shownDivisor == 1) << row.key;
        if (row.heat) {
            EXPECT_FALSE(row.heat->label.empty()) << row.key;
            EXPECT_FALSE(row.heat->help.empty()) << row.key;
            EXPECT_LT(row.heat->low, row.heat->high) << row.key;
        }
    }
}

TEST(MetricTable, DrawsOnlyOneUnitInAChart) {
    for (const auto& a : metricTable()) {
        EXPECT_EQ(a.chart.title.empty(), a.chart.line.empty()) << a.key;
        for (const auto& b : metricTable()) {
            if (!a.chart.title.empty() && a.chart.title == b.chart.title) {
                EXPECT_EQ(a.unit, b.unit) << a.key << " " << b.key;
                EXPECT_EQ(a.metric == b.metric, a.chart.line == b.chart.line) << a.key;
            }
        }
    }
}

// https://prometheus.io/docs/practices/naming: the base unit is at the end of the name.
TEST(MetricTable, NamesTheBaseUnitForPrometheus) {
    const std::pair<std::string_view, std::pair<std::string_view, double>> kUnits[]
        = {{"%", {"_ratio", 0.01}}, {"MiB", {"_bytes", 0x1p20}}, {"°C", {"_celsius", 1}},
            {"mW", {"_watts", 0.001}}, {"MHz", {"_hertz", 1e6}},
            {"MiB/s", {"_bytes_per_second", 0x1p20}}, {"", {"", 1}}};
    for (const auto& row : metricTable()) {
        const auto* unit
            = std::ranges::find(kUnits, row.unit, [](const auto& one) { return one.first; });
        ASSERT_NE(unit, std::end(kUnits)) << row.key;
        EXPECT_TRUE(row.prometheus.ends_with(unit->second.first)) << row.prometheus;
        EXPECT_EQ(row.prometheusScale, unit->second.second) << row.key;
    }
}

} // namespace
} // namespace muster
