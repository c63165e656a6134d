// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSystemTrayIcon>

#include "app/console/desktop/desktop_notifier.h"
#include "widgets/models/notice.h"

class QSettings;
class QTime;

namespace muster::models {
class ClusterState;
}

namespace muster::console {

// Tells the user what happened, as the settings want it: `notifications/jobs`, `notifications/gpus`
// (both on unless set), `notifications/quiet` ("22:00-07:00"; then only what is critical). By the
// desktop, else by a tray icon, else in the window.
class Notices : public QObject {
    Q_OBJECT
public:
    Notices(const models::ClusterState& state, QSettings& settings, const QString& user,
        QDBusConnection bus, QObject* parent = nullptr);

    bool wanted(const models::Notice& notice, QTime now) const;

signals:
    void jobWanted(const QString& id);
    void logWanted(const QString& jobId);
    void gpuWanted(const QString& uuid);
    void toldInWindow(const QString& words);

private:
    void onChanged(const models::Changes& changes);
    void open(const models::Notice& notice);
    void tellOtherwise(const models::Notice& notice);

    QSettings& m_settings;
    models::NoticeFinder m_finder;
    DesktopNotifier m_desktop;
    std::unique_ptr<QSystemTrayIcon> m_tray; // made when it is needed
    models::Notice m_inTray;
};

} // namespace muster::console
