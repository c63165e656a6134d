// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

// For the sources of this folder.
namespace muster::proto {

// An integer that fits is one, 1.0 is not. uint64_t only beyond int64_t.
using JsonNumber = std::variant<std::int64_t, std::uint64_t, double>;

// The grammar of JSON, one token at a time, as picojson 1.3 reads it: it takes 007 and 1., and says
// of an error where it stopped. Reading functions are false at an error; after one only error() is
// of use. Keeps a view of the text.
class JsonScanner {
public:
    explicit JsonScanner(std::string_view text) : m_text(text) { }

    // The next character that is no blank, -1 at the end.
    int peek();
    // Takes this one.
    bool take(char expected);
    bool takeLiteral(std::string_view literal);
    bool takeString(std::string& out);
    // False for what does not start like a number, and nothing is taken.
    bool takeNumber(JsonNumber& out);
    // Opens an object or array, not deeper than kMaximumDepth; close takes its end.
    bool open(char bracket);
    bool close(char bracket);
    // Any value, whole.
    bool skip();
    // Nothing but blanks may follow.
    bool atEnd();

    // "syntax error at line 1 near: ..." or what else is wrong.
    std::string error() const;

private:
    bool takeEscape(std::string& out);
    bool takeHex(std::uint32_t& out);
    bool fail(std::string_view problem);

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
    std::string m_problem; // none: a syntax error
    std::string m_scratch;
};

} // namespace muster::proto
