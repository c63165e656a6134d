// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/charts/chart_board.h"
#include "widgets/models/cluster_history.h"

namespace muster::widgets {

// Charts of the whole cluster. `history` outlives it.
class ClusterCharts : public ChartBoard {
    Q_OBJECT
public:
    explicit ClusterCharts(models::ClusterHistory& history, QWidget* parent = nullptr);

private:
    struct Line {
        models::ClusterFigure figure;
        QString name; // in the legend
    };

    void buildCharts();
    TimeChart* addLines(const QString& title, const QString& unit, TimeChart::ValueText valueText,
        const QString& help, const std::vector<Line>& lines);
    void showHistory();
    std::vector<models::CsvColumn> columns() const;

    models::ClusterHistory& m_history;
    std::vector<std::pair<QString, models::ClusterFigure>> m_saved; // "Power (W)"
};

} // namespace muster::widgets
