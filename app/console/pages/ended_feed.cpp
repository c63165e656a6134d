// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/ended_feed.h"

#include "app/console/link/link.h"
#include "widgets/models/text.h"

namespace muster::console {

EndedFeed::EndedFeed(models::ClusterState& state, Link& link, models::Kind kind, QObject* parent)
    : QObject(parent), m_state(state), m_link(link), m_kind(kind) {
    // More may have ended, and been forgotten, than was heard of: paging begins anew.
    connect(&state, &models::ClusterState::changed, this, [this](const models::Changes& changes) {
        if (changes.everything) {
            m_offset = 0;
            m_hasOlder = true;
        }
    });
}

void EndedFeed::loadOlder() {
    if (!m_asking && m_hasOlder && m_link.phase() == Link::Phase::Live) {
        ask();
    }
}

void EndedFeed::ask() {
    v1::Request request;
    request.mutable_query_ended()->set_limit(kPage);
    request.mutable_query_ended()->set_offset(m_offset);
    m_asking = true;
    m_link.request(request, [this](const v1::Reply& reply) { onReply(reply); });
}

// The first pages are of what the master remembers, which is no news.
void EndedFeed::onReply(const v1::Reply& reply) {
    m_asking = false;
    if (reply.has_error()) {
        emit failed(models::text(reply.error().message()));
        return;
    }
    const auto& ended = reply.ended();
    const int count = m_kind == models::Kind::Jobs ? ended.jobs_size() : ended.tasks_size();
    const auto before = rows();
    m_hasOlder = m_state.addEnded(ended) && count >= kPage;
    m_offset += static_cast<std::uint32_t>(count);
    const auto fresh = static_cast<int>(rows() - before);
    if (fresh == 0 && m_hasOlder) {
        ask();
    } else {
        emit loaded(fresh);
    }
}

std::size_t EndedFeed::rows() const {
    return m_kind == models::Kind::Jobs ? m_state.jobs().size() : m_state.tasks().size();
}

} // namespace muster::console
