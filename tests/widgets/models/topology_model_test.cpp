// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/topology_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <gtest/gtest.h>

#include "tests/support/words.h"
#include "tests/widgets/draw.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

namespace {

void join(v1::Snapshot& snapshot, int from, int to, const char* level, unsigned lanes = 0) {
    auto& rows = *snapshot.mutable_rows();
    for (const auto& [one, other] : {std::pair(from, to), std::pair(to, from)}) {
        auto& gpu = *rows.mutable_gpus(one);
        auto& path = *gpu.add_paths();
        path.set_peer(rows.gpus(other).uuid());
        path.set_level(test::worded(level));
        if (lanes > 0) {
            auto& link = *gpu.add_links();
            link.set_peer(rows.gpus(other).uuid());
            link.set_lanes(lanes);
        }
    }
}

v1::Snapshot machine() {
    auto snapshot = draw("node1: a free, b free, c free / node2: d free");
    join(snapshot, 0, 1, "PIX");
    join(snapshot, 0, 2, "SYS", 4);
    snapshot.mutable_rows()->mutable_gpus(0)->set_numa_node(0);
    return snapshot;
}

class TopologyOfADrawnNode : public testing::Test {
protected:
    ClusterState state;
    TopologyModel model{state};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};

    void SetUp() override {
        state.apply(machine());
        state.flush();
        model.setNode("S-node1");
    }
    QString at(int row, int column, int role = Qt::DisplayRole) const {
        return model.index(row, column).data(role).toString();
    }
    int step(int row, int column) const {
        return model.index(row, column).data(TopologyModel::StepRole).toInt();
    }
};

} // namespace

TEST_F(TopologyOfADrawnNode, IsTheMatrixOfNvidiaSmi) {
    EXPECT_EQ(print(model, {0, 1, 2, 3}), "X|PIX|NV4|0\nPIX|X|?|n/a\nNV4|?|X|n/a\n");
    EXPECT_EQ(model.headerData(2, Qt::Horizontal, Qt::DisplayRole), QStringLiteral("GPU 2"));
    EXPECT_EQ(model.headerData(3, Qt::Horizontal, Qt::DisplayRole), QStringLiteral("NUMA"));
    EXPECT_EQ(model.headerData(1, Qt::Vertical, Qt::DisplayRole), QStringLiteral("GPU 1"));
}

TEST_F(TopologyOfADrawnNode, SaysEachCellAsASentence) {
    EXPECT_EQ(at(0, 1, Qt::AccessibleTextRole),
        QStringLiteral("GPU 0 to GPU 1: PIX, at most a single PCIe bridge"));
    EXPECT_EQ(at(0, 2, Qt::AccessibleTextRole), QStringLiteral("GPU 0 to GPU 2: NV4, NVLinks: 4"));
    EXPECT_EQ(
        at(1, 2, Qt::ToolTipRole), QStringLiteral("GPU 1 to GPU 2: not reported by the driver"));
    EXPECT_EQ(at(0, 0, Qt::ToolTipRole), QStringLiteral("GPU 0 itself"));
    EXPECT_EQ(at(0, 3, Qt::ToolTipRole), QStringLiteral("GPU 0 is on NUMA node 0"));
}

TEST_F(TopologyOfADrawnNode, StepsFromNvLinkToTheFarthest) {
    EXPECT_EQ(step(0, 2), 0);
    EXPECT_EQ(step(0, 1), 1);
    EXPECT_EQ(step(0, 0), TopologyModel::kNoStep);
    EXPECT_EQ(step(1, 2), TopologyModel::kNoStep);
    const auto legend = TopologyModel::legend();
    ASSERT_EQ(legend.size(), static_cast<std::size_t>(TopologyModel::kSteps));
    for (int i = 0; i < TopologyModel::kSteps; ++i) {
        EXPECT_EQ(legend[static_cast<std::size_t>(i)].step, i);
        EXPECT_FALSE(legend[static_cast<std::size_t>(i)].meaning.isEmpty());
    }
}

TEST_F(TopologyOfADrawnNode, IsResetOnlyWhenWhatItShowsChanges) {
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    v1::Delta delta;
    delta.set_seq(2);
    *delta.mutable_changed()->add_gpus() = state.gpus().at("a");
    delta.mutable_changed()->mutable_gpus(0)->set_state(test::worded("allocated"));
    ASSERT_TRUE(state.apply(delta));
    state.flush();
    EXPECT_EQ(resets.count(), 0) << "a task started: the machine is the same";
    delta.set_seq(3);
    delta.mutable_changed()->mutable_gpus(0)->clear_links();
    ASSERT_TRUE(state.apply(delta));
    state.flush();
    EXPECT_EQ(resets.count(), 1);
    EXPECT_EQ(at(0, 2), QStringLiteral("SYS")) << "the link is down";
}

TEST_F(TopologyOfADrawnNode, IsOfOneNode) {
    EXPECT_TRUE(model.told());
    model.setNode("S-node2");
    EXPECT_EQ(print(model, {0, 1}), "X|n/a\n");
    EXPECT_FALSE(model.told());
    model.setNode("");
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.columnCount(), 0);
}
