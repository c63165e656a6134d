// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/gpu_charts.h"

#include <csignal>

#include <sys/resource.h>
#include <sys/stat.h>

#include <QAbstractButton>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QTemporaryDir>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "widgets/charts/time_chart.h"
#include "widgets/gpu/gpu_details.h"
#include "widgets/models/metric_text.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;
using namespace muster::widgets;

namespace {

class ChartsOfADrawnGpu : public testing::Test {
protected:
    ClusterState state;
    GpuDetails details{state};
    QTemporaryDir folder;

    void SetUp() override {
        state.apply(draw("node1: a free 10"));
        state.flush();
        details.resize(1200, 500);
        details.setGpu(QStringLiteral("a"));
        answer(Metric::GpuUtilization, 60);
        answer(Metric::Power, 70'000);
        answer(Metric::MemoryUsed, 4000);
    }

    void answer(Metric metric, int value) {
        v1::History history;
        history.set_metric(static_cast<std::uint32_t>(metric));
        history.set_step_ms(1000);
        auto& series = *history.add_series();
        series.set_gpu("a");
        for (int i = 60; i > 0; --i) {
            auto& point = *series.add_points();
            point.set_at_ms(state.atMs() - i * 1000);
            point.set_minimum(value);
            point.set_average(value);
            point.set_maximum(value);
        }
        details.history().setHistory(history, details.history().span());
    }

    std::string shownTitles() const {
        std::string out;
        for (const auto* chart : details.findChildren<TimeChart*>()) {
            out += chart->isHidden() ? "" : chart->title().toStdString() + "\n";
        }
        return out;
    }
    TimeChart* chart(const QString& title) const {
        for (auto* chart : details.findChildren<TimeChart*>()) {
            if (chart->title() == title) {
                return chart;
            }
        }
        return nullptr;
    }
    QAbstractButton* button(const QString& word) const {
        for (auto* button : details.findChildren<QAbstractButton*>()) {
            if (button->text() == word) {
                return button;
            }
        }
        return nullptr;
    }
    QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }
};

} // namespace

TEST_F(ChartsOfADrawnGpu, ShowsAChartOfWhatTheBoardMeasuresAndNoOther) {
    EXPECT_EQ(shownTitles(), "Utilisation\nMemory used\nPower\n");
    details.setGpu({});
    EXPECT_EQ(shownTitles(), "");
}

TEST_F(ChartsOfADrawnGpu, HasALineForEachRowOfTheTable) {
    std::string titles;
    for (const auto& row : metricTable()) {
        const auto help
            = QStringLiteral("%1: %2").arg(metricLabel(row.metric), metricHelp(row.metric));
        int charts = 0;
        for (const auto* chart : details.findChildren<TimeChart*>()) {
            charts += chart->toolTip().split(QLatin1Char('\n')).contains(help) ? 1 : 0;
        }
        EXPECT_EQ(charts, 1) << row.key;
        answer(row.metric, 1);
        const auto title
            = std::string(row.chart.title.empty() ? row.label : row.chart.title) + "\n";
        titles += titles.find(title) == std::string::npos ? title : "";
    }
    EXPECT_EQ(shownTitles(), titles);
    EXPECT_TRUE(chart(QStringLiteral("Clocks"))->summary().contains(QStringLiteral("Memory: ")));
}

TEST_F(ChartsOfADrawnGpu, KeepsAChartWhoseSpanHasNoData) {
    details.history().zoom({state.atMs() - 800'000, state.atMs() - 700'000});
    EXPECT_EQ(shownTitles(), "Utilisation\nMemory used\nPower\n");
    EXPECT_TRUE(chart(QStringLiteral("Power"))->summary().contains(QStringLiteral("no data")));
}

TEST_F(ChartsOfADrawnGpu, SharesOneCrosshair) {
    emit chart(QStringLiteral("Power"))->crosshairMoved(state.atMs() - 10'000);
    EXPECT_TRUE(
        chart(QStringLiteral("Utilisation"))->crosshairText().endsWith(QStringLiteral("60 %")));
    EXPECT_TRUE(chart(QStringLiteral("Power"))->crosshairText().endsWith(QStringLiteral("70.0 W")));
}

TEST_F(ChartsOfADrawnGpu, SharesOneSpan) {
    const TimeSpan wanted{state.atMs() - 50'000, state.atMs() - 20'000};
    emit chart(QStringLiteral("Power"))->zoomWanted(wanted);
    EXPECT_EQ(details.history().span(), wanted);
    EXPECT_TRUE(button(QStringLiteral("Back"))->isEnabled());
    button(QStringLiteral("Back"))->click();
    EXPECT_TRUE(details.history().range().live());
    EXPECT_FALSE(button(QStringLiteral("Back"))->isEnabled());
    button(QStringLiteral("7 d"))->click();
    EXPECT_EQ(details.history().span().lengthMs(), 7 * 24 * 3'600'000LL);
    EXPECT_TRUE(button(QStringLiteral("7 d"))->isChecked());
    EXPECT_FALSE(button(QStringLiteral("15 min"))->isChecked());
}

TEST_F(ChartsOfADrawnGpu, SavesTheSpanAsCsv) {
    details.history().zoom({state.atMs() - 30'000, state.atMs() - 20'000});
    ASSERT_EQ(details.saveCsv(path("a.csv")), QString());
    QFile file(path("a.csv"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().split('\n');
    EXPECT_EQ(
        lines.first().toStdString(), "time,GPU utilisation (%),Memory used (MiB),Power (W)\r");
    EXPECT_EQ(lines[1].toStdString(), "2023-11-14T22:12:50.000Z,60,4000,70\r");
    EXPECT_EQ(lines.size(), 1 + 10 + 1);
}

TEST_F(ChartsOfADrawnGpu, SavesAPictureOfTwiceTheSize) {
    ASSERT_EQ(details.savePicture(path("a.png")), QString());
    const QImage image(path("a.png"));
    const auto* board = chart(QStringLiteral("Power"))->parentWidget();
    EXPECT_GT(image.width(), 2 * board->width());
    EXPECT_GT(image.height(), 2 * board->height());
    int inked = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            inked += image.pixel(x, y) != image.pixel(0, 0) ? 1 : 0;
        }
    }
    EXPECT_GT(inked, 10'000);
}

TEST_F(ChartsOfADrawnGpu, SaysWhyAFileWasNotWritten) {
    const auto missing = path("no/such/folder.csv");
    EXPECT_EQ(details.saveCsv(missing),
        QStringLiteral("Cannot write %1: No such file or directory").arg(missing));
    ASSERT_EQ(mkfifo(qPrintable(path("pipe")), 0600), 0);
    EXPECT_EQ(details.saveCsv(path("pipe")),
        QStringLiteral("Cannot write %1: Not a file").arg(path("pipe")));
    EXPECT_EQ(details.savePicture(folder.path()),
        QStringLiteral("Cannot write %1: Not a file").arg(folder.path()));
}

TEST_F(ChartsOfADrawnGpu, KeepsTheOldFileWhereThereIsNoRoomForTheNew) {
    ASSERT_EQ(details.saveCsv(path("a.csv")), QString());
    const auto size = QFileInfo(path("a.csv")).size();
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit small = before;
    small.rlim_cur = 100;
    setrlimit(RLIMIT_FSIZE, &small);
    const auto problem = details.saveCsv(path("a.csv"));
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_TRUE(problem.endsWith(QStringLiteral("a.csv: File too large")))
        << problem.toStdString();
    EXPECT_EQ(QFileInfo(path("a.csv")).size(), size);
}
