// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

class QAction;

namespace muster::console {

// Whether operator commands may be given. Off at first, switched on by its action, and off again
// when nobody has touched the window for a while: who walks by a screen can look and change
// nothing.
class OperatorMode : public QObject {
    Q_OBJECT
public:
    static constexpr int kIdleMs = 10 * 60 * 1000;

    explicit OperatorMode(QObject* parent = nullptr, int idleMs = kIdleMs);

    bool isOn() const;
    void setOn(bool on);
    QAction* action() { return m_action; } // for a menu; it has the shortcut
    QString howToSwitchOn() const; // for tool tips of what is disabled meanwhile

signals:
    void changed(bool on);
    void fellBack(int idleMs); // nobody was there; after changed(false)

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void onToggled(bool on);

    QAction* m_action;
    QTimer m_idle;
};

} // namespace muster::console
