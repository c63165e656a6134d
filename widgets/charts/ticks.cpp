// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QDateTime>
#include <QLocale>

namespace muster::widgets {

namespace {

constexpr qint64 kSecond = 1000;
constexpr qint64 kMinute = 60 * kSecond;
constexpr qint64 kHour = 60 * kMinute;
constexpr qint64 kDay = 24 * kHour;
constexpr std::array kTimeSteps{kSecond, 2 * kSecond, 5 * kSecond, 10 * kSecond, 30 * kSecond,
    kMinute, 2 * kMinute, 5 * kMinute, 10 * kMinute, 30 * kMinute, kHour, 2 * kHour, 3 * kHour,
    6 * kHour, 12 * kHour, kDay, 2 * kDay, 5 * kDay, 10 * kDay, 20 * kDay, 50 * kDay, 100 * kDay};

struct LargerUnit {
    const char* unit;
    const char* larger;
    double factor;
    double from;
};
// The last that fits counts. Clocks are read in MHz, whatever they are.
constexpr std::array<LargerUnit, 9> kLargerUnits{{{"MiB", "GiB", 1024, 2048},
    {"MiB", "TiB", 1'048'576, 10'485'760}, {"MiB/s", "GiB/s", 1024, 2048}, {"W", "kW", 1000, 2000},
    {"W", "MW", 1e6, 2e6}, {"MHz", "GHz", 1000, 10'000}, {"s", "min", 60, 120},
    {"s", "h", 3600, 7200}, {"s", "d", 86'400, 172'800}}};

// Round times of one step, seen from local midnight: so 6 h steps are 00, 06, 12, 18 on every day,
// the days of another length (daylight saving) included.
void addTicksOfDay(QDate day, qint64 stepMs, models::TimeSpan span, std::vector<TimeTick>& ticks) {
    const auto midnight = day.startOfDay().toMSecsSinceEpoch();
    const auto skipped = std::max<qint64>(0, span.fromMs - midnight) / stepMs;
    for (qint64 wall = std::max<qint64>(0, skipped - kHour / stepMs) * stepMs; wall < kDay;
         wall += stepMs) {
        const QDateTime at(day, QTime::fromMSecsSinceStartOfDay(static_cast<int>(wall)));
        const auto atMs = wall == 0 ? midnight : at.toMSecsSinceEpoch();
        if (atMs >= span.toMs) {
            return;
        }
        if (span.contains(atMs) && (wall == 0 || at.isValid())) {
            ticks.push_back({atMs,
                wall == 0              ? QLocale().toString(day, QStringLiteral("d MMM"))
                    : stepMs < kMinute ? at.toString(QStringLiteral("HH:mm:ss"))
                                       : at.toString(QStringLiteral("HH:mm"))});
        }
    }
}

QString decimal(double value, int decimals) {
    return QLocale().toString(value, 'f', decimals);
}

double powerOfTen(double below) {
    return std::pow(10, std::floor(std::log10(below)));
}

double roundStep(double top, bool exact, int mostSteps, bool whole) {
    const double least = top / mostSteps;
    const double ten = powerOfTen(least);
    double first = 0;
    for (const double times : {1.0, 2.0, 2.5, 4.0, 5.0, 10.0, 20.0, 25.0, 50.0}) {
        const double step = times * ten;
        const bool usual = times != 2.5 && times != 4.0 && times != 25.0;
        if (step < least * (1 - 1e-9) || (whole && step != std::floor(step))) {
            continue;
        }
        const double count = top / step;
        if (exact && count >= 2 && std::abs(count - std::round(count)) < 1e-9) {
            return step;
        }
        if (first == 0 && usual) {
            first = step;
        }
    }
    return first > 0 ? first : std::ceil(least);
}

} // namespace

QString ValueAxis::label(double value) const {
    const double shown = value / scale;
    const double shownStep = step / scale;
    const int decimals = shownStep == std::floor(shownStep)
        ? 0
        : static_cast<int>(std::max(1.0, -std::floor(std::log10(shownStep))));
    return decimal(shown, decimals);
}

ValueAxis valueAxis(double highest, const QString& unit, bool fixed, int mostSteps) {
    ValueAxis axis{.top = highest > 0 ? highest : 1, .unit = unit};
    for (const auto& row : kLargerUnits) {
        if (unit == QLatin1String(row.unit) && axis.top >= row.from) {
            axis.scale = row.factor;
            axis.unit = QLatin1String(row.larger);
        }
    }
    const double top = axis.top / axis.scale;
    const double step = roundStep(top, fixed, mostSteps, axis.scale == 1);
    axis.step = step * axis.scale;
    if (!fixed) {
        axis.top = std::ceil(top / step) * step * axis.scale;
    }
    return axis;
}

std::vector<TimeTick> timeTicks(models::TimeSpan span, int mostTicks) {
    std::vector<TimeTick> ticks;
    const auto most = std::max(1, mostTicks);
    const auto least = (span.lengthMs() + most - 1) / most;
    const auto found = std::find_if(
        kTimeSteps.begin(), kTimeSteps.end(), [least](qint64 step) { return step >= least; });
    const auto step = found == kTimeSteps.end() ? kTimeSteps.back() : *found;
    const auto last = QDateTime::fromMSecsSinceEpoch(span.toMs).date();
    for (auto day = QDateTime::fromMSecsSinceEpoch(span.fromMs).date(); day <= last;
         day = day.addDays(1)) {
        if (step < kDay || day.toJulianDay() % (step / kDay) == 0) {
            addTicksOfDay(day, step, span, ticks);
        }
    }
    return ticks;
}

QString spanText(models::TimeSpan span) {
    const QLocale locale;
    const auto from = QDateTime::fromMSecsSinceEpoch(span.fromMs);
    const auto to = QDateTime::fromMSecsSinceEpoch(span.toMs);
    const auto full = QStringLiteral("d MMM HH:mm:ss");
    return QStringLiteral("%1 – %2").arg(locale.toString(from, full),
        locale.toString(to, from.date() == to.date() ? QStringLiteral("HH:mm:ss") : full));
}

QString clockSpanText(models::TimeSpan span) {
    const auto from = QDateTime::fromMSecsSinceEpoch(span.fromMs);
    const auto to = QDateTime::fromMSecsSinceEpoch(span.toMs);
    const auto clock = QStringLiteral("HH:mm:ss");
    return from.date() == to.date() ? QStringLiteral("%1 – %2").arg(
               QLocale().toString(from, clock), QLocale().toString(to, clock))
                                    : spanText(span);
}

} // namespace muster::widgets
