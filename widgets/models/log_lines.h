// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <string_view>
#include <vector>

#include <QString>

#include "widgets/models/ansi_text.h"

namespace muster::models {

enum class LogStream { Out, Error };

// One of the files that are shown together.
struct LogSource {
    int task = 0; // in the order in which the tasks are shown
    LogStream stream = LogStream::Out;

    auto operator<=>(const LogSource&) const = default;
};

struct LogLine {
    QString text;
    std::vector<StyleSpan> spans;
    LogSource source;
    qint64 atMs = 0; // its first byte arrived here; 0: it was there before
};

// The newest lines of some files in the order in which they began to arrive. A line is known by a
// number that stays the same while others come and go. The last line of a source may still change:
// more of it comes, or a carriage return overwrites it. Not thread-safe.
class LogLines {
public:
    struct Limits {
        std::size_t lines = 100'000;
        qint64 characters = 64 << 20; // of all lines together: some logs have no line ends
    };

    LogLines() = default;
    explicit LogLines(Limits limits) : m_limits(limits) { }

    void clear(); // the numbers begin again at 0
    // `atMs`: when they arrived; 0: nobody knows, they stood in the file.
    void append(LogSource source, std::string_view bytes, qint64 atMs = 0);

    qint64 begin() const { return m_begin; } // of the oldest line, so many were dropped
    qint64 end() const { return m_begin + static_cast<qint64>(m_lines.size()); }
    const LogLine& line(qint64 number) const;
    const Limits& limits() const { return m_limits; }

    // The lines that have changed since the last call, sorted; new ones may be among them.
    std::vector<qint64> takeChanged();

private:
    struct Source {
        AnsiText parser;
        qint64 open = -1; // the line that may still change
    };

    void put(Source& from, LogSource source, StyledLine line, qint64 atMs);
    void dropOldest();

    Limits m_limits;
    std::deque<LogLine> m_lines;
    qint64 m_begin = 0;
    qint64 m_characters = 0;
    std::map<LogSource, Source> m_sources;
    std::vector<qint64> m_changed;
    std::vector<StyledLine> m_ended; // kept for its room
};

} // namespace muster::models
