// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedule/recurrence.h"

#include <algorithm>

#include "core/kernel/base/text.h"
#include "core/kernel/jobs/schedule/limits.h"

namespace muster::schedule {
namespace {

constexpr std::string_view kSpaces = " \t";

struct Line {
    std::optional<std::string_view> zone; // what TZ= names
    std::string_view rest;
};

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
    return text.substr(0, text.find_last_not_of(kSpaces) + 1);
}

Line splitZone(std::string_view text) {
    text = trimmed(text);
    for (const std::string_view name : {"TZ=", "CRON_TZ="}) {
        if (text.starts_with(name)) {
            const auto end = std::min(text.find_first_of(kSpaces), text.size());
            return {text.substr(name.size(), end - name.size()), trimmed(text.substr(end))};
        }
    }
    return {{}, text};
}

// Only what may be shown again, and not too much of it.
Status checkText(std::string_view text) {
    if (text.size() > kLongestText) {
        return failure(fmt::format(
            "The schedule has {} bytes, at most {} are allowed", text.size(), kLongestText));
    }
    if (text.find_first_not_of(kSpaces) == std::string_view::npos) {
        return failure("The schedule is empty; write one such as R/2026-01-01T00:00:00Z/PT1H or "
                       "0 3 * * *");
    }
    const bool printable = std::all_of(
        text.begin(), text.end(), [](char c) { return (c >= ' ' && c <= '~') || c == '\t'; });
    return printable ? Status()
                     : failure(fmt::format("The schedule '{}' has letters that no schedule has; "
                                           "write it in ASCII",
                         escaped(text)));
}

} // namespace

Result<std::string> Recurrence::zoneOf(std::string_view text) {
    if (const auto valid = checkText(text); !valid) {
        return tl::unexpected(valid.error());
    }
    const auto line = splitZone(text);
    if (line.zone && !isZoneName(*line.zone)) {
        return failure(
            fmt::format("'{}' is no time zone; write one such as TZ=Europe/Rome", *line.zone));
    }
    return std::string(line.zone.value_or(""));
}

Result<Recurrence> Recurrence::parse(
    std::string_view text, std::shared_ptr<const Zone> zone, Instant now) {
    const auto named = zoneOf(text);
    if (!named) {
        return tl::unexpected(named.error());
    }
    const auto used = zone ? zone->name() : "UTC";
    if (!named->empty() && *named != used) {
        return failure(fmt::format(
            "The schedule names the time zone {}, but it is in {}; leave one out", *named, used));
    }
    const auto line = splitZone(text).rest;
    if (line.find_first_of(" \t@") != std::string_view::npos) {
        zone = zone ? std::move(zone) : std::make_shared<const Zone>(Zone::utc());
        return CronLine::parse(line, std::move(zone)).map([&](CronLine&& cron) {
            return Recurrence(std::move(cron), named->empty() ? "" : "TZ=" + *named + ' ');
        });
    }
    if (!named->empty()) {
        return failure("TZ= is for lines of cron; name the zone of an interval in its settings");
    }
    return Interval::parse(line, std::move(zone), now).map([](Interval&& interval) {
        return Recurrence(std::move(interval), "");
    });
}

std::optional<Instant> Recurrence::next(Instant after) const {
    return std::visit([&](const auto& form) { return form.next(after); }, m_form);
}

std::uint64_t Recurrence::count(Instant after, Instant until) const {
    return after < until
        ? std::visit([&](const auto& form) { return form.count(after, until); }, m_form)
        : 0;
}

std::optional<Instant> Recurrence::fromEnd(
    Instant after, Instant until, std::uint64_t later) const {
    if (count(after, until) <= later) {
        return std::nullopt;
    }
    // At a slot, one less is left than just before it.
    auto before = after;
    auto from = until;
    while (from - before > Duration(1)) {
        const auto middle = before + (from - before) / 2;
        (count(middle, until) > later ? before : from) = middle;
    }
    return from;
}

std::string Recurrence::text() const {
    return m_prefix + std::visit([](const auto& form) { return std::string(form.text()); }, m_form);
}

std::string Recurrence::textAfter(Instant after) const {
    const auto* interval = std::get_if<Interval>(&m_form);
    return interval != nullptr ? interval->textAfter(after) : text();
}

const Zone& Recurrence::zone() const {
    return std::visit([](const auto& form) -> const Zone& { return form.zone(); }, m_form);
}

} // namespace muster::schedule
