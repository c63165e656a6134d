// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/json_scanner.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "core/proto/encoding.h"
#include "core/proto/json_text.h"

namespace muster::proto {
namespace {

constexpr std::string_view kBlanks = " \t\n\r";

void appendUtf8(std::uint32_t code, std::string& out) {
    const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3f)); };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xc0 | code >> 6);
        tail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xe0 | code >> 12);
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xf0 | code >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

template <typename Number>
bool whole(std::string_view text, Number& out) {
    const auto* const end = text.data() + text.size();
    const auto [ptr, problem] = std::from_chars(text.data(), end, out);
    return problem == std::errc{} && ptr == end;
}

} // namespace

int JsonScanner::peek() {
    m_at = std::min(m_text.find_first_not_of(kBlanks, m_at), m_text.size());
    return m_at < m_text.size() ? static_cast<unsigned char>(m_text[m_at]) : -1;
}

bool JsonScanner::take(char expected) {
    if (peek() != static_cast<unsigned char>(expected)) {
        return false;
    }
    ++m_at;
    return true;
}

bool JsonScanner::takeLiteral(std::string_view literal) {
    peek();
    for (const char c : literal) {
        if (m_at == m_text.size() || m_text[m_at] != c) {
            return false;
        }
        ++m_at;
    }
    return true;
}

bool JsonScanner::takeString(std::string& out) {
    out.clear();
    if (!take('"')) {
        return false;
    }
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        if (c == '"') {
            ++m_at;
            return true;
        }
        if (c == '\\') {
            if (!takeEscape(out)) {
                return false;
            }
            continue;
        }
        // Invalid UTF-8 would be refused by whoever gets the text from us.
        const auto length = utf8Length(m_text.substr(m_at));
        if (length == 0 || static_cast<unsigned char>(c) < ' ') {
            return false;
        }
        out.append(m_text, m_at, length);
        m_at += length;
    }
    return false;
}

bool JsonScanner::takeEscape(std::string& out) {
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (++m_at == m_text.size()) {
        return false;
    }
    const char name = m_text[m_at++];
    if (const auto at = kNames.find(name); at != std::string_view::npos) {
        out += kMeanings[at];
        return true;
    }
    std::uint32_t code = 0;
    if (name != 'u' || !takeHex(code)) {
        return false;
    }
    if (code >= 0xd800 && code < 0xe000) { // the first half of a pair
        std::uint32_t low = 0;
        if (code >= 0xdc00 || m_text.substr(m_at, 2) != "\\u") {
            return false;
        }
        m_at += 2;
        if (!takeHex(low) || low < 0xdc00 || low >= 0xe000) {
            return false;
        }
        code = 0x10000 + ((code & 0x3ff) << 10 | (low & 0x3ff));
    }
    appendUtf8(code, out);
    return true;
}

bool JsonScanner::takeHex(std::uint32_t& out) {
    const auto digits = m_text.substr(m_at, 4);
    const auto [ptr, problem]
        = std::from_chars(digits.data(), digits.data() + digits.size(), out, 16);
    const auto length = static_cast<std::size_t>(ptr - digits.data());
    m_at += length;
    return problem == std::errc{} && length == 4;
}

bool JsonScanner::takeNumber(JsonNumber& out) {
    if (const int first = peek(); first != '-' && (first < '0' || first > '9')) {
        return false;
    }
    const auto end = std::min(m_text.find_first_not_of("0123456789+-.eE", m_at), m_text.size());
    const auto text = m_text.substr(m_at, end - m_at);
    m_at = end;
    if (std::int64_t integer; whole(text, integer)) {
        out = integer;
        return true;
    }
    if (std::uint64_t integer; whole(text, integer)) {
        out = integer;
        return true;
    }
    double real = 0;
    const auto [ptr, problem] = std::from_chars(text.data(), text.data() + text.size(), real);
    if (problem == std::errc::invalid_argument || ptr != text.data() + text.size()) {
        return false;
    }
    if (problem == std::errc::result_out_of_range) { // too large, or just too small to tell from 0
        real = std::strtod(std::string(text).c_str(), nullptr);
        if (std::isinf(real)) {
            return fail("Value out of range");
        }
    }
    out = real;
    return true;
}

bool JsonScanner::open(char bracket) {
    if (!take(bracket)) {
        return false;
    }
    return ++m_depth <= kMaximumDepth
        || fail(fmt::format("nested deeper than {} levels", kMaximumDepth));
}

bool JsonScanner::close(char bracket) {
    --m_depth;
    return take(bracket);
}

bool JsonScanner::skip() {
    const int next = peek();
    if (next == '{' || next == '[') {
        const char end = next == '{' ? '}' : ']';
        if (!open(static_cast<char>(next))) {
            return false;
        }
        if (peek() != end) {
            do {
                if (next == '{' && !(takeString(m_scratch) && take(':'))) {
                    return false;
                }
                if (!skip()) {
                    return false;
                }
            } while (take(','));
        }
        return close(end);
    }
    JsonNumber number;
    return next == '"' ? takeString(m_scratch)
        : next == 't'  ? takeLiteral("true")
        : next == 'f'  ? takeLiteral("false")
        : next == 'n'  ? takeLiteral("null")
                       : takeNumber(number);
}

bool JsonScanner::atEnd() {
    if (peek() == -1) {
        return true;
    }
    const auto end = m_text.find_last_not_of(kBlanks) + 1;
    return fail(fmt::format("Parsed JSON included non-whitespace trailing characters: {}",
        m_text.substr(m_at, end - m_at)));
}

bool JsonScanner::fail(std::string_view problem) {
    m_problem = problem;
    return false;
}

std::string JsonScanner::error() const {
    if (!m_problem.empty()) {
        return m_problem;
    }
    auto line
        = 1 + std::count(m_text.begin(), m_text.begin() + static_cast<std::ptrdiff_t>(m_at), '\n');
    if (m_at == m_text.size() && m_text.ends_with('\n')) {
        --line; // a line starts with its first character
    }
    auto rest = std::string(m_text.substr(m_at, m_text.find('\n', m_at) - m_at));
    std::erase_if(rest, [](char c) { return static_cast<unsigned char>(c) < ' '; });
    return fmt::format("syntax error at line {} near: {}", line, rest);
}

} // namespace muster::proto
