// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "core/kernel/jobs/schedule/cron.h"
#include "core/kernel/jobs/schedule/interval.h"

namespace muster::schedule {

// When a job is due: a repeating interval or a line of cron, in a time zone. Each time that it is
// due is a slot, an instant. Which instants are slots depends on text and zone alone, never on the
// time at which somebody asks: the next slot is found from the last one that was decided.
// Immutable, so any thread may read it.
class Recurrence {
public:
    // The zone that a line of cron asks for ("TZ=Asia/Tokyo 0 3 * * *", also CRON_TZ=): whoever
    // reads zones gives it to parse. Empty: none.
    static Result<std::string> zoneOf(std::string_view text);

    // `zone` is null where neither the text nor the schedule's settings name one: then it is the
    // offset of the interval's start, of a line of cron UTC. `now` is the start of an interval that
    // has none. Errors name the part that is wrong and say what to write.
    static Result<Recurrence> parse(
        std::string_view text, std::shared_ptr<const Zone> zone, Instant now);

    std::optional<Instant> next(Instant after) const; // the first slot after it
    std::uint64_t count(Instant after, Instant until) const; // slots in (after, until]
    // The slot in (after, until] with `later` of them after it, counted back from `until`.
    std::optional<Instant> fromEnd(Instant after, Instant until, std::uint64_t later) const;
    // The start of an interval was asked for: it is due also to who comes a little late.
    bool hasStart() const { return std::holds_alternative<Interval>(m_form); }
    // Read with the same zone, it gives the same slots; the start is written out.
    std::string text() const;
    // The same of the slots after it alone: an interval then starts with the first of them.
    std::string textAfter(Instant after) const;
    const Zone& zone() const;

private:
    using Form = std::variant<Interval, CronLine>;
    Recurrence(Form form, std::string prefix)
        : m_form(std::move(form)), m_prefix(std::move(prefix)) { }

    Form m_form;
    std::string m_prefix; // "TZ=Asia/Tokyo "
};

} // namespace muster::schedule
