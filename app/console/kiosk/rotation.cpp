// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/rotation.h"

#include <algorithm>

namespace muster::console {

Rotation::Rotation(std::vector<WallPageId> pages, Millis interval, Millis now)
    : m_pages(std::move(pages)), m_interval(interval), m_since(now) { }

void Rotation::setScreens(WallPageId page, int screens) {
    auto& known = screensOf(page);
    known.count = std::max(1, screens);
    if (known.current >= known.count) {
        known.current = 0;
    }
}

void Rotation::pin(bool pinned, Millis now) {
    if (pinned != m_pinned) {
        m_pinned = pinned;
        m_since = now;
    }
}

WallPlace Rotation::at(Millis now) {
    if (m_pinned) {
        return {WallPageId::Alerts, 0};
    }
    if (now - m_since >= m_interval) {
        step();
        // In step with the clock, unless the machine slept.
        m_since = now - m_since < 2 * m_interval ? m_since + m_interval : now;
    }
    const auto page = m_pages[m_current];
    return {page, screensOf(page).current};
}

void Rotation::step() {
    auto& screens = screensOf(m_pages[m_current]);
    screens.current = (screens.current + 1) % screens.count;
    if (screens.current == 0 || ++m_shown >= kScreensATurn) {
        m_current = (m_current + 1) % m_pages.size();
        m_shown = 0;
    }
}

int Rotation::indexOf(WallPageId page) const {
    const auto found = std::find(m_pages.begin(), m_pages.end(), page);
    return found == m_pages.end() ? -1 : static_cast<int>(found - m_pages.begin());
}

} // namespace muster::console
