// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/paint_watchdog.h"

#include <cstdio>

#include <QEvent>
#include <QTimer>
#include <QWidget>

#include "core/net/service_notify.h"

namespace muster::console {

namespace {
constexpr int kPingsATimeout = 4;
} // namespace

PaintWatchdog::PaintWatchdog(Manager manager, QWidget& painted) : m_manager(std::move(manager)) {
    if (!m_manager.socket.empty()) {
        painted.installEventFilter(this);
    }
}

void PaintWatchdog::tell(const std::string& lines) {
    if (m_manager.socket.empty()) {
        return;
    }
    if (const auto told = net::notifyService(m_manager.socket, lines); !told) {
        std::fprintf(stderr, "muster-console: %s\n", told.error().message.c_str());
    }
}

void PaintWatchdog::setStatus(const QString& status) {
    if (status != m_status) {
        m_status = status;
        auto line = status;
        tell("STATUS=" + line.replace(QLatin1Char('\n'), QLatin1Char(' ')).toStdString());
    }
}

bool PaintWatchdog::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::Paint && !m_painting) {
        m_painting = true;
        // Behind the rest of this frame, which goes to the screen before control comes back.
        QTimer::singleShot(0, this, &PaintWatchdog::onPainted);
    }
    return QObject::eventFilter(object, event);
}

void PaintWatchdog::onPainted() {
    m_painting = false;
    if (!m_ready) {
        m_ready = true;
        tell("READY=1");
    }
    const auto period = std::chrono::duration_cast<std::chrono::milliseconds>(m_manager.watchdog);
    if (period.count() > 0
        && (!m_sincePing.isValid() || m_sincePing.hasExpired(period.count() / kPingsATimeout))) {
        m_sincePing.start();
        tell("WATCHDOG=1");
    }
}

} // namespace muster::console
