// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QDBusConnection>
#include <QObject>

class QDBusVariant;

namespace muster::console {

// Whether the desktop wants dark windows: org.freedesktop.appearance color-scheme of its portal.
// Asks when it is made, without waiting, and hears of changes. Silent where there is no portal.
class ColorScheme : public QObject {
    Q_OBJECT
public:
    explicit ColorScheme(QDBusConnection bus, QObject* parent = nullptr);

signals:
    void changed(std::optional<bool> dark); // nothing: no preference

private slots:
    void onSetting(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void take(const QVariant& value);
};

} // namespace muster::console
