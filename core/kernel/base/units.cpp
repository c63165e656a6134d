// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/units.h"

#include <charconv>
#include <cmath>

namespace muster {

Milli Milli::fromDouble(double units) {
    return Milli{std::llround(units * 1000.0)};
}

Result<Milli> Milli::parse(std::string_view text) {
    double units = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), units);
    if (error != std::errc{} || end != text.data() + text.size() || !(std::abs(units) < 9e15)) {
        return failure(fmt::format("Failed to convert '{}' to number", text));
    }
    return fromDouble(units);
}

std::string Milli::text() const {
    const auto magnitude
        = value < 0 ? -static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    auto out = fmt::format("{}{}", value < 0 ? "-" : "", magnitude / 1000);
    if (const auto fraction = magnitude % 1000; fraction != 0) {
        out += fmt::format(".{:03}", fraction);
        out.erase(out.find_last_not_of('0') + 1);
    }
    return out;
}

} // namespace muster
