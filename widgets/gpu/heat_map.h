// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTableView>
#include <QWidget>

namespace muster::widgets {

// The grid of HeatMapModel: in each cell the utilisation as a number on its cividis colour, and the
// state as an icon. Hatched and grey while the property "stale" is set.
class HeatMap : public QTableView {
    Q_OBJECT
public:
    explicit HeatMap(QAbstractItemModel* model, QWidget* parent = nullptr);

signals:
    void gpuChosen(const QString& uuid); // click or Enter
};

// What the colours and icons mean.
class HeatLegend : public QWidget {
    Q_OBJECT
public:
    explicit HeatLegend(QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace muster::widgets
