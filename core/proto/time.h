// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"

namespace muster::proto {

// Times on the wire and in the journal: whole milliseconds since the epoch. Where a time may be
// missing, 0 is "never".
inline std::int64_t milliseconds(Instant instant) {
    return std::chrono::floor<std::chrono::milliseconds>(instant.time_since_epoch()).count();
}

inline std::int64_t milliseconds(const std::optional<Instant>& instant) {
    return instant ? milliseconds(*instant) : 0;
}

// What a peer sends may be any number: it is held within what an Instant can say.
inline Instant instant(std::int64_t milliseconds) {
    constexpr std::int64_t kMost = Duration::max().count() / 1000;
    return Instant(std::chrono::milliseconds(std::clamp(milliseconds, -kMost, kMost)));
}

inline std::optional<Instant> maybeInstant(std::int64_t milliseconds) {
    return milliseconds == 0 ? std::nullopt : std::optional(instant(milliseconds));
}

// Mesos' DurationInfo and TimeInfo.
inline std::int64_t nanoseconds(Duration duration) {
    return std::chrono::nanoseconds(duration).count();
}

inline constexpr Duration kMostGrace = std::chrono::hours(24 * 365);

// How long somebody has to end, as a peer asks for it in the field of that name: a longer time than
// a year is a year. Error: it is below 0.
template <typename Rep, typename Period>
Result<Duration> graceOf(std::string_view name, std::chrono::duration<Rep, Period> asked) {
    using Asked = std::chrono::duration<Rep, Period>;
    if (asked < Asked::zero()) {
        return failure(fmt::format("{} must be non-negative", name));
    }
    return asked < std::chrono::duration_cast<Asked>(kMostGrace)
        ? std::chrono::duration_cast<Duration>(asked)
        : kMostGrace;
}

inline Duration fromNanoseconds(std::int64_t nanoseconds) {
    return std::chrono::duration_cast<Duration>(std::chrono::nanoseconds(nanoseconds));
}

} // namespace muster::proto
