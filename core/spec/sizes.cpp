// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/sizes.h"

#include <limits>

#include "core/kernel/base/number.h"

namespace muster::spec {

namespace {

constexpr std::string_view kUnits = "kmgt";
constexpr unsigned kMega = 2; // 1024^2
constexpr Milli kTooLarge = Milli::whole(9'000'000'000'000'000); // as in Milli::parse()

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Takes the unit off the text: the power of 1024 that it stands for, 0 for bytes; nothing if there
// is no unit.
std::optional<unsigned> takeUnit(std::string_view& text) {
    auto rest = text;
    const auto take = [&rest](char wanted) {
        const bool found = !rest.empty() && lower(rest.back()) == wanted;
        rest.remove_suffix(found ? 1 : 0);
        return found;
    };
    const bool bytes = take('b');
    const bool binary = take('i');
    const auto unit = rest.empty() ? std::string_view::npos : kUnits.find(lower(rest.back()));
    if (unit != std::string_view::npos) {
        rest.remove_suffix(1);
        text = rest;
        return static_cast<unsigned>(unit) + 1;
    }
    if (!bytes || binary)
        return std::nullopt;
    text = rest;
    return 0;
}

} // namespace

std::optional<Bytes> sizeOf(std::string_view text) {
    const unsigned shift = 10 * takeUnit(text).value_or(0);
    const auto value = wholeNumber<std::uint64_t>(text).value_or(0);
    if (value == 0 || value > (std::numeric_limits<std::uint64_t>::max() >> 1 >> shift))
        return std::nullopt;
    return Bytes{value << shift};
}

std::string sizeText(Bytes size) {
    std::string unit;
    for (const char next : kUnits) {
        if (size.value == 0 || size.value % 1024 != 0)
            break;
        size.value /= 1024;
        unit = next;
    }
    return std::to_string(size.value) + unit;
}

std::optional<Milli> mebibytesOf(std::string_view text) {
    const auto power = takeUnit(text);
    const auto number = Milli::parse(text);
    if (!number || text.starts_with('-'))
        return std::nullopt;
    if (!power)
        return *number;
    auto size = *number;
    for (auto at = *power; at > kMega; --at) {
        if (size.value > std::numeric_limits<std::int64_t>::max() / 1024)
            return std::nullopt;
        size.value *= 1024;
    }
    for (auto at = *power; at < kMega; ++at) {
        if (size.value % 1024 != 0)
            return std::nullopt;
        size.value /= 1024;
    }
    return size.isWhole() && size < kTooLarge ? std::optional(size) : std::nullopt;
}

} // namespace muster::spec
