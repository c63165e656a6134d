// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/time_text.h"

#include "core/kernel/base/number.h"

namespace muster::agentd::marathon {

std::optional<Instant> instantOf(std::string_view text) {
    constexpr std::string_view kForm = "0000-00-00T00:00:00.000Z";
    if (text.size() != kForm.size()) {
        return std::nullopt;
    }
    const auto number = [&](std::size_t at, std::size_t length) {
        return wholeNumber<unsigned>(text.substr(at, length)).value_or(0);
    };
    const std::chrono::year_month_day day{std::chrono::year(static_cast<int>(number(0, 4))),
        std::chrono::month(number(5, 2)), std::chrono::day(number(8, 2))};
    if (!day.ok()) {
        return std::nullopt;
    }
    const Instant out = std::chrono::sys_days(day) + std::chrono::hours(number(11, 2))
        + std::chrono::minutes(number(14, 2)) + std::chrono::seconds(number(17, 2))
        + std::chrono::milliseconds(number(20, 3));
    // What was none of the form or out of its range is written in another way.
    return isoTime(out) == text ? std::optional(out) : std::nullopt;
}

} // namespace muster::agentd::marathon
