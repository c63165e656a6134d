// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/time.h"

#include <array>
#include <charconv>
#include <cmath>

namespace muster {
namespace {

struct Unit {
    std::string_view name;
    double microseconds;
};

// Mesos' names first: the first name of a length is the one that is printed.
constexpr std::array kUnits = {
    Unit{"ns", 1e-3},
    Unit{"us", 1.0},
    Unit{"ms", 1e3},
    Unit{"secs", 1e6},
    Unit{"mins", 60e6},
    Unit{"hrs", 3600e6},
    Unit{"days", 86400e6},
    Unit{"weeks", 604800e6},
    Unit{"s", 1e6},
    Unit{"m", 60e6},
    Unit{"h", 3600e6},
    Unit{"d", 86400e6},
};

const Unit* findUnit(std::string_view name) {
    for (const auto& unit : kUnits) {
        if (unit.name == name) {
            return &unit;
        }
    }
    return nullptr;
}

} // namespace

Result<Duration> parseDuration(std::string_view text) {
    double total = 0;
    auto rest = text;
    while (!rest.empty()) {
        double number = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        const auto consumed = static_cast<std::size_t>(end - rest.data());
        const auto nameEnd = std::min(rest.find_first_of("0123456789.", consumed), rest.size());
        const Unit* unit
            = error == std::errc{} ? findUnit(rest.substr(consumed, nameEnd - consumed)) : nullptr;
        if (unit == nullptr || number < 0) {
            total = -1;
            break;
        }
        total += number * unit->microseconds;
        rest.remove_prefix(nameEnd);
    }
    if (text.empty() || !(total >= 0 && total < 9e17)) {
        return failure(fmt::format("Failed to parse duration '{}': write a number and a unit, for "
                                   "example 10secs, 5mins or 2h30m",
            text));
    }
    return Duration(std::llround(total));
}

std::string durationText(Duration duration) {
    const auto count = duration.count();
    for (const auto* name : {"weeks", "days", "hrs", "mins", "secs", "ms"}) {
        const auto unit = static_cast<std::int64_t>(findUnit(name)->microseconds);
        if (count != 0 && count % unit == 0) {
            return fmt::format("{}{}", count / unit, name);
        }
    }
    return count == 0 ? "0ns" : fmt::format("{}us", count);
}

std::string isoTime(Instant instant) {
    using namespace std::chrono;
    const auto day = floor<days>(instant);
    const year_month_day date{day};
    const hh_mm_ss clock{floor<milliseconds>(instant - day)};
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
        static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
        clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
        clock.subseconds().count());
}

std::string isoSeconds(Instant instant) {
    return fmt::format("{}Z", std::string_view(isoTime(instant)).substr(0, 19));
}

} // namespace muster
