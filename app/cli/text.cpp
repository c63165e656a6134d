// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/text.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace muster::cli {

namespace {

struct Letter {
    char32_t code = 0;
    unsigned bytes = 0; // 0: not UTF-8
};

// RFC 3629: no overlong form, no surrogate, nothing over U+10FFFF.
Letter decode(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80)
        return {byte(0), 1};
    const unsigned length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
    if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length)
        return {};
    char32_t code = byte(0) & (0xff >> (length + 1));
    for (unsigned i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return {};
        code = code << 6 | (byte(i) & 0x3f);
    }
    constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
    if (code < kLeast[length] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        return {};
    return {code, length};
}

bool isUnsafe(char32_t code) {
    return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0x061c
        || (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e)
        || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

struct Interval {
    char32_t first;
    char32_t last;
};

bool within(char32_t code, const auto& sorted) {
    const auto after = std::upper_bound(sorted.begin(), sorted.end(), code,
        [](char32_t value, const Interval& interval) { return value < interval.first; });
    return after != sorted.begin() && code <= std::prev(after)->last;
}

// The blocks of Unicode 15 that names of people, jobs and files really use.
constexpr std::array<Interval, 8> kZero = {{{0x300, 0x36f}, {0x483, 0x489}, {0x591, 0x5bd},
    {0x64b, 0x65f}, {0x1ab0, 0x1aff}, {0x200b, 0x200d}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}}};
constexpr std::array<Interval, 10> kWide = {{{0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0xa4cf},
    {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe6f}, {0xff00, 0xff60}, {0xffe0, 0xffe6},
    {0x1f300, 0x1faff}, {0x20000, 0x3fffd}}};

} // namespace

std::string escaped(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    while (!text.empty()) {
        const Letter letter = decode(text);
        const unsigned taken = std::max(letter.bytes, 1U);
        if (letter.bytes == 0 || letter.code < 0x20 || letter.code == 0x7f)
            safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
        else if (isUnsafe(letter.code))
            safe += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(letter.code));
        else
            safe += text.substr(0, taken);
        text.remove_prefix(taken);
    }
    return safe;
}

unsigned width(std::string_view text) {
    unsigned columns = 0;
    while (!text.empty()) {
        const Letter letter = decode(text);
        columns += within(letter.code, kWide) ? 2 : within(letter.code, kZero) ? 0 : 1;
        text.remove_prefix(std::max(letter.bytes, 1U));
    }
    return columns;
}

} // namespace muster::cli
