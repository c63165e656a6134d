// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/desktop/notice_burst.h"

namespace muster::console {

int NoticeBurst::add(qint64 atMs) {
    while (!m_recent.empty() && m_recent.front() <= atMs - kWithinMs) {
        m_recent.pop_front();
    }
    m_recent.push_back(atMs);
    if (m_recent.size() > kMost) {
        return ++m_leftOut;
    }
    m_leftOut = 0;
    return 0;
}

} // namespace muster::console
