// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QDBusConnection>
#include <QObject>

namespace muster::console {

// Keeps the desktop's screen saver away while it lives, by org.freedesktop.ScreenSaver. Where
// nobody offers that, nothing happens.
class ScreenSaver : public QObject {
    Q_OBJECT
public:
    ScreenSaver(const QDBusConnection& bus, const QString& reason, QObject* parent = nullptr);
    ~ScreenSaver() override;

    bool isInhibited() const { return m_cookie.has_value(); }

private:
    QDBusConnection m_bus;
    std::optional<quint32> m_cookie;
};

} // namespace muster::console
