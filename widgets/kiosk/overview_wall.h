// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/gpu/heat_layout.h"
#include "widgets/gpu/heat_paint.h"
#include "widgets/kiosk/wall_page.h"
#include "widgets/models/wall.h"

namespace muster::models {
class HeatMapModel;
}

namespace muster::widgets {

// The cluster from afar: eight figures, and every GPU of it on one map that needs no scroll bar.
class OverviewWall : public WallPage {
    Q_OBJECT
public:
    explicit OverviewWall(const models::HeatMapModel& heat, QWidget* parent = nullptr);

    // The map is painted anew with them, at no other time.
    void setFigures(const models::WallFigures& figures);

protected:
    void paint(QPainter& painter) override;
    void typeChanged() override { layOut(); }
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Figure {
        QString number;
        QString label;
        QColor colour;
    };

    std::vector<Figure> figures() const;
    int columnsFor(const std::vector<Figure>& figures) const;
    void layOut();
    void paintFigures(QPainter& painter);
    void paintMap(QPainter& painter);
    void paintNames(QPainter& painter, const QRect& exposed);
    void paintNumbers(QPainter& painter, const QRect& exposed);
    void paintLegend(QPainter& painter);

    const models::HeatMapModel& m_heat;
    models::WallFigures m_figures;
    HeatLayout m_layout;
    HeatColours m_colours;
    QRect m_top; // the figures
    QRect m_map;
    QRect m_legend;
    double m_scale = 1; // of the map, below 1 where even the smallest tiles are too large
};

} // namespace muster::widgets
