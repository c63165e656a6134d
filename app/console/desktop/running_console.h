// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDBusConnection>
#include <QObject>
#include <QStringList>
#include <QVariantMap>

#include "app/console/desktop/deep_link.h"

namespace muster::console {

// The console as other programs reach it on the session bus (org.freedesktop.Application of the
// desktop entry specification): the first one of a session has the name, and links that are opened
// later come to it.
class RunningConsole : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Application")
public:
    explicit RunningConsole(QDBusConnection bus, QObject* parent = nullptr);
    ~RunningConsole() override;

    // Gives the link to the console that runs already. False: there is none.
    static bool handOver(QDBusConnection bus, const DeepLink& link);

    bool isFirst() const { return m_first; }

public slots: // on the bus
    Q_SCRIPTABLE void Activate(const QVariantMap& platformData);
    Q_SCRIPTABLE void Open(const QStringList& uris, const QVariantMap& platformData);

signals:
    void raiseWanted();
    void linkOpened(const muster::console::DeepLink& link);

private:
    QDBusConnection m_bus;
    bool m_first = false;
};

} // namespace muster::console
