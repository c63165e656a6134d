// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <QDateTime>
#include <QString>

namespace muster::models {

inline QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<int>(utf8.size()));
}

// What stands where a board or a master says nothing. Never 0.
QString unknownText();
QString nothingYetText(); // "–": where nothing was ever heard of the cluster

// Local times; 0 (never) is an empty text. `clockText` is "12:04:31", with the date when it is not
// the day of `today`.
QString clockText(qint64 epochMs, const QDate& today = QDate::currentDate());
// The moments of a master's words, "2026-11-20T12:04:31.889Z", as clockText tells them.
QString localTimes(QString words, const QDate& today = QDate::currentDate());
QString isoText(qint64 epochMs);
QString durationText(qint64 seconds); // "8 s", "3 min 12 s", "2 h 05 min", "3 d 4 h"

} // namespace muster::models
