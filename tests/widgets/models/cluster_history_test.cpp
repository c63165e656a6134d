// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/cluster_history.h"

#include <gtest/gtest.h>

#include "tests/widgets/draw.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

namespace {

class ClusterHistoryOfADrawnCluster : public testing::Test {
protected:
    ClusterState state;
    ClusterHistory history{state};
    std::vector<TimeSpan> asked;
    std::vector<TimeSpan> usageAsked;

    void SetUp() override {
        QObject::connect(&history, &ClusterHistory::historyWanted, &history,
            [this](TimeSpan span, int) { asked.push_back(span); });
        QObject::connect(&history, &ClusterHistory::usageWanted, &history,
            [this](TimeSpan span) { usageAsked.push_back(span); });
        state.apply(draw("node1: a free 10"));
        state.flush();
    }

    void look() {
        history.setActive(true);
        ASSERT_FALSE(asked.empty());
    }
    void pass(qint64 ms) { // of the master's clock
        state.apply(samples("node1: a free 10", state.atMs() + ms));
        state.flush();
        history.tick();
    }
    static v1::ClusterHistory answer(TimeSpan span, const char* key = "gpus_allocated") {
        v1::ClusterHistory out;
        out.set_step_ms(60'000);
        auto& series = *out.add_series();
        series.set_key(key);
        auto& point = *series.add_points();
        point.set_at_ms(span.fromMs + 1000);
        point.set_minimum(1);
        point.set_average(2500);
        point.set_maximum(4);
        return out;
    }
};

} // namespace

TEST_F(ClusterHistoryOfADrawnCluster, AsksNothingWhileNobodyLooks) {
    history.setWindow(3'600'000);
    pass(60'000);
    EXPECT_TRUE(asked.empty());
    look();
    EXPECT_EQ(asked.size(), 1u);
    EXPECT_EQ(asked.back().lengthMs(), 3'600'000);
    EXPECT_EQ(usageAsked, asked);
    history.setActive(false);
    pass(60'000);
    EXPECT_EQ(asked.size(), 1u);
}

TEST_F(ClusterHistoryOfADrawnCluster, ReadsMeansInThousandths) {
    look();
    EXPECT_TRUE(history.loading());
    history.setHistory(answer(asked.back()), asked.back());
    EXPECT_FALSE(history.loading());
    const auto& points = history.series(ClusterFigure::GpusAllocated).points();
    ASSERT_EQ(points.size(), 1u);
    EXPECT_EQ(points.front(), (SeriesPoint{asked.back().fromMs + 1000, 1, 2.5, 4}));
    EXPECT_TRUE(history.series(ClusterFigure::Power).empty());
    EXPECT_FALSE(history.empty());
}

TEST_F(ClusterHistoryOfADrawnCluster, LeavesOutAnAnswerToAnEarlierQuestionAndAnUnknownSeries) {
    look();
    const auto first = asked.back();
    history.setWindow(3'600'000);
    history.setHistory(answer(first), first);
    EXPECT_TRUE(history.series(ClusterFigure::GpusAllocated).empty());
    EXPECT_TRUE(history.loading());
    history.setHistory(answer(asked.back(), "of_tomorrow"), asked.back());
    EXPECT_TRUE(history.empty());
    EXPECT_FALSE(history.loading());
}

TEST_F(ClusterHistoryOfADrawnCluster, FollowsTheClockNoOftenerThanAPixel) {
    history.setWindow(6 * 3'600'000);
    look();
    history.setPoints(1000);
    ASSERT_EQ(history.pauseMs(), 21'600);
    const auto questions = asked.size();
    pass(30'000);
    EXPECT_EQ(asked.size(), questions) << "the answer is not here yet";
    history.setHistory(answer(asked.back()), asked.back());
    pass(1000);
    EXPECT_EQ(asked.size(), questions + 1);
    EXPECT_FALSE(history.loading()) << "what is there stays";
    history.setHistory(answer(asked.back()), asked.back());
    pass(15'000);
    EXPECT_EQ(asked.size(), questions + 1);
    pass(7'000);
    EXPECT_EQ(asked.size(), questions + 2);
}

TEST_F(ClusterHistoryOfADrawnCluster, AsksForUsageMoreSeldom) {
    history.setWindow(900'000);
    look();
    for (int i = 0; i < 5; ++i) {
        history.setHistory(answer(asked.back()), asked.back());
        pass(7000);
    }
    EXPECT_EQ(asked.size(), 6u);
    EXPECT_EQ(usageAsked.size(), 2u);
}

TEST_F(ClusterHistoryOfADrawnCluster, StandsStillInAZoom) {
    look();
    const TimeSpan zoomed{asked.back().fromMs + 3'600'000, asked.back().fromMs + 7'200'000};
    history.zoom(zoomed);
    EXPECT_EQ(asked.back(), zoomed);
    EXPECT_EQ(usageAsked.back(), zoomed);
    history.setHistory(answer(zoomed), zoomed);
    const auto questions = asked.size();
    pass(3'600'000);
    EXPECT_EQ(asked.size(), questions);
    EXPECT_EQ(history.span(), zoomed);
    history.back();
    EXPECT_EQ(asked.back().lengthMs(), ClusterHistory::kFirstWindowMs);
    EXPECT_EQ(asked.back().toMs / 1000, state.atMs() / 1000) << "and now is now";
}

TEST_F(ClusterHistoryOfADrawnCluster, SaysWhyThereIsNothingAndAsksAgain) {
    look();
    history.setProblem(asked.back(), QStringLiteral("The link was lost"));
    EXPECT_EQ(history.problem(), QStringLiteral("The link was lost"));
    EXPECT_FALSE(history.loading());
    const auto questions = asked.size();
    state.apply(draw("node1: a free 10")); // it is back
    state.flush();
    EXPECT_EQ(asked.size(), questions + 1);
    EXPECT_TRUE(history.problem().isEmpty());
}
