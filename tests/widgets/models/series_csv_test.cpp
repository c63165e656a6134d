// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/series_csv.h"

#include <gtest/gtest.h>

using namespace muster::models;

TEST(SeriesCsv, HasARowForEachTimeAndAnEmptyFieldWhereNobodyMeasured) {
    Series power;
    power.append(SeriesPoint::of(1'700'000'000'000, 70.125));
    power.append(SeriesPoint::of(1'700'000'001'000, 71));
    Series fan;
    fan.append(SeriesPoint::of(1'700'000'001'000, 30));
    fan.append(SeriesPoint::of(1'700'000'002'500, 31));
    const std::vector<CsvColumn> columns{
        {QStringLiteral("Power (W)"), &power}, {QStringLiteral("Fan (%)"), &fan}};
    EXPECT_EQ(csv(columns, {1'700'000'000'000, 1'700'000'003'000}).toStdString(),
        "time,Power (W),Fan (%)\r\n"
        "2023-11-14T22:13:20.000Z,70.125,\r\n"
        "2023-11-14T22:13:21.000Z,71,30\r\n"
        "2023-11-14T22:13:22.500Z,,31\r\n");
}

TEST(SeriesCsv, KeepsToTheSpan) {
    Series series;
    for (qint64 at = 0; at < 10; ++at) {
        series.append(SeriesPoint::of(1'700'000'000'000 + at * 1000, static_cast<double>(at)));
    }
    EXPECT_EQ(
        csv({{QStringLiteral("a"), &series}}, {1'700'000'003'000, 1'700'000'005'000}).toStdString(),
        "time,a\r\n"
        "2023-11-14T22:13:23.000Z,3\r\n"
        "2023-11-14T22:13:24.000Z,4\r\n");
}

TEST(SeriesCsv, QuotesWhatWouldBreakARow) {
    const Series none;
    EXPECT_EQ(csv({{QStringLiteral("a,\"b\""), &none}}, {0, 1}).toStdString(),
        "time,\"a,\"\"b\"\"\"\r\n");
}
