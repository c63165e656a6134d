// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QString>

#include "widgets/models/time_range.h"

namespace muster::widgets {

// The axis of values, from 0 to `top`, in round steps.
struct ValueAxis {
    double top = 1;
    double step = 1;
    double scale = 1; // values are divided by it for people: 1024 for MiB in GiB
    QString unit; // "GiB"; may be empty

    QString label(double value) const; // without the unit
    bool operator==(const ValueAxis&) const = default;
};

// For values of a unit up to `highest`: at most `mostSteps` steps of 1, 2 or 5 times a power of ten
// (of the larger unit where one is in use: MiB and GiB, W and kW, MHz and GHz). `fixed`: the axis
// ends at `highest` and steps that divide it are preferred; else it ends at a step. Steps of a unit
// that is not scaled are whole, for what is counted.
ValueAxis valueAxis(double highest, const QString& unit, bool fixed, int mostSteps);

struct TimeTick {
    qint64 atMs = 0;
    QString label; // "14:35", "14:35:10" or "22 Nov", local time
};

// At most `mostTicks` round local times: seconds to hours counted from midnight, else days.
std::vector<TimeTick> timeTicks(models::TimeSpan span, int mostTicks);

// "22 Nov 14:30:05 – 14:45:05", local time.
QString spanText(models::TimeSpan span);
QString clockSpanText(models::TimeSpan span); // without its day, where that is the same

} // namespace muster::widgets
