// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include <QWidget>

#include "widgets/models/heat_map_model.h"

class QComboBox;
class QHBoxLayout;
class QToolButton;

namespace muster::widgets {

class HeatMap;

// What the colours and icons mean: the scale of the metric and every mark that a tile can have, in
// as many lines as they need.
class HeatLegend : public QWidget {
    Q_OBJECT
public:
    struct Entry {
        models::Mark mark;
        QString words;
        QRect box; // of the icon or the tile; the words stand beside it
    };

    explicit HeatLegend(QWidget* parent = nullptr);
    void setMetric(models::HeatMetric metric);
    void setIcons(bool icons); // or the patterns of tiles that are too small for icons
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    // Not of what tiles show now: else the map's size would depend on what fits into its tiles.
    int heightForWidth(int width) const override;
    std::vector<Entry> entries() const; // those that do not look like any other tile

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int lineHeight() const;
    int scaleWidth() const;
    std::array<QString, 2> scaleEnds() const; // "0 %", "100 %"
    bool isDistinct(models::Mark mark) const;
    std::vector<Entry> placed(int width, bool all) const;
    void paintScale(QPainter& painter) const;
    void paintSample(QPainter& painter, QRect box, models::Mark mark) const;
    void paintWords(QPainter& painter, int x, int y, const QString& words) const;

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
    void buildBar(QHBoxLayout* bar);
    void showZoom();

    models::HeatMapModel& m_model;
    HeatMap* m_map;
    HeatLegend* m_legend;
    QComboBox* m_metric;
    QToolButton* m_out = nullptr;
    QToolButton* m_all = nullptr;
};

} // namespace muster::widgets
