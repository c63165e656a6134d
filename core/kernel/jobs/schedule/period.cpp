// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedule/period.h"

#include <algorithm>
#include <array>

#include "core/kernel/base/number.h"
#include "core/kernel/jobs/schedule/limits.h"

namespace muster::schedule {
namespace {

using namespace std::chrono;

constexpr auto kYears = days((kLatest - kEarliest) / hours(24));
constexpr std::size_t kMostDigits = 9;

struct Unit {
    char letter;
    bool afterT;
    int months;
    int days;
    milliseconds time;
};

// In the order in which they are written. M is months before the T, minutes after it.
constexpr std::array kUnits = {
    Unit{'Y', false, 12, 0, {}},
    Unit{'M', false, 1, 0, {}},
    Unit{'W', false, 0, 7, {}},
    Unit{'D', false, 0, 1, {}},
    Unit{'H', true, 0, 0, hours(1)},
    Unit{'M', true, 0, 0, minutes(1)},
    Unit{'S', true, 0, 0, seconds(1)},
};

// The milliseconds of ".25" or ",25"; nothing where it is no such fraction.
std::optional<int> milliseconds3(std::string_view fraction) {
    const auto digits = fraction.substr(std::min<std::size_t>(1, fraction.size()));
    if (digits.empty() || digits.size() > 3) {
        return std::nullopt;
    }
    const auto value = wholeNumber<unsigned>(digits);
    return value ? std::optional(static_cast<int>(*value
               * (digits.size() == 1        ? 100
                       : digits.size() == 2 ? 10
                                            : 1)))
                 : std::nullopt;
}

} // namespace

Result<Period> Period::parse(std::string_view text) {
    const auto wrong = [&](std::string_view what) {
        return failure(
            fmt::format("The period '{}' {}; write one such as PT1H, P1D or P1M", text, what));
    };
    if (!text.starts_with('P')) {
        return wrong("does not begin with P");
    }
    Period period;
    period.text = "P";
    bool afterT = false;
    auto unit = kUnits.begin();
    std::int64_t months = 0;
    std::int64_t days = 0;
    bool any = false;
    for (auto rest = text.substr(1); !rest.empty();) {
        if (!afterT && rest.starts_with('T')) {
            afterT = true;
            any = false; // a T wants something after it
            rest.remove_prefix(1);
            continue;
        }
        const auto whole = rest.substr(0, rest.find_first_not_of("0123456789"));
        auto after = rest.substr(whole.size());
        const bool hasFraction = after.starts_with('.') || after.starts_with(',');
        const auto fraction
            = hasFraction ? after.substr(0, after.find_first_not_of("0123456789", 1)) : "";
        after.remove_prefix(fraction.size());
        if (whole.empty() || after.empty()) {
            return wrong(fmt::format("has no number with a unit at '{}'", rest));
        }
        if (whole.size() > kMostDigits) {
            return wrong(fmt::format("has a number of more than {} digits", kMostDigits));
        }
        const char letter = after[0];
        unit = std::find_if(unit, kUnits.end(), [&](const Unit& candidate) {
            return candidate.letter == letter && candidate.afterT == afterT;
        });
        if (unit == kUnits.end()) {
            return wrong(fmt::format("has no place for '{}' at '{}'", letter, rest));
        }
        const auto parts
            = hasFraction && letter == 'S' ? milliseconds3(fraction) : std::optional(0);
        if (!parts || (hasFraction && letter != 'S')) {
            return wrong("may have a fraction of seconds only, of 1 to 3 digits");
        }
        const auto number = static_cast<std::int64_t>(*wholeNumber<std::uint32_t>(whole));
        months += number * unit->months;
        days += number * unit->days;
        period.time += number * unit->time + milliseconds(*parts);
        if (number != 0 || *parts != 0) {
            period.text += (unit->afterT && period.text.find('T') == std::string::npos ? "T" : "");
            period.text += fmt::format(
                "{}{}{}", number, *parts == 0 ? "" : fmt::format(".{:03}", *parts), letter);
        }
        any = true;
        ++unit;
        rest = after.substr(1);
    }
    if (!any) {
        return wrong("ends without a number and a unit");
    }
    if (months * 28 + days + period.time / hours(24) >= kYears.count()) {
        return wrong("is longer than the 230 years from 1970 to 2200");
    }
    period.months = static_cast<int>(months);
    period.days = static_cast<int>(days);
    if (!period.isCivil() && period.time < kShortestInterval) {
        return wrong(fmt::format("is shorter than {}s", kShortestInterval.count()));
    }
    return period;
}

Civil Period::calendarAfter(Civil from, std::int64_t times) const {
    const auto day = floor<std::chrono::days>(from);
    const auto month = year_month_day(day) + std::chrono::months(times * months);
    const auto shifted
        = month.ok() ? local_days(month) : local_days(month.year() / month.month() / last);
    return shifted + std::chrono::days(times * days) + (from - day);
}

} // namespace muster::schedule
