// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Select graphic rendition: the colours of AnsiText.
#include <algorithm>
#include <array>

#include "widgets/models/ansi_text.h"

namespace muster::models {

namespace {

constexpr int kMissing = -1;
constexpr int kMostValue = 9999;
constexpr std::size_t kMostParts = 32;

// "38;2;1;2;3" or "38:2::1:2:3": numbers, and whether a colon stands before each.
struct Part {
    int value = kMissing;
    bool joined = false;
};

struct Parts {
    std::array<Part, kMostParts> all;
    std::size_t count = 0;

    int value(std::size_t index) const { return index < count ? all[index].value : kMissing; }
};

Parts split(std::string_view text) {
    Parts parts;
    parts.count = 1;
    for (const char letter : text) {
        if (letter == ';' || letter == ':') {
            if (parts.count == kMostParts) {
                break;
            }
            parts.all[parts.count++].joined = letter == ':';
        } else if (letter >= '0' && letter <= '9') {
            auto& value = parts.all[parts.count - 1].value;
            value = std::min(kMostValue, std::max(value, 0) * 10 + (letter - '0'));
        }
    }
    return parts;
}

std::uint8_t channel(int value) {
    return static_cast<std::uint8_t>(std::clamp(value, 0, 255));
}

TextColour indexed(int index) {
    return {TextColour::Kind::Indexed, channel(index), 0, 0};
}

// What stands behind 38, 48 or 58. `at` comes to the last part that was used.
TextColour extended(const Parts& parts, std::size_t& at) {
    const auto first = at;
    std::size_t end = first + 1; // behind the group that colons make
    while (end < parts.count && parts.all[end].joined) {
        ++end;
    }
    const bool colons = end > first + 1;
    const int kind = parts.value(first + 1);
    std::size_t values = first + 2;
    if (kind == 5) {
        at = colons ? end - 1 : std::min(values, parts.count - 1);
        return parts.value(values) == kMissing ? TextColour() : indexed(parts.value(values));
    }
    if (kind != 2) {
        at = colons ? end - 1 : std::min(first + 1, parts.count - 1);
        return {};
    }
    if (colons && end - values > 3) {
        ++values; // the colour space
    }
    at = colons ? end - 1 : std::min(values + 2, parts.count - 1);
    return {TextColour::Kind::Rgb, channel(parts.value(values)), channel(parts.value(values + 1)),
        channel(parts.value(values + 2))};
}

void applyFlag(int value, TextStyle& style) {
    switch (value) {
    case 1:
        style.bold = true;
        break;
    case 2:
        style.faint = true;
        break;
    case 3:
        style.italic = true;
        break;
    case 21:
        style.underlined = true;
        break;
    case 7:
        style.inverse = true;
        break;
    case 9:
        style.struck = true;
        break;
    case 22:
        style.bold = style.faint = false;
        break;
    case 23:
        style.italic = false;
        break;
    case 24:
        style.underlined = false;
        break;
    case 27:
        style.inverse = false;
        break;
    case 29:
        style.struck = false;
        break;
    case 39:
        style.text = {};
        break;
    case 49:
        style.ground = {};
        break;
    default:
        break; // blinking, fonts, frames
    }
}

void applyOne(const Parts& parts, std::size_t& at, TextStyle& style) {
    const int value = std::max(parts.value(at), 0);
    if (value == 0) {
        style = {};
    } else if (value == 4) { // 4:3 is a wavy line, 4:0 none
        const bool kind = at + 1 < parts.count && parts.all[at + 1].joined;
        style.underlined = !kind || parts.value(at + 1) != 0;
    } else if (value == 38) {
        style.text = extended(parts, at);
    } else if (value == 48) {
        style.ground = extended(parts, at);
    } else if (value == 58) {
        extended(parts, at); // the colour of the underline
    } else if (value >= 30 && value <= 37) {
        style.text = indexed(value - 30);
    } else if (value >= 40 && value <= 47) {
        style.ground = indexed(value - 40);
    } else if (value >= 90 && value <= 97) {
        style.text = indexed(value - 90 + 8);
    } else if (value >= 100 && value <= 107) {
        style.ground = indexed(value - 100 + 8);
    } else {
        applyFlag(value, style);
    }
}

} // namespace

void applySgr(std::string_view parameters, TextStyle& style) {
    const auto parts = split(parameters);
    for (std::size_t at = 0; at < parts.count; ++at) {
        if (!parts.all[at].joined) {
            applyOne(parts, at, style);
        }
    }
}

} // namespace muster::models
