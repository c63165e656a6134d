// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/cluster_history_feed.h"

#include "app/console/link/link.h"
#include "widgets/models/text.h"

namespace muster::console {

ClusterHistoryFeed::ClusterHistoryFeed(Link& link, models::ClusterHistory& history)
    : QObject(&history), m_link(link), m_history(history) {
    connect(&history, &models::ClusterHistory::historyWanted, this, &ClusterHistoryFeed::ask);
}

void ClusterHistoryFeed::ask(models::TimeSpan span, int points) {
    v1::Request request;
    auto& query = *request.mutable_query_cluster_history();
    query.set_from_ms(span.fromMs);
    query.set_to_ms(span.toMs);
    query.set_max_points(static_cast<std::uint32_t>(points));
    m_link.request(request, [this, span](const v1::Reply& reply) {
        if (reply.has_cluster_history()) {
            m_history.setHistory(reply.cluster_history(), span);
        } else {
            m_history.setProblem(span, models::text(reply.error().message()));
        }
    });
}

} // namespace muster::console
