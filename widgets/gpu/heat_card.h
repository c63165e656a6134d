// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

#include "widgets/models/heat_map_model.h"

class QLabel;

namespace muster::widgets {

// A metric over the last minutes in a few pixels; nothing where nobody measured.
class Sparkline : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    void setTrend(std::vector<models::Segment> segments, const models::HeatScale& scale);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<models::Segment> m_segments;
    models::HeatScale m_scale;
};

// All about one tile beside it, until it is hidden: unlike a tool tip it stays and follows the
// figures. The pointer goes through it.
class HeatCard : public QFrame {
    Q_OBJECT
public:
    HeatCard(const models::HeatMapModel& model, QWidget* parent);

    void showFor(int tile, const QRect& place); // `place` of the tile on the screen
    void refresh();
    int tile() const { return m_tile; }

private:
    void fill(const models::HeatFacts& facts);

    const models::HeatMapModel& m_model;
    int m_tile = -1;
    QLabel* m_title;
    QLabel* m_board;
    QLabel* m_stateIcon;
    QLabel* m_state;
    QLabel* m_trouble;
    std::vector<QLabel*> m_labels; // of HeatFacts::figures
    std::vector<QLabel*> m_values;
    QLabel* m_work;
    QLabel* m_trendTitle;
    Sparkline* m_trend;
};

} // namespace muster::widgets
