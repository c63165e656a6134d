// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QAbstractScrollArea>

#include "widgets/models/schedule_runs.h"

namespace muster::widgets {

// The runs of schedules over time, a row each: bars by state, a tick at the next slot, a line at
// the present. For the pointer: what it says stands in the lists of schedules and of jobs, too.
class RunChart : public QAbstractScrollArea {
    Q_OBJECT
public:
    static constexpr qint64 kPastMs = 12 * 3'600'000;
    static constexpr qint64 kAheadMs = kPastMs;

    explicit RunChart(QWidget* parent = nullptr);

    void setRuns(std::vector<models::ScheduleRuns> schedules, qint64 nowMs);
    void setCurrent(const QString& schedule); // its row stands out
    QString textAt(const QPoint& at) const; // of a run, a next slot or a name; empty: nothing
    QPoint placeOf(const QString& schedule, qint64 atMs) const; // of the viewport

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void scheduleChosen(const QString& schedule);
    void runActivated(const QString& job);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    int rowHeight() const;
    void measureNames();
    int heightOf(std::size_t rows) const;
    QRect area() const; // of the bars
    int xOf(qint64 atMs) const;
    QRect rowBox(int row) const; // with its name
    QRect boxOf(int row, const models::ScheduleRun& run) const; // empty: it is not seen
    int rowAt(const QPoint& at) const; // -1: none
    const models::ScheduleRun* runAt(const QPoint& at) const;
    void updateScrollBar();
    void paintAxis(QPainter& painter) const;
    void paintRow(QPainter& painter, int row) const;

    std::vector<models::ScheduleRuns> m_schedules;
    int m_nameWidth = 0;
    QString m_current;
    qint64 m_nowMs = 0;
};

} // namespace muster::widgets
