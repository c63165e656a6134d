// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QRegularExpression>
#include <QString>

#include "core/kernel/base/result.h"

namespace muster::models {

// What is looked for in a log, as it was typed.
struct LogPattern {
    QString text; // empty: nothing is looked for
    bool regex = false; // Perl's, else letter by letter
    bool matchCase = false;
    bool inverse = false; // of filters: the lines without it

    bool operator==(const LogPattern&) const = default;
};

// A pattern, ready to run over lines. Not thread-safe.
class LogMatcher {
public:
    struct Match {
        int begin = 0;
        int length = 0; // never 0

        bool operator==(const Match&) const = default;
    };

    LogMatcher() = default; // of an empty pattern
    static Result<LogMatcher> compile(const LogPattern& pattern); // fails on a wrong expression

    bool isEmpty() const { return m_pattern.text.isEmpty(); }
    bool accepts(const QString& line) const; // as a filter; an empty pattern accepts all
    std::optional<Match> next(const QString& line, int from) const;
    int count(const QString& line) const;

private:
    LogPattern m_pattern;
    QRegularExpression m_expression;
};

} // namespace muster::models
