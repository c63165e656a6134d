// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "widgets/models/cluster_state.h"

namespace muster::console {

class Link;

// Asks the master page by page for the jobs or tasks that ended before those it remembers, and adds
// them to the state, which the lists show.
class EndedFeed : public QObject {
    Q_OBJECT
public:
    static constexpr int kPage = 500;

    // `kind` is Jobs or Tasks.
    EndedFeed(models::ClusterState& state, Link& link, models::Kind kind, QObject* parent);

    // The next page with something new on it. Nothing happens while one is awaited or the master is
    // away.
    void loadOlder();
    bool hasOlder() const { return m_hasOlder; }

signals:
    void loaded(int rows); // 0: the master has nothing older
    void failed(const QString& why);

private:
    void ask();
    void onReply(const v1::Reply& reply);
    std::size_t rows() const;

    models::ClusterState& m_state;
    Link& m_link;
    const models::Kind m_kind;
    std::uint32_t m_offset = 0; // rows of the master that were seen, the newest first
    bool m_asking = false;
    bool m_hasOlder = true; // as far as is known
};

} // namespace muster::console
