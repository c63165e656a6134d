// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedule/cron.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <vector>

#include "core/kernel/base/number.h"
#include "core/kernel/jobs/schedule/limits.h"

namespace muster::schedule {
namespace {

using namespace std::chrono;

using Set = std::uint64_t;

constexpr std::array<std::string_view, 12> kMonths
    = {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::array<std::string_view, 7> kWeekdays
    = {"sun", "mon", "tue", "wed", "thu", "fri", "sat"};

struct Field {
    std::string_view name;
    unsigned least;
    unsigned most;
    std::span<const std::string_view> names; // of `least` and those after it
};

// In the order of a line.
const std::array<Field, 5> kFields = {
    Field{"minute", 0, 59, {}},
    Field{"hour", 0, 23, {}},
    Field{"day of the month", 1, 31, {}},
    Field{"month", 1, 12, kMonths},
    Field{"day of the week", 0, 7, kWeekdays},
};

struct Nickname {
    std::string_view name;
    std::string_view line;
};

constexpr std::array kNicknames = {
    Nickname{"@yearly", "0 0 1 1 *"},
    Nickname{"@annually", "0 0 1 1 *"},
    Nickname{"@monthly", "0 0 1 * *"},
    Nickname{"@weekly", "0 0 * * 0"},
    Nickname{"@daily", "0 0 * * *"},
    Nickname{"@midnight", "0 0 * * *"},
    Nickname{"@hourly", "0 * * * *"},
};

std::vector<std::string_view> split(
    std::string_view text, std::string_view separators, bool skipEmpty) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto end = std::min(text.find_first_of(separators), text.size());
        if (end > 0 || !skipEmpty) {
            parts.push_back(text.substr(0, end));
        }
        if (end == text.size()) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

// Reads one field; what is wrong with it is said with the field's name.
class FieldReader {
public:
    FieldReader(const Field& field, std::string_view text) : m_field(field), m_text(text) { }

    Result<Set> read() const {
        Set set = 0;
        for (const auto part : split(m_text, ",", false)) {
            const auto values = readPart(part);
            if (!values) {
                return values;
            }
            set |= *values;
        }
        return set;
    }

private:
    tl::unexpected<Error> wrong(std::string_view what) const {
        return failure(fmt::format("The {} '{}' {}", m_field.name, m_text, what));
    }

    Result<unsigned> readValue(std::string_view text) const {
        const auto named = std::find(m_field.names.begin(), m_field.names.end(), text);
        const auto value = named == m_field.names.end()
            ? wholeNumber<unsigned>(text)
            : std::optional(m_field.least + static_cast<unsigned>(named - m_field.names.begin()));
        if (!value || *value < m_field.least || *value > m_field.most) {
            return wrong(fmt::format("has '{}': write {} to {}{}", text, m_field.least,
                m_field.most,
                m_field.names.empty()
                    ? ""
                    : fmt::format(" or {} to {}", m_field.names.front(), m_field.names.back())));
        }
        return *value;
    }

    // "*", "5", "1-5", "*/15", "0-30/10"
    Result<Set> readPart(std::string_view part) const {
        const auto slash = part.find('/');
        const auto range = part.substr(0, slash);
        const auto dash = range.find('-');
        auto first = Result<unsigned>(m_field.least);
        auto last = Result<unsigned>(m_field.most);
        if (range != "*") {
            first = readValue(range.substr(0, dash));
            last = dash == std::string_view::npos ? first : readValue(range.substr(dash + 1));
        }
        if (!first || !last) {
            return tl::unexpected(first ? last.error() : first.error());
        }
        if (*first > *last) {
            return wrong(fmt::format("has the range {} backwards: write {}-{},{}-{}", range, *first,
                m_field.most, m_field.least, *last));
        }
        unsigned step = 1;
        if (slash != std::string_view::npos) {
            const auto number = part.substr(slash + 1);
            step = wholeNumber<unsigned>(number).value_or(0);
            if (step == 0 || step > m_field.most) {
                return wrong(fmt::format("has the step '{}': write 1 to {}", number, m_field.most));
            }
            if (range != "*" && dash == std::string_view::npos) {
                return wrong(fmt::format(
                    "has a step without a range: write {}-{}/{}", range, m_field.most, step));
            }
        }
        Set set = 0;
        for (auto value = *first; value <= *last; value += step) {
            set |= Set(1) << value;
        }
        return set;
    }

    const Field& m_field;
    std::string_view m_text;
};

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c; });
    return out;
}

bool has(Set set, unsigned value) {
    return (set >> value & 1) != 0;
}

Set below(Set set, unsigned end) {
    return set & ((Set(1) << end) - 1);
}

std::optional<unsigned> firstFrom(Set set, unsigned begin) {
    const Set rest = set & ~((Set(1) << begin) - 1);
    return rest == 0 ? std::nullopt : std::optional(static_cast<unsigned>(std::countr_zero(rest)));
}

constexpr Duration kInstant(1); // two different ones are that far apart
constexpr auto kLongestFold = days(2); // more than clocks are ever set back

// What clocks show; at the end of the span, what they would.
Civil shownAt(const Zone::Span& span, Instant at) {
    return Civil((at + span.offset).time_since_epoch());
}

// Clocks have shown, or jumped over, all that is before it.
Civil firstNotShown(const Zone& zone, Instant before) {
    auto shown = Civil::min();
    for (auto at = before - kLongestFold; at < before;) {
        const auto span = zone.spanAt(at);
        at = std::min(span.end, before);
        shown = std::max(shown, shownAt(span, at));
    }
    return shown;
}

} // namespace

Result<CronLine> CronLine::parse(std::string_view text, std::shared_ptr<const Zone> zone) {
    const auto typed = lowered(text);
    std::string_view line = typed;
    if (const auto words = split(typed, " \t", true);
        words.size() == 1 && words[0].starts_with('@')) {
        const auto known = std::find_if(kNicknames.begin(), kNicknames.end(),
            [&](const Nickname& nickname) { return nickname.name == words[0]; });
        if (known == kNicknames.end()) {
            return failure(fmt::format("'{}' is none of @hourly, @daily, @weekly, @monthly and "
                                       "@yearly; write one of these or five fields",
                words[0]));
        }
        line = known->line;
    }
    const auto fields = split(line, " \t", true);
    if (fields.size() != kFields.size()) {
        return failure(
            fmt::format("The schedule '{}' has {} fields: write the five of cron (minute, "
                        "hour, day of the month, month, day of the week){}",
                text, fields.size(), fields.size() == 6 ? ", without seconds or a year" : ""));
    }
    std::array<Set, kFields.size()> sets;
    for (std::size_t i = 0; i < kFields.size(); ++i) {
        const auto set = FieldReader(kFields[i], fields[i]).read();
        if (!set) {
            return tl::unexpected(set.error());
        }
        sets[i] = *set;
    }
    CronLine out;
    out.m_zone = std::move(zone);
    out.m_text = line != typed && typed.find('@') != std::string::npos
        ? std::string(split(typed, " \t", true)[0])
        : fmt::format("{}", fmt::join(fields, " "));
    out.m_minutes = sets[0];
    out.m_hours = sets[1];
    out.m_days = sets[2];
    out.m_months = sets[3];
    out.m_weekdays = below(sets[4], 7) | (has(sets[4], 7) ? 1 : 0);
    out.m_bothDays = fields[2].starts_with('*') || fields[4].starts_with('*');
    out.m_whenShown = fields[0].starts_with('*') || fields[1].starts_with('*');
    if (!out.nextCivil(Civil(kEarliest.time_since_epoch()))) {
        return failure(
            fmt::format("The schedule '{}' is never due: write a day that the month has", text));
    }
    return out;
}

bool CronLine::fits(local_days day) const {
    const year_month_day date(day);
    const bool ofMonth = has(m_days, static_cast<unsigned>(date.day()));
    const bool ofWeek = has(m_weekdays, weekday(day).c_encoding());
    return has(m_months, static_cast<unsigned>(date.month()))
        && (m_bothDays ? ofMonth && ofWeek : ofMonth || ofWeek);
}

std::optional<Civil> CronLine::nextCivil(Civil from) const {
    const auto minute = ceil<minutes>(from);
    auto day = floor<days>(minute);
    const hh_mm_ss begin(minute - day);
    auto hour = static_cast<unsigned>(begin.hours().count());
    auto firstMinute = static_cast<unsigned>(begin.minutes().count());
    const local_days end(floor<days>(kLatest).time_since_epoch() + kLongestFold);
    for (; day < end; ++day, hour = 0, firstMinute = 0) {
        if (!fits(day)) {
            continue;
        }
        for (auto h = firstFrom(m_hours, hour); h; h = firstFrom(m_hours, *h + 1)) {
            if (const auto m = firstFrom(m_minutes, *h == hour ? firstMinute : 0)) {
                return day + hours(*h) + minutes(*m);
            }
        }
    }
    return std::nullopt;
}

std::uint64_t CronLine::countOfDay(Duration end) const {
    const hh_mm_ss time(ceil<minutes>(end));
    const auto hour = static_cast<unsigned>(time.hours().count());
    const auto minute = static_cast<unsigned>(time.minutes().count());
    const auto full = std::popcount(below(m_hours, hour)) * std::popcount(m_minutes);
    const auto partial = has(m_hours, hour) ? std::popcount(below(m_minutes, minute)) : 0;
    return static_cast<std::uint64_t>(full + partial);
}

std::uint64_t CronLine::countCivil(Civil begin, Civil end) const {
    std::uint64_t due = 0;
    for (auto day = floor<days>(begin); day < end; ++day) {
        if (fits(day)) {
            due += countOfDay(std::min<Duration>(end - day, days(1)))
                - countOfDay(std::max<Duration>(begin - day, Duration(0)));
        }
    }
    return due;
}

std::optional<Instant> CronLine::nextWhenShown(Instant after) const {
    for (auto from = std::max(after + kInstant, kEarliest); from < kLatest;) {
        const auto span = m_zone->spanAt(from);
        const auto due = nextCivil(shownAt(span, from));
        const auto at = due ? Instant(due->time_since_epoch()) - span.offset : kLatest;
        if (at < span.end) {
            return at < kLatest ? std::optional(at) : std::nullopt;
        }
        from = span.end;
    }
    return std::nullopt;
}

std::optional<Instant> CronLine::nextOnce(Instant after) const {
    after = std::max(after, kEarliest - kInstant);
    auto from = m_zone->civil(after);
    for (;;) {
        const auto due = nextCivil(from + kInstant);
        if (!due) {
            return std::nullopt;
        }
        const auto at = m_zone->find(*due).first;
        if (at > after) { // else clocks were set back, and the time is shown again
            return at < kLatest ? std::optional(at) : std::nullopt;
        }
        from = *due;
    }
}

std::optional<Instant> CronLine::next(Instant after) const {
    return m_whenShown ? nextWhenShown(after) : nextOnce(after);
}

std::uint64_t CronLine::countWhenShown(Instant begin, Instant end) const {
    std::uint64_t due = 0;
    for (auto at = begin; at < end;) {
        const auto span = m_zone->spanAt(at);
        const auto to = std::min(span.end, end);
        due += countCivil(shownAt(span, at), shownAt(span, to));
        at = to;
    }
    return due;
}

std::uint64_t CronLine::countOnce(Instant begin, Instant end) const {
    std::uint64_t due = 0;
    auto shown = firstNotShown(*m_zone, begin);
    for (auto at = begin; at < end;) {
        const auto span = m_zone->spanAt(at);
        const auto to = std::min(span.end, end);
        const auto start = shownAt(span, at);
        if (shown < start) { // what clocks have jumped over is due now, together with what is now
            due += countCivil(shown, start) > 0 && countCivil(start, start + kInstant) == 0 ? 1 : 0;
            shown = start;
        }
        if (const auto stop = shownAt(span, to); shown < stop) {
            due += countCivil(shown, stop);
            shown = stop;
        }
        at = to;
    }
    return due;
}

std::uint64_t CronLine::count(Instant after, Instant until) const {
    const auto begin = std::max(after + kInstant, kEarliest);
    const auto end = std::min(until + kInstant, kLatest);
    return m_whenShown ? countWhenShown(begin, end) : countOnce(begin, end);
}

} // namespace muster::schedule
