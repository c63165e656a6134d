// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace muster::console {

// How long to wait between attempts: the first pause, and where doubling ends.
struct BackOff {
    std::chrono::milliseconds first{200};
    std::chrono::milliseconds longest{10'000};
};

// The pause before attempt `failures + 1`, of which `random` in [0, 1) takes away up to a half, so
// that the consoles of a site do not return all at once.
constexpr std::chrono::milliseconds backOff(int failures, double random, BackOff limits = {}) {
    auto pause = limits.first;
    for (int i = 1; i < failures && pause < limits.longest; ++i) {
        pause *= 2;
    }
    pause = pause < limits.longest ? pause : limits.longest;
    return std::chrono::milliseconds(
        static_cast<int>(static_cast<double>(pause.count()) * (1 - random / 2)));
}

} // namespace muster::console
