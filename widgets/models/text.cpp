// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace muster::models {

namespace {
struct Words {
    Q_DECLARE_TR_FUNCTIONS(muster::models::text)
};

constexpr qint64 kMinute = 60;
constexpr qint64 kHour = 60 * kMinute;
constexpr qint64 kDay = 24 * kHour;
} // namespace

QString unknownText() {
    return Words::tr("n/a");
}

QString nothingYetText() {
    return QStringLiteral("–");
}

QString clockText(qint64 epochMs, const QDate& today) {
    if (epochMs == 0) {
        return {};
    }
    // By hand: QDateTime::toString takes ten times as long, which 50,000 rows feel.
    const auto when = QDateTime::fromMSecsSinceEpoch(epochMs);
    const auto date = when.date();
    const auto time = when.time();
    auto clock = QString::asprintf("%02d:%02d:%02d", time.hour(), time.minute(), time.second());
    return date == today
        ? clock
        : QString::asprintf("%04d-%02d-%02d ", date.year(), date.month(), date.day()) + clock;
}

QString localTimes(QString words, const QDate& today) {
    static const QRegularExpression moment(
        QStringLiteral(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z)"));
    int from = 0;
    for (auto found = moment.match(words); found.hasMatch(); found = moment.match(words, from)) {
        const auto when = QDateTime::fromString(found.captured(), Qt::ISODateWithMs);
        const auto shown
            = when.isValid() ? clockText(when.toMSecsSinceEpoch(), today) : found.captured();
        words.replace(found.capturedStart(), found.capturedLength(), shown);
        from = found.capturedStart() + shown.size();
    }
    return words;
}

QString isoText(qint64 epochMs) {
    return epochMs == 0
        ? QString()
        : QDateTime::fromMSecsSinceEpoch(epochMs, Qt::UTC).toString(Qt::ISODateWithMs);
}

QString durationText(qint64 seconds) {
    const auto two
        = [](qint64 value) { return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0')); };
    if (seconds < kMinute) {
        return Words::tr("%1 s").arg(seconds);
    }
    if (seconds < kHour) {
        return Words::tr("%1 min %2 s").arg(seconds / kMinute).arg(two(seconds % kMinute));
    }
    if (seconds < kDay) {
        return Words::tr("%1 h %2 min").arg(seconds / kHour).arg(two(seconds % kHour / kMinute));
    }
    return Words::tr("%1 d %2 h").arg(seconds / kDay).arg(seconds % kDay / kHour);
}

} // namespace muster::models
