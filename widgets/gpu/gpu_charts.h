// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QWidget>

#include "widgets/models/gpu_history.h"

namespace muster::widgets {

class ChartBoard;
class TimeChart;

// Charts of all that one GPU's board measures, over one span of time that they share with their
// crosshair; under each the tasks that had the GPU. `history` outlives it.
class GpuCharts : public QWidget {
    Q_OBJECT
public:
    explicit GpuCharts(models::GpuHistory& history, QWidget* parent = nullptr);

    // Where the axes of what the board limits itself end; of an empty message at the data.
    void setLimits(const v1::Gpu& gpu);

    ChartBoard& board() { return *m_board; } // saves and copies the span that is shown

private:
    struct Chart {
        TimeChart* widget;
        std::vector<Metric> metrics;
        std::vector<bool> drawn; // which of them
    };

    void buildCharts();
    TimeChart* addChart(const std::vector<Metric>& metrics);
    void showHistory();
    void showMeasured();

    models::GpuHistory& m_history;
    std::vector<Chart> m_charts;
    ChartBoard* m_board;
};

} // namespace muster::widgets
