// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QWidget>

#include "widgets/models/topology_model.h"

class QLabel;
class QStackedWidget;
class QTableView;

namespace muster::widgets {

// The matrix of a TopologyModel, which outlives it, and what its words mean.
class TopologyView : public QWidget {
    Q_OBJECT
public:
    explicit TopologyView(models::TopologyModel& model, QWidget* parent = nullptr);

    QTableView& table() { return *m_table; }

signals:
    void gpuChosen(const QString& uuid); // Enter or double click in its row

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* buildLegend();
    void colourLegend();
    void showModel();

    models::TopologyModel& m_model;
    QTableView* m_table;
    std::vector<QLabel*> m_words; // of the legend, by step
    QLabel* m_nothing;
    QStackedWidget* m_stack;
};

// The ground of a step; text on it is textOn()'s. The nearest stands out most.
QColor stepColour(int step, const QPalette& palette);

} // namespace muster::widgets
