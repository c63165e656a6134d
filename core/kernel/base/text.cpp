// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/text.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace muster {
namespace {

// As every spreadsheet reads it: "-1.5", "+3e4". Not "-1+2".
bool isNumber(std::string_view text) {
    const auto skipDigits = [&] {
        const auto count = std::min(text.find_first_not_of("0123456789"), text.size());
        text.remove_prefix(count);
        return count > 0;
    };
    if (text.starts_with('-') || text.starts_with('+')) {
        text.remove_prefix(1);
    }
    bool digits = skipDigits();
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        digits = skipDigits() || digits;
    }
    if (digits && (text.starts_with('e') || text.starts_with('E'))) {
        text.remove_prefix(1);
        if (text.starts_with('-') || text.starts_with('+')) {
            text.remove_prefix(1);
        }
        digits = skipDigits();
    }
    return digits && text.empty();
}

} // namespace

Letter firstLetter(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) {
        return {byte(0), 1};
    }
    const unsigned length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
    if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) {
        return {};
    }
    char32_t code = byte(0) & (0xff >> (length + 1));
    for (unsigned i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) {
            return {};
        }
        code = code << 6 | (byte(i) & 0x3f);
    }
    constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
    if (code < kLeast[length] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
        return {};
    }
    return {code, length};
}

bool isUnsafe(char32_t code) {
    return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0x061c
        || (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e)
        || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

bool hasUnsafe(std::string_view text) {
    while (!text.empty()) {
        const Letter letter = firstLetter(text);
        if (letter.bytes > 0 && isUnsafe(letter.code)) {
            return true;
        }
        text.remove_prefix(std::max(letter.bytes, 1U));
    }
    return false;
}

std::string escaped(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    while (!text.empty()) {
        const Letter letter = firstLetter(text);
        const unsigned taken = std::max(letter.bytes, 1U);
        if (letter.bytes == 0 || letter.code < 0x20 || letter.code == 0x7f) {
            safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
        } else if (isUnsafe(letter.code)) {
            safe += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(letter.code));
        } else {
            safe += text.substr(0, taken);
        }
        text.remove_prefix(taken);
    }
    return safe;
}

std::string escaped(std::string_view text, const std::function<std::string(char32_t)>& write) {
    std::string safe;
    safe.reserve(text.size());
    while (!text.empty()) {
        const Letter letter = firstLetter(text);
        const unsigned taken = std::max(letter.bytes, 1U);
        if (letter.bytes > 0 && isUnsafe(letter.code)) {
            safe += write(letter.code);
        } else {
            safe += text.substr(0, taken);
        }
        text.remove_prefix(taken);
    }
    return safe;
}

std::string escapedJson(std::string_view json) {
    return escaped(json, [](char32_t code) {
        // The line breaks between its values; within a text they are escaped already.
        return code == '\n' ? std::string("\n")
                            : fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
    });
}

std::string csvField(std::string_view text) {
    std::string out = escaped(text);
    if (!out.empty() && std::string_view("=+-@").find(out.front()) != std::string_view::npos
        && !isNumber(out)) {
        out.insert(0, 1, '\'');
    }
    if (out.find_first_of(",\"") == std::string::npos) {
        return out;
    }
    std::string quoted = "\"";
    for (const char c : out) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + '"';
}

std::string counted(std::size_t count, std::string_view one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

} // namespace muster
