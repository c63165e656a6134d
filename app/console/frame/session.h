// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include <QSettings>

#include "app/console/frame/main_window.h"
#include "app/console/link/link.h"
#include "app/console/profiles/cluster_entry.h"
#include "app/console/state_cache.h"
#include "widgets/models/cluster_state.h"

namespace muster::console {

// One open cluster: its state, its cache, its link, its window. To switch is to end one and to
// begin another. The destructor keeps the layout and the last state.
class Session {
public:
    struct Place {
        ClusterEntry cluster;
        Server server;
        QString group; // of its own settings
        QString cacheKey;
    };

    // Connects at once. `settingsFile` is the console's, `cache` its SQLite file.
    Session(Place place, const QString& settingsFile, const std::filesystem::path& cache,
        const QString& user);
    ~Session();

    void forgetLayout() { m_keepsLayout = false; } // at the end, too

    const ClusterEntry& cluster() const { return m_place.cluster; }
    MainWindow& window() { return *m_window; }
    Link& link() { return m_link; }
    const models::ClusterState& state() const { return m_state; }

private:
    Place m_place;
    QSettings m_settings;
    models::ClusterState m_state;
    StateCache m_cache;
    Link m_link;
    std::unique_ptr<MainWindow> m_window;
    bool m_keepsLayout = true;
};

} // namespace muster::console
