// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/kernel/base/time.h"

namespace muster::history {

// Resolutions of the telemetry. A block is a fixed piece of time, aligned to 1970; one chunk holds
// one block of one GPU. Each block of a level is whole points of the next.
enum class Level : std::uint8_t { Second, Minute, Hour };
inline constexpr std::size_t kLevelCount = 3;

struct LevelInfo {
    std::int64_t step; // seconds a point
    std::int64_t points; // in a block
};
inline constexpr std::array<LevelInfo, kLevelCount> kLevels = {{{1, 120}, {60, 60}, {3600, 24}}};
inline constexpr std::size_t kSamplesInBlock = 120;
inline constexpr std::size_t kMinutesInSamples = kSamplesInBlock / 60;
inline constexpr std::size_t kMaxBuckets = 60; // of a coarse block

constexpr std::size_t indexOf(Level level) {
    return static_cast<std::size_t>(level);
}
constexpr const LevelInfo& info(Level level) {
    return kLevels[indexOf(level)];
}
constexpr std::int64_t span(Level level) {
    return info(level).step * info(level).points;
}
constexpr Level above(Level level) {
    return level == Level::Second ? Level::Minute : Level::Hour;
}

constexpr std::int64_t floorDivide(std::int64_t a, std::int64_t b) { // b > 0
    return a / b - (a % b < 0 ? 1 : 0);
}
constexpr std::int64_t wholeSeconds(Instant at) {
    return std::chrono::floor<std::chrono::seconds>(at).time_since_epoch().count();
}
constexpr Instant instantOf(std::int64_t seconds) {
    return Instant(std::chrono::seconds(seconds));
}

} // namespace muster::history
