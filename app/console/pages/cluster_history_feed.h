// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "widgets/models/cluster_history.h"

namespace muster::console {

class Link;

// Asks the master for what charts of the whole cluster show, whenever they want it.
class ClusterHistoryFeed : public QObject {
    Q_OBJECT
public:
    ClusterHistoryFeed(Link& link, models::ClusterHistory& history);

private:
    void ask(models::TimeSpan span, int points);

    Link& m_link;
    models::ClusterHistory& m_history;
};

} // namespace muster::console
