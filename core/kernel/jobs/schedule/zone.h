// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/time.h"
#include "core/kernel/jobs/schedule/posix_zone.h"

namespace muster::schedule {

// What a clock on the wall shows somewhere; whose wall it is, a Zone knows.
using Civil = std::chrono::local_time<Duration>;

// "Europe/Rome": letters, digits, '+', '-', '_' between slashes, so it never leads out of the
// directory of zones.
bool isZoneName(std::string_view name);

// The rules of one time zone: when its clocks are set, and to what offset. Immutable data, so any
// thread may read it; look-ups allocate nothing. Times before 1900 and after 2400 are taken as
// those years.
class Zone {
public:
    // A time between two settings of the clocks: they show UTC plus `offset` in [begin, end).
    struct Span {
        Instant begin;
        Instant end;
        std::chrono::seconds offset;
    };

    // When clocks show a civil time.
    struct Moment {
        enum class Kind {
            Unique, // once: first == last
            Fold, // twice or more: the first and the last time
            Gap, // never: `first` is when they jump over it, `last` as long after that as the time
                 // is after the gap's begin (02:30 becomes 03:30, as in java.time and Joda)
        };
        Kind kind;
        Instant first;
        Instant last;
    };

    static Zone utc() { return fixed(std::chrono::seconds(0)); }
    static Zone fixed(std::chrono::seconds offset); // named "UTC" or "+05:30"
    // `file`: the bytes of a compiled zone (TZif of RFC 9636, versions 1 to 4). Errors name the
    // zone. Zones that count leap seconds ("right/...") are refused: an Instant has none.
    static Result<Zone> parse(std::string_view name, std::string_view file);

    const std::string& name() const { return m_name; }
    Span spanAt(Instant at) const; // O(log n)
    Civil civil(Instant at) const { return Civil((at + spanAt(at).offset).time_since_epoch()); }
    Moment find(Civil time) const;

private:
    struct Setting {
        std::chrono::sys_seconds at;
        std::chrono::seconds offset; // from then on
    };

    std::string m_name;
    std::chrono::seconds m_initial{0}; // before the first setting
    std::vector<Setting> m_settings; // by time
    std::optional<PosixZone> m_later; // after the last setting
};

} // namespace muster::schedule
