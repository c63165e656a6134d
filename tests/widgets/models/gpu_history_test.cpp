// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/gpu_history.h"

#include <QSignalSpy>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

namespace {

class GpuHistoryOfADrawnGpu : public testing::Test {
protected:
    ClusterState state;
    GpuHistory history{state};
    std::vector<std::pair<Metric, TimeSpan>> asked;

    void SetUp() override {
        QObject::connect(&history, &GpuHistory::historyWanted, &history,
            [this](const QString&, Metric metric, TimeSpan span, int) {
                asked.emplace_back(metric, span);
            });
        state.apply(draw("node1: a free 10, b free 20"));
        state.flush();
        history.setGpu("a");
    }

    const Series& utilization() const { return history.series(Metric::GpuUtilization); }

    v1::History answer(const std::string& gpu, int seconds) const {
        v1::History out;
        out.set_metric(static_cast<std::uint32_t>(Metric::GpuUtilization));
        out.set_step_ms(1000);
        auto& series = *out.add_series();
        series.set_gpu(gpu);
        for (int i = seconds; i > 0; --i) {
            auto& point = *series.add_points();
            point.set_at_ms(state.atMs() - i * 1000);
            point.set_minimum(i - 1);
            point.set_average(i);
            point.set_maximum(i + 1);
        }
        return out;
    }

    void sample(int afterMs, const std::string& picture) {
        state.apply(samples(picture, state.atMs() + afterMs));
        state.flush();
    }

    v1::Task task(const std::string& id, qint64 fromMs, qint64 toMs, const std::string& gpu) const {
        v1::Task out;
        out.set_framework_id("F");
        out.set_id(id);
        out.set_name("train");
        out.set_user("alice");
        out.set_created_ms(fromMs);
        out.set_ended_ms(toMs);
        out.add_gpus(gpu);
        return out;
    }
};

} // namespace

TEST_F(GpuHistoryOfADrawnGpu, AsksForEveryMetricAndMergesTheAnswer) {
    ASSERT_EQ(asked.size(), kMetricCount);
    EXPECT_TRUE(history.loading());
    history.setHistory(answer("a", 5), asked[0].second);
    ASSERT_EQ(utilization().points().size(), 6u);
    EXPECT_EQ(utilization().points().front(), (SeriesPoint{state.atMs() - 5000, 4, 5, 6}));
    sample(1000, "node1: a free 30, b free 20");
    EXPECT_EQ(utilization().points().back().average, 30);
    EXPECT_TRUE(history.series(Metric::Temperature).empty()) << "unknown is no point at 0";
    EXPECT_FALSE(history.measured(Metric::Temperature));
    EXPECT_TRUE(history.measured(Metric::GpuUtilization));
}

// It would refuse the rest, and the charts would say that there is no history.
TEST_F(GpuHistoryOfADrawnGpu, AsksAnEarlierVersionsMasterOnlyForWhatItMeasures) {
    asked.clear();
    auto snapshot = draw("node1: a free 10, b free 20", 9);
    for (const auto metric : {Metric::GpuUtilization, Metric::Power}) {
        snapshot.mutable_cluster()->add_metrics()->set_metric(static_cast<std::uint32_t>(metric));
    }
    state.apply(snapshot);
    state.flush();
    ASSERT_EQ(asked.size(), 2u);
    EXPECT_EQ(asked[1].first, Metric::Power);
    for (const auto& [metric, span] : asked) {
        history.setProblem(metric, span, QStringLiteral("none"));
    }
    EXPECT_FALSE(history.loading());
}

TEST_F(GpuHistoryOfADrawnGpu, LeavesOutAnswersForAnotherGpuOrAnotherSpan) {
    history.setHistory(answer("b", 5), asked[0].second);
    EXPECT_EQ(utilization().points().size(), 1u);
    const auto before = asked[0].second;
    history.zoom({state.atMs() - 100'000, state.atMs() - 50'000});
    history.setHistory(answer("a", 5), before);
    EXPECT_EQ(utilization().points().size(), 1u);
}

TEST_F(GpuHistoryOfADrawnGpu, KeepsWhatIsDrawnUntilTheAnswerComes) {
    history.setHistory(answer("a", 60), asked[0].second);
    asked.clear();
    history.zoom({state.atMs() - 40'000, state.atMs() - 20'000});
    ASSERT_EQ(asked.size(), kMetricCount);
    EXPECT_EQ(asked[0].second, (TimeSpan{state.atMs() - 40'000, state.atMs() - 20'000}));
    EXPECT_EQ(utilization().points().size(), 61u);
}

TEST_F(GpuHistoryOfADrawnGpu, TakesNoSamplesIntoAZoomAndAsksForThemOnTheWayBack) {
    history.zoom({state.atMs() - 40'000, state.atMs() - 20'000});
    sample(1000, "node1: a free 30, b free 20");
    EXPECT_EQ(utilization().points().size(), 1u);
    asked.clear();
    history.back();
    EXPECT_EQ(asked.size(), kMetricCount);
    EXPECT_TRUE(history.range().live());
}

TEST_F(GpuHistoryOfADrawnGpu, SaysWhyThereIsNoHistory) {
    for (const auto& [metric, span] : asked) {
        history.setProblem(metric, span, QStringLiteral("Not connected to the master"));
    }
    EXPECT_FALSE(history.loading());
    EXPECT_EQ(history.problem(), QStringLiteral("Not connected to the master"));
    history.setWindow(3'600'000);
    EXPECT_TRUE(history.problem().isEmpty()) << "a new question";
}

TEST_F(GpuHistoryOfADrawnGpu, AsksAgainAfterANewSnapshot) {
    asked.clear();
    state.apply(draw("node1: a free 10, b free 20", 9));
    state.flush();
    EXPECT_EQ(asked.size(), kMetricCount);
}

TEST_F(GpuHistoryOfADrawnGpu, AsksAgainOnlyWhenThereIsMuchMoreRoom) {
    history.setPoints(1000);
    asked.clear();
    history.setPoints(1100);
    history.setPoints(500);
    EXPECT_TRUE(asked.empty());
    history.setPoints(1300);
    EXPECT_EQ(asked.size(), kMetricCount);
}

TEST_F(GpuHistoryOfADrawnGpu, KnowsWhichTasksHadTheGpu) {
    const auto now = state.atMs();
    v1::Delta delta;
    delta.set_seq(2);
    *delta.mutable_changed()->add_tasks() = task("running", now - 10'000, 0, "a");
    *delta.mutable_changed()->add_tasks() = task("elsewhere", now - 10'000, 0, "b");
    ASSERT_TRUE(state.apply(delta));
    state.flush();
    v1::Rows ended;
    *ended.add_tasks() = task("before", now - 60'000, now - 20'000, "a");
    *ended.add_tasks() = task("long-ago", now - 9'000'000, now - 8'000'000, "a");
    *ended.add_tasks() = task("other", now - 60'000, now - 20'000, "b");
    history.setHolders(ended);
    const auto held = history.holdings();
    ASSERT_EQ(held.size(), 2u);
    EXPECT_EQ(held[0].task, taskKey("F", "before"));
    EXPECT_EQ(held[0].name, QStringLiteral("train (alice)"));
    EXPECT_EQ(held[0].span, (TimeSpan{now - 60'000, now - 20'000}));
    EXPECT_EQ(held[1].task, taskKey("F", "running"));
    EXPECT_EQ(held[1].span, (TimeSpan{now - 10'000, state.atMs()}));
}

TEST_F(GpuHistoryOfADrawnGpu, RemembersATaskThatTheStateForgets) {
    v1::Delta begin;
    begin.set_seq(2);
    *begin.mutable_changed()->add_tasks()
        = task("t", state.atMs() - 9000, state.atMs() - 1000, "a");
    ASSERT_TRUE(state.apply(begin));
    state.flush();
    v1::Delta end;
    end.set_seq(3);
    auto& key = *end.mutable_removed()->add_tasks();
    key.set_framework_id("F");
    key.set_task_id("t");
    ASSERT_TRUE(state.apply(end));
    state.flush();
    EXPECT_EQ(history.holdings().size(), 1u);
}
