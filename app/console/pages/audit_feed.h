// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

#include "core/proto/muster/v1/console.pb.h"

namespace muster::models {
class AuditModel;
class ClusterState;
struct Changes;
} // namespace muster::models
namespace muster::widgets {
class EventList;
}

namespace muster::console {

class Link;

// Asks the master for what an audit model shows: the newest page when somebody looks, what is newer
// when something other than a figure changed, older pages on demand.
class AuditFeed : public QObject {
    Q_OBJECT
public:
    static constexpr int kPage = 200;
    static constexpr int kObjectPage = 1000; // of which few are about one node or GPU
    static constexpr int kSoonMs = 1000; // a busy cluster is asked no more often

    AuditFeed(
        const models::ClusterState& state, Link& link, models::AuditModel& model, int page = kPage);
    // Feeds the list while somebody looks at it.
    AuditFeed(const models::ClusterState& state, Link& link, widgets::EventList& list);

    void setWatched(bool watched); // nobody looks: nothing is asked
    void loadOlder();
    bool hasOlder() const { return m_hasOlder; }
    const QString& problem() const { return m_problem; } // why the newest are not known, or empty

signals:
    void changed(); // hasOlder(), problem()

private:
    void onChanged(const models::Changes& changes);
    void refresh();
    void ask(const v1::QueryAudit& query, void (AuditFeed::*take)(const v1::AuditRows&, int limit));
    void onNewer(const v1::AuditRows& rows, int limit);
    void onOlder(const v1::AuditRows& rows, int limit);

    Link& m_link;
    models::AuditModel& m_model;
    const int m_page;
    QTimer m_soon;
    bool m_watched = false;
    bool m_dirty = true;
    bool m_asking = false;
    bool m_hasOlder = false;
    QString m_problem;
};

} // namespace muster::console
