// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/audit_feed.h"

#include <algorithm>

#include "app/console/link/link.h"
#include "widgets/models/audit_model.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/text.h"
#include "widgets/tables/event_list.h"

namespace muster::console {

AuditFeed::AuditFeed(
    const models::ClusterState& state, Link& link, models::AuditModel& model, int page)
    : QObject(&model), m_link(link), m_model(model), m_page(page) {
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &AuditFeed::refresh);
    connect(&state, &models::ClusterState::changed, this, &AuditFeed::onChanged);
}

AuditFeed::AuditFeed(const models::ClusterState& state, Link& link, widgets::EventList& list)
    : AuditFeed(state, link, list.model(), kObjectPage) {
    connect(&list, &widgets::EventList::watched, this, &AuditFeed::setWatched);
    connect(&list, &widgets::EventList::olderWanted, this, &AuditFeed::loadOlder);
    connect(
        this, &AuditFeed::changed, &list, [this, &list] { list.setReach(m_hasOlder, m_problem); });
}

void AuditFeed::setWatched(bool watched) {
    m_watched = watched;
    if (watched && m_dirty) {
        refresh();
    }
}

void AuditFeed::onChanged(const models::Changes& changes) {
    const bool happened = changes.everything
        || std::any_of(changes.touched.begin(), changes.touched.end(),
            [](const auto& keys) { return !keys.empty(); });
    if (happened) {
        m_dirty = true;
        if (m_watched && !m_soon.isActive()) {
            m_soon.start();
        }
    }
}

void AuditFeed::refresh() {
    if (!m_watched || m_link.phase() != Link::Phase::Live) {
        return; // what changes then is looked at later
    }
    if (m_asking) {
        m_soon.start();
        return;
    }
    m_dirty = false;
    v1::QueryAudit query;
    if (m_model.known() == 0) {
        query.set_limit(static_cast<std::uint32_t>(m_page));
        ask(query, &AuditFeed::onOlder);
        return;
    }
    query.set_from_ms(m_model.newestMs());
    query.set_limit(static_cast<std::uint32_t>(m_page + m_model.newestRows()));
    ask(query, &AuditFeed::onNewer);
}

void AuditFeed::loadOlder() {
    if (!m_hasOlder || m_asking || m_link.phase() != Link::Phase::Live) {
        return;
    }
    v1::QueryAudit query;
    query.set_to_ms(m_model.oldestMs() + 1);
    query.set_limit(static_cast<std::uint32_t>(m_page + m_model.oldestRows()));
    ask(query, &AuditFeed::onOlder);
}

void AuditFeed::ask(
    const v1::QueryAudit& query, void (AuditFeed::*take)(const v1::AuditRows&, int limit)) {
    v1::Request request;
    *request.mutable_query_audit() = query;
    m_asking = true;
    const auto limit = static_cast<int>(query.limit());
    m_link.request(request, [this, take, limit](const v1::Reply& reply) {
        m_asking = false;
        if (reply.has_audit()) {
            m_problem.clear();
            (this->*take)(reply.audit(), limit);
        } else {
            m_dirty = true; // the next change, or a new link, asks again
            m_problem = models::text(reply.error().message());
        }
        emit changed();
    });
}

// More than one page happened meanwhile: what lies between is not known, so the list starts anew.
void AuditFeed::onNewer(const v1::AuditRows& rows, int limit) {
    if (rows.rows_size() >= limit) {
        m_model.clear();
        m_dirty = true;
        refresh();
        return;
    }
    m_model.addNewer(rows);
}

void AuditFeed::onOlder(const v1::AuditRows& rows, int limit) {
    const int fresh = m_model.addOlder(rows);
    m_hasOlder = fresh > 0 && rows.rows_size() >= limit;
}

} // namespace muster::console
