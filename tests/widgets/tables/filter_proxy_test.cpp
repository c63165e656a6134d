// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/filter_proxy.h"

#include <random>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "tests/widgets/many_rows.h"
#include "tests/widgets/tables/utilization.h"
#include "widgets/models/gpu_model.h"
#include "widgets/models/task_model.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;
using namespace muster::widgets;

namespace {

constexpr auto kUp = Qt::AscendingOrder;
constexpr auto kDown = Qt::DescendingOrder;

struct Listed {
    ClusterState state;
    GpuModel model{state};
    FilterProxy proxy;
    QAbstractItemModelTester tester{&proxy, QAbstractItemModelTester::FailureReportingMode::Fatal};
    std::uint64_t seq = 1;

    explicit Listed(const std::string& picture) {
        proxy.setSourceModel(&model);
        state.apply(draw(picture));
        state.flush();
    }
    void filter(const char* words) {
        const auto done = proxy.setFilter(QString::fromUtf8(words));
        EXPECT_TRUE(done) << done.error().message;
    }
    void becomes(const std::string& picture, std::initializer_list<const char*> removed = {}) {
        auto delta = change(++seq, picture);
        for (const auto* uuid : removed) {
            delta.mutable_removed()->add_gpus(uuid);
        }
        EXPECT_TRUE(state.apply(delta));
        state.apply(samples(picture, state.atMs() + 1000));
        state.flush();
    }
    std::string uuids() { return print(proxy, {GpuModel::Uuid}); }
};

} // namespace

TEST(FilterProxy, SortsByTheSecondKeyWhereTheFirstIsEqual) {
    Listed listed("node1: a free 10, b allocated 20, c free 30, d allocated 40");
    listed.proxy.setSortKeys({{GpuModel::State, kUp}, {kUtilization, kDown}});
    EXPECT_EQ(listed.uuids(), "d\nb\nc\na\n");
    listed.proxy.setSortKeys({{GpuModel::State, kDown}, {kUtilization, kUp}});
    EXPECT_EQ(listed.uuids(), "a\nc\nb\nd\n");
}

TEST(FilterProxy, FollowsChangesOfWhatIsSortedAndFiltered) {
    Listed listed("node1: a free 10, b free 20, c free 30");
    listed.proxy.setSortKeys({{kUtilization, kUp}});
    listed.filter("gpu>5 state:free");
    listed.becomes("node1: a free 99, b allocated 20, c free 30");
    EXPECT_EQ(listed.uuids(), "c\na\n");
    listed.becomes("node1: a free 1, b free 50, c free 30");
    EXPECT_EQ(listed.uuids(), "c\nb\n");
    listed.filter("");
    EXPECT_EQ(listed.uuids(), "a\nc\nb\n");
}

TEST(FilterProxy, KeepsTheLastFilterWhenTheWordsAreWrong) {
    Listed listed("node1: a free 10, b allocated 20");
    listed.filter("state:free");
    EXPECT_FALSE(listed.proxy.setFilter(QStringLiteral("sate:free")));
    EXPECT_EQ(listed.uuids(), "a\n");
    EXPECT_EQ(listed.proxy.filter(), QStringLiteral("state:free"));
}

TEST(FilterProxy, GivesUpAPatternThatWouldHoldUpTheScreen) {
    QStandardItemModel model;
    for (int row = 0; row < 3000; ++row) {
        model.appendRow(new QStandardItem(QString(5000, QLatin1Char('a'))));
    }
    FilterProxy proxy;
    proxy.setSourceModel(&model);
    const auto slow = proxy.setFilter(QStringLiteral("/^(a+)+(a+)+(a|aa)+b$/"));
    if (!slow) {
        EXPECT_EQ(slow.error().kind, Error::Kind::Timeout);
        EXPECT_TRUE(proxy.filter().isEmpty());
        EXPECT_EQ(proxy.rowCount(), 3000);
    } else {
        EXPECT_EQ(proxy.rowCount(), 0) << "a fast machine may answer";
    }
}

TEST(FilterProxy, ShowsNewRowsLastWhileItIsHeld) {
    Listed listed("node1: b free 20, c free 30");
    listed.proxy.setSortKeys({{kUtilization, kUp}});
    listed.proxy.hold(true);
    listed.becomes("node1: b free 40, c free 30, a free 10");
    EXPECT_EQ(listed.uuids(), "b\nc\na\n");
    listed.proxy.settle();
    EXPECT_EQ(listed.uuids(), "a\nc\nb\n");
}

TEST(FilterProxy, LeavesABlankWhereARowWentWhileItIsHeld) {
    Listed listed("node1: a free 10, b free 20, c free 30");
    listed.proxy.setSortKeys({{kUtilization, kUp}});
    listed.filter("state:free");
    listed.proxy.hold(true);
    listed.becomes("node1: b allocated 20, c free 30", {"a"});
    EXPECT_EQ(listed.uuids(), "\nb\nc\n") << "b is no longer wanted, but stays";
    EXPECT_EQ(listed.proxy.flags(listed.proxy.index(0, 0)), Qt::NoItemFlags);
    listed.proxy.hold(false);
    EXPECT_EQ(listed.uuids(), "c\n");
}

TEST(FilterProxy, TellsFewSignalsHoweverMuchChanges) {
    ClusterState state;
    TaskModel model(state);
    FilterProxy proxy;
    proxy.setSourceModel(&model);
    state.apply(manyTasks(2000));
    state.flush();
    proxy.setSortKeys({{TaskModel::Started, kDown}});
    QSignalSpy moved(&proxy, &QAbstractItemModel::layoutChanged);
    QSignalSpy removed(&proxy, &QAbstractItemModel::rowsRemoved);
    QSignalSpy changed(&proxy, &QAbstractItemModel::dataChanged);
    ASSERT_TRUE(state.apply(busyTasks(0, 2000)));
    state.flush();
    EXPECT_EQ(moved.count(), 0) << "what is sorted by did not change";
    EXPECT_EQ(changed.count(), 1);
    ASSERT_TRUE(proxy.setFilter(QStringLiteral("user1")));
    EXPECT_EQ(removed.count(), 1);
}

TEST(FilterProxy, SortsStablyAndAgreesWithAPlainSortThroughRandomChanges) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        Listed listed("node1: a free 10");
        FilterProxy fresh;
        for (int step = 0; step < 40; ++step) {
            std::string picture = "node1:";
            for (int gpu = 0; gpu < 12; ++gpu) {
                picture += (gpu == 0 ? " u" : ", u") + std::to_string(gpu)
                    + (random() % 2 ? " free " : " lost ") + std::to_string(random() % 4);
            }
            const auto gone = "u" + std::to_string(random() % 12);
            const auto alsoGone = "u" + std::to_string(random() % 12);
            switch (random() % 6) {
            case 0:
                listed.proxy.setSortKeys(
                    {{static_cast<int>(random() % 4), random() % 2 ? kUp : kDown},
                        {kUtilization, random() % 2 ? kUp : kDown}});
                break;
            case 1:
                listed.filter(random() % 2 ? "state:free" : "!gpu=2");
                break;
            case 2:
                listed.filter("");
                break;
            case 3:
                listed.proxy.hold(random() % 2 == 0);
                break;
            default:
                listed.becomes(picture);
                listed.becomes("node2: x free", {gone.c_str(), alsoGone.c_str()});
                break;
            }
            ASSERT_GE(listed.proxy.rowCount(), 0);
        }
        listed.proxy.hold(false);
        fresh.setSourceModel(&listed.model);
        fresh.setSortKeys(listed.proxy.sortKeys());
        ASSERT_TRUE(fresh.setFilter(listed.proxy.filter()));
        EXPECT_EQ(listed.uuids(), print(fresh, {GpuModel::Uuid}));
    }
}

TEST(FilterProxy, HandlesFiveThousandGpusAndFiftyThousandTasks) {
    ClusterState state;
    GpuModel gpus(state);
    TaskModel tasks(state);
    FilterProxy gpuProxy;
    FilterProxy taskProxy;
    gpuProxy.setSourceModel(&gpus);
    taskProxy.setSourceModel(&tasks);
    auto snapshot = manyGpus(5000);
    *snapshot.mutable_rows()->mutable_tasks() = manyTasks(50'000).rows().tasks();
    state.apply(snapshot);
    state.flush();
    EXPECT_EQ(gpuProxy.rowCount(), 5000);
    EXPECT_EQ(taskProxy.rowCount(), 50'000);
    ASSERT_TRUE(gpuProxy.setFilter(QStringLiteral("state:free gpu>=50 !m60")));
    for (int row = 0; row < gpuProxy.rowCount(); ++row) {
        ASSERT_GE(gpuProxy.index(row, kUtilization).data(TableModel::SortRole).toInt(), 50);
    }
    EXPECT_GT(gpuProxy.rowCount(), 500);
    ASSERT_TRUE(taskProxy.setFilter(QStringLiteral("state:failed")));
    EXPECT_EQ(taskProxy.rowCount(), 5000);
    taskProxy.setSortKeys({{TaskModel::User, kUp}, {TaskModel::Started, kDown}});
    ASSERT_TRUE(taskProxy.setFilter({}));
    for (int row = 1; row < taskProxy.rowCount(); ++row) {
        const auto at = [&](int i, int column) {
            return taskProxy.index(i, column).data(TableModel::SortRole);
        };
        if (at(row, TaskModel::User) == at(row - 1, TaskModel::User)) {
            ASSERT_LE(at(row, TaskModel::Started).toLongLong(),
                at(row - 1, TaskModel::Started).toLongLong());
        }
    }
    for (int batch = 0; batch < 4; ++batch) {
        ASSERT_TRUE(state.apply(busyTasks(batch, 50'000)));
        state.flush();
    }
    EXPECT_EQ(taskProxy.rowCount(), 50'000);
}
