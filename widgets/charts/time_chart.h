// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QWidget>

#include "widgets/models/series.h"

namespace muster::widgets {

// One quantity over time: a line where it was measured, nothing where it was not. QtCharts stays
// behind this class.
class TimeChart : public QWidget {
    Q_OBJECT
public:
    // `maximum` of the axis; 0: that of the data. `unit` may be empty.
    TimeChart(const QString& title, const QString& unit, double maximum, QWidget* parent = nullptr);
    ~TimeChart() override;

    void setSegments(const std::vector<models::Segment>& segments, qint64 fromMs, qint64 toMs);
    void setLatest(const QString& text); // beside the title
    int lines() const; // drawn pieces, for tests

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Parts;
    void applyPalette();

    QString m_title;
    double m_maximum;
    std::unique_ptr<Parts> m_parts;
};

} // namespace muster::widgets
