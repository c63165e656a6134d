// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <QWidget>

#include "widgets/models/cluster_history.h"

class QLabel;

namespace muster::widgets {

class EmptyState;
class TimeChart;

// Utilisation and power of the last hour side by side; below them GPUs and jobs, where that is
// wanted and there is room. A zoom stands still and says its span. `history` outlives it and shows
// an hour from then on.
class LastHour : public QWidget {
    Q_OBJECT
public:
    explicit LastHour(models::ClusterHistory& history, QWidget* parent = nullptr);

    void setKnown(bool known); // whether anything was ever heard of the cluster
    void setMore(bool more); // all charts, as high as the room; else one row of usual height
    QString heading() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showHistory();
    void showRows();
    void showCrosshair(std::optional<qint64> atMs);
    int heightOf(int rows) const;

    models::ClusterHistory& m_history;
    QLabel* m_heading;
    QWidget* m_board;
    EmptyState* m_empty;
    std::vector<TimeChart*> m_charts; // two a row
    bool m_known = true;
    bool m_more = false;
};

} // namespace muster::widgets
