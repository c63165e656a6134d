// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/last_hour.h"

#include <QTest>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "widgets/charts/time_chart.h"
#include "widgets/tables/empty_state.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;
using namespace muster::widgets;

namespace {

constexpr qint64 kMinuteMs = 60'000;

class TheLastHour : public testing::Test {
protected:
    ClusterState state;
    ClusterHistory history{state};
    LastHour hour{history};
    TimeSpan asked;

    void SetUp() override {
        QObject::connect(&history, &ClusterHistory::historyWanted, &history,
            [this](TimeSpan span, int) { asked = span; });
        state.apply(draw("node1: a free 10"));
        state.flush();
        hour.resize(800, 600);
        hour.show();
        history.setActive(true);
    }

    void answer(int points) {
        v1::ClusterHistory out;
        out.set_step_ms(kMinuteMs);
        for (const auto* key : {"gpu_utilization", "power", "gpus_allocated", "jobs_queued"}) {
            auto& series = *out.add_series();
            series.set_key(key);
            for (int i = points; i > 0; --i) {
                auto& point = *series.add_points();
                point.set_at_ms(asked.toMs - i * kMinuteMs);
                point.set_average(i * 1000);
                point.set_minimum(i);
                point.set_maximum(i);
            }
        }
        history.setHistory(out, asked);
    }
    QStringList shown() {
        QStringList out;
        for (const auto* chart : hour.findChildren<TimeChart*>()) {
            if (chart->isVisible()) {
                out << chart->title();
            }
        }
        return out;
    }
    QString emptySentence() {
        const auto* empty = hour.findChild<EmptyState*>();
        return empty->isVisible() ? empty->sentence() : QString();
    }
};

} // namespace

TEST_F(TheLastHour, AsksForAnHourAndShowsUtilisationAndPower) {
    EXPECT_EQ(asked.lengthMs(), 60 * kMinuteMs);
    answer(30);
    EXPECT_EQ(emptySentence(), QString());
    EXPECT_EQ(shown(), (QStringList{QStringLiteral("GPU utilisation"), QStringLiteral("Power")}));
    EXPECT_EQ(hour.heading(), QStringLiteral("Last hour"));
    EXPECT_TRUE(
        hour.findChildren<TimeChart*>()[1]->summary().endsWith(QStringLiteral("latest 1 W")));
}

TEST_F(TheLastHour, ShowsGpusAndJobsTooWhereThereIsRoom) {
    answer(30);
    hour.setMore(true);
    EXPECT_EQ(shown().size(), 4);
    hour.resize(800, hour.minimumSizeHint().height());
    EXPECT_EQ(shown().size(), 2);
    hour.resize(800, 600);
    EXPECT_EQ(shown().size(), 4);
}

TEST_F(TheLastHour, SaysWhyThereIsNothingYet) {
    answer(0);
    EXPECT_EQ(emptySentence(), QStringLiteral("No history yet"));
    answer(2);
    EXPECT_EQ(emptySentence(), QString());
    hour.setKnown(false);
    EXPECT_EQ(emptySentence(), QStringLiteral("No data yet"));
}

TEST_F(TheLastHour, NamesTheSpanOfAZoomAndTheWayBack) {
    answer(30);
    auto* chart = hour.findChild<TimeChart*>();
    emit chart->zoomWanted({asked.toMs - 10 * kMinuteMs, asked.toMs});
    EXPECT_EQ(asked.lengthMs(), 10 * kMinuteMs);
    EXPECT_NE(hour.heading(), QStringLiteral("Last hour"));
    emit chart->backWanted();
    EXPECT_EQ(asked.lengthMs(), 60 * kMinuteMs);
    EXPECT_EQ(hour.heading(), QStringLiteral("Last hour"));
}

TEST_F(TheLastHour, SaysWhyHistoryIsMissing) {
    history.setProblem(asked, QStringLiteral("disk full"));
    EXPECT_TRUE(hour.heading().contains(QStringLiteral("disk full")));
}
