// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "widgets/forms/log_settings.h"

class QSettings;

namespace muster::widgets {
class LogViewer;
}

namespace muster::console {

// How logs are shown, from day to day. What is not to be understood is as at first.
widgets::LogSettings readLogSettings(const QSettings& settings);
void writeLogSettings(QSettings& settings, const widgets::LogSettings& wanted);

// What stays of a log viewer: its settings, and files that its reader saves.
class LogMemory : public QObject {
    Q_OBJECT
public:
    LogMemory(QSettings& settings, widgets::LogViewer& viewer);

    void restore(); // another viewer may have changed them
    void save(const QString& path, bool filtered);

signals:
    void saved(const QString& notice, bool good);

private:
    void askWhere(bool filtered);

    QSettings& m_settings;
    widgets::LogViewer& m_viewer;
    QString m_folder; // where it was saved last
};

} // namespace muster::console
