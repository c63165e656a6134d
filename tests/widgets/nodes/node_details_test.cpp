// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/node_details.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <gtest/gtest.h>

#include "tests/support/bundle.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/nodes/topology_view.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/event_list.h"
#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;
using namespace muster::widgets;

namespace {

v1::Snapshot cluster() {
    auto snapshot = draw("node1: a free 10, b allocated 93 / node2: c free 5");
    auto& rows = *snapshot.mutable_rows();
    for (const auto& [from, to] : {std::pair(0, "b"), std::pair(1, "a")}) {
        auto& path = *rows.mutable_gpus(from)->add_paths();
        path.set_peer(to);
        path.set_level(test::worded("PIX"));
    }
    auto& agent = *rows.mutable_agents(0);
    agent.set_driver_version("550.54.14");
    *agent.mutable_attributes() = test::attributes("rack:b");
    agent.mutable_drain()->set_author("bob");
    agent.mutable_drain()->set_reason("new fans");
    agent.mutable_drain()->set_since_ms(1'700'000'000'000);
    auto& task = *rows.add_tasks();
    task.set_framework_id("F");
    task.set_id("t1");
    task.set_agent_id("S-node1");
    task.set_state(test::worded("TASK_RUNNING"));
    return snapshot;
}

class DetailsOfADrawnNode : public testing::Test {
protected:
    ClusterState state;
    NodeDetails details{state};

    void SetUp() override {
        state.apply(cluster());
        state.flush();
        details.resize(1000, 400);
        details.setNode(QStringLiteral("S-node1"));
        details.show();
    }
    ClusterTable& table(const char* name) {
        return *details.findChild<ClusterTable*>(QString::fromLatin1(name));
    }
    QTabWidget& tabs() { return *details.findChild<QTabWidget*>(); }
    QString fact(const char* name) {
        for (const auto* label : details.findChildren<QLabel*>()) {
            if (label->accessibleName() == QString::fromLatin1(name)) {
                return label->text();
            }
        }
        return {};
    }
};

} // namespace

TEST_F(DetailsOfADrawnNode, ShowsTheGpusAndTasksOfThatNodeOnly) {
    EXPECT_EQ(table("node_gpus").model()->rowCount(), 2);
    EXPECT_EQ(table("node_tasks").model()->rowCount(), 1);
    EXPECT_EQ(tabs().tabText(0), QStringLiteral("GPUs (2)"));
    details.setNode(QStringLiteral("S-node2"));
    EXPECT_EQ(print(*table("node_gpus").model(), {GpuModel::Uuid}), "c\n");
    EXPECT_EQ(table("node_tasks").model()->rowCount(), 0);
    EXPECT_EQ(tabs().tabText(1), QStringLiteral("Tasks (0)"));
    details.setNode({});
    EXPECT_FALSE(details.isVisible());
}

TEST_F(DetailsOfADrawnNode, FollowsAGpuAndATaskThatComeAndGo) {
    auto delta = change(2, "node1: a free");
    delta.mutable_removed()->add_gpus("b");
    auto& gone = *delta.mutable_removed()->add_tasks();
    gone.set_framework_id("F");
    gone.set_task_id("t1");
    ASSERT_TRUE(state.apply(delta));
    state.flush();
    EXPECT_EQ(table("node_gpus").model()->rowCount(), 1);
    EXPECT_EQ(table("node_tasks").model()->rowCount(), 0);
    EXPECT_EQ(tabs().tabText(0), QStringLiteral("GPUs (1)"));
}

TEST_F(DetailsOfADrawnNode, JumpsToAGpuByEnter) {
    const QSignalSpy chosen(&details, &NodeDetails::gpuChosen);
    auto& gpus = table("node_gpus");
    gpus.selectKey(QStringLiteral("b"));
    QTest::keyClick(&gpus, Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen[0][0].toString(), QStringLiteral("b"));
    details.showTab(NodeDetails::Tab::Topology);
    auto& matrix = details.findChild<TopologyView*>()->table();
    matrix.setCurrentIndex(matrix.model()->index(0, 1));
    QTest::keyClick(&matrix, Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 2);
    EXPECT_EQ(chosen[1][0].toString(), QStringLiteral("a"));
}

TEST_F(DetailsOfADrawnNode, ShowsTheEventsOfThatNodeOnly) {
    QSignalSpy watched(&details.events(), &EventList::watched);
    details.showTab(NodeDetails::Tab::Events);
    ASSERT_EQ(watched.count(), 1);
    EXPECT_TRUE(watched[0][0].toBool());
    v1::AuditRows audit;
    audit.add_rows()->set_object("a");
    details.events().model().addOlder(audit);
    EXPECT_EQ(table("node_events").model()->rowCount(), 1);
    details.setNode(QStringLiteral("S-node2"));
    EXPECT_EQ(table("node_events").model()->rowCount(), 0);
}

TEST_F(DetailsOfADrawnNode, SaysTheFactsAndWhyItDrains) {
    EXPECT_EQ(fact("Driver"), QStringLiteral("550.54.14"));
    EXPECT_EQ(fact("CUDA"), QStringLiteral("n/a"));
    EXPECT_EQ(fact("Attributes"), QStringLiteral("rack:b"));
    EXPECT_EQ(fact("GPUs"), QStringLiteral("2 × Tesla M60"));
    EXPECT_TRUE(fact("Drained by").startsWith(QStringLiteral("bob since ")));
    EXPECT_TRUE(fact("Drained by").endsWith(QStringLiteral(": new fans")));
    details.setNode(QStringLiteral("S-node2"));
    EXPECT_EQ(fact("Drained by"), QStringLiteral("nobody"));
}

TEST_F(DetailsOfADrawnNode, ShowsASentenceWhereTheDriverTellsNoTopology) {
    details.showTab(NodeDetails::Tab::Topology);
    auto& matrix = details.findChild<TopologyView*>()->table();
    EXPECT_TRUE(matrix.isVisible());
    details.setNode(QStringLiteral("S-node2"));
    EXPECT_FALSE(matrix.isVisible());
}

TEST(TopologyColours, StandOutFromTheirTextAndFromEachOther) {
    for (const auto& palette : {lightPalette(), darkPalette()}) {
        for (int step = 0; step < TopologyModel::kSteps; ++step) {
            const auto ground = stepColour(step, palette);
            EXPECT_GE(contrast(ground, textOn(ground)), 4.5) << step;
            EXPECT_TRUE(step == 0 || ground != stepColour(step - 1, palette)) << step;
        }
    }
}
