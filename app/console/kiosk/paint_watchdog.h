// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include <QElapsedTimer>
#include <QObject>
#include <QString>

class QWidget;

namespace muster::console {

// Tells the service manager that the wall lives, after a frame was painted and at no other time: a
// console whose timers run while its screen is frozen is started again. `painted` is a widget that
// paints itself at least once a second.
class PaintWatchdog : public QObject {
    Q_OBJECT
public:
    struct Manager {
        std::string socket; // NOTIFY_SOCKET; empty: nobody is to be told
        std::chrono::microseconds watchdog{}; // WATCHDOG_USEC; 0: readiness only
    };

    PaintWatchdog(Manager manager, QWidget& painted);

    void setStatus(const QString& status); // one line for people; told when it changes

    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void onPainted();
    void tell(const std::string& lines);

    Manager m_manager;
    bool m_ready = false;
    bool m_painting = false; // a frame is on its way to the screen
    QElapsedTimer m_sincePing;
    QString m_status;
};

} // namespace muster::console
