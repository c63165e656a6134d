// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/update_stream.h"

#include <algorithm>
#include <utility>

namespace muster::node {
namespace {

bool isCheckNews(const cluster::TaskStatus& status) {
    return status.reason == Reason::TaskCheckStatusUpdated
        || status.reason == Reason::TaskHealthCheckStatusUpdated;
}

} // namespace

UpdateStream::UpdateStream(
    Retry retry, std::vector<cluster::TaskStatus> pending, cluster::TaskStatus latest)
    : m_retry(retry), m_latest(std::move(latest)), m_pending(std::move(pending)) { }

bool UpdateStream::knows(const Uuid& uuid) const {
    return m_latest.uuid == uuid
        || std::ranges::any_of(m_pending, [&](const auto& one) { return one.uuid == uuid; });
}

void UpdateStream::begin(cluster::TaskStatus status) {
    m_latest = std::move(status);
}

void UpdateStream::add(cluster::TaskStatus update) {
    if (m_pending.size() >= kMostPending) { // never the oldest, which may be on its way
        m_pending.pop_back();
    }
    m_latest = update;
    m_pending.push_back(std::move(update));
}

void UpdateStream::addCheckNews(cluster::TaskStatus update) {
    if (m_pending.size() > 1 && isCheckNews(m_pending.back())) {
        m_pending.pop_back();
    }
    add(std::move(update));
}

bool UpdateStream::acknowledge(const Uuid& uuid) {
    if (m_pending.empty() || m_pending.front().uuid != uuid) {
        return false;
    }
    m_pending.erase(m_pending.begin());
    m_due.reset();
    return true;
}

void UpdateStream::clear() {
    m_pending.clear();
    m_due.reset();
}

void UpdateStream::onSent(Uptime now) {
    m_interval = m_retry.first;
    m_due = now + m_interval;
}

const cluster::TaskStatus* UpdateStream::takeDue(Uptime now) {
    if (!m_due || *m_due > now) {
        return nullptr;
    }
    m_interval = std::min(m_interval * 2, m_retry.last);
    m_due = now + m_interval;
    return &m_pending.front();
}

void UpdateStream::pause() {
    m_due.reset();
}

} // namespace muster::node
