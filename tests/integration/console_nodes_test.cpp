// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// A machine with eight GPUs on the nodes page: its details, tab by tab, and a drain taken back.
#include <QTabBar>
#include <QTableView>
#include <QTest>

#include "tests/support/console/real_console.h"
#include "widgets/forms/command_dialog.h"
#include "widgets/models/audit_model.h"
#include "widgets/models/gpu_model.h"
#include "widgets/models/job_model.h"
#include "widgets/models/node_model.h"
#include "widgets/models/task_model.h"
#include "widgets/nodes/node_details.h"

using namespace muster;
using namespace muster::test;
using models::AuditModel;
using models::GpuModel;
using models::JobModel;
using models::NodeModel;
using models::TaskModel;

namespace {

class ConsoleNodes : public RealConsole {
protected:
    void chooseNode() {
        press(Qt::Key_3, Qt::AltModifier);
        ASSERT_EQ(page(), "nodes");
        click(table("nodes"), table("nodes").proxy().index(0, NodeModel::Name));
    }
    void openTab(const QString& words) {
        auto* bar = window->findChild<widgets::NodeDetails*>()->findChild<QTabBar*>();
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (bar->tabText(tab) == words) {
                QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
                ASSERT_EQ(bar->currentIndex(), tab);
                return;
            }
        }
        FAIL() << "no tab: " << words.toStdString();
    }
};

} // namespace

TEST_F(ConsoleNodes, EightGpusAreJoinedByNvlinkAndShownWithAllTheirFacts) {
    ASSERT_NO_FATAL_FAILURE(open(QStringLiteral("h100x8")));
    ASSERT_NO_FATAL_FAILURE(chooseNode());
    EXPECT_EQ(rows("nodes",
                  {NodeModel::State, NodeModel::GpusFree, NodeModel::GpusTotal, NodeModel::Driver,
                      NodeModel::Cuda}),
        "Active|8|8|550.54.14|12.4\n");
    openTab(QStringLiteral("GPUs (8)"));
    EXPECT_EQ(table("node_gpus").proxy().rowCount(), 8);
    openTab(QStringLiteral("Topology"));
    auto* matrix = qobject_cast<QTableView*>(field(*window, QStringLiteral("Topology")));
    ASSERT_NE(matrix, nullptr);
    ASSERT_EQ(matrix->model()->rowCount(), 8);
    const auto way
        = [&](int from, int to) { return matrix->model()->index(from, to).data().toString(); };
    EXPECT_EQ(way(0, 0), QStringLiteral("X"));
    EXPECT_EQ(way(0, 7), QStringLiteral("NV18"));
    EXPECT_EQ(way(7, 8), QStringLiteral("1")) << "its NUMA node";
    keep("nodes_topology.png");
    openTab(QStringLiteral("Facts"));
    EXPECT_TRUE(shows(QStringLiteral("8 × NVIDIA H100 80GB HBM3")));
    EXPECT_TRUE(shows(QStringLiteral("550.54.14")));
    openTab(QStringLiteral("Topology"));
    click(*matrix, matrix->model()->index(5, 0));
    press(Qt::Key_Return);
    ASSERT_EQ(page(), "gpus");
    EXPECT_TRUE(shows(QStringLiteral(": GPU 5")));
    EXPECT_TRUE(shows(QStringLiteral("NVLink peers: GPU 0 (lanes: 18)")));
    EXPECT_TRUE(shows(QStringLiteral("NUMA node 1")));
    keep("nodes_h100.png");
}

TEST_F(ConsoleNodes, ADrainNamesWhatItStopsAndIsUndone) {
    ASSERT_NO_FATAL_FAILURE(open(QStringLiteral("h100x8")));
    const auto job = submit(QStringLiteral("train"), QStringLiteral("sleep 60"), 8);
    ASSERT_TRUE(jobIs(job, QStringLiteral("Running")));
    ASSERT_NO_FATAL_FAILURE(chooseNode());
    const auto host = cell("nodes", 0, NodeModel::Name).toStdString();
    press(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier); // leaves it
    ASSERT_FALSE(button(mainWindow().currentPage(), QStringLiteral("Drain…"))->isEnabled());
    enterOperatorMode();
    click(mainWindow().currentPage(), QStringLiteral("Drain…"));
    auto* question = inFront<widgets::CommandDialog>();
    ASSERT_NE(question, nullptr);
    EXPECT_TRUE(question->effect().contains(QStringLiteral("1 task")))
        << question->effect().toStdString();
    ASSERT_EQ(question->list().size(), 1);
    EXPECT_TRUE(question->list().first().contains(QStringLiteral("train")));
    EXPECT_FALSE(button(*question, QStringLiteral("Drain"))->isEnabled()) << "without a reason";
    enter(*question, QStringLiteral("Reason"), QStringLiteral("new fans"));
    click(*question, QStringLiteral("Drain"));
    ASSERT_TRUE(until(
        [&] { return cell("nodes", 0, NodeModel::State) == QStringLiteral("Drained"); }, kJobMs))
        << cell("nodes", 0, NodeModel::State).toStdString();
    EXPECT_TRUE(jobIs(job, QStringLiteral("Queued")));
    openTab(QStringLiteral("Events"));
    EXPECT_TRUE(until([&] {
        return rows("node_events", {AuditModel::Author, AuditModel::Action, AuditModel::Detail})
                   .find("root|drain|" + host + ": new fans")
            != std::string::npos;
    })) << rows("node_events", {AuditModel::Action, AuditModel::Detail});
    keep("nodes_drained.png");

    click(mainWindow().currentPage(), QStringLiteral("Resume"));
    ASSERT_TRUE(
        until([&] { return cell("nodes", 0, NodeModel::State) == QStringLiteral("Active"); }));
    ASSERT_TRUE(jobIs(job, QStringLiteral("Running"))) << "it starts again";
    press(Qt::Key_0, Qt::AltModifier);
    ASSERT_EQ(page(), "tasks");
    const auto runs
        = [this] { return rowOf("tasks", TaskModel::State, QStringLiteral("Running")); };
    ASSERT_TRUE(until([&] { return runs() >= 0; })) << rows("tasks", {TaskModel::State});
    click(table("tasks"), table("tasks").proxy().index(runs(), TaskModel::State));
    press(Qt::Key_Delete);
    question = inFront<widgets::CommandDialog>();
    ASSERT_NE(question, nullptr);
    click(*question, QStringLiteral("Kill"));
    EXPECT_TRUE(until([&] { return runs() < 0; }));
}
