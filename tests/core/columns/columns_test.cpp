// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <gtest/gtest.h>

#include "core/columns/alert.h"
#include "core/columns/event.h"
#include "core/columns/gpu.h"
#include "core/columns/job.h"
#include "core/columns/node.h"
#include "core/columns/offer.h"
#include "core/columns/refusal.h"
#include "core/columns/task.h"
#include "core/columns/usage.h"

namespace muster::columns {
namespace {

std::vector<Heading> headings(auto table) {
    std::vector<Heading> out;
    for (const auto& column : table) {
        out.push_back(column.heading);
    }
    return out;
}

std::vector<std::pair<const char*, std::vector<Heading>>> tables() {
    return {{"alerts", headings(alertColumns())}, {"events", headings(eventColumns())},
        {"gpus", headings(gpuColumns())}, {"jobs", headings(jobColumns())},
        {"nodes", headings(nodeColumns())}, {"offers", headings(offerColumns())},
        {"refusals", headings(refusalColumns())}, {"tasks", headings(taskColumns())},
        {"usage", headings(usageColumns())}};
}

// The columns that screens show of a table, the first ones in the order given.
void expectOrder(auto table, std::span<const std::string_view> order) {
    std::set<std::string_view> keys;
    for (const auto* column : onScreen(table, order)) {
        EXPECT_TRUE(keys.insert(column->heading.key).second) << column->heading.key;
        EXPECT_NE(column->heading.rank, Rank::Absent) << column->heading.key;
    }
    EXPECT_EQ(keys.size(), std::ranges::count_if(table, [](const auto& column) {
        return column.heading.rank != Rank::Absent;
    }));
}

TEST(Columns, HaveAnOrderOnScreenForAllThatAreShown) {
    expectOrder(alertColumns(), alertOrder());
    expectOrder(eventColumns(), eventOrder());
    expectOrder(gpuColumns(), gpuOrder());
    expectOrder(jobColumns(), jobOrder());
    expectOrder(nodeColumns(), nodeOrder());
    expectOrder(offerColumns(), offerOrder());
    expectOrder(refusalColumns(), refusalOrder());
    expectOrder(taskColumns(), taskOrder());
    expectOrder(usageColumns(), usageOrder());
}

TEST(Columns, HaveKeysThatAreUniqueWordsOfJson) {
    for (const auto& [table, all] : tables()) {
        std::set<std::string_view> keys;
        for (const auto& heading : all) {
            EXPECT_TRUE(keys.insert(heading.key).second) << table << ": " << heading.key;
            EXPECT_FALSE(heading.key.empty()) << table;
            EXPECT_EQ(heading.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"),
                std::string_view::npos)
                << table << ": " << heading.key;
        }
    }
}

TEST(Columns, HaveATitleAndWhatTheirReadersNeed) {
    for (const auto& [table, all] : tables()) {
        for (const auto& heading : all) {
            const bool inTable = heading.listed == Listed::Table || heading.listed == Listed::Wide;
            EXPECT_FALSE(heading.title.empty()) << table << ": " << heading.key;
            EXPECT_EQ(inTable, !heading.head.empty()) << table << ": " << heading.key;
            EXPECT_EQ(heading.rank != Rank::Absent, !heading.names.empty())
                << table << ": " << heading.key;
            EXPECT_FALSE(heading.listed == Listed::Never && heading.rank == Rank::Absent)
                << table << ": nobody shows " << heading.key;
        }
    }
}

TEST(Columns, HaveNamesInFiltersThatAreUnique) {
    for (const auto& [table, all] : tables()) {
        std::set<std::string> names;
        for (const auto& heading : all) {
            std::string rest(heading.names);
            while (!rest.empty()) {
                const auto blank = rest.find(' ');
                const auto name = rest.substr(0, blank);
                EXPECT_TRUE(names.insert(name).second) << table << ": " << name;
                rest = blank == std::string::npos ? "" : rest.substr(blank + 1);
            }
        }
    }
}

TEST(GpuColumns, ShowEachMetricOnceInItsOwnUnit) {
    std::set<Metric> shown;
    for (const auto& column : gpuColumns()) {
        if (const auto metric = column.heading.metric) {
            EXPECT_TRUE(shown.insert(*metric).second) << column.heading.key;
            EXPECT_EQ(column.heading.help, info(*metric).help);
        }
    }
    EXPECT_EQ(shown.size(), kMetricCount);
    EXPECT_EQ(find(gpuColumns(), "power_watts")->heading.unit, "W");
    EXPECT_EQ(find(gpuColumns(), "fan_percent")->heading.title, info(Metric::FanSpeed).label);
    EXPECT_EQ(find(gpuColumns(), "nothing"), nullptr);
}

TEST(PlainText, SaysWhatIsUnknownAndWhatIsNothing) {
    EXPECT_EQ(plainText({}, Value()), "n/a");
    EXPECT_EQ(plainText({}, std::string()), "-");
    EXPECT_EQ(plainText({}, std::vector<std::string>()), "-");
    EXPECT_EQ(plainText({.measure = Measure::Moment}, std::int64_t{0}), "-");
    EXPECT_EQ(plainText({.measure = Measure::Number}, std::int64_t{0}), "0");
}

TEST(PlainText, SaysValuesWithTheirUnits) {
    EXPECT_EQ(plainText({}, true), "yes");
    EXPECT_EQ(plainText({}, std::vector<std::string>{"a", "b"}), "a, b");
    EXPECT_EQ(plainText({.measure = Measure::Number, .unit = "%"}, std::int64_t{97}), "97%");
    EXPECT_EQ(plainText({.measure = Measure::Number, .unit = "MiB/s"}, std::int64_t{3}), "3 MiB/s");
    EXPECT_EQ(plainText({.measure = Measure::Thousandths}, std::int64_t{2500}), "2.5");
    EXPECT_EQ(plainText({.measure = Measure::Duration}, std::int64_t{90}), "1 min 30 s");
    EXPECT_EQ(plainText({.measure = Measure::Moment}, std::int64_t{1'795'176'271'000}),
        "2026-11-20T12:04:31Z");
}

TEST(ShareText, SaysThePartOfTheWhole) {
    const Heading memory{.measure = Measure::Mebibytes, .unit = "MiB"};
    EXPECT_EQ(shareText(memory, std::int64_t{10}, std::int64_t{80}), "10/80 MiB");
    EXPECT_EQ(shareText(memory, Value(), std::int64_t{80}), "n/a/80 MiB");
    EXPECT_EQ(shareText(memory, Value(), Value()), "n/a");
}

TEST(ThrottleReasons, AreTheWordsOfTheBits) {
    EXPECT_TRUE(throttleReasons(0).empty());
    EXPECT_EQ(throttleReasons(0x4 | 0x20),
        (std::vector<std::string_view>{"power cap", "thermal (software)"}));
}

} // namespace
} // namespace muster::columns
