// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedule/posix_zone.h"

#include <algorithm>
#include <array>

namespace muster::schedule {
namespace {

using namespace std::chrono;

constexpr int kMostOffsetHours = 24;
constexpr int kMostRuleHours = 167; // a week: RFC 9636, 3.3.2

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// Takes the text from the front; each step says whether it was there.
class Cursor {
public:
    explicit Cursor(std::string_view text) : m_rest(text) { }

    bool atEnd() const { return m_rest.empty(); }
    bool next(char c) const { return m_rest.starts_with(c); }
    bool skip(char c) {
        const bool there = next(c);
        m_rest.remove_prefix(there ? 1 : 0);
        return there;
    }

    bool name() {
        const bool quoted = skip('<');
        const auto isPart = [quoted](char c) {
            return isLetter(c) || (quoted && (isDigit(c) || c == '+' || c == '-'));
        };
        const auto end = std::find_if_not(m_rest.begin(), m_rest.end(), isPart);
        const auto length = static_cast<std::size_t>(end - m_rest.begin());
        m_rest.remove_prefix(length);
        return length >= 3 && (!quoted || skip('>'));
    }

    bool number(unsigned& value, unsigned least, unsigned most) {
        value = 0;
        std::size_t digits = 0;
        for (; digits < 3 && digits < m_rest.size() && isDigit(m_rest[digits]); ++digits) {
            value = value * 10 + static_cast<unsigned>(m_rest[digits] - '0');
        }
        m_rest.remove_prefix(digits);
        return digits > 0 && value >= least && value <= most;
    }

    // [+-]h[:m[:s]]
    bool time(seconds& value, unsigned mostHours) {
        const bool negative = skip('-');
        if (!negative) {
            skip('+');
        }
        unsigned h = 0;
        unsigned m = 0;
        unsigned s = 0;
        if (!number(h, 0, mostHours) || (skip(':') && !number(m, 0, 59))
            || (skip(':') && !number(s, 0, 59))) {
            return false;
        }
        value = hours(h) + minutes(m) + seconds(s);
        value = negative ? -value : value;
        return true;
    }

    bool day(PosixZone::Day& out) {
        using Form = PosixZone::Day::Form;
        bool valid = false;
        if (skip('M')) {
            out.form = Form::Weekday;
            valid = number(out.month, 1, 12) && skip('.') && number(out.week, 1, 5) && skip('.')
                && number(out.day, 0, 6);
        } else if (skip('J')) {
            out.form = Form::NoLeapDay;
            valid = number(out.day, 1, 365);
        } else {
            out.form = Form::FromZero;
            valid = number(out.day, 0, 365);
        }
        return valid && (!skip('/') || time(out.time, kMostRuleHours));
    }

private:
    std::string_view m_rest;
};

bool read(Cursor& text, PosixZone& out) {
    seconds west{0};
    if (!text.name() || !text.time(west, kMostOffsetHours)) {
        return false;
    }
    out.standard = -west;
    if (text.atEnd()) {
        return true;
    }
    PosixZone::Summer summer{out.standard + hours(1), {}, {}};
    if (!text.name()) {
        return false;
    }
    if (!text.next(',')) {
        if (!text.time(west, kMostOffsetHours)) {
            return false;
        }
        summer.offset = -west;
    }
    if (!text.skip(',') || !text.day(summer.begin) || !text.skip(',') || !text.day(summer.end)) {
        return false;
    }
    out.summer = summer;
    return text.atEnd();
}

sys_seconds civilTime(const PosixZone::Day& day, year y) {
    const sys_days newYear = y / January / 1;
    switch (day.form) {
    case PosixZone::Day::Form::NoLeapDay:
        return newYear + days(day.day - 1 + (y.is_leap() && day.day >= 60 ? 1 : 0)) + day.time;
    case PosixZone::Day::Form::FromZero:
        return newYear + days(day.day) + day.time;
    case PosixZone::Day::Form::Weekday:
        break;
    }
    const auto m = y / month(day.month);
    const weekday wanted(day.day);
    return (day.week == 5 ? sys_days(m / wanted[last]) : sys_days(m / wanted[day.week])) + day.time;
}

} // namespace

Result<PosixZone> PosixZone::parse(std::string_view text) {
    PosixZone out;
    Cursor cursor(text);
    if (!read(cursor, out)) {
        return failure(
            fmt::format("'{}' is no rule such as CET-1CEST,M3.5.0,M10.5.0/3", text.substr(0, 80)));
    }
    return out;
}

PosixZone::Span PosixZone::spanAt(sys_seconds at) const {
    if (!summer) {
        return {{}, {}, standard};
    }
    // A rule may name a time a week outside of its year, so two years on either side. Where two
    // settings coincide (summer time all year) the one of the later year is last, and stays.
    struct Setting {
        sys_seconds at;
        seconds offset;
    };
    std::array<Setting, 10> settings;
    auto* slot = settings.data();
    const auto middle = year_month_day(floor<days>(at)).year();
    for (auto y = middle - years(2); y <= middle + years(2); ++y) {
        *slot++ = {civilTime(summer->begin, y) - standard, summer->offset};
        *slot++ = {civilTime(summer->end, y) - summer->offset, standard};
    }
    // Stable, and without the memory that std::stable_sort asks for.
    for (auto i = settings.begin(); i != settings.end(); ++i) {
        const auto place = std::upper_bound(settings.begin(), i, *i,
            [](const Setting& a, const Setting& b) { return a.at < b.at; });
        std::rotate(place, i, i + 1);
    }
    const auto after = std::upper_bound(settings.begin(), settings.end(), at,
        [](sys_seconds time, const Setting& setting) { return time < setting.at; });
    return {(after - 1)->at, after->at, (after - 1)->offset};
}

} // namespace muster::schedule
