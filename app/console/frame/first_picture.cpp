// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/first_picture.h"

#include <cstdio>
#include <ctime>

#include <QCoreApplication>
#include <QEvent>
#include <QTimer>
#include <QWidget>

#include "widgets/models/cluster_state.h"

namespace muster::console {

FirstPicture::FirstPicture(QWidget& window, const models::ClusterState& state)
    : QObject(&window), m_window(window), m_state(state) {
    connect(
        &state, &models::ClusterState::changed, this, [this] { m_told = !m_state.gpus().empty(); });
    m_told = !state.gpus().empty();
    QCoreApplication::instance()->installEventFilter(this);
}

// The platform's window is updated when all its widgets have painted.
bool FirstPicture::eventFilter(QObject* watched, QEvent* event) {
    if (m_told && event->type() == QEvent::Paint && watched->isWidgetType()
        && static_cast<QWidget*>(watched)->window() == &m_window) {
        QCoreApplication::instance()->removeEventFilter(this);
        QTimer::singleShot(0, this, [] {
            timespec time{};
            clock_gettime(CLOCK_MONOTONIC, &time);
            std::printf(
                "first picture %lld%09ld\n", static_cast<long long>(time.tv_sec), time.tv_nsec);
            std::fflush(stdout);
        });
    }
    return false;
}

} // namespace muster::console
