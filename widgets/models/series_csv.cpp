// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/series_csv.h"

#include <algorithm>

#include "core/kernel/base/text.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

constexpr int kDigits = 10;

QByteArray field(const QString& text) {
    return QByteArray::fromStdString(csvField(text.toStdString()));
}

std::vector<qint64> timesOf(const std::vector<CsvColumn>& columns, TimeSpan span) {
    std::vector<qint64> times;
    for (const auto& column : columns) {
        const auto [first, last] = column.series->within(span);
        for (auto i = first; i < last; ++i) {
            times.push_back(column.series->points()[i].atMs);
        }
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

} // namespace

QByteArray csv(const std::vector<CsvColumn>& columns, TimeSpan span) {
    QByteArray out("time");
    std::vector<std::size_t> next;
    for (const auto& column : columns) {
        out += ',' + field(column.header);
        next.push_back(column.series->within(span).first);
    }
    out += "\r\n";
    for (const auto at : timesOf(columns, span)) {
        out += isoText(at).toLatin1();
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto& points = columns[i].series->points();
            out += ',';
            if (next[i] < points.size() && points[next[i]].atMs == at) {
                out += QByteArray::number(points[next[i]++].average, 'g', kDigits);
            }
        }
        out += "\r\n";
    }
    return out;
}

} // namespace muster::models
