// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/ticks.h"

#include <QDateTime>
#include <QTimeZone>
#include <gtest/gtest.h>

using namespace muster::models;
using namespace muster::widgets;

namespace {

// The labels from 0 to the top.
std::string labels(const ValueAxis& axis) {
    std::string out;
    for (int i = 0; i * axis.step <= axis.top * (1 + 1e-9); ++i) {
        out += axis.label(i * axis.step).toStdString() + " ";
    }
    return out + axis.unit.toStdString();
}

std::string labels(const std::vector<TimeTick>& ticks) {
    std::string out;
    for (const auto& tick : ticks) {
        out += (out.empty() ? "" : " ") + tick.label.toStdString();
    }
    return out;
}

qint64 at(const char* iso) {
    return QDateTime::fromString(QString::fromLatin1(iso), Qt::ISODate).toMSecsSinceEpoch();
}

class InZone : public testing::Test {
protected:
    QByteArray before = qgetenv("TZ");
    void zone(const char* name) {
        qputenv("TZ", name);
        tzset();
    }
    void TearDown() override {
        before.isEmpty() ? (void)qunsetenv("TZ") : (void)qputenv("TZ", before);
        tzset();
    }
};

} // namespace

TEST(ValueAxis, EndsAtAFixedMaximumAndPrefersStepsThatDivideIt) {
    EXPECT_EQ(labels(valueAxis(100, QStringLiteral("%"), true, 4)), "0 25 50 75 100 %");
    EXPECT_EQ(labels(valueAxis(16, {}, true, 4)), "0 4 8 12 16 ");
    EXPECT_EQ(labels(valueAxis(15, {}, true, 4)), "0 5 10 15 ");
    EXPECT_EQ(labels(valueAxis(6, {}, true, 4)), "0 2 4 6 ");
    EXPECT_EQ(labels(valueAxis(150, QStringLiteral("W"), true, 4)), "0 50 100 150 W");
}

TEST(ValueAxis, EndsAtARoundStepAboveTheData) {
    EXPECT_EQ(labels(valueAxis(1177, QStringLiteral("MHz"), false, 4)), "0 500 1,000 1,500 MHz");
    EXPECT_EQ(labels(valueAxis(3, {}, false, 4)), "0 1 2 3 ");
    EXPECT_EQ(valueAxis(1177, QStringLiteral("MHz"), false, 4).top, 1500);
}

TEST(ValueAxis, CountsInTheLargerUnit) {
    EXPECT_EQ(labels(valueAxis(8192, QStringLiteral("MiB"), true, 4)), "0 2 4 6 8 GiB");
    EXPECT_EQ(labels(valueAxis(81559, QStringLiteral("MiB"), true, 4)), "0 20 40 60 GiB");
    EXPECT_EQ(
        labels(valueAxis(200'000, QStringLiteral("MiB/s"), false, 4)), "0 50 100 150 200 GiB/s");
    EXPECT_EQ(labels(valueAxis(2619, QStringLiteral("MHz"), false, 4)), "0 1,000 2,000 3,000 MHz");
    EXPECT_EQ(labels(valueAxis(1500, QStringLiteral("MiB"), false, 4)), "0 500 1,000 1,500 MiB");
    EXPECT_EQ(labels(valueAxis(7e6, QStringLiteral("W"), false, 4)), "0 2 4 6 8 MW");
    EXPECT_EQ(labels(valueAxis(90, QStringLiteral("s"), false, 4)), "0 50 100 s");
    EXPECT_EQ(labels(valueAxis(5400, QStringLiteral("s"), false, 4)), "0 50 100 min");
    EXPECT_EQ(labels(valueAxis(10'800, QStringLiteral("s"), false, 4)), "0 1 2 3 h");
}

TEST(ValueAxis, HasAnAxisForNothing) {
    EXPECT_EQ(labels(valueAxis(0, {}, false, 4)), "0 1 ");
}

TEST_F(InZone, TicksAreRoundLocalTimes) {
    zone("Asia/Kolkata"); // 5 h 30 min ahead
    EXPECT_EQ(labels(timeTicks({at("2026-03-01T14:02:00"), at("2026-03-01T14:17:00")}, 4)),
        "14:05 14:10 14:15");
    EXPECT_EQ(labels(timeTicks({at("2026-03-01T20:10:00"), at("2026-03-02T20:10:00")}, 5)),
        "2 Mar 06:00 12:00 18:00");
    EXPECT_EQ(labels(timeTicks({at("2026-03-01T14:02:01"), at("2026-03-01T14:02:11")}, 3)),
        "14:02:05 14:02:10");
}

TEST_F(InZone, TicksOfDaysAreTheirMidnights) {
    zone("Europe/Rome");
    const auto ticks = timeTicks({at("2026-03-26T12:00:00"), at("2026-04-02T12:00:00")}, 8);
    EXPECT_EQ(labels(ticks), "27 Mar 28 Mar 29 Mar 30 Mar 31 Mar 1 Apr 2 Apr");
    for (const auto& tick : ticks) {
        EXPECT_EQ(QDateTime::fromMSecsSinceEpoch(tick.atMs).time(), QTime(0, 0));
    }
}

TEST_F(InZone, TicksKeepToTheClockOnADayOfAnotherLength) {
    zone("Europe/Rome"); // at 02:00 of 29 March 2026 it is 03:00
    EXPECT_EQ(labels(timeTicks({at("2026-03-28T18:00:00"), at("2026-03-29T18:00:00")}, 5)),
        "18:00 29 Mar 06:00 12:00");
    EXPECT_EQ(labels(timeTicks({at("2026-10-25T00:00:00"), at("2026-10-26T00:00:00")}, 5)),
        "25 Oct 06:00 12:00 18:00");
}

TEST_F(InZone, TicksAreNeverMoreThanThereIsRoomFor) {
    zone("UTC");
    for (qint64 length = 10'000; length < 40LL * 86'400'000; length = length * 7 / 5) {
        for (int most = 1; most < 12; ++most) {
            const TimeSpan span{at("2026-03-01T14:02:17"), at("2026-03-01T14:02:17") + length};
            EXPECT_LE(timeTicks(span, most).size(), static_cast<std::size_t>(most)) << length;
        }
    }
}

TEST_F(InZone, ASpanCanDoWithoutItsDayOnlyWhereThatIsTheSame) {
    zone("UTC");
    const TimeSpan day{at("2026-03-01T14:02:17"), at("2026-03-01T14:17:17")};
    EXPECT_EQ(spanText(day).toStdString(), "1 Mar 14:02:17 – 14:17:17");
    EXPECT_EQ(clockSpanText(day).toStdString(), "14:02:17 – 14:17:17");
    const TimeSpan night{at("2026-03-01T23:50:00"), at("2026-03-02T00:05:00")};
    EXPECT_EQ(clockSpanText(night), spanText(night));
}
