// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/heat_map_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "widgets/models/table_model.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

namespace {

constexpr std::int64_t kBegin = 1'700'000'000'000;

struct Shown {
    ClusterState state;
    HeatMapModel model{state};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};

    explicit Shown(const std::string& picture) {
        state.apply(draw(picture));
        state.flush();
    }
    void sample(const std::string& picture, std::int64_t atMs) {
        state.apply(samples(picture, atMs));
        state.flush();
    }
    QString at(int row, int column, int role) {
        return model.index(row, column).data(role).toString();
    }
};

v1::Gpu board(std::optional<std::uint64_t> mebibytes, std::optional<std::uint32_t> milliWatts) {
    v1::Gpu gpu;
    if (mebibytes) {
        gpu.set_memory_bytes(*mebibytes << 20);
    }
    if (milliWatts) {
        gpu.set_power_limit_mw(*milliWatts);
    }
    return gpu;
}

Sample sampleOf(Metric metric, MetricValue value) {
    Sample sample;
    sample.values.fill(kUnknown);
    sample.values[static_cast<std::size_t>(metric)] = value;
    return sample;
}

} // namespace

TEST(HeatMetric, TakesSharesOfTheBoardsOwnLimits) {
    const auto half = sampleOf(Metric::MemoryUsed, 4096);
    EXPECT_EQ(heatNumber(Metric::MemoryUsed, board(8192, {}), &half), 50);
    EXPECT_EQ(heatNumber(Metric::MemoryUsed, board({}, {}), &half), kUnknown);
    const auto watts = sampleOf(Metric::Power, 105'000);
    EXPECT_EQ(heatNumber(Metric::Power, board({}, 100'000), &watts), 105);
    EXPECT_EQ(heatNumber(Metric::Power, board({}, 0), &watts), kUnknown);
    EXPECT_EQ(heatNumber(Metric::Temperature, board({}, {}), nullptr), kUnknown);
    EXPECT_EQ(heatText(Metric::Temperature, 54), QStringLiteral("54 °C"));
    EXPECT_EQ(heatText(Metric::Temperature, kUnknown), QStringLiteral("n/a"));
}

TEST(HeatMetric, PlacesNumbersOnTheScaleAndKeepsTheRestApart) {
    EXPECT_EQ(heatTile(Metric::GpuUtilization, Mark::Busy, 62).level, 62);
    EXPECT_EQ(heatTile(Metric::Power, Mark::Busy, 105).level, 100);
    EXPECT_EQ(heatTile(Metric::Temperature, Mark::Busy, 20).level, 0);
    EXPECT_EQ(heatTile(Metric::Temperature, Mark::Busy, 100).level, 100);
    EXPECT_EQ(heatTile(Metric::Temperature, Mark::Busy, 4).level, 0);
    EXPECT_EQ(heatTile(Metric::GpuUtilization, Mark::Busy, kUnknown).level, HeatTile::kNoLevel);
    EXPECT_EQ(heatTile(Metric::GpuUtilization, Mark::Lost, 62).level, HeatTile::kNoLevel);
    EXPECT_EQ(heatTile(HeatMetric::State, Mark::Lost, kUnknown).level, HeatTile::kNoLevel);
    EXPECT_NE(heatTile(HeatMetric::State, Mark::Busy, kUnknown).level,
        heatTile(HeatMetric::State, Mark::Free, kUnknown).level);
}

TEST(HeatHistory, KeepsFiveMinutesAndSaysWhereNobodyMeasured) {
    HeatHistory history;
    history.reorder({-1});
    for (int i = 0; i < 1000; ++i) {
        history.put(0, kBegin + i * 1000, {i % 100, kUnknown, 40, 50});
    }
    auto trend = history.segments(0, Metric::GpuUtilization);
    ASSERT_EQ(trend.size(), 1u);
    EXPECT_EQ(trend[0].size(), std::size_t(HeatHistory::kSteps));
    EXPECT_EQ(trend[0].back().value, 99) << "the newest of its step";
    EXPECT_TRUE(history.segments(0, Metric::MemoryUsed).empty()) << "unknown is no 0";
    history.put(0, kBegin + 1'030'000, {7, 8, 9, 10});
    trend = history.segments(0, Metric::GpuUtilization);
    ASSERT_EQ(trend.size(), 2u) << "a gap of half a minute";
    EXPECT_EQ(trend[1].size(), 1u);
    history.put(0, kBegin, {50, 50, 50, 50});
    EXPECT_EQ(history.segments(0, Metric::GpuUtilization), trend) << "what is late is left out";
}

TEST(HeatHistory, OfTenThousandGpusIsBelowFiveMegabytes) {
    HeatHistory history;
    history.reorder(std::vector<int>(10'000, -1));
    EXPECT_LE(history.bytes(), 5'000'000u);
}

TEST(HeatMapModel, HasARowForEachNodeAndNothingWhereThereIsNoGpu) {
    Shown shown("node2: c allocated 93 / node1: a free 0, b lost ?");
    ASSERT_EQ(shown.model.rowCount(), 2);
    ASSERT_EQ(shown.model.columnCount(), 2);
    EXPECT_EQ(print(shown.model, {0, 1}), "0|n/a\n93|\n");
    EXPECT_EQ(shown.model.headerData(0, Qt::Vertical, Qt::DisplayRole).toString(),
        QStringLiteral("node1"));
    EXPECT_EQ(shown.model.flags(shown.model.index(1, 1)), Qt::NoItemFlags);
    EXPECT_EQ(shown.model.tileOf(shown.model.index(1, 1)), -1);
    EXPECT_EQ(shown.model.indexOf(2), shown.model.index(1, 0));
    EXPECT_FALSE(shown.model.indexOf(3).isValid());
}

TEST(HeatMapModel, NamesATileAndSaysAllOfIt) {
    Shown shown("node1: a free 0, b lost ?");
    EXPECT_EQ(shown.at(0, 1, Qt::AccessibleTextRole), QStringLiteral("node1 GPU 1"));
    EXPECT_EQ(shown.at(0, 0, HeatMapModel::ValueTextRole), QStringLiteral("0 %"));
    EXPECT_EQ(shown.at(0, 0, Qt::AccessibleDescriptionRole),
        QStringLiteral("Tesla M60, Free, Utilisation 0 %, Memory used n/a, Temperature n/a, "
                       "Power n/a"));
}

TEST(HeatMapModel, PutsNode9BeforeNode10) {
    Shown shown("node10: a free 1 / node9: b free 2");
    EXPECT_EQ(print(shown.model, {0}), "2\n1\n");
}

TEST(HeatMapModel, SaysNothingWhenNothingLooksDifferent) {
    Shown shown("node1: a free 10, b free 20 / node2: c free 30");
    QSignalSpy changed(&shown.model, &QAbstractItemModel::dataChanged);
    shown.sample("node1: a free 10, b free 20", kBegin + 1000);
    EXPECT_EQ(changed.count(), 0);
    shown.sample("node1: a free 10, b free 21", kBegin + 2000);
    ASSERT_EQ(changed.count(), 1);
    EXPECT_EQ(changed[0][0].toModelIndex(), shown.model.index(0, 1));
    EXPECT_EQ(changed[0][1].toModelIndex(), shown.model.index(0, 1));
}

TEST(HeatMapModel, ShowsNoOldValueOfANodeWithoutData) {
    ClusterState state;
    HeatMapModel model(state);
    state.apply(draw("node1: a allocated 93"));
    ASSERT_EQ(model.index(0, 0).data().toString(), QStringLiteral("93"));
    ASSERT_TRUE(state.apply(lost(2, "node1: a allocated")));
    state.flush();
    EXPECT_EQ(model.index(0, 0).data().toString(), QStringLiteral("n/a"));
    EXPECT_EQ(model.tiles()[0].mark, Mark::Lost);
    const auto tile = model.index(0, 0);
    EXPECT_EQ(tile.data(HeatMapModel::StateWordRole).toString(), QStringLiteral("No data"))
        << "a tile has no room for more";
    EXPECT_TRUE(model.facts(0).state.word.startsWith(QStringLiteral("No data since ")));
    EXPECT_TRUE(tile.data(Qt::AccessibleDescriptionRole)
                    .toString()
                    .contains(QStringLiteral("No data since ")));
}

TEST(HeatMapModel, ShowsAnotherMetricWhenAsked) {
    Shown shown("node1: a free 10, b lost ?");
    QSignalSpy changed(&shown.model, &QAbstractItemModel::dataChanged);
    shown.model.setMetric(HeatMetric::State);
    EXPECT_EQ(changed.count(), 1);
    EXPECT_EQ(print(shown.model, {0, 1}), "Free|Lost\n");
    shown.model.setMetric(Metric::Temperature);
    EXPECT_EQ(print(shown.model, {0, 1}), "n/a|n/a\n");
    EXPECT_EQ(shown.model.tiles()[0].level, HeatTile::kNoLevel);
}

TEST(HeatMapModel, RemembersTheTrendOfAGpuWhenNodesComeAndGo) {
    Shown shown("node2: a free 10");
    shown.sample("node2: a free 60", kBegin + 10'000);
    ASSERT_TRUE(shown.state.apply(change(2, "node1: b free")));
    shown.state.flush();
    ASSERT_EQ(shown.model.tileOf(std::string("a")), 1);
    const auto trend = shown.model.facts(1).trend;
    ASSERT_FALSE(trend.empty());
    EXPECT_EQ(trend.front().front().value, 10);
    EXPECT_EQ(trend.back().back().value, 60);
    EXPECT_TRUE(shown.model.facts(0).trend.empty());
}

TEST(HeatMapModel, SaysWhoUsesAGpuAndWhyItIsRestricted) {
    Shown shown("node1: a allocated 10, b restricted 0");
    v1::Delta delta;
    delta.set_seq(2);
    auto& task = *delta.mutable_changed()->add_tasks();
    task.set_framework_id("F");
    task.set_id("t1");
    task.set_name("train");
    task.set_user("alice");
    auto& busy = *delta.mutable_changed()->add_gpus();
    busy = *shown.state.gpu("a");
    busy.set_framework_id("F");
    busy.set_task_id("t1");
    auto& restricted = *delta.mutable_changed()->add_gpus();
    restricted = *shown.state.gpu("b");
    restricted.mutable_restriction()->set_author("bob");
    restricted.mutable_restriction()->set_reason("fan rattles");
    ASSERT_TRUE(shown.state.apply(delta));
    shown.state.flush();
    EXPECT_EQ(shown.model.facts(0).work, QStringLiteral("train of alice"));
    EXPECT_EQ(shown.model.facts(1).trouble, QStringLiteral("Restricted by bob: fan rattles"));
    EXPECT_EQ(shown.model.facts(1).title, QStringLiteral("node1 GPU 1"));
}
