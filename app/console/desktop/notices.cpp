// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/desktop/notices.h"

#include <QDateTime>
#include <QSettings>

#include "app/console/desktop/daily_span.h"
#include "widgets/models/cluster_state.h"

namespace muster::console {

using models::Notice;

Notices::Notices(const models::ClusterState& state, QSettings& settings, const QString& user,
    QDBusConnection bus, QObject* parent)
    : QObject(parent), m_settings(settings), m_finder(state, user), m_desktop(std::move(bus)) {
    connect(&state, &models::ClusterState::changed, this, &Notices::onChanged);
    connect(&m_desktop, &DesktopNotifier::openWanted, this, &Notices::open);
    connect(&m_desktop, &DesktopNotifier::logWanted, this, &Notices::logWanted);
    connect(&m_desktop, &DesktopNotifier::undeliverable, this, &Notices::tellOtherwise);
}

bool Notices::wanted(const Notice& notice, QTime now) const {
    const auto on = [this](const char* key) {
        return m_settings
            .value(QStringLiteral("notifications/%1").arg(QString::fromLatin1(key)), true)
            .toBool();
    };
    if (!on(notice.about == Notice::About::Job ? "jobs" : "gpus")) {
        return false;
    }
    const auto quiet
        = DailySpan::parse(m_settings.value(QStringLiteral("notifications/quiet")).toString());
    return !quiet || !quiet->contains(now) || notice.urgency == Notice::Urgency::Critical;
}

void Notices::onChanged(const models::Changes& changes) {
    const auto now = QDateTime::currentDateTime();
    for (const auto& notice : m_finder.find(changes)) {
        if (wanted(notice, now.time())) {
            m_desktop.show(notice, now.toMSecsSinceEpoch());
        }
    }
}

void Notices::open(const Notice& notice) {
    if (notice.about == Notice::About::Gpu) {
        emit gpuWanted(notice.object);
    } else {
        emit jobWanted(notice.object);
    }
}

void Notices::tellOtherwise(const Notice& notice) {
    if (!QSystemTrayIcon::isSystemTrayAvailable() || !QSystemTrayIcon::supportsMessages()) {
        emit toldInWindow(
            notice.body.isEmpty() ? notice.title : tr("%1: %2").arg(notice.title, notice.body));
        return;
    }
    if (!m_tray) {
        m_tray = std::make_unique<QSystemTrayIcon>(QIcon(QStringLiteral(":/icons/muster.svg")));
        m_tray->setToolTip(tr("Muster console"));
        connect(m_tray.get(), &QSystemTrayIcon::messageClicked, this, [this] { open(m_inTray); });
        m_tray->show();
    }
    m_inTray = notice;
    m_tray->showMessage(notice.title, notice.body,
        notice.urgency == Notice::Urgency::Critical ? QSystemTrayIcon::Warning
                                                    : QSystemTrayIcon::Information);
}

} // namespace muster::console
