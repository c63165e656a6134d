// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/color_scheme.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

namespace muster::console {

namespace {

const auto kPortal = QStringLiteral("org.freedesktop.portal.Desktop");
const auto kPortalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const auto kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const auto kGroup = QStringLiteral("org.freedesktop.appearance");
const auto kKey = QStringLiteral("color-scheme");

enum Preference { NoPreference, Dark, Light }; // as the portal numbers them

} // namespace

ColorScheme::ColorScheme(QDBusConnection bus, QObject* parent) : QObject(parent) {
    if (!bus.isConnected()) {
        return;
    }
    bus.connect(kPortal, kPortalPath, kInterface, QStringLiteral("SettingChanged"), this,
        SLOT(onSetting(QString, QString, QDBusVariant)));
    auto question
        = QDBusMessage::createMethodCall(kPortal, kPortalPath, kInterface, QStringLiteral("Read"));
    question << kGroup << kKey;
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<QDBusVariant> reply = *answer;
        if (reply.isValid()) {
            take(reply.value().variant());
        }
        answer->deleteLater();
    });
}

void ColorScheme::onSetting(const QString& group, const QString& key, const QDBusVariant& value) {
    if (group == kGroup && key == kKey) {
        take(value.variant());
    }
}

// Read() wraps its answer twice.
void ColorScheme::take(const QVariant& value) {
    if (value.userType() == qMetaTypeId<QDBusVariant>()) {
        take(value.value<QDBusVariant>().variant());
        return;
    }
    switch (value.toUInt()) {
    case Dark:
        emit changed(true);
        break;
    case Light:
        emit changed(false);
        break;
    default:
        emit changed(std::nullopt);
    }
}

} // namespace muster::console
