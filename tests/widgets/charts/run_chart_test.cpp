// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/run_chart.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include "tests/support/picture.h"
#include "widgets/models/text.h"

using namespace muster;
using namespace muster::models;
using namespace muster::widgets;

namespace {

constexpr qint64 kNow = 1'700'000'000'000;
constexpr qint64 kHourMs = 3'600'000;

ScheduleRuns nightly() {
    return {QStringLiteral("nightly"),
        {{QStringLiteral("job-1"), jobState(v1::Job::FAILED),
             {kNow - 8 * kHourMs, kNow - 7 * kHourMs}},
            {QStringLiteral("job-2"), jobState(v1::Job::RUNNING), {kNow - kHourMs, kNow}}},
        kNow + 3 * kHourMs};
}

class TheRunChart : public testing::Test {
protected:
    RunChart chart;

    void SetUp() override {
        chart.resize(800, chart.sizeHint().height());
        chart.setRuns({nightly(), {QStringLiteral("report"), {}, 0}}, kNow);
        chart.resize(800, chart.sizeHint().height());
        chart.show();
    }
    QString textOf(const char* schedule, qint64 atMs) {
        return chart.textAt(chart.placeOf(QString::fromLatin1(schedule), atMs));
    }
};

} // namespace

TEST_F(TheRunChart, SaysWhatIsUnderThePointer) {
    EXPECT_TRUE(textOf("nightly", kNow - 7.5 * kHourMs)
                    .startsWith(QStringLiteral("nightly: job-1, Failed, ")));
    EXPECT_TRUE(textOf("nightly", kNow - kHourMs / 2)
                    .startsWith(QStringLiteral("nightly: job-2, Running, ")));
    EXPECT_EQ(textOf("nightly", kNow + 3 * kHourMs),
        QStringLiteral("nightly: next run %1").arg(clockText(kNow + 3 * kHourMs)));
    EXPECT_EQ(textOf("nightly", kNow - 4 * kHourMs), QString());
    EXPECT_EQ(textOf("report", kNow - kHourMs / 2), QString());
}

TEST_F(TheRunChart, LeadsToTheScheduleAndToTheJob) {
    QSignalSpy schedules(&chart, &RunChart::scheduleChosen);
    QSignalSpy jobs(&chart, &RunChart::runActivated);
    const auto at = chart.placeOf(QStringLiteral("nightly"), kNow - kHourMs / 2);
    QTest::mouseDClick(chart.viewport(), Qt::LeftButton, {}, at);
    QTest::mouseClick(
        chart.viewport(), Qt::LeftButton, {}, chart.placeOf(QStringLiteral("report"), kNow));
    EXPECT_EQ(schedules.last().first().toString(), QStringLiteral("report"));
    ASSERT_EQ(jobs.size(), 1);
    EXPECT_EQ(jobs.first().first().toString(), QStringLiteral("job-2"));
}

TEST_F(TheRunChart, IsNoHigherThanSixRowsAndScrollsToTheOthers) {
    std::vector<ScheduleRuns> many;
    for (int i = 0; i < 40; ++i) {
        many.push_back({QStringLiteral("s-%1").arg(i), {}, kNow + kHourMs});
    }
    chart.setRuns(many, kNow);
    const int height = chart.sizeHint().height();
    chart.resize(800, height);
    EXPECT_LT(height, 7 * (chart.fontMetrics().height() + 10));
    EXPECT_EQ(textOf("s-39", kNow + kHourMs), QString());
    chart.verticalScrollBar()->setValue(chart.verticalScrollBar()->maximum());
    EXPECT_TRUE(textOf("s-39", kNow + kHourMs).startsWith(QStringLiteral("s-39: next run")));
}
