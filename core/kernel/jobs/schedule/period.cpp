// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedule/period.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/kernel/base/number.h"
#include "core/kernel/jobs/schedule/limits.h"

namespace muster::schedule {
namespace {

using namespace std::chrono;

constexpr auto kYears = floor<days>(kLatest - kEarliest);
constexpr std::size_t kMostPeriodDigits = 9;
constexpr std::string_view kDigits = "0123456789";

struct Unit {
    char letter;
    int months;
    int days;
    milliseconds time;
};

// In the order in which they are written, before the T and after it.
constexpr std::array kCalendarUnits
    = {Unit{'Y', 12, 0, {}}, Unit{'M', 1, 0, {}}, Unit{'W', 0, 7, {}}, Unit{'D', 0, 1, {}}};
constexpr std::array kTimeUnits
    = {Unit{'H', 0, 0, hours(1)}, Unit{'M', 0, 0, minutes(1)}, Unit{'S', 0, 0, seconds(1)}};

// Wide enough for whatever is written.
struct Total {
    std::int64_t months = 0;
    std::int64_t days = 0;
    milliseconds time{0};
};

// Takes one half of a period from the front, part by part, and says it again without what is 0.
class Half {
public:
    Half(std::string_view text, std::span<const Unit> units) : m_rest(text), m_units(units) { }

    Result<std::string> read(Total& total) {
        std::string text;
        while (!m_rest.empty()) {
            const auto part = readPart(total);
            if (!part) {
                return part;
            }
            text += *part;
        }
        return text;
    }

private:
    std::string_view takeDigits() {
        const auto digits = m_rest.substr(0, m_rest.find_first_not_of(kDigits));
        m_rest.remove_prefix(digits.size());
        return digits;
    }

    Result<std::string> readPart(Total& total) {
        const auto here = m_rest;
        const auto number = takeDigits();
        const bool hasFraction = m_rest.starts_with('.') || m_rest.starts_with(',');
        m_rest.remove_prefix(hasFraction ? 1 : 0);
        const auto fraction = hasFraction ? takeDigits() : "";
        if (number.empty() || m_rest.empty()) {
            return failure(fmt::format("has no number with a unit at '{}'", here));
        }
        if (number.size() > kMostPeriodDigits) {
            return failure(fmt::format("has a number of more than {} digits", kMostPeriodDigits));
        }
        const char letter = m_rest[0];
        m_rest.remove_prefix(1);
        const auto unit = std::find_if(m_units.begin(), m_units.end(),
            [letter](const Unit& candidate) { return candidate.letter == letter; });
        if (unit == m_units.end()) {
            return failure(fmt::format("has no place for '{}' at '{}'", letter, here));
        }
        m_units = m_units.subspan(static_cast<std::size_t>(unit - m_units.begin()) + 1);
        if (hasFraction && (letter != 'S' || fraction.empty() || fraction.size() > 3)) {
            return failure("may have a fraction of seconds only, of 1 to 3 digits");
        }
        const auto count = static_cast<std::int64_t>(*wholeNumber<std::uint32_t>(number));
        const auto parts = *wholeNumber<unsigned>((std::string(fraction) + "000").substr(0, 3));
        total.months += count * unit->months;
        total.days += count * unit->days;
        total.time += count * unit->time + milliseconds(parts);
        if (parts != 0) {
            return fmt::format("{}.{:03}{}", count, parts, letter);
        }
        return count != 0 ? fmt::format("{}{}", count, letter) : "";
    }

    std::string_view m_rest;
    std::span<const Unit> m_units; // those that may follow
};

} // namespace

Result<Period> Period::parse(std::string_view text) {
    const auto wrong = [&](std::string_view what) {
        return failure(
            fmt::format("The period '{}' {}; write one such as PT1H, P1D or P1M", text, what));
    };
    if (!text.starts_with('P')) {
        return wrong("does not begin with P");
    }
    const auto t = std::min(text.find('T'), text.size());
    if (t + 1 >= text.size() && (t < text.size() || text.size() == 1)) {
        return wrong("ends without a number and a unit");
    }
    Total total;
    const auto calendar = Half(text.substr(1, t - 1), kCalendarUnits).read(total);
    if (!calendar) {
        return wrong(calendar.error().message);
    }
    const auto time = Half(text.substr(std::min(t + 1, text.size())), kTimeUnits).read(total);
    if (!time) {
        return wrong(time.error().message);
    }
    if (total.months * 28 + total.days + total.time / hours(24) >= kYears.count()) {
        return wrong("is longer than the 230 years from 1970 to 2200");
    }
    if (total.months == 0 && total.days == 0 && total.time < kShortestInterval) {
        return wrong(fmt::format("is shorter than {}s", kShortestInterval.count()));
    }
    return Period{static_cast<int>(total.months), static_cast<int>(total.days), total.time,
        "P" + *calendar + (time->empty() ? "" : "T" + *time)};
}

Civil Period::calendarAfter(Civil from, std::int64_t times) const {
    const auto day = floor<std::chrono::days>(from);
    const auto date = year_month_day(day) + std::chrono::months(times * months);
    const auto shifted
        = date.ok() ? local_days(date) : local_days(date.year() / date.month() / last);
    return shifted + std::chrono::days(times * days) + (from - day);
}

} // namespace muster::schedule
