// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QWidget;

namespace muster::models {
class ClusterState;
}

namespace muster::console {

// Prints one line when the window has painted figures of a cluster for the first time: "first
// picture" and the ns of CLOCK_MONOTONIC, for benchmarks of the start.
class FirstPicture : public QObject {
    Q_OBJECT
public:
    FirstPicture(QWidget& window, const models::ClusterState& state);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_window;
    const models::ClusterState& m_state;
    bool m_told = false; // readers of the state have heard of the figures
};

} // namespace muster::console
