// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/kernel/jobs/schedule/zone.h"

namespace muster::schedule {

// A period of ISO 8601: "P1M", "PT24H", "P1DT12H30M". Years, months, weeks and days are counted by
// the calendar: P1D is the same time of the next day, however many hours that day has. Hours,
// minutes and seconds are counted as they pass: PT24H is 24 hours.
struct Period {
    int months = 0; // years are twelve
    int days = 0; // weeks are seven
    std::chrono::milliseconds time{0};
    std::string text; // as it was written, without what is 0: 24 hours are no day

    // At least kShortestInterval, and shorter than the years of schedules; errors name what is not.
    static Result<Period> parse(std::string_view text);

    bool isCivil() const { return months != 0 || days != 0; }
    // `times` calendar parts later: first the months, where a day that a month lacks becomes its
    // last, then the days.
    Civil calendarAfter(Civil from, std::int64_t times) const;
};

} // namespace muster::schedule
