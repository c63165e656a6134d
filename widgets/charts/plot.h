// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QColor>
#include <QRectF>

#include "widgets/charts/ticks.h"
#include "widgets/models/series.h"

class QPainter;

namespace muster::widgets {

struct PlotLine {
    const models::Series* series = nullptr;
    QColor colour;
    bool ringed = false; // little rings along the line, for those who see no colours
};

// Draws the measured values into `area`: for each line the spans between lowest and highest as a
// tint, the mean as a line, and hatching where no line has data (`hatch`: invalid leaves it out).
// Costs what the device's pixels cost, whatever number of points there are.
void paintPlot(QPainter& painter, const QRectF& area, models::TimeSpan span, const ValueAxis& axis,
    const std::vector<PlotLine>& lines, const QColor& hatch);

void paintRing(QPainter& painter, QPointF centre, double radius, const QColor& colour);

} // namespace muster::widgets
