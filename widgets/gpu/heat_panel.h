// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "widgets/models/heat_map_model.h"

class QComboBox;
class QToolButton;

namespace muster::widgets {

class HeatMap;

// What the colours and icons mean.
class HeatLegend : public QWidget {
    Q_OBJECT
public:
    explicit HeatLegend(QWidget* parent = nullptr);
    void setMetric(models::HeatMetric metric);
    void setIcons(bool icons); // or the patterns of tiles that are too small for icons
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int paintScale(QPainter& painter, int x) const; // returns where it ends
    void paintStates(QPainter& painter, int x) const;
    void paintSample(QPainter& painter, QRect box, models::Mark mark) const;
    int word(QPainter& painter, int x, const QString& words) const;

    models::HeatMetric m_metric = models::heatMetrics().front();
    bool m_icons = true;
};

// The heat map with what belongs to it: the choice of the metric, the legend, buttons for the zoom.
class HeatPanel : public QWidget {
    Q_OBJECT
public:
    explicit HeatPanel(models::HeatMapModel* model, QWidget* parent = nullptr);

    HeatMap& map() { return *m_map; }
    void setMetric(models::HeatMetric metric);

signals:
    void gpuChosen(const QString& uuid);

private:
    void buildBar(QLayout* bar);
    void showZoom();

    models::HeatMapModel& m_model;
    HeatMap* m_map;
    HeatLegend* m_legend;
    QComboBox* m_metric;
    QToolButton* m_out = nullptr;
    QToolButton* m_all = nullptr;
};

} // namespace muster::widgets
