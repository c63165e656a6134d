// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/log_writer.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "app/cli/text.h"

namespace muster::cli {

namespace {

// How many bytes at the end begin a letter of UTF-8, or a terminal's end of line, without ending
// it.
std::size_t cutBytes(std::string_view text) {
    if (text.ends_with('\r'))
        return 1;
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if ((byte & 0xc0) == 0x80)
            continue;
        const std::size_t length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
        return length > back ? back : 0;
    }
    return 0;
}

void writeEscaped(std::ostream& out, std::string_view text) {
    while (!text.empty()) {
        const auto end = text.find_first_of("\n\t");
        auto line = text.substr(0, end);
        if (end != std::string_view::npos && text[end] == '\n' && line.ends_with('\r'))
            line.remove_suffix(1); // a task on a terminal ends its lines so
        out << escaped(line);
        if (end == std::string_view::npos)
            return;
        out << text[end];
        text.remove_prefix(end + 1);
    }
}

std::string sizeText(std::int64_t bytes) {
    constexpr std::int64_t mebi = 1 << 20;
    return bytes < mebi ? fmt::format("{} bytes", bytes) : fmt::format("{} MiB", bytes / mebi);
}

} // namespace

void LogWriter::write(std::string_view bytes) {
    if (!m_terminal) {
        m_out << bytes << std::flush;
        return;
    }
    m_cut += bytes;
    const std::size_t whole = m_cut.size() - cutBytes(m_cut);
    writeEscaped(m_out, std::string_view(m_cut).substr(0, whole));
    m_cut.erase(0, whole);
    m_out << std::flush;
}

void LogWriter::writeAt(std::int64_t offset, std::string_view bytes) {
    if (offset > m_next && m_notes != nullptr) {
        finish();
        *m_notes << sizeText(offset - m_next) << " of older output discarded" << std::endl;
    }
    m_next = offset + static_cast<std::int64_t>(bytes.size());
    write(bytes);
}

void LogWriter::finish() {
    writeEscaped(m_out, m_cut);
    m_cut.clear();
    m_out << std::flush;
}

std::string_view lastLines(std::string_view text, std::size_t lines) {
    if (lines == 0)
        return {};
    std::size_t from = text.ends_with('\n') ? text.size() - 1 : text.size();
    while (from > 0) {
        const auto newline = text.rfind('\n', from - 1);
        if (newline == std::string_view::npos)
            return text;
        if (--lines == 0)
            return text.substr(newline + 1);
        from = newline;
    }
    return text;
}

} // namespace muster::cli
