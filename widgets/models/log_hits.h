// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>

#include <QtGlobal>

namespace muster::models {

// How many matches each shown line has. Not thread-safe.
class LogHits {
public:
    void clear();
    void set(qint64 line, int matches); // O(1) for a new last line, else O(lines with matches)
    void dropBefore(qint64 line);

    qint64 total() const { return m_total; }
    qint64 before(qint64 line) const; // matches in the lines before it
    // The nearest other line with a match; around the end when there is none further on.
    std::optional<qint64> after(qint64 line) const;
    std::optional<qint64> ahead(qint64 line) const;

private:
    struct Hit {
        qint64 line = 0;
        int matches = 0;
    };

    std::deque<Hit>::const_iterator at(qint64 line) const; // the first that is not before it

    std::deque<Hit> m_hits; // by line, none with 0
    qint64 m_total = 0;
};

} // namespace muster::models
