// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "app/console/link/link.h"

class QLabel;
class QStatusBar;
class QToolButton;

namespace muster::models {
class ClusterState;
struct OpenAlerts;
struct Totals;
} // namespace muster::models

namespace muster::console {

// What stands at the right of the status bar: alerts that nobody has seen, the link, the age of the
// figures, counts, the server.
class StatusLine : public QObject {
    Q_OBJECT
public:
    explicit StatusLine(QStatusBar* bar);

    void show(const models::ClusterState& state, const models::Totals& totals, Link::Phase phase,
        qint64 nowMs);
    void showAlerts(const models::OpenAlerts& open);

signals:
    void alertsWanted();

private:
    void showCounts(const models::ClusterState& state, const models::Totals& totals);
    QToolButton* addAlerts(QStatusBar* bar);
    QLabel* addLabel(QStatusBar* bar);

    QToolButton* m_alerts;
    QLabel* m_link;
    QLabel* m_age;
    QLabel* m_counts;
    QLabel* m_simulated;
    QLabel* m_version;
};

} // namespace muster::console
