// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

// Text that somebody else wrote (names, messages, reasons), made safe for whoever reads it: the one
// place that knows what is unsafe. All of it is UTF-8.
namespace muster {

struct Letter {
    char32_t code = 0;
    unsigned bytes = 0; // 0: not UTF-8
};

// RFC 3629: no overlong form, no surrogate, nothing over U+10FFFF. REQUIRES: `text` is not empty.
Letter firstLetter(std::string_view text);

// What moves the cursor, begins a line or turns text around: C0, DEL, C1, bidi controls, line and
// paragraph separators, the byte order mark.
bool isUnsafe(char32_t code);
bool hasUnsafe(std::string_view text);

// One line for a terminal or a log: what is unsafe, and bytes that are not UTF-8, become "\x1b",
// "\u202e".
std::string escaped(std::string_view text);

// Likewise in a form of the format's own: `write` says what stands for an unsafe letter. Bytes that
// are not UTF-8 stay.
std::string escaped(std::string_view text, const std::function<std::string(char32_t)>& write);

// JSON whose texts hold nothing unsafe: it says the same.
std::string escapedJson(std::string_view json);

// One field of a CSV file. What a spreadsheet would take for a formula gets an apostrophe in front;
// a number stays one.
std::string csvField(std::string_view text);

// "1 GPU", "2 GPUs": of words whose plural ends in s.
std::string counted(std::size_t count, std::string_view one);

} // namespace muster
