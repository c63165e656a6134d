// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

#include "core/proto/muster/v1/console.pb.h"

namespace muster::models {
class ClusterState;
}
namespace muster::widgets {
class LogViewer;
}

namespace muster::console {

class Link;

// Streams what a log viewer asks for from the master to it: the last 256 KiB, then what comes. Goes
// on where it stopped when the link was lost and is back.
class LogFeed : public QObject {
    Q_OBJECT
public:
    LogFeed(const models::ClusterState& state, Link& link, widgets::LogViewer& viewer);

private:
    void start(const QString& taskKey, const QString& file);
    void ask();
    void stop();
    void onReply(const v1::Reply& reply);

    const models::ClusterState& m_state;
    Link& m_link;
    widgets::LogViewer& m_viewer;
    std::string m_taskKey;
    std::string m_file;
    qint64 m_offset = 0;
    quint64 m_request = 0; // 0: none under way
    bool m_resume = false;
};

} // namespace muster::console
