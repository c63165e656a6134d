// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace muster::console {

// The pause before attempt `failures + 1`: 0.2 s doubling up to 10 s, of which `random` in [0, 1)
// takes away up to a half, so that the consoles of a site do not return all at once.
constexpr std::chrono::milliseconds backOff(int failures, double random) {
    constexpr double kFirst = 200;
    constexpr double kLongest = 10'000;
    double pause = kFirst;
    for (int i = 1; i < failures && pause < kLongest; ++i) {
        pause *= 2;
    }
    pause = pause < kLongest ? pause : kLongest;
    return std::chrono::milliseconds(static_cast<int>(pause * (1 - random / 2)));
}

} // namespace muster::console
