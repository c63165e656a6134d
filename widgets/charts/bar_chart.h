// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QWidget>

class QLabel;

namespace QtCharts {
class QBarSet;
class QChartView;
} // namespace QtCharts

namespace muster::widgets {

// Shares and sums as bars, drawn by Qt Charts; `time_chart` is for what changes over time. The
// arrow keys walk the bars, Enter and a click choose one.
class BarChart : public QWidget {
    Q_OBJECT
public:
    struct Bar {
        QString key; // what `chosen` says
        QString name; // beside or below the bar; may be empty
        QString help; // all of it in words, for pointer and reader
        double value = 0; // not negative
        bool operator==(const Bar&) const = default;
    };

    // Horizontal: names at the left, values at the bars' ends, as high as its bars need. Vertical:
    // names below, values at an axis; grows.
    BarChart(const QString& title, Qt::Orientation orientation, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setBars(std::vector<Bar> bars);
    // In place of the bars while there are none: what is so, and when that changes.
    void setEmpty(const QString& sentence, const QString& reason);
    void setStale(bool stale); // grey and hatched: old figures
    QStringList texts() const; // "alice|3", for tests

signals:
    void chosen(const QString& key);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    bool isHorizontal() const { return m_orientation == Qt::Horizontal; }
    void fill();
    void addShares();
    void addSums();
    void place();
    void restyle();
    void describe();
    double highest() const;
    int rowHeight() const;
    int barAt(QPoint at) const; // -1: none
    QRect boxOf(int bar) const; // of its row or column

    Qt::Orientation m_orientation;
    QLabel* m_title;
    QLabel* m_empty;
    QtCharts::QChartView* m_view;
    QtCharts::QBarSet* m_set = nullptr; // the chart's
    std::vector<Bar> m_bars;
    int m_current = -1;
    bool m_stale = false;
    bool m_styling = false;
};

} // namespace muster::widgets
