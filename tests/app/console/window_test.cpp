// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/main_window.h"

#include <algorithm>

#include <QLabel>
#include <QStatusBar>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/pages/gpus_page.h"
#include "app/console/pages/history_page.h"
#include "app/console/pages/overview_page.h"
#include "app/console/pages/work_page.h"
#include "app/console/program/options.h"
#include "app/console/state_cache.h"
#include "tests/app/console/window_world.h"
#include "tests/widgets/draw.h"
#include "widgets/charts/bar_chart.h"
#include "widgets/charts/time_chart.h"
#include "widgets/forms/log_text.h"
#include "widgets/forms/log_viewer.h"
#include "widgets/gpu/gpu_details.h"
#include "widgets/models/text.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/empty_state.h"
#include "widgets/tables/event_list.h"
#include "widgets/tables/short_list.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;
using models::ClusterState;

TEST_F(Window, CountsNothingAndGivesNoAllClearBeforeItHasHeardOfTheCluster) {
    const auto words = [this] {
        QStringList out;
        for (const auto* label : window->overview().findChildren<QLabel*>()) {
            out << label->text();
        }
        return out;
    };
    for (int row = 0; row < 4; ++row) {
        EXPECT_EQ(window->overview().cellText(row, 0), QStringLiteral("–")) << row;
    }
    EXPECT_FALSE(words().contains(QStringLiteral("No active alerts")));
    EXPECT_TRUE(statusText().contains(QStringLiteral("Nodes –/– · GPUs used –/–")));
    master.snapshot = draw("", 5);
    connectNow();
    EXPECT_EQ(window->overview().cellText(0, 0), QStringLiteral("0"));
    EXPECT_TRUE(words().contains(QStringLiteral("No active alerts")));
    EXPECT_TRUE(statusText().contains(QStringLiteral("Nodes 0/0 · GPUs used 0/0")));
}

TEST_F(Window, ShowsTheClusterOnceItIsConnected) {
    connectNow();
    EXPECT_FALSE(window->isStale());
    EXPECT_TRUE(window->bannerText().isEmpty());
    auto& overview = window->overview();
    EXPECT_EQ(overview.cellText(0, 0), QStringLiteral("8"));
    EXPECT_EQ(overview.cellText(0, 1), QStringLiteral("3"));
    EXPECT_EQ(overview.cellText(0, 2), QStringLiteral("1"));
    EXPECT_EQ(overview.cellText(0, 3), QStringLiteral("1"));
    EXPECT_EQ(overview.cellText(0, 4), QStringLiteral("3"));
    const auto status = statusText();
    EXPECT_TRUE(status.contains(QStringLiteral("Live"))) << status.toStdString();
    EXPECT_TRUE(status.contains(QStringLiteral("Nodes 2/2 · GPUs used 3/8")));
    EXPECT_TRUE(status.contains(QStringLiteral("Simulated GPUs")));
    EXPECT_TRUE(status.contains(QStringLiteral("Server 0.1.0")));
    keep(QStringLiteral("overview.png"));
}

TEST_F(Window, NamesWhatIsOnNodesThatAreAway) {
    connectNow();
    change([](v1::Delta& delta) {
        *delta.mutable_changed()
            = lost(1, "node2: b1 offered, b2 draining, b3 unhealthy, b4 lost").changed();
    });
    auto& overview = window->overview();
    EXPECT_EQ(overview.cellText(0, 0), QStringLiteral("8"));
    EXPECT_EQ(overview.cellText(0, 5), QStringLiteral("4"));
    EXPECT_EQ(overview.cellText(1, 0), QStringLiteral("16"));
    EXPECT_EQ(overview.cellText(1, 5), QStringLiteral("8"));
    EXPECT_TRUE(statusText().contains(QStringLiteral("Nodes 1/2 · GPUs used 2/8")))
        << statusText().toStdString();
    const auto labels = window->statusBar()->findChildren<QLabel*>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->toolTip() == QStringLiteral("1 of 8 GPUs free, 4 on nodes that are away");
    }));
}

TEST_F(Window, ShowsANodeAndATaskByTheNamesThatPeopleKnow) {
    window->showObject(QStringLiteral("nodes"), QStringLiteral("node2"));
    connectNow();
    const auto key = [this] {
        return static_cast<ListPage&>(window->currentPage()).list().table().currentKey();
    };
    ASSERT_TRUE(QTest::qWaitFor([&] { return key() == QStringLiteral("S-node2"); }));
    window->showObject(QStringLiteral("tasks"), QStringLiteral("job-1.1"));
    EXPECT_EQ(key(), QStringLiteral("F\njob-1.1"));
    EXPECT_TRUE(window->statusBar()->currentMessage().isEmpty());
    window->showObject(QStringLiteral("gpus"), QStringLiteral("node1"));
    EXPECT_EQ(window->statusBar()->currentMessage(), QStringLiteral("node1 is not in this list"));
}

TEST_F(Window, LeadsFromTheOverviewToTheListsThatItCounts) {
    connectNow();
    auto lists = window->overview().findChildren<widgets::ShortList*>();
    ASSERT_EQ(lists.size(), 2);
    auto* users = window->overview().findChild<widgets::BarChart*>();
    EXPECT_EQ(lists[1]->texts(), QStringList{QStringLiteral("GPUs|1")});
    EXPECT_EQ(users->texts(), QStringList{QStringLiteral("alice|1")});
    emit lists[1]->chosen(QStringLiteral("Gpus"));
    EXPECT_EQ(window->currentPage().objectName(), QStringLiteral("jobs"));
    auto& jobs = window->jobs().list().table().proxy();
    ASSERT_TRUE(QTest::qWaitFor([&] { return jobs.rowCount() == 1; }));
    emit users->chosen(QStringLiteral("alice"));
    EXPECT_EQ(window->currentPage().objectName(), QStringLiteral("gpus"));
    auto& gpus = window->gpus().list().table().proxy();
    EXPECT_TRUE(QTest::qWaitFor([&] { return gpus.rowCount() == 1; }));
}

TEST_F(Window, ShowsTheLastHourOnTheOverviewAndAsksAgainWhenItIsSeenAgain) {
    window->show();
    connectNow();
    auto* chart = window->overview().findChild<widgets::TimeChart*>();
    ASSERT_TRUE(QTest::qWaitFor([&] {
        return chart->summary().contains(QStringLiteral("latest"));
    })) << chart->summary().toStdString();
    const auto asked = [this] {
        return std::count_if(master.requests.begin(), master.requests.end(),
            [](const v1::Request& request) { return request.has_query_cluster_history(); });
    };
    ASSERT_TRUE(window->showPage(QStringLiteral("gpus")));
    const auto before = asked();
    ASSERT_TRUE(window->showPage(QStringLiteral("overview")));
    EXPECT_TRUE(QTest::qWaitFor([&] { return asked() > before; }));
}

TEST_F(Window, ShowsEveryPage) {
    connectNow();
    window->gpus().choose(QStringLiteral("a2"));
    auto* details = window->gpus().findChild<widgets::GpuDetails*>();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return details->history().series(Metric::Power).points().size() > 100; }));
    for (const auto* name : {"gpus", "nodes", "tasks", "offers", "submit"}) {
        ASSERT_TRUE(window->showPage(QString::fromLatin1(name)));
        keep(QStringLiteral("%1.png").arg(QString::fromLatin1(name)));
    }
    EXPECT_FALSE(window->showPage(QStringLiteral("nonsense")));
    EXPECT_EQ(window->pageNames(), Options::pages());
    window->jobs().choose(QStringLiteral("job-1"));
    window->showPage(QStringLiteral("jobs"));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return window->jobs().log().text() == QStringLiteral("epoch 1 loss 0.93"); }));
    keep(QStringLiteral("jobs.png"));
}

TEST_F(Window, ShowsWhatTheClusterDidAndWhoUsedIt) {
    connectNow();
    ASSERT_TRUE(window->showPage(QStringLiteral("history")));
    auto* page = &window->history();
    ASSERT_TRUE(QTest::qWaitFor([&] { return page->usage().rowCount() == 3; }));
    EXPECT_FALSE(page->history().series(models::ClusterFigure::Power).empty());
    auto* table = page->findChild<widgets::ClusterTable*>();
    EXPECT_EQ(table->model()->index(0, 0).data().toString(), QStringLiteral("alice"))
        << "who used most stands first";
    keep(QStringLiteral("history.png"));
    page->history().setWindow(3'600'000);
    EXPECT_TRUE(QTest::qWaitFor([this] {
        const auto& usage = last().query_usage();
        return usage.to_ms() - usage.from_ms() == 3'600'000;
    })) << "usage is of the span that the charts show";
}

TEST_F(Window, AsksWhoHadTheChosenGpu) {
    connectNow();
    window->gpus().choose(QStringLiteral("b1"));
    auto* details = window->gpus().findChild<widgets::GpuDetails*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !details->history().holdings().empty(); }));
    EXPECT_EQ(details->history().holdings().front().name, QStringLiteral("warm-up (bob)"));
    const auto asked = std::find_if(master.requests.begin(), master.requests.end(),
        [](const auto& request) { return request.has_query_holders(); });
    EXPECT_EQ(asked->query_holders().gpus(0), "b1");
    EXPECT_EQ(asked->query_holders().to_ms() - asked->query_holders().from_ms(),
        models::GpuHistory::kFirstWindowMs);
}

TEST_F(Window, AsksForTheEventsOfTheChosenGpuWhileTheyAreLookedAt) {
    connectNow();
    window->show();
    window->showPage(QStringLiteral("gpus"));
    window->gpus().choose(QStringLiteral("b1"));
    const auto asked = [this] {
        return std::count_if(master.requests.begin(), master.requests.end(),
            [](const auto& request) { return request.has_query_audit(); });
    };
    QTest::qWait(50);
    EXPECT_EQ(asked(), 0) << "nobody looks at them";
    auto* details = window->gpus().findChild<widgets::GpuDetails*>();
    details->showTab(widgets::GpuDetails::Tab::Events);
    ASSERT_TRUE(QTest::qWaitFor([&] { return asked() == 1; }));
    auto& events = details->events().model();
    ASSERT_TRUE(QTest::qWaitFor([&] { return events.rowCount() == 1; }));
    window->gpus().choose(QStringLiteral("a2"));
    EXPECT_EQ(events.rowCount(), 2) << "of the other, from what is known";
    keep(QStringLiteral("gpu_events.png"));
    EXPECT_EQ(asked(), 1);
}

TEST_F(Window, DimsAndSaysTheAgeWhileTheMasterIsAway) {
    connectNow();
    const auto live = window->overview().palette().color(QPalette::Text);
    master.server.close();
    master.dropAll();
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->isStale(); }));
    EXPECT_TRUE(window->bannerText().contains(
        QStringLiteral("Data as of %1").arg(models::clockText(state.atMs()))))
        << window->bannerText().toStdString();
    EXPECT_NE(window->overview().palette().color(QPalette::Text), live);
    EXPECT_EQ(window->overview().cellText(0, 0), QStringLiteral("8")) << "data stays readable";
    keep(QStringLiteral("stale.png"));
}

TEST_F(Window, TakesUpLifeAgainAfterADrop) {
    connectNow();
    const auto live = window->overview().palette().color(QPalette::Text);
    master.dropAll();
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->isStale(); }));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window->isStale(); }));
    EXPECT_EQ(window->overview().palette().color(QPalette::Text), live);
    EXPECT_TRUE(window->bannerText().isEmpty());
}

TEST_F(Window, OpensWithTheLastKnownStateAndSaysHowOldItIs) {
    const auto path = folder.filePath(QStringLiteral("cache.sqlite")).toStdString();
    {
        ClusterState before;
        StateCache cache(path, QStringLiteral("ws://one"), before);
        before.apply(richCluster());
        before.flush();
        cache.save();
        EXPECT_TRUE(cache.problem().isEmpty()) << cache.problem().toStdString();
    }
    StateCache other(path, QStringLiteral("ws://two"), state);
    EXPECT_FALSE(other.restore()) << "another cluster's state";
    StateCache cache(path, QStringLiteral("ws://one"), state);
    ASSERT_TRUE(cache.restore());
    EXPECT_EQ(state.gpus().size(), 8u);
    MainWindow opened(state, *link, settings, QStringLiteral("alice"));
    EXPECT_TRUE(opened.isStale());
    EXPECT_EQ(opened.overview().cellText(0, 0), QStringLiteral("8"));
    EXPECT_TRUE(opened.bannerText().contains(models::clockText(state.atMs())));
}

TEST_F(Window, WorksWithoutACache) {
    StateCache cache("/proc/nothing/cache.sqlite", QStringLiteral("k"), state);
    EXPECT_FALSE(cache.problem().isEmpty());
    EXPECT_FALSE(cache.restore());
    cache.save();
}

TEST_F(Window, SaysThatThereAreNoGpusWhenThereAreNone) {
    master.snapshot = draw("", 1);
    master.snapshot.mutable_rows()->clear_agents();
    connectNow();
    window->showPage(QStringLiteral("gpus"));
    const auto* empty = window->gpus().findChild<widgets::EmptyState*>();
    EXPECT_FALSE(empty->isHidden());
    EXPECT_EQ(empty->sentence(), QStringLiteral("No GPUs in the cluster"));
    keep(QStringLiteral("empty.png"));
}
