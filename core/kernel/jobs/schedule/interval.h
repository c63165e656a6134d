// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/kernel/jobs/schedule/period.h"

namespace muster::schedule {

// A repeating interval of ISO 8601 as Chronos reads it: "R5/2026-01-01T00:00:00Z/PT1H" is due five
// times, first at its start; "R/..." for ever, "R0/..." never: it is exhausted.
//
// Slot n is n periods after the start. It is never counted from the slot before it, so P1M from
// January 31 is due on February 28 and then on March 31 (Chronos goes on with the 28th). The
// calendar part keeps the time of day in the zone. A time that clocks jump over is as long after
// the jump as it is after the gap's begin: 02:30 becomes 03:30, on that day only. Of a time that
// they show twice the first is meant. Slots that fall together, where a zone skipped a whole day,
// are one.
class Interval {
public:
    // An empty start is `now`. The start's fields are taken as the zone's, whatever its offset, as
    // Chronos' scheduleTimeZone does; the offset only tells which of two equal times is meant.
    // Without a zone the offset is the zone.
    static Result<Interval> parse(
        std::string_view text, std::shared_ptr<const Zone> zone, Instant now);

    std::optional<Instant> next(Instant after) const; // the first slot after it
    std::uint64_t count(Instant after, Instant until) const; // slots in (after, until]
    std::string text() const; // "R5/2026-01-01T00:00:00.000Z/PT1H": the form in which Chronos tells
    std::string textAfter(Instant after) const; // of the slots after it alone: "R3/..."
    const Zone& zone() const { return *m_zone; }

private:
    Instant slot(std::int64_t n) const;
    std::int64_t slotsUntil(Instant until) const; // how many are due by then

    std::shared_ptr<const Zone> m_zone;
    std::int64_t m_slots = 0; // in all; of "R" as many as there can be
    bool m_forEver = false;
    Instant m_start;
    Civil m_civilStart; // the same in the zone
    Period m_period;
};

} // namespace muster::schedule
