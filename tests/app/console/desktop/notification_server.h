// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QDBusConnection>
#include <QObject>
#include <QStringList>
#include <QVariantMap>

namespace muster::test {

// One call of Notify.
struct Shown {
    quint32 replaces;
    QString title, body;
    QStringList actions;
    QVariantMap hints;
};

// As much of org.freedesktop.Notifications as the specification asks of a server.
class NotificationServer : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    explicit NotificationServer(QDBusConnection bus) : m_bus(std::move(bus)) {
        m_bus.registerObject(QStringLiteral("/org/freedesktop/Notifications"), this,
            QDBusConnection::ExportScriptableContents);
        m_bus.registerService(QStringLiteral("org.freedesktop.Notifications"));
    }
    std::vector<Shown> shown;
    QStringList capabilities{QStringLiteral("actions"), QStringLiteral("body-markup")};

public slots:
    Q_SCRIPTABLE QStringList GetCapabilities() { return capabilities; }
    Q_SCRIPTABLE quint32 Notify(const QString&, quint32 replaces, const QString&,
        const QString& title, const QString& body, const QStringList& actions,
        const QVariantMap& hints, int) {
        shown.push_back({replaces, title, body, actions, hints});
        return replaces != 0 ? replaces : static_cast<quint32>(shown.size());
    }

signals:
    Q_SCRIPTABLE void ActionInvoked(quint32 id, const QString& action);
    Q_SCRIPTABLE void NotificationClosed(quint32 id, quint32 reason);

private:
    QDBusConnection m_bus;
};

} // namespace muster::test
