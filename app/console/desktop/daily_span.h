// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QString>
#include <QTime>

namespace muster::console {

// A part of each day: "22:00-07:00" goes over midnight.
struct DailySpan {
    QTime from;
    QTime to; // not part of it

    static std::optional<DailySpan> parse(const QString& text);
    bool contains(QTime time) const;
};

} // namespace muster::console
