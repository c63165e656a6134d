// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "core/kernel/base/result.h"

namespace muster::schedule {

// A rule that clocks are set by every year alike, in the form of POSIX' variable TZ with the
// extensions of RFC 9636: "CET-1CEST,M3.5.0,M10.5.0/3". Its names are not kept.
struct PosixZone {
    // The day of a year, and the time of that day by the clocks before they are set.
    struct Day {
        enum class Form {
            NoLeapDay, // "J60": 1 to 365, the first of March is always 60
            FromZero, // "59": 0 to 365, the leap day counts
            Weekday, // "M3.5.0": a month, its first to fourth or (5) last such weekday, 0 is Sunday
        };
        Form form = Form::Weekday;
        unsigned day = 0; // or the weekday
        unsigned month = 1;
        unsigned week = 1;
        std::chrono::seconds time{2 * 3600}; // -167 to 167 hours
    };
    struct Summer {
        std::chrono::seconds offset;
        Day begin;
        Day end;
    };
    struct Span {
        std::optional<std::chrono::sys_seconds> begin; // neither: always
        std::optional<std::chrono::sys_seconds> end;
        std::chrono::seconds offset;
    };

    std::chrono::seconds standard{0}; // east of UTC is positive
    std::optional<Summer> summer;

    static Result<PosixZone> parse(std::string_view text);

    Span spanAt(std::chrono::sys_seconds at) const;
};

} // namespace muster::schedule
