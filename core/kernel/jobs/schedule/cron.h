// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/kernel/jobs/schedule/zone.h"

namespace muster::schedule {

// A line of Vixie cron: minute, hour, day of the month, month, day of the week (0 or 7 is Sunday),
// each with "*", numbers, ranges, lists and steps, months and weekdays also by name; or @yearly,
// @monthly, @weekly, @daily, @hourly and their synonyms.
//
// As in Vixie cron
// - a day must fit both the day of the month and the day of the week where one of these begins with
//   "*"; otherwise one of the two is enough: "0 0 13 * 5" is every 13th and every Friday
// - a line whose minute or hour begins with "*" is due whenever the clock shows such a time: twice
//   in an hour that is repeated, never in one that is skipped
// - any other line is due once for each time of its own. Those that clocks jump over are due
//   together, once, right after the jump; those that they show twice, the first time.
class CronLine {
public:
    // Errors name the field and what to write instead.
    static Result<CronLine> parse(std::string_view text, std::shared_ptr<const Zone> zone);

    std::optional<Instant> next(Instant after) const; // the first slot after it
    std::uint64_t count(Instant after, Instant until) const; // slots in (after, until]
    const std::string& text() const {
        return m_text;
    } // one space between fields, names in lower case
    const Zone& zone() const { return *m_zone; }

private:
    bool fits(std::chrono::local_days day) const;
    std::uint64_t countOfDay(Duration end) const; // due times of a day before `end`
    std::optional<Civil> nextCivil(Civil from) const; // the first due time from then on
    std::uint64_t countCivil(Civil begin, Civil end) const; // due times in [begin, end)
    std::optional<Instant> nextWhenShown(Instant after) const;
    std::optional<Instant> nextOnce(Instant after) const;
    std::uint64_t countWhenShown(Instant begin, Instant end) const; // in [begin, end)
    std::uint64_t countOnce(Instant begin, Instant end) const;

    using Set = std::uint64_t; // bit n: n is in it

    std::shared_ptr<const Zone> m_zone;
    std::string m_text;
    Set m_minutes = 0;
    Set m_hours = 0;
    Set m_days = 0; // from 1
    Set m_months = 0; // from 1
    Set m_weekdays = 0; // from Sunday, 0
    bool m_bothDays = false; // day of the month and of the week, not either
    bool m_whenShown = false; // minute or hour begins with "*"
};

} // namespace muster::schedule
