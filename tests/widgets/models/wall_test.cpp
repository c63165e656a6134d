// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/wall.h"

#include <gtest/gtest.h>

#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/models/text.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

namespace {

ClusterState& with(ClusterState& state, const v1::Snapshot& snapshot) {
    state.apply(snapshot);
    return state;
}

v1::Alert raised(const char* id, const char* severity, qint64 sinceMs) {
    v1::Alert out;
    out.set_id(id);
    out.set_name(id);
    out.set_severity(test::worded(severity));
    out.set_text("something is wrong");
    out.set_since_ms(sinceMs);
    return out;
}

v1::Job queued(const char* id, int priority, qint64 submittedMs, const char* reason = "Gpus") {
    auto out = job(id, "queued", reason);
    out.set_name(id);
    out.set_priority(priority);
    out.set_submitted_ms(submittedMs);
    return out;
}

QString names(const std::vector<WallJob>& jobs) {
    QStringList out;
    for (const auto& job : jobs) {
        out << job.name;
    }
    return out.join(QLatin1Char(' '));
}

} // namespace

TEST(WallFigures, CountEachGpuOnceAndAverageWhatIsKnown) {
    auto snapshot = draw("n1: a free 0, b allocated 90, c draining 60, d offered ? / "
                         "n2: e restricted 0, f unhealthy 0, g lost 50",
        1);
    snapshot.mutable_rows()->mutable_agents(1)->set_state(test::worded("unreachable"));
    *snapshot.mutable_rows()->add_jobs() = job("j1", "running");
    *snapshot.mutable_rows()->add_jobs() = job("j2", "queued", "Gpus");
    *snapshot.mutable_rows()->add_jobs() = job("j3", "finished");
    ClusterState state;
    const auto figures = wallFigures(with(state, snapshot));
    EXPECT_EQ(figures.gpus, 7);
    EXPECT_EQ(figures.busy, 2);
    EXPECT_EQ(figures.free, 2);
    EXPECT_EQ(figures.outOfService, 3);
    EXPECT_EQ(figures.nodes, 2);
    EXPECT_EQ(figures.nodesActive, 1);
    EXPECT_EQ(figures.running, 1);
    EXPECT_EQ(figures.waiting, 1);
    EXPECT_EQ(figures.utilization, 50); // of a, b, c: what n2 said last is no figure
    EXPECT_EQ(figures.milliwatts, -1);
}

TEST(WallFigures, CountNoGpuThatNobodyGetsAsFree) {
    ClusterState state;
    const auto figures = wallFigures(with(state, draw("n1: a unavailable 0 / n2: b free 0")));
    EXPECT_EQ(figures.free, 1);
    EXPECT_EQ(figures.outOfService, 1);
}

TEST(WallFigures, CountNoGpuWithoutDataAsFreeOrBusy) {
    ClusterState state;
    state.apply(draw("n1: a free 0, b allocated 90 / n2: c allocated 40"));
    ASSERT_TRUE(state.apply(lost(2, "n1: a free, b allocated")));
    const auto figures = wallFigures(state);
    EXPECT_EQ(figures.free, 0);
    EXPECT_EQ(figures.busy, 1);
    EXPECT_EQ(figures.outOfService, 0);
    EXPECT_EQ(figures.away, 2);
    EXPECT_EQ(figures.nodesActive, 1);
    EXPECT_EQ(figures.utilization, 40);
    const auto tile = wallGpu(state, "b");
    EXPECT_EQ(tile.state.word, QStringLiteral("No data"));
    EXPECT_EQ(tile.detail, QStringLiteral("since %1").arg(clockText(kLostAtMs)));
    EXPECT_EQ(tile.utilization, kUnknown);
}

TEST(WallFigures, SayThatNothingIsKnown) {
    const ClusterState state;
    EXPECT_EQ(wallFigures(state).utilization, -1);
    EXPECT_EQ(wallFigures(state).gpus, 0);
}

TEST(WallGpu, NamesNodeAndIndexAndSaysWhoseTaskOrWhatIsWrong) {
    auto snapshot = draw("n1: a allocated 93, b restricted 0, c lost 7", 1);
    auto& rows = *snapshot.mutable_rows();
    rows.mutable_gpus(0)->set_framework_id("F");
    rows.mutable_gpus(0)->set_task_id("T");
    auto& task = *rows.add_tasks();
    task.set_framework_id("F");
    task.set_id("T");
    task.set_user("alice");
    rows.mutable_gpus(1)->mutable_restriction()->set_reason("fan rattles");
    rows.mutable_gpus(2)->set_problem("fell off the bus");
    ClusterState state;
    with(state, snapshot);
    EXPECT_EQ(wallGpu(state, "a").name, QStringLiteral("n1:0"));
    EXPECT_EQ(wallGpu(state, "a").utilization, 93);
    EXPECT_EQ(wallGpu(state, "a").detail, QStringLiteral("alice"));
    EXPECT_EQ(wallGpu(state, "b").detail, QStringLiteral("fan rattles"));
    EXPECT_EQ(wallGpu(state, "c").detail, QStringLiteral("fell off the bus"));
    EXPECT_EQ(wallGpu(state, "c").utilization, kUnknown);
    EXPECT_TRUE(wallGpu(state, "nobody").name.isEmpty());
}

TEST(WallScreens, KeepTheTilesOfANodeTogether) {
    using Screens = std::vector<std::pair<int, int>>;
    EXPECT_EQ(wallScreens({4, 4, 4}, 8), (Screens{{0, 8}, {8, 4}}));
    EXPECT_EQ(wallScreens({3, 6, 2}, 8), (Screens{{0, 3}, {3, 8}}));
    EXPECT_EQ(wallScreens({}, 8), Screens{});
}

TEST(WallScreens, SplitOnlyANodeThatIsLargerThanAScreen) {
    using Screens = std::vector<std::pair<int, int>>;
    EXPECT_EQ(wallScreens({2, 20, 3}, 8), (Screens{{0, 2}, {2, 8}, {10, 8}, {18, 7}}));
    EXPECT_EQ(wallScreens({3}, 1), (Screens{{0, 1}, {1, 1}, {2, 1}}));
}

TEST(WallQueue, ListsWaitingJobsAsTheyAreServedAndCountsTheRest) {
    auto snapshot = draw("n1: a free 0", 1);
    auto& rows = *snapshot.mutable_rows();
    *rows.add_jobs() = queued("late", 0, 300);
    *rows.add_jobs() = queued("early", 0, 100, "Priority");
    *rows.add_jobs() = queued("urgent", 9, 400);
    rows.mutable_jobs(2)->set_wait_text("8 GPUs requested, 1 free on n1");
    *rows.add_jobs() = queued("middle", 0, 200);
    ClusterState state;
    const auto queue = wallQueue(with(state, snapshot), 3);
    EXPECT_EQ(names(queue.waiting), QStringLiteral("urgent early middle"));
    EXPECT_EQ(queue.waitingInAll, 4);
    EXPECT_EQ(queue.waiting[0].detail, QStringLiteral("8 GPUs requested, 1 free on n1"));
    EXPECT_FALSE(queue.waiting[1].detail.isEmpty()); // the reason's own sentence
    ASSERT_EQ(queue.reasons.size(), 2u);
    EXPECT_EQ(queue.reasons[0], std::pair(QStringLiteral("GPUs"), 3));
}

TEST(WallQueue, ListsTheNewestRunningJobsWithTheirNode) {
    auto snapshot = draw("n1: a free 0", 1);
    for (const auto& [id, started] : {std::pair("old", 100), std::pair("new", 200)}) {
        auto& running = *snapshot.mutable_rows()->add_jobs();
        running = job(id, "running");
        running.set_name(id);
        running.set_started_ms(started);
        running.set_agent_id("S-n1");
    }
    ClusterState state;
    const auto queue = wallQueue(with(state, snapshot), 9);
    EXPECT_EQ(names(queue.running), QStringLiteral("new old"));
    EXPECT_EQ(queue.running[0].detail, QStringLiteral("n1"));
    EXPECT_EQ(queue.running[0].gpus, QStringLiteral("1"));
    EXPECT_TRUE(wallQueue(state, 0).running.empty());
}

TEST(WallAlerts, PutAlarmsFirstThenCriticalOnesThenTheNewest) {
    auto snapshot = draw("n1: a free 0", 1);
    auto& rows = *snapshot.mutable_rows();
    *rows.add_alerts() = raised("old warning", "warning", 100);
    *rows.add_alerts() = raised("seen", "critical", 300);
    rows.mutable_alerts(1)->set_acknowledged_by("bob");
    *rows.add_alerts() = raised("new warning", "warning", 400);
    *rows.add_alerts() = raised("alarm", "critical", 200);
    ClusterState state;
    const auto alerts = wallAlerts(with(state, snapshot), 1000);
    QStringList order;
    for (const auto& shown : alerts) {
        order << shown.name;
    }
    EXPECT_EQ(order.join(QLatin1Char('/')), QStringLiteral("alarm/seen/new warning/old warning"));
    EXPECT_TRUE(alerts[0].alarm);
    EXPECT_FALSE(alerts[1].alarm);
    EXPECT_TRUE(alerts[1].critical);
}

TEST(WallAlerts, AreAnAlarmUnlessAcknowledgedOrMutedOrMerelyAWarning) {
    ClusterState state;
    auto snapshot = draw("n1: a free 0", 1);
    auto& row = *snapshot.mutable_rows()->add_alerts();
    row = raised("x", "warning", 1);
    EXPECT_FALSE(alarms(with(state, snapshot), 1000));
    row.set_severity(test::worded("critical"));
    EXPECT_TRUE(alarms(with(state, snapshot), 1000));
    row.set_muted_until_ms(1500);
    EXPECT_FALSE(alarms(with(state, snapshot), 1000));
    EXPECT_TRUE(alarms(state, 1500));
    row.set_acknowledged_by("bob");
    EXPECT_FALSE(alarms(with(state, snapshot), 2000));
}
