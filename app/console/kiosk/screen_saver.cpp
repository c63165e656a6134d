// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/screen_saver.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

namespace muster::console {

namespace {

QDBusMessage call(const char* method) {
    return QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.ScreenSaver"),
        QStringLiteral("/org/freedesktop/ScreenSaver"),
        QStringLiteral("org.freedesktop.ScreenSaver"), QString::fromLatin1(method));
}

} // namespace

ScreenSaver::ScreenSaver(const QDBusConnection& bus, const QString& reason, QObject* parent)
    : QObject(parent), m_bus(bus) {
    if (!m_bus.isConnected()) {
        return;
    }
    auto inhibit = call("Inhibit");
    inhibit << QStringLiteral("muster-console") << reason;
    auto* answer = new QDBusPendingCallWatcher(m_bus.asyncCall(inhibit), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<quint32> reply = *answer;
        if (reply.isValid()) {
            m_cookie = reply.value();
        }
        answer->deleteLater();
    });
}

ScreenSaver::~ScreenSaver() {
    if (m_cookie) {
        auto release = call("UnInhibit");
        release << *m_cookie;
        m_bus.send(release);
    }
}

} // namespace muster::console
