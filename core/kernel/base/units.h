// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/kernel/base/result.h"

namespace muster {

// A scalar resource in thousandths, the precision of Mesos' scalars. Integer, so that
// a + b - b == a for ever. Range: +-9.2e15 whole units.
struct Milli {
    std::int64_t value = 0;

    static constexpr Milli whole(std::int64_t units) { return Milli{units * 1000}; }
    // Rounds half away from zero to 3 decimals, as Mesos does. REQUIRES: |units| < 9e15.
    static Milli fromDouble(double units);
    // "2", "0.5", "1e3" -> thousandths. An error for anything else, NaN and infinities included.
    static Result<Milli> parse(std::string_view text);

    constexpr auto operator<=>(const Milli&) const = default;
    constexpr Milli operator+(Milli other) const { return {value + other.value}; }
    constexpr Milli operator-(Milli other) const { return {value - other.value}; }
    constexpr Milli& operator+=(Milli other) {
        value += other.value;
        return *this;
    }
    constexpr Milli& operator-=(Milli other) {
        value -= other.value;
        return *this;
    }

    constexpr bool isWhole() const { return value % 1000 == 0; }
    constexpr std::int64_t wholeUnits() const { return value / 1000; }
    double toDouble() const { return static_cast<double>(value) / 1000.0; }
    // "4", "0.5", "1.001": no trailing zeros.
    std::string text() const;
};

struct Bytes {
    std::uint64_t value = 0;

    static constexpr Bytes mebi(std::uint64_t count) { return {count << 20}; }
    constexpr auto operator<=>(const Bytes&) const = default;
    constexpr std::uint64_t mebibytes() const { return value >> 20; }
};

} // namespace muster
