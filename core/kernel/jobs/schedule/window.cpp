// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedule/window.h"

#include <optional>

#include "core/kernel/base/number.h"

namespace muster::schedule {
namespace {

using namespace std::chrono;

std::optional<minutes> readClock(std::string_view text) {
    if (text.size() != 5 || text[2] != ':') {
        return std::nullopt;
    }
    const auto h = wholeNumber<unsigned>(text.substr(0, 2));
    const auto m = wholeNumber<unsigned>(text.substr(3));
    return h && m && *h < 24 && *m < 60 ? std::optional(hours(*h) + minutes(*m)) : std::nullopt;
}

} // namespace

Result<Window> Window::parse(std::string_view text) {
    const auto dash = std::min(text.find('-'), text.size());
    const auto from = readClock(text.substr(0, dash));
    const auto until = readClock(text.substr(std::min(dash + 1, text.size())));
    if (!from || !until) {
        return failure(
            fmt::format("'{}' is no time of the day; write one such as 22:00-06:00", text));
    }
    if (*from == *until) {
        return failure(
            fmt::format("The window '{}' has no end; leave it out for the whole day", text));
    }
    return Window{*from, *until};
}

std::string Window::text() const {
    return fmt::format("{:02}:{:02}-{:02}:{:02}", from / hours(1), (from % hours(1)).count(),
        until / hours(1), (until % hours(1)).count());
}

Instant Window::openAt(const Zone& zone, Instant at) const {
    const auto civil = zone.civil(at);
    const auto day = floor<days>(civil);
    const auto time = civil - day;
    const bool open = from < until ? time >= from && time < until : time >= from || time < until;
    if (open) {
        return at;
    }
    const auto moment = zone.find(day + (time < from ? days(0) : days(1)) + from);
    return moment.first >= at ? moment.first : moment.last;
}

} // namespace muster::schedule
