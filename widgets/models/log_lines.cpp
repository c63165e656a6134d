// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/log_lines.h"

#include <algorithm>

namespace muster::models {

void LogLines::clear() {
    m_lines.clear();
    m_sources.clear();
    m_changed.clear();
    m_begin = 0;
    m_characters = 0;
}

const LogLine& LogLines::line(qint64 number) const {
    Q_ASSERT(number >= begin() && number < end());
    return m_lines[static_cast<std::size_t>(number - m_begin)];
}

void LogLines::append(LogSource source, std::string_view bytes, qint64 atMs) {
    auto& from = m_sources[source];
    m_ended.clear();
    from.parser.feed(bytes, m_ended);
    for (auto& line : m_ended) {
        put(from, source, std::move(line), atMs);
        from.open = -1;
    }
    if (from.parser.isOpen()) {
        put(from, source, from.parser.open(), atMs);
    }
    dropOldest();
}

void LogLines::put(Source& from, LogSource source, StyledLine line, qint64 atMs) {
    LogLine made{QString(reinterpret_cast<const QChar*>(line.text.data()),
                     static_cast<int>(line.text.size())),
        std::move(line.spans), source, atMs};
    m_characters += made.text.size();
    if (from.open >= m_begin) {
        auto& old = m_lines[static_cast<std::size_t>(from.open - m_begin)];
        m_characters -= old.text.size();
        made.atMs = old.atMs;
        old = std::move(made);
        m_changed.push_back(from.open);
        return;
    }
    from.open = end();
    m_lines.push_back(std::move(made));
}

void LogLines::dropOldest() {
    while (m_lines.size() > m_limits.lines
        || (m_characters > m_limits.characters && m_lines.size() > 1)) {
        m_characters -= m_lines.front().text.size();
        m_lines.pop_front();
        ++m_begin;
    }
}

std::vector<qint64> LogLines::takeChanged() {
    std::vector<qint64> changed;
    changed.swap(m_changed);
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    const auto known = std::lower_bound(changed.begin(), changed.end(), m_begin);
    changed.erase(changed.begin(), known);
    return changed;
}

} // namespace muster::models
