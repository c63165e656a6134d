// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/gpu_hours.h"

#include <algorithm>

#include <QDateTime>
#include <QLocale>

namespace muster::models {

namespace {

constexpr qint64 kHourMs = 3'600'000;
constexpr qint64 kMostByHourMs = 48 * kHourMs;
constexpr std::size_t kMostLabels = 6;
constexpr int kHoursBetweenLabels = 6;

qint64 nextHour(qint64 atMs) {
    const auto time = QDateTime::fromMSecsSinceEpoch(atMs).time();
    return atMs + kHourMs - time.msecsSinceStartOfDay() % kHourMs;
}

qint64 nextDay(qint64 atMs) {
    return QDateTime::fromMSecsSinceEpoch(atMs).date().addDays(1).startOfDay().toMSecsSinceEpoch();
}

} // namespace

GpuHours::GpuHours(const Series& allocated, TimeSpan span)
    : m_byDay(span.lengthMs() > kMostByHourMs) {
    const auto& points = allocated.points();
    const auto [first, last] = allocated.within(span);
    const auto lastsUntil = [&](std::size_t i) { // a point speaks until the next one, of its step
        const auto end = points[i].atMs + allocated.stepAt(points[i].atMs);
        return i + 1 < points.size() ? std::min(end, points[i + 1].atMs) : end;
    };
    const bool lapsIn = first > 0 && lastsUntil(first - 1) > span.fromMs;
    if (first == last && !lapsIn) {
        return;
    }
    for (auto at = span.fromMs; at < span.toMs; at = m_sums.back().toMs) {
        m_sums.push_back({at, std::min(span.toMs, m_byDay ? nextDay(at) : nextHour(at))});
    }
    auto sum = m_sums.begin();
    for (auto i = lapsIn ? first - 1 : first; i < last; ++i) {
        const auto end = std::min(lastsUntil(i), span.toMs);
        for (auto at = std::max(points[i].atMs, span.fromMs); at < end;) {
            while (at >= sum->toMs) {
                ++sum;
            }
            const auto until = std::min(end, sum->toMs);
            sum->hours += points[i].average * static_cast<double>(until - at) / kHourMs;
            sum->known = true;
            at = until;
        }
    }
}

QString GpuHours::title() const {
    return m_byDay ? tr("GPU-hours by day") : tr("GPU-hours by hour");
}

QString GpuHours::name(const Sum& sum) const {
    const auto from = QDateTime::fromMSecsSinceEpoch(sum.fromMs);
    return m_byDay ? QLocale().toString(from, QStringLiteral("d MMM"))
                   : QStringLiteral("%1:00").arg(from.time().hour(), 2, 10, QLatin1Char('0'));
}

QString GpuHours::label(std::size_t index) const {
    const auto hour = QDateTime::fromMSecsSinceEpoch(m_sums[index].fromMs).time().hour();
    const auto every = (m_sums.size() + kMostLabels - 1) / kMostLabels;
    const bool shown = m_byDay ? (m_sums.size() - 1 - index) % every == 0
                               : m_sums.size() <= kMostLabels || hour % kHoursBetweenLabels == 0;
    return !shown ? QString()
        : m_byDay ? name(m_sums[index])
                  : QStringLiteral("%1 h").arg(hour, 2, 10, QLatin1Char('0'));
}

QString GpuHours::help(std::size_t index) const {
    const auto& sum = m_sums[index];
    return sum.known ? tr("%1: %2 GPU-hours").arg(name(sum), QLocale().toString(sum.hours, 'f', 1))
                     : tr("%1: no data").arg(name(sum));
}

} // namespace muster::models
