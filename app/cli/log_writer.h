// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

namespace muster::cli {

// Prints a task's output as it arrives. To a terminal with control characters escaped (a log may
// hold sequences that rewrite the screen or the clipboard); to a file or a pipe byte for byte.
class LogWriter {
public:
    // What is no output of the task's is said on `notes`.
    LogWriter(std::ostream& out, bool terminal, std::ostream* notes = nullptr)
        : m_out(out), m_notes(notes), m_terminal(terminal) { }
    ~LogWriter() { finish(); }
    LogWriter(const LogWriter&) = delete;
    LogWriter& operator=(const LogWriter&) = delete;

    void write(std::string_view bytes);
    // A chunk of a stream. What lies between the last one and this is gone, and that is said.
    void writeAt(std::int64_t offset, std::string_view bytes);
    void startAt(std::int64_t offset) { m_next = offset; } // another stream; else 0
    std::int64_t next() const { return m_next; } // where the next chunk is to begin
    void finish(); // prints what a chunk cut in the middle of a letter

private:
    std::ostream& m_out;
    std::ostream* m_notes;
    bool m_terminal;
    std::int64_t m_next = 0;
    std::string m_cut;
};

// The last `lines` lines; what follows the last newline counts as one.
std::string_view lastLines(std::string_view text, std::size_t lines);

} // namespace muster::cli
