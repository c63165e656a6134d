// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedule/interval.h"

#include <algorithm>
#include <limits>

#include "core/kernel/base/number.h"
#include "core/kernel/jobs/schedule/limits.h"

namespace muster::schedule {
namespace {

using namespace std::chrono;

constexpr std::int64_t kForEver = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kMostRepeatDigits = 9;
constexpr auto kFarthestEast = hours(18); // java.time has the same limit

// A start as it is written: civil fields, and an offset where there is one.
struct Start {
    Civil civil;
    std::optional<seconds> offset;
};

// Takes fields of a fixed number of digits from the front.
class Fields {
public:
    explicit Fields(std::string_view text) : m_rest(text) { }

    bool atEnd() const { return m_rest.empty(); }
    bool skip(char c) {
        const bool there = m_rest.starts_with(c);
        m_rest.remove_prefix(there ? 1 : 0);
        return there;
    }
    std::optional<unsigned> number(std::size_t digits) {
        const auto value = wholeNumber<unsigned>(m_rest.substr(0, digits));
        if (m_rest.size() < digits || !value) {
            return std::nullopt;
        }
        m_rest.remove_prefix(digits);
        return value;
    }
    std::optional<milliseconds> fraction() { // any number of digits; what is finer is left out
        const auto digits = m_rest.substr(0, m_rest.find_first_not_of("0123456789"));
        m_rest.remove_prefix(digits.size());
        const auto value = wholeNumber<unsigned>((std::string(digits) + "00").substr(0, 3));
        return digits.empty() ? std::nullopt : std::optional(milliseconds(*value));
    }

private:
    std::string_view m_rest;
};

bool readDate(Fields& text, Start& start) {
    const auto y = text.number(4);
    const auto m = y && text.skip('-') ? text.number(2) : std::nullopt;
    const auto d = m && text.skip('-') ? text.number(2) : std::nullopt;
    const auto date = d ? year(static_cast<int>(*y)) / month(*m) / day(*d) : year_month_day();
    start.civil = d && date.ok() ? local_days(date) : local_days();
    return d && date.ok();
}

// "23", "23:00", "23:00:00", "23:00:00.000"
bool readTime(Fields& text, Start& start) {
    const auto h = text.number(2);
    std::optional<unsigned> m = 0;
    std::optional<unsigned> s = 0;
    std::optional<milliseconds> fraction = milliseconds(0);
    if (h && text.skip(':')) {
        m = text.number(2);
        if (m && text.skip(':')) {
            s = text.number(2);
            if (s && (text.skip('.') || text.skip(','))) {
                fraction = text.fraction();
            }
        }
    }
    if (!h || !m || !s || !fraction || *h > 23 || *m > 59 || *s > 59) {
        return false;
    }
    start.civil += hours(*h) + minutes(*m) + seconds(*s) + *fraction;
    return true;
}

// "Z", "+01:00", "+0100", "+01"
bool readOffset(Fields& text, Start& start) {
    if (text.skip('Z')) {
        start.offset = seconds(0);
        return true;
    }
    const bool west = text.skip('-');
    if (!west && !text.skip('+')) {
        return false;
    }
    const auto h = text.number(2);
    const bool hasMinutes = text.skip(':') || !text.atEnd();
    const auto m = hasMinutes ? text.number(2) : std::optional(0U);
    if (!h || !m || *m > 59 || hours(*h) + minutes(*m) > kFarthestEast) {
        return false;
    }
    const seconds size = hours(*h) + minutes(*m);
    start.offset = west ? -size : size;
    return true;
}

std::optional<Start> readStart(std::string_view text) {
    Start start;
    Fields fields(text);
    if (!readDate(fields, start) || (fields.skip('T') && !readTime(fields, start))) {
        return std::nullopt;
    }
    const bool valid = fields.atEnd() || readOffset(fields, start);
    return valid && fields.atEnd() ? std::optional(start) : std::nullopt;
}

Instant instantOf(const Start& start, const Zone& zone) {
    const auto moment = zone.find(start.civil);
    switch (moment.kind) {
    case Zone::Moment::Kind::Unique:
        return moment.first;
    case Zone::Moment::Kind::Gap:
        return moment.last;
    case Zone::Moment::Kind::Fold:
        break;
    }
    const bool second
        = start.offset && moment.last == Instant(start.civil.time_since_epoch()) - *start.offset;
    return second ? moment.last : moment.first;
}

struct Parts {
    std::string_view repeats;
    std::string_view start;
    std::string_view period;
};

std::optional<Parts> split(std::string_view text) {
    const auto first = text.find('/');
    const auto second = text.rfind('/');
    if (first == std::string_view::npos || first == second) {
        return std::nullopt;
    }
    return Parts{
        text.substr(0, first), text.substr(first + 1, second - first - 1), text.substr(second + 1)};
}

} // namespace

Result<Interval> Interval::parse(
    std::string_view text, std::shared_ptr<const Zone> zone, Instant now) {
    const auto parts = split(text);
    if (!parts) {
        return failure(fmt::format(
            "The schedule '{}' has not the three parts of R/2026-01-01T00:00:00Z/PT1H", text));
    }
    const bool repeated = parts->repeats.starts_with('R');
    const auto number = repeated ? parts->repeats.substr(1) : parts->repeats;
    const auto repeats = wholeNumber<std::uint32_t>(number);
    if (!repeated || (!number.empty() && !repeats) || number.size() > kMostRepeatDigits) {
        return failure(fmt::format("'{}' is no number of repetitions; write R for ever or R5 for "
                                   "five times, up to {} digits",
            parts->repeats, kMostRepeatDigits));
    }
    const auto period = Period::parse(parts->period);
    if (!period) {
        return tl::unexpected(period.error());
    }
    Interval out;
    out.m_forEver = number.empty();
    out.m_slots = out.m_forEver ? kForEver : *repeats;
    out.m_period = *period;
    if (parts->start.empty()) {
        out.m_zone = zone ? std::move(zone) : std::make_shared<const Zone>(Zone::utc());
        out.m_start = floor<milliseconds>(now);
    } else {
        const auto start = readStart(parts->start);
        if (!start) {
            return failure(fmt::format("The start '{}' is no time; write one such as "
                                       "2026-01-01T00:00:00Z, or nothing for now",
                parts->start));
        }
        out.m_zone = zone
            ? std::move(zone)
            : std::make_shared<const Zone>(Zone::fixed(start->offset.value_or(seconds(0))));
        out.m_start = instantOf(*start, *out.m_zone);
    }
    if (out.m_start < kEarliest || out.m_start >= kLatest) {
        return failure(
            fmt::format("The start '{}' is not in the years 1970 to 2199", parts->start));
    }
    out.m_civilStart = out.m_zone->civil(out.m_start);
    return out;
}

Instant Interval::slot(std::int64_t n) const {
    if (n == 0 || !m_period.isCivil()) {
        return m_start + n * m_period.time;
    }
    const auto moment = m_zone->find(m_period.calendarAfter(m_civilStart, n));
    return (moment.kind == Zone::Moment::Kind::Gap ? moment.last : moment.first)
        + n * m_period.time;
}

std::int64_t Interval::slotsUntil(Instant until) const {
    until = std::min(until, kLatest - Duration(1));
    if (until < m_start) {
        return 0;
    }
    if (!m_period.isCivil()) {
        return std::min(m_slots, (until - m_start) / Duration(m_period.time) + 1);
    }
    // The last slot is between those of the longest and the shortest months, but for what clocks
    // were set by.
    const Duration shortest
        = days(m_period.months * std::int64_t(28) + m_period.days) + m_period.time;
    const Duration longest
        = days(m_period.months * std::int64_t(31) + m_period.days) + m_period.time;
    auto least = std::max<std::int64_t>((until - m_start - days(8)) / longest, 0); // due
    auto most = (until - m_start + days(8)) / shortest + 1; // not due
    while (most - least > 1) {
        const auto middle = least + (most - least) / 2;
        (slot(middle) <= until ? least : most) = middle;
    }
    return std::min(m_slots, least + 1);
}

std::optional<Instant> Interval::next(Instant after) const {
    const auto n = slotsUntil(after);
    if (n >= m_slots) {
        return std::nullopt;
    }
    const auto due = slot(n);
    return due < kLatest ? std::optional(due) : std::nullopt;
}

std::uint64_t Interval::count(Instant after, Instant until) const {
    const auto first = slotsUntil(after);
    const auto end = std::max(slotsUntil(until), first);
    auto slots = static_cast<std::uint64_t>(end - first);
    if (m_period.isCivil()) { // a day at least, so these are few
        for (auto n = first + 1; n < end; ++n) {
            slots -= slot(n) == slot(n - 1) ? 1 : 0;
        }
    }
    return slots;
}

std::string Interval::text() const {
    const auto offset = m_civilStart.time_since_epoch() - m_start.time_since_epoch();
    const auto fields = isoTime(Instant(m_civilStart.time_since_epoch()));
    const auto zone = offset == Duration(0) ? "Z" : Zone::fixed(floor<seconds>(offset)).name();
    return fmt::format("R{}/{}{}/{}", m_forEver ? "" : std::to_string(m_slots),
        std::string_view(fields).substr(0, fields.size() - 1), zone, m_period.text);
}

std::string Interval::textAfter(Instant after) const {
    const auto gone = slotsUntil(after);
    auto left = *this;
    left.m_slots -= m_forEver ? 0 : gone;
    left.m_start = slot(gone);
    left.m_civilStart = m_zone->civil(left.m_start);
    return left.text();
}

} // namespace muster::schedule
