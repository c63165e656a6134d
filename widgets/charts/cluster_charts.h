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

    // The one that begins with that figure, alone: it hears of no change.
    static TimeChart* chart(
        models::ClusterFigure first, const models::ClusterHistory& history, QWidget* parent);

private:
    struct Line {
        models::ClusterFigure figure;
        QString name; // in the legend
    };
    struct Definition {
        QString title;
        QString unit;
        TimeChart::ValueText valueText;
        QString help;
        std::vector<Line> lines;
        double maximum = 0; // of the axis; 0: that of the data
    };

    static std::vector<Definition> definitions();
    static std::vector<TimeChart::Line> linesOf(
        const Definition& definition, const models::ClusterHistory& history);
    void buildCharts();
    void showHistory();
    std::vector<models::CsvColumn> columns() const;

    models::ClusterHistory& m_history;
    std::vector<std::pair<QString, models::ClusterFigure>> m_saved; // "Power (W)"
};

} // namespace muster::widgets
