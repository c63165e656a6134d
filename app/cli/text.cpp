// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/text.h"

#include <algorithm>
#include <array>

namespace muster::cli {

namespace {

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

unsigned width(std::string_view text) {
    unsigned columns = 0;
    while (!text.empty()) {
        const Letter letter = firstLetter(text);
        columns += within(letter.code, kWide) ? 2 : within(letter.code, kZero) ? 0 : 1;
        text.remove_prefix(std::max(letter.bytes, 1U));
    }
    return columns;
}

} // namespace muster::cli
