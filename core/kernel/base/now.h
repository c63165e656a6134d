// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>

#include "core/kernel/base/time.h"

namespace muster {

// Two kinds of time, and neither becomes the other by itself. What people read and journals keep is
// an Instant of the wall clock, which anybody may set back or forward. How long something has
// lasted, and when it is due, is counted in Uptime, which only ever goes forward.
struct UptimeClock { };
using Uptime = std::chrono::time_point<UptimeClock, Duration>;

// The time of an input on both clocks. As an Instant it is what people are told.
struct Now {
    Instant wall;
    Uptime uptime;

    Now() = default;
    // NOLINTNEXTLINE: where nobody sets the wall clock: in tests, and where time is virtual.
    Now(Instant both) : wall(both), uptime(both.time_since_epoch()) { }
    Now(Instant onTheWall, Uptime since) : wall(onTheWall), uptime(since) { }
    operator Instant() const {
        return wall;
    } // NOLINT: most of what is told of a time is the wall's

    // What the wall clock shows then, or showed, as it is set now.
    Instant wallAt(Uptime at) const { return wall + (at - uptime); }
    // When the wall clock shows that, as it is set now; never longer ahead or ago than `most`.
    Uptime uptimeAt(Instant at, Duration most) const {
        return uptime + std::clamp(at - wall, -most, most);
    }
    // When to look whether the wall clock shows that: it can be set at any time, so soon.
    Uptime lookAt(Instant at) const {
        return uptime + std::clamp(at - wall, Duration(0), Duration(std::chrono::seconds(10)));
    }
};

// `next` becomes the earlier of the two; none is never.
inline void takeEarlier(std::optional<Uptime>& next, const std::optional<Uptime>& other) {
    if (other && (!next || *other < *next)) {
        next = other;
    }
}

} // namespace muster
