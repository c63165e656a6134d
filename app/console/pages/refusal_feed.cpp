// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/refusal_feed.h"

#include <algorithm>

#include <QDateTime>

#include "app/console/link/link.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/refusal_model.h"
#include "widgets/models/text.h"

namespace muster::console {

namespace {
constexpr qint64 kLongestMs = 60'000; // until what is shown is looked at again
} // namespace

RefusalFeed::RefusalFeed(const models::ClusterState& state, Link& link, models::RefusalModel& model)
    : QObject(&model), m_link(link), m_model(model) {
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &RefusalFeed::ask);
    connect(&state, &models::ClusterState::changed, this, [this](const models::Changes& changes) {
        if (changes.everything || !changes.of(models::Kind::Offers).empty()
            || !changes.of(models::Kind::Frameworks).empty()) {
            askIn(0);
        }
    });
}

void RefusalFeed::setWatched(bool watched) {
    m_watched = watched;
    if (watched) {
        askIn(0);
    } else {
        m_again.stop();
    }
}

void RefusalFeed::askIn(qint64 ms) {
    if (!m_watched) {
        return;
    }
    const qint64 pause = m_asked.isValid() ? kSoonMs - m_asked.elapsed() : 0;
    const auto wait = static_cast<int>(std::clamp(std::max(ms, pause), qint64{0}, kLongestMs));
    if (!m_again.isActive() || m_again.remainingTime() > wait) {
        m_again.start(wait);
    }
}

// Without a link the next snapshot asks again.
void RefusalFeed::ask() {
    if (!m_watched || m_link.phase() != Link::Phase::Live) {
        return;
    }
    m_asked.start();
    if (m_asking) {
        return askIn(0);
    }
    v1::Request request;
    request.mutable_query_refusals();
    m_asking = true;
    m_link.request(request, [this](const v1::Reply& reply) {
        m_asking = false;
        if (reply.has_error()) {
            emit failed(models::text(reply.error().message()));
            return;
        }
        m_model.setRefusals(reply.refusals());
        emit answered(reply.refusals().more());
        if (const auto end = m_model.firstEndMs(); end != 0) {
            askIn(std::max<qint64>(end - QDateTime::currentMSecsSinceEpoch(), 0));
        }
    });
}

} // namespace muster::console
