// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/commands/operator_mode.h"

#include <QAction>
#include <QCoreApplication>
#include <QEvent>

namespace muster::console {

namespace {

bool isInput(QEvent::Type type) {
    switch (type) {
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::Wheel:
    case QEvent::TouchBegin:
        return true;
    default:
        return false;
    }
}

} // namespace

OperatorMode::OperatorMode(QObject* parent, int idleMs)
    : QObject(parent), m_action(new QAction(tr("&Operator mode"), this)) {
    m_action->setCheckable(true);
    m_action->setShortcut(QKeySequence(QStringLiteral("Ctrl+Shift+O")));
    m_action->setToolTip(tr("Required for every change; switches off after %n min without input",
        nullptr, idleMs / 60'000));
    m_idle.setSingleShot(true);
    m_idle.setInterval(idleMs);
    connect(m_action, &QAction::toggled, this, &OperatorMode::onToggled);
    connect(&m_idle, &QTimer::timeout, this, [this] {
        setOn(false);
        emit fellBack(m_idle.interval());
    });
}

bool OperatorMode::isOn() const {
    return m_action->isChecked();
}

void OperatorMode::setOn(bool on) {
    m_action->setChecked(on);
}

QString OperatorMode::howToSwitchOn() const {
    return tr("Switch on operator mode, %1")
        .arg(m_action->shortcut().toString(QKeySequence::NativeText));
}

// While it is off nobody's input is watched.
void OperatorMode::onToggled(bool on) {
    if (on) {
        m_idle.start();
        QCoreApplication::instance()->installEventFilter(this);
    } else {
        m_idle.stop();
        QCoreApplication::instance()->removeEventFilter(this);
    }
    emit changed(on);
}

bool OperatorMode::eventFilter(QObject* watched, QEvent* event) {
    if (isInput(event->type())) {
        m_idle.start();
    }
    return QObject::eventFilter(watched, event);
}

} // namespace muster::console
