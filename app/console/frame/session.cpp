// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/session.h"

#include <QStatusBar>

namespace muster::console {

Session::Session(Place place, const QString& settingsFile, const std::filesystem::path& cache,
    const QString& user)
    : m_place(std::move(place)), m_settings(settingsFile, QSettings::IniFormat),
      m_cache(cache, m_place.cacheKey, m_state), m_link(m_place.server, m_state) {
    m_settings.beginGroup(m_place.group);
    m_cache.restore();
    m_window = std::make_unique<MainWindow>(m_state, m_link, m_settings, user);
    m_window->setAttribute(Qt::WA_QuitOnClose, false); // it is a part of another
    m_window->setCluster(m_place.cluster);
    if (!m_cache.problem().isEmpty()) {
        m_window->statusBar()->showMessage(m_cache.problem());
    }
    m_link.start();
}

Session::~Session() {
    if (m_keepsLayout) {
        m_window->close();
    }
    m_cache.save();
}

} // namespace muster::console
