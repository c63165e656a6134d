// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QWidget>

#include "widgets/charts/ticks.h"
#include "widgets/models/series.h"

namespace muster::widgets {

struct PlotLine;

// A stretch of time with a name, under the chart.
struct Band {
    QString name;
    models::TimeSpan span;
    int colour = 0; // which of a few
};

// One or more quantities of one unit over time. Tint: from lowest to highest of what shares a
// column; line: the mean; hatched: not measured. The pointer and the arrow keys move a crosshair,
// dragging and + ask for a zoom, Backspace and Esc for the way back, a double click and Home for
// all: whoever owns several charts answers for all of them.
class TimeChart : public QWidget {
    Q_OBJECT
public:
    struct Line {
        QString name; // in the legend, when there are several
        const models::Series* series; // outlives the chart or is replaced before
    };
    // With the chart's unit; where the axis has a larger one, every value is told in that.
    using ValueText = std::function<QString(double)>;

    TimeChart(
        const QString& title, const QString& unit, ValueText valueText, QWidget* parent = nullptr);

    void setLines(std::vector<Line> lines);
    void setMaximum(double maximum); // of the axis; 0: that of the data
    // Also to be called when the series have changed.
    void setTime(models::TimeSpan span, std::vector<Band> bands);
    void setCrosshair(std::optional<qint64> atMs);
    void setLoading(bool loading); // hatches nothing: nobody knows yet
    void setZoomed(bool zoomed) { m_zoomed = zoomed; } // there is a way back

    QString title() const { return m_title; }
    QString crosshairText() const; // time and values, and the band there; empty: no crosshair
    QString latestText() const; // of the first line: "3.9 kW (last mean of 30 s)"
    QString summary() const; // lowest, mean, highest and latest in words
    QRect plotArea() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void crosshairMoved(std::optional<qint64> atMs);
    void zoomWanted(muster::models::TimeSpan span);
    void backWanted();
    void resetWanted();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void describe();
    void seriesChanged();
    void updateAxis();
    void step(int direction);
    qint64 timeAt(int x) const;
    double xOf(qint64 atMs) const;
    QString valueAt(const Line& line, qint64 atMs) const;
    QString latestOf(const Line& line) const;
    QString latestMeanText() const;
    QString valueText(double value) const;
    QString valuesText() const; // under the crosshair
    const Band* bandAt(qint64 atMs) const;
    std::vector<PlotLine> plotLines() const;
    QColor lineColour(std::size_t index) const;
    QColor bandColour(const Band& band) const;
    int bandHeight() const;
    QRect boxOf(const Band& band, const QRect& area) const;

    void paintHead(QPainter& painter);
    void paintLegend(QPainter& painter, QRect rest);
    void paintGrid(QPainter& painter, const QRect& area);
    void paintBands(QPainter& painter, const QRect& area);
    void paintBandName(QPainter& painter, const QRect& area);
    void paintCrosshair(QPainter& painter, const QRect& area);
    void paintNothing(QPainter& painter, const QRect& area);

    QString m_title;
    QString m_unit;
    ValueText m_valueText;
    std::vector<Line> m_lines;
    std::vector<Band> m_bands;
    double m_maximum = 0;
    ValueAxis m_axis;
    models::TimeSpan m_span;
    std::optional<qint64> m_crosshair;
    std::optional<int> m_dragFrom; // x
    int m_dragTo = 0;
    bool m_loading = false;
    bool m_zoomed = false;
};

} // namespace muster::widgets
