// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/state_cache.h"

#include "core/proto/encoding.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/text.h"

namespace muster::console {

StateCache::StateCache(
    const std::filesystem::path& path, QString key, models::ClusterState& state, QObject* parent)
    : QObject(parent), m_key(std::move(key)), m_state(state) {
    std::error_code ignored; // open() says it better
    std::filesystem::create_directories(path.parent_path(), ignored);
    if (auto cache = history::Cache::open(path)) {
        m_cache.emplace(std::move(*cache));
    } else {
        m_problem = models::text(cache.error().message);
    }
    m_timer.setSingleShot(true);
    m_timer.setInterval(kSaveEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &StateCache::save);
    connect(&m_state, &models::ClusterState::changed, this, [this] {
        m_changed = true;
        if (!m_timer.isActive()) {
            m_timer.start();
        }
    });
}

bool StateCache::restore() {
    if (!m_cache) {
        return false;
    }
    const auto entry = m_cache->load(m_key.toStdString());
    if (!entry || !*entry) {
        return false;
    }
    v1::Snapshot snapshot;
    if (!proto::parseBytes(
            (*entry)->bytes, proto::Encoding::Binary, snapshot, proto::kMaximumOfMaster)) {
        return false;
    }
    m_state.apply(std::move(snapshot));
    m_changed = false;
    m_timer.stop();
    return true;
}

void StateCache::save() {
    if (!m_cache || !m_changed || m_state.empty()) {
        return;
    }
    const Instant at{std::chrono::milliseconds(m_state.atMs())};
    const auto stored = m_cache->store(m_key.toStdString(), m_state.encoded(), at);
    m_problem = stored ? QString() : models::text(stored.error().message);
    m_changed = !stored;
}

} // namespace muster::console
