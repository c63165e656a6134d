// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>

#include <QDBusConnection>
#include <QObject>
#include <QStringList>

#include "app/console/desktop/notice_burst.h"
#include "widgets/models/notice.h"

class QDBusPendingCallWatcher;

namespace muster::console {

// Shows notices through org.freedesktop.Notifications (specification 1.2). A notice of the same
// object takes the place of the one before it; a burst becomes one summary. Nothing here waits for
// the desktop. Where no server answers, `undeliverable` hands the notice to whoever has another
// way. One thread.
class DesktopNotifier : public QObject {
    Q_OBJECT
public:
    explicit DesktopNotifier(QDBusConnection bus, QObject* parent = nullptr);

    void show(const models::Notice& notice, qint64 nowMs);

signals:
    void openWanted(const muster::models::Notice& notice);
    void logWanted(const QString& jobId);
    void undeliverable(const muster::models::Notice& notice);

private slots:
    void onAction(quint32 id, const QString& action);
    void onClosed(quint32 id, quint32 reason);

private:
    void askCapabilities();
    void send(const models::Notice& notice, const QString& place);
    void onSent(QDBusPendingCallWatcher* call, const models::Notice& notice, const QString& place);
    QStringList actionsOf(const models::Notice& notice) const;

    QDBusConnection m_bus;
    NoticeBurst m_burst;
    QStringList m_capabilities; // as the server said; none until it has
    std::map<QString, quint32> m_ids; // by place: which notification stands there
    // By place: a notice that the server has not answered yet, and the latest that waits behind it
    // (it needs the id of the one that it takes the place of).
    std::map<QString, std::optional<models::Notice>> m_sent;
    std::map<quint32, models::Notice> m_shown;
};

} // namespace muster::console
