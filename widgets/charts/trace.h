// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QPointF>

#include "widgets/models/series.h"

namespace muster::widgets {

// A series over a span of time as so many columns of pixels see it. x is in columns from the left
// edge, y in the unit of the series. A pure function, O(columns * log(points)): the means of a
// column are one point of the line, its extremes one span, whatever number of points it holds.
struct Trace {
    struct Span {
        int column;
        double minimum;
        double maximum;
        bool operator==(const Span&) const = default;
    };
    struct Gap {
        double from;
        double to;
        bool operator==(const Gap&) const = default;
    };

    std::vector<Span> spans; // only where minimum and maximum differ
    std::vector<std::vector<QPointF>> lines; // pieces without a gap; they may begin and end outside
    std::vector<Gap> gaps; // nothing was measured; at least a column wide
};

// REQUIRES: columns > 0, a span that is not empty.
Trace trace(const models::Series& series, models::TimeSpan span, int columns);

} // namespace muster::widgets
