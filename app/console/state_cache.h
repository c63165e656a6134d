// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include <QObject>
#include <QTimer>

#include "core/history/cache.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::models {
class ClusterState;
}

namespace muster::console {

// Keeps the last state of a cluster on disk, so that the next console opens with it. Written when
// asked to and, while the state changes, at most every kSaveEveryMs.
class StateCache : public QObject {
    Q_OBJECT
public:
    static constexpr int kSaveEveryMs = 30'000;

    // `key` tells clusters apart. A cache that cannot be opened is none: the console works without.
    StateCache(const std::filesystem::path& path, QString key, models::ClusterState& state,
        QObject* parent = nullptr);

    bool restore(); // false: nothing is remembered
    void save();
    QString problem() const { return m_problem; } // why nothing is kept; empty: it works

private:
    QString m_key;
    models::ClusterState& m_state;
    std::optional<history::Cache> m_cache;
    QString m_problem;
    QTimer m_timer;
    bool m_changed = false;
};

} // namespace muster::console
