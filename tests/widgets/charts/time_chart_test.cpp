// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/time_chart.h"

#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include "widgets/models/text.h"

using namespace muster::models;
using namespace muster::widgets;

namespace {

constexpr qint64 kBegin = 1'700'000'000'000;

class TimeChartOfAMinute : public testing::Test {
protected:
    Series series;
    TimeChart chart{QStringLiteral("Power"), QStringLiteral("W"),
        [](double value) { return QStringLiteral("%1 W").arg(value); }};
    std::vector<std::optional<qint64>> crosshairs;
    std::vector<TimeSpan> zooms;

    void SetUp() override {
        for (int second = 0; second < 60; ++second) {
            series.append(SeriesPoint::of(kBegin + second * 1000, second));
        }
        chart.setLines({{{}, &series}});
        chart.setTime({kBegin, kBegin + 60'000}, {});
        chart.resize(400, 200);
        QObject::connect(&chart, &TimeChart::crosshairMoved, &chart, [this](auto at) {
            crosshairs.push_back(at);
            chart.setCrosshair(at);
        });
        QObject::connect(&chart, &TimeChart::zoomWanted, &chart,
            [this](TimeSpan span) { zooms.push_back(span); });
    }

    QPoint pointAt(double share) const {
        const auto area = chart.plotArea();
        return {area.left() + static_cast<int>(area.width() * share), area.center().y()};
    }
    // QTest moves the pointer of shown windows only.
    void hover(double share) {
        QMouseEvent move(QEvent::MouseMove, pointAt(share), Qt::NoButton, {}, {});
        QCoreApplication::sendEvent(&chart, &move);
    }
    void drag(double from, double to) {
        QTest::mousePress(&chart, Qt::LeftButton, {}, pointAt(from));
        hover(to);
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, pointAt(to));
    }
};

} // namespace

TEST_F(TimeChartOfAMinute, DescribesItselfInWords) {
    EXPECT_EQ(chart.accessibleName(), QStringLiteral("Power"));
    EXPECT_TRUE(chart.accessibleDescription().endsWith(
        QStringLiteral("minimum 0 W, mean 29.5 W, maximum 59 W, latest 59 W")))
        << chart.accessibleDescription().toStdString();
    chart.setTime({kBegin - 60'000, kBegin}, {});
    EXPECT_TRUE(chart.accessibleDescription().endsWith(QStringLiteral("no data")));
}

TEST_F(TimeChartOfAMinute, TellsEveryValueInTheUnitOfItsAxis) {
    EXPECT_EQ(chart.latestText(), QStringLiteral("59 W"));
    series.append(SeriesPoint::of(kBegin + 59'500, 3839));
    chart.setTime({kBegin, kBegin + 60'000}, {});
    EXPECT_EQ(chart.latestText(), QStringLiteral("3.8 kW"));
    EXPECT_TRUE(chart.summary().startsWith(QStringLiteral("minimum 0.0 kW, ")))
        << chart.summary().toStdString();
}

TEST_F(TimeChartOfAMinute, SaysThatItsLatestValueIsAMean) {
    series.setHistory({{kBegin, 6, 6.6, 7}}, 5000);
    chart.setTime({kBegin, kBegin + 1000}, {});
    EXPECT_EQ(chart.latestText(), QStringLiteral("6.6 W (last mean of 5 s)"));
}

TEST_F(TimeChartOfAMinute, StepsFromPointToPointWithTheArrowKeys) {
    QTest::keyClick(&chart, Qt::Key_Left);
    ASSERT_EQ(crosshairs.size(), 1u);
    EXPECT_EQ(crosshairs.back(), kBegin + 59'000) << "from the right edge to the latest";
    QTest::keyClick(&chart, Qt::Key_Left);
    EXPECT_EQ(crosshairs.back(), kBegin + 58'000);
    QTest::keyClick(&chart, Qt::Key_Left, Qt::ShiftModifier);
    EXPECT_EQ(crosshairs.back(), kBegin + 48'000);
    QTest::keyClick(&chart, Qt::Key_Right);
    EXPECT_EQ(crosshairs.back(), kBegin + 49'000);
    EXPECT_EQ(chart.crosshairText(), clockText(kBegin + 49'000) + QStringLiteral("  49 W"));
    EXPECT_EQ(chart.accessibleDescription(), chart.crosshairText());
}

TEST_F(TimeChartOfAMinute, SaysTheTimeTheValueAndTheTaskUnderThePointer) {
    chart.setTime({kBegin, kBegin + 60'000},
        {{QStringLiteral("train (alice)"), {kBegin + 20'000, kBegin + 40'000}, 0}});
    hover(0.5);
    ASSERT_FALSE(crosshairs.empty());
    const auto nearest = kBegin + qRound((*crosshairs.back() - kBegin) / 1000.0) * 1000;
    EXPECT_EQ(chart.crosshairText(),
        QStringLiteral("%1  %2 W · train (alice)")
            .arg(clockText(nearest))
            .arg((nearest - kBegin) / 1000));
    chart.setCrosshair(kBegin + 50'000);
    EXPECT_FALSE(chart.crosshairText().contains(QStringLiteral("train")));
    chart.setCrosshair(kBegin - 50'000);
    EXPECT_TRUE(chart.crosshairText().endsWith(QStringLiteral("no data")));
}

TEST_F(TimeChartOfAMinute, SaysTheExtremesOfACoarsePoint) {
    Series coarse;
    coarse.setHistory({{kBegin, 10, 20, 40}}, 60'000);
    chart.setLines({{{}, &coarse}});
    chart.setCrosshair(kBegin);
    EXPECT_TRUE(chart.crosshairText().endsWith(QStringLiteral("20 W (10 W to 40 W)")))
        << chart.crosshairText().toStdString();
}

TEST_F(TimeChartOfAMinute, AsksForTheSpanThatIsDraggedOver) {
    drag(0.75, 0.25);
    ASSERT_EQ(zooms.size(), 1u);
    EXPECT_NEAR(static_cast<double>(zooms[0].fromMs - kBegin), 15'000, 300);
    EXPECT_NEAR(static_cast<double>(zooms[0].toMs - kBegin), 45'000, 300);
    drag(0.5, 0.5);
    EXPECT_EQ(zooms.size(), 1u) << "a click is no zoom";
}

TEST_F(TimeChartOfAMinute, AsksForAZoomAndTheWayBackByKeys) {
    QSignalSpy back(&chart, &TimeChart::backWanted);
    QSignalSpy reset(&chart, &TimeChart::resetWanted);
    chart.setCrosshair(kBegin + 30'000);
    QTest::keyClick(&chart, Qt::Key_Plus);
    ASSERT_EQ(zooms.size(), 1u);
    EXPECT_EQ(zooms[0], (TimeSpan{kBegin + 15'000, kBegin + 45'000}));
    QTest::keyClick(&chart, Qt::Key_Backspace);
    EXPECT_EQ(back.count(), 0) << "there is no way back yet";
    chart.setZoomed(true);
    QTest::keyClick(&chart, Qt::Key_Backspace);
    QTest::keyClick(&chart, Qt::Key_Escape);
    EXPECT_EQ(back.count(), 2);
    QTest::keyClick(&chart, Qt::Key_Home);
    QTest::mouseDClick(&chart, Qt::LeftButton, {}, pointAt(0.5));
    EXPECT_EQ(reset.count(), 2);
}

TEST_F(TimeChartOfAMinute, LeavesTheWindowsEscapeAloneUntilThereIsAWayBack) {
    QKeyEvent idle(QEvent::ShortcutOverride, Qt::Key_Escape, {});
    idle.ignore();
    QCoreApplication::sendEvent(&chart, &idle);
    EXPECT_FALSE(idle.isAccepted());
    chart.setZoomed(true);
    QKeyEvent zoomed(QEvent::ShortcutOverride, Qt::Key_Escape, {});
    zoomed.ignore();
    QCoreApplication::sendEvent(&chart, &zoomed);
    EXPECT_TRUE(zoomed.isAccepted());
}

TEST_F(TimeChartOfAMinute, NamesEachOfSeveralLines) {
    Series other;
    other.append(SeriesPoint::of(kBegin + 59'000, 7));
    chart.setLines({{QStringLiteral("SM"), &series}, {QStringLiteral("Memory"), &other}});
    chart.setCrosshair(kBegin + 59'000);
    EXPECT_TRUE(chart.crosshairText().endsWith(QStringLiteral("SM 59 W · Memory 7 W")));
    EXPECT_TRUE(chart.summary().startsWith(QStringLiteral("SM: minimum 0 W")));
}
