// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/desktop/desktop_notifier.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

namespace muster::console {

namespace {

const auto kNotifications = QStringLiteral("org.freedesktop.Notifications");
const auto kNotificationsPath = QStringLiteral("/org/freedesktop/Notifications");
const auto kSummaryPlace = QStringLiteral("summary");
const auto kOpen = QStringLiteral("default"); // also a click on the notification itself
const auto kLogAction = QStringLiteral("log");

QDBusMessage call(const QString& method) {
    return QDBusMessage::createMethodCall(
        kNotifications, kNotificationsPath, kNotifications, method);
}

// Bodies may be markup, and what a task said must not be taken for it.
QString body(const models::Notice& notice, const QStringList& capabilities) {
    return capabilities.contains(QStringLiteral("body-markup")) ? notice.body.toHtmlEscaped()
                                                                : notice.body;
}

} // namespace

DesktopNotifier::DesktopNotifier(QDBusConnection bus, QObject* parent)
    : QObject(parent), m_bus(std::move(bus)) {
    m_bus.connect(kNotifications, kNotificationsPath, kNotifications,
        QStringLiteral("ActionInvoked"), this, SLOT(onAction(quint32, QString)));
    m_bus.connect(kNotifications, kNotificationsPath, kNotifications,
        QStringLiteral("NotificationClosed"), this, SLOT(onClosed(quint32, quint32)));
    askCapabilities();
}

void DesktopNotifier::askCapabilities() {
    if (!m_bus.isConnected()) {
        return;
    }
    auto* watcher = new QDBusPendingCallWatcher(
        m_bus.asyncCall(call(QStringLiteral("GetCapabilities"))), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<QStringList> reply = *watcher;
        if (!reply.isError()) {
            m_capabilities = reply.value();
        }
        watcher->deleteLater();
    });
}

void DesktopNotifier::show(const models::Notice& notice, qint64 nowMs) {
    const int leftOut = m_burst.add(nowMs);
    if (leftOut == 0) {
        send(notice, notice.object);
        return;
    }
    auto summary = notice;
    summary.object.clear();
    summary.title = tr("%n more notifications", nullptr, leftOut);
    summary.body = tr("The latest: %1").arg(notice.title);
    send(summary, kSummaryPlace);
}

QStringList DesktopNotifier::actionsOf(const models::Notice& notice) const {
    if (!m_capabilities.contains(QStringLiteral("actions"))) {
        return {};
    }
    QStringList actions{kOpen, tr("Open")};
    if (notice.about == models::Notice::About::Job && !notice.object.isEmpty()) {
        actions << kLogAction << tr("Logs");
    }
    return actions;
}

void DesktopNotifier::send(const models::Notice& notice, const QString& place) {
    if (!m_bus.isConnected()) {
        emit undeliverable(notice);
        return;
    }
    if (const auto [sent, first] = m_sent.try_emplace(place); !first) {
        sent->second = notice;
        return;
    }
    const auto before = m_ids.find(place);
    const QVariantMap hints{
        {QStringLiteral("urgency"), QVariant::fromValue(static_cast<uchar>(notice.urgency))},
        {QStringLiteral("desktop-entry"), QStringLiteral("io.github.muster.console")}};
    auto message = call(QStringLiteral("Notify"));
    message << QStringLiteral("Muster") << (before == m_ids.end() ? 0u : before->second)
            << QStringLiteral("io.github.muster.console") << notice.title
            << body(notice, m_capabilities) << actionsOf(notice) << hints << -1;
    auto* watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(message), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
        [this, watcher, notice, place] { onSent(watcher, notice, place); });
}

void DesktopNotifier::onSent(
    QDBusPendingCallWatcher* call, const models::Notice& notice, const QString& place) {
    const QDBusPendingReply<quint32> reply = *call;
    call->deleteLater();
    const auto next = std::move(m_sent.extract(place).mapped());
    if (!reply.isError()) {
        m_ids[place] = reply.value();
        m_shown[reply.value()] = notice;
    }
    if (next) {
        send(*next, place);
    } else if (reply.isError()) {
        emit undeliverable(notice);
    }
}

void DesktopNotifier::onAction(quint32 id, const QString& action) {
    const auto found = m_shown.find(id);
    if (found == m_shown.end()) {
        return; // another program's
    }
    if (action == kLogAction) {
        emit logWanted(found->second.object);
    } else {
        emit openWanted(found->second);
    }
}

void DesktopNotifier::onClosed(quint32 id, quint32) {
    m_shown.erase(id);
    for (auto it = m_ids.begin(); it != m_ids.end();) {
        it = it->second == id ? m_ids.erase(it) : std::next(it);
    }
}

} // namespace muster::console
