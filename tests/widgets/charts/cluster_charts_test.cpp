// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/cluster_charts.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "widgets/tables/empty_state.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;
using namespace muster::widgets;

namespace {

class ChartsOfADrawnCluster : public testing::Test {
protected:
    ClusterState state;
    ClusterHistory history{state};
    ClusterCharts charts{history};
    TimeSpan asked;

    void SetUp() override {
        QObject::connect(&history, &ClusterHistory::historyWanted, &history,
            [this](TimeSpan span, int) { asked = span; });
        state.apply(draw("node1: a free 10"));
        state.flush();
        charts.resize(1000, 500);
        charts.show();
        history.setActive(true);
    }

    void answer() {
        v1::ClusterHistory out;
        out.set_step_ms(60'000);
        for (const auto* key : {"gpus_allocated", "gpus_total", "power"}) {
            auto& series = *out.add_series();
            series.set_key(key);
            for (int i = 30; i > 0; --i) {
                auto& point = *series.add_points();
                point.set_at_ms(asked.toMs - i * 60'000);
                point.set_average(i * 1000);
                point.set_minimum(i);
                point.set_maximum(i);
            }
        }
        history.setHistory(out, asked);
    }
    QString emptySentence() { // an empty text: the charts are shown
        const auto* empty = charts.findChild<EmptyState*>();
        return empty != nullptr && empty->isVisible() ? empty->sentence() : QString();
    }
    TimeChart* chart(const char* title) {
        for (auto* chart : charts.findChildren<TimeChart*>()) {
            if (chart->title() == QLatin1String(title)) {
                return chart;
            }
        }
        return nullptr;
    }
};

} // namespace

TEST_F(ChartsOfADrawnCluster, ShowWhatTheMasterRemembers) {
    answer();
    EXPECT_EQ(emptySentence(), QString());
    EXPECT_TRUE(chart("GPUs")->summary().startsWith(QStringLiteral("Allocated: minimum 1, ")))
        << chart("GPUs")->summary().toStdString();
    EXPECT_TRUE(chart("Power")->summary().endsWith(QStringLiteral("latest 1 W")));
    EXPECT_TRUE(chart("GPU utilisation")->summary().contains(QStringLiteral("no data")));
}

TEST_F(ChartsOfADrawnCluster, SayThatARangeHasNoData) {
    EXPECT_EQ(emptySentence(), QString()) << "nobody knows yet";
    EXPECT_TRUE(chart("GPUs")->isVisible());
    history.setHistory({}, asked);
    EXPECT_EQ(emptySentence(), QStringLiteral("No data in this range"));
    answer();
    EXPECT_EQ(emptySentence(), QString());
    history.zoom({asked.fromMs + 60'000, asked.fromMs + 120'000});
    history.setHistory({}, asked);
    EXPECT_EQ(emptySentence(), QString()) << "a zoom into a gap keeps the charts and their keys";
}

TEST_F(ChartsOfADrawnCluster, AskForTheChosenWindow) {
    for (auto* button : charts.findChildren<QAbstractButton*>()) {
        if (button->text() == QStringLiteral("7 d")) {
            button->click();
        }
    }
    EXPECT_EQ(asked.lengthMs(), 7 * 24 * 3'600'000LL);
}

TEST_F(ChartsOfADrawnCluster, AreSavedAndCopied) {
    answer();
    const auto span = asked;
    history.zoom({span.toMs - 5 * 60'000, span.toMs - 2 * 60'000});
    QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("a.csv"));
    ASSERT_EQ(charts.saveCsv(path), QString());
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().split('\n');
    EXPECT_EQ(lines.first().toStdString(),
        "time,GPU utilisation (%),GPUs: Allocated,GPUs: Total,Power (W),GPU memory: Used (MiB),"
        "GPU memory: Total (MiB),Jobs: Pending,Jobs: Running,Queue wait: Mean (s),"
        "Queue wait: Longest (s)\r");
    EXPECT_TRUE(lines[1].endsWith(",,5,5,5,,,,,,\r")) << lines[1].toStdString();
    EXPECT_EQ(lines.size(), 1 + 3 + 1);

    QSignalSpy copied(&charts, &ChartBoard::copied);
    charts.copyValues();
    EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("time,GPU")));
    charts.copyPicture();
    EXPECT_GT(QGuiApplication::clipboard()->image().width(), 1000);
    EXPECT_EQ(copied.count(), 2);
}
