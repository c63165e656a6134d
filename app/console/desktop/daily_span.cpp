// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/desktop/daily_span.h"

#include <QStringList>

namespace muster::console {

std::optional<DailySpan> DailySpan::parse(const QString& text) {
    const auto ends = text.split(QLatin1Char('-'));
    if (ends.size() != 2) {
        return std::nullopt;
    }
    const auto time = [](const QString& words) {
        return QTime::fromString(words.trimmed(), QStringLiteral("H:mm"));
    };
    const DailySpan span{time(ends[0]), time(ends[1])};
    if (!span.from.isValid() || !span.to.isValid() || span.from == span.to) {
        return std::nullopt;
    }
    return span;
}

bool DailySpan::contains(QTime time) const {
    return from < to ? time >= from && time < to : time >= from || time < to;
}

} // namespace muster::console
