// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>

#include "app/console/pages/list_page.h"

namespace muster::models {
class ClusterState;
}
namespace muster::widgets {
class RunChart;
}

namespace muster::console {

class CommandRunner;

// Every schedule in one list, and above it when they ran and when they are due.
class SchedulesPage : public ListPage {
    Q_OBJECT
public:
    SchedulesPage(
        const models::ClusterState& state, CommandRunner& commands, QWidget* parent = nullptr);

    widgets::RunChart& runs() { return *m_runs; }

signals:
    void jobChosen(const QString& job);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void showRuns();

    const models::ClusterState& m_state;
    widgets::RunChart* m_runs;
    QTimer m_tick; // time goes on while nothing changes
};

} // namespace muster::console
