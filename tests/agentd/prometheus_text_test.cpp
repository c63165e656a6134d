// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/prometheus_text.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/kernel/base/metric.h"

namespace muster::agentd {
namespace {

using Type = PrometheusText::Type;

std::string label(std::string_view value) {
    std::string out;
    appendLabel(out, "a", value);
    return out;
}

std::string scaled(double factor, std::int64_t value) {
    std::string out;
    DecimalScale(factor).append(value, out);
    return out;
}

TEST(PrometheusLabels, AreSeparatedByCommas) {
    std::string labels;
    appendLabel(labels, "node", "n1");
    appendLabel(labels, "gpu", "0");
    EXPECT_EQ(labels, R"(node="n1",gpu="0")");
}

TEST(PrometheusLabels, EscapeWhatWouldEndThem) {
    EXPECT_EQ(label(R"(C:\x)"), R"(a="C:\\x")");
    EXPECT_EQ(label(R"(x"} 1)"), R"(a="x\"} 1")");
    EXPECT_EQ(label("x\nmuster_gpus 7"), R"(a="x\nmuster_gpus 7")");
    EXPECT_EQ(label("显卡 é"), "a=\"显卡 é\"");
}

TEST(PrometheusLabels, HoldNothingThatIsNoUtf8) {
    EXPECT_EQ(label("a\xff z"), "a=\"a\xEF\xBF\xBD z\"");
    EXPECT_EQ(label("\xC3"), "a=\"\xEF\xBF\xBD\"") << "cut within a letter";
    EXPECT_EQ(label("\xED\xA0\x80"), "a=\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"") << "a surrogate";
}

TEST(DecimalScale, HasNoNoiseOfBinaryFractions) {
    EXPECT_EQ(scaled(0.01, 57), "0.57");
    EXPECT_EQ(scaled(0.01, 7), "0.07");
    EXPECT_EQ(scaled(0.01, 100), "1");
    EXPECT_EQ(scaled(0.01, 0), "0");
    EXPECT_EQ(scaled(0.001, 61'250), "61.25");
    EXPECT_EQ(scaled(0.001, 3), "0.003");
    EXPECT_EQ(scaled(1, 42), "42");
    EXPECT_EQ(scaled(1e6, 1410), "1410000000");
    EXPECT_EQ(scaled(1048576, 2147483647), "2251799812636672");
}

TEST(DecimalScale, SaysWhatEachRowOfTheTableMeans) {
    for (const auto& row : metricTable()) {
        for (const auto value : {0, 1, 9, 10, 57, 99, 100, 101, 999, 1000, 123456789}) {
            const auto said = std::stod(scaled(row.prometheusScale, value));
            const auto meant = value * row.prometheusScale;
            EXPECT_LE(std::abs(said - meant), 1e-12 * std::max(1.0, meant))
                << row.key << " " << value;
        }
    }
}

TEST(PrometheusText, WritesTheHeadOnceAndOnlyBeforeASample) {
    PrometheusText out;
    out.metric("muster_none", Type::Gauge, "Nobody has any");
    out.metric("muster_a", Type::Gauge, "Some");
    out.sample("x=\"1\"", std::int64_t{3});
    out.sample({}, 57, DecimalScale(0.01));
    out.metric("muster_b_total", Type::Counter, "More");
    out.sample({}, 2.5);
    EXPECT_EQ(out.take(),
        "# HELP muster_a Some\n# TYPE muster_a gauge\nmuster_a{x=\"1\"} 3\nmuster_a 0.57\n"
        "# HELP muster_b_total More\n# TYPE muster_b_total counter\nmuster_b_total 2.5\n");
}

TEST(PrometheusText, SumsUpTheBucketsOfAHistogram) {
    PrometheusText out;
    out.metric("muster_wait_seconds", Type::Histogram, "How long");
    const std::int64_t bounds[] = {1, 60};
    const std::uint64_t counts[] = {2, 3, 1};
    out.histogram(bounds, counts, 100.5);
    EXPECT_EQ(out.take(),
        "# HELP muster_wait_seconds How long\n# TYPE muster_wait_seconds histogram\n"
        "muster_wait_seconds_bucket{le=\"1\"} 2\nmuster_wait_seconds_bucket{le=\"60\"} 5\n"
        "muster_wait_seconds_bucket{le=\"+Inf\"} 6\nmuster_wait_seconds_sum 100.5\n"
        "muster_wait_seconds_count 6\n");
}

} // namespace
} // namespace muster::agentd
