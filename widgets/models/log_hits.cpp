// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/log_hits.h"

#include <algorithm>
#include <numeric>

namespace muster::models {

void LogHits::clear() {
    m_hits.clear();
    m_total = 0;
}

std::deque<LogHits::Hit>::const_iterator LogHits::at(qint64 line) const {
    return std::lower_bound(m_hits.begin(), m_hits.end(), line,
        [](const Hit& hit, qint64 number) { return hit.line < number; });
}

void LogHits::set(qint64 line, int matches) {
    const auto found = m_hits.begin() + (at(line) - m_hits.cbegin());
    if (found != m_hits.end() && found->line == line) {
        m_total += matches - found->matches;
        if (matches == 0) {
            m_hits.erase(found);
        } else {
            found->matches = matches;
        }
    } else if (matches > 0) {
        m_total += matches;
        m_hits.insert(found, {line, matches});
    }
}

void LogHits::dropBefore(qint64 line) {
    while (!m_hits.empty() && m_hits.front().line < line) {
        m_total -= m_hits.front().matches;
        m_hits.pop_front();
    }
}

qint64 LogHits::before(qint64 line) const {
    return std::accumulate(m_hits.cbegin(), at(line), qint64{0},
        [](qint64 sum, const Hit& hit) { return sum + hit.matches; });
}

std::optional<qint64> LogHits::after(qint64 line) const {
    if (m_hits.empty()) {
        return std::nullopt;
    }
    const auto found = at(line + 1);
    return found == m_hits.cend() ? m_hits.front().line : found->line;
}

std::optional<qint64> LogHits::ahead(qint64 line) const {
    if (m_hits.empty()) {
        return std::nullopt;
    }
    const auto found = at(line);
    return found == m_hits.cbegin() ? m_hits.back().line : std::prev(found)->line;
}

} // namespace muster::models
