// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace muster::cli {

// What others wrote (names, messages, reasons) made safe for a terminal: C0, C1, bidi controls,
// line and paragraph separators and bytes that are not UTF-8 become "\x1b", "\u202e".
std::string escaped(std::string_view text);

// Columns of a terminal that the text takes: 0 for combining marks, 2 for East Asian wide letters
// and emoji, else 1. REQUIRES: valid UTF-8 without control characters, as escaped() gives it.
unsigned width(std::string_view text);

} // namespace muster::cli
