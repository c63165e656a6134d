// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/log_pattern.h"

namespace muster::models {

Result<LogMatcher> LogMatcher::compile(const LogPattern& pattern) {
    LogMatcher made;
    made.m_pattern = pattern;
    if (!pattern.regex || pattern.text.isEmpty()) {
        return made;
    }
    auto options
        = QRegularExpression::DontCaptureOption | QRegularExpression::UseUnicodePropertiesOption;
    if (!pattern.matchCase) {
        options |= QRegularExpression::CaseInsensitiveOption;
    }
    made.m_expression = QRegularExpression(pattern.text, options);
    if (!made.m_expression.isValid()) {
        return failure(
            fmt::format("{} at character {}", made.m_expression.errorString().toStdString(),
                made.m_expression.patternErrorOffset() + 1));
    }
    made.m_expression.optimize();
    return made;
}

bool LogMatcher::accepts(const QString& line) const {
    if (isEmpty()) {
        return true;
    }
    const bool found
        = m_pattern.regex ? m_expression.match(line).hasMatch() : next(line, 0).has_value();
    return found != m_pattern.inverse;
}

std::optional<LogMatcher::Match> LogMatcher::next(const QString& line, int from) const {
    if (isEmpty() || from > line.size()) {
        return std::nullopt;
    }
    if (!m_pattern.regex) {
        const auto at = line.indexOf(
            m_pattern.text, from, m_pattern.matchCase ? Qt::CaseSensitive : Qt::CaseInsensitive);
        return at < 0 ? std::nullopt : std::optional<Match>(Match{at, m_pattern.text.size()});
    }
    while (from <= line.size()) {
        const auto match = m_expression.match(line, from);
        if (!match.hasMatch()) {
            return std::nullopt;
        }
        if (match.capturedLength() > 0) {
            return Match{match.capturedStart(), match.capturedLength()};
        }
        from = match.capturedStart() + 1; // "a*" is everywhere
    }
    return std::nullopt;
}

int LogMatcher::count(const QString& line) const {
    int found = 0;
    for (auto match = next(line, 0); match; match = next(line, match->begin + match->length)) {
        ++found;
    }
    return found;
}

} // namespace muster::models
