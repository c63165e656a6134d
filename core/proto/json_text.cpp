// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/json_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace muster::proto {
namespace {

constexpr std::string_view kAlphabet
    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoDigit = 0xff;

constexpr auto kDigits = [] {
    std::array<std::uint8_t, 256> digits{};
    digits.fill(kNoDigit);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
        digits[static_cast<std::uint8_t>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
    }
    return digits;
}();

constexpr bool plain(char c) {
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

void appendEscape(char c, std::string& out) {
    constexpr std::string_view kNamed = "\b\t\n\f\r\"\\";
    constexpr std::string_view kNames = "btnfr\"\\";
    constexpr std::string_view kHex = "0123456789ABCDEF";
    out += '\\';
    if (const auto at = kNamed.find(c); at != std::string_view::npos) {
        out += kNames[at];
    } else {
        out += "u00";
        out += kHex[static_cast<std::uint8_t>(c) >> 4];
        out += kHex[c & 0xf];
    }
}

} // namespace

std::size_t utf8Length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    if (text.empty()) {
        return 0;
    }
    const auto first = byte(0);
    if (first < 0x80) {
        return 1;
    }
    const std::size_t length = first >= 0xf5 ? 0
        : first >= 0xf0                      ? 4
        : first >= 0xe0                      ? 3
        : first >= 0xc2                      ? 2
                                             : 0;
    if (length == 0 || text.size() < length) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) {
            return 0;
        }
    }
    // Overlong forms, surrogates, and beyond U+10FFFF.
    const bool wrong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) >= 0xa0)
        || (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90);
    return wrong ? 0 : length;
}

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        std::uint64_t eight = 0; // at a time, where they are ASCII, which nearly all texts are
        if (text.size() >= sizeof eight) {
            std::memcpy(&eight, text.data(), sizeof eight);
            if ((eight & 0x8080'8080'8080'8080) == 0) {
                text.remove_prefix(sizeof eight);
                continue;
            }
        }
        const auto length = utf8Length(text);
        if (length == 0) {
            return false;
        }
        text.remove_prefix(length);
    }
    return true;
}

void appendQuoted(std::string_view text, std::string& out) {
    out += '"';
    for (std::size_t i = 0; i < text.size();) {
        const auto start = i;
        while (i < text.size() && plain(text[i])) {
            ++i;
        }
        out.append(text, start, i - start);
        if (i == text.size()) {
            break;
        }
        if (const auto length = utf8Length(text.substr(i)); length == 0) {
            out += "\xef\xbf\xbd";
            ++i;
        } else if (length > 1 || text[i] == 0x7f) {
            out.append(text, i, length);
            i += length;
        } else {
            appendEscape(text[i++], out);
        }
    }
    out += '"';
}

void appendDouble(double value, std::string& out) {
    if (!std::isfinite(value)) {
        out += std::isnan(value) ? "null" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
        return;
    }
    std::array<char, 32> buffer;
    constexpr double kPlain = 1e15; // an integer by far, and the most common case
    if (value == std::trunc(value) && std::abs(value) < kPlain && !std::signbit(value)) {
        auto* const last = std::to_chars(
            buffer.data(), buffer.data() + buffer.size(), static_cast<std::int64_t>(value))
                               .ptr;
        out.append(buffer.data(), last);
        out += ".0";
        return;
    }
    auto* const end = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific)
                          .ptr;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const auto e = text.find('e');
    int exponent = 0;
    std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), end, exponent);
    if (exponent < -6 || exponent > 20) {
        out.append(text, 0, e + 1);
        out += std::to_string(exponent);
        return;
    }
    const auto length = static_cast<std::size_t>(
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed)
            .ptr
        - buffer.data());
    const std::string_view fixed(buffer.data(), length);
    out += fixed;
    if (fixed.find('.') == std::string_view::npos) {
        out += ".0";
    }
}

void appendBase64(std::string_view bytes, std::string& out) {
    const auto at = [&](std::size_t i) {
        return i < bytes.size() ? static_cast<std::uint32_t>(static_cast<std::uint8_t>(bytes[i]))
                                : 0;
    };
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto group = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
        out += kAlphabet[group >> 18];
        out += kAlphabet[group >> 12 & 63];
        out += i + 1 < bytes.size() ? kAlphabet[group >> 6 & 63] : '=';
        out += i + 2 < bytes.size() ? kAlphabet[group & 63] : '=';
    }
}

std::optional<std::string> decodeBase64(std::string_view text, char& wrong) {
    std::string out;
    out.reserve(text.size() / 4 * 3);
    std::uint32_t group = 0;
    int bits = 0;
    for (const char c : text) {
        if (c == '=') {
            break;
        }
        if (c == ' ' || (c >= '\t' && c <= '\r')) {
            continue;
        }
        const auto digit = kDigits[static_cast<std::uint8_t>(c)];
        if (digit == kNoDigit) {
            wrong = c;
            return std::nullopt;
        }
        group = group << 6 | digit;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out += static_cast<char>(group >> bits);
            group &= (1u << bits) - 1;
        }
    }
    return out;
}

} // namespace muster::proto
