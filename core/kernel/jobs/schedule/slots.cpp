// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedule/slots.h"

#include <algorithm>

#include "core/kernel/jobs/schedule/limits.h"

namespace muster::schedule {
namespace {

using namespace std::chrono;

constexpr Duration kTick(1); // two different instants are that far apart
// Nobody has to be waited for, or spread, to start a run that was due so recently.
constexpr Duration kOnTime = seconds(60);

constexpr Duration kLongestEpsilon = days(366);
constexpr Duration kLongestJitter = hours(24);
constexpr Duration kLongestSpread = hours(24);
constexpr unsigned kMostCatchUp = 1000;

// FNV-1a, then the finish of MurmurHash3, as names differ in few letters.
std::uint64_t hashOf(std::string_view name, Instant slot) {
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto add = [&hash](unsigned char byte) { hash = (hash ^ byte) * 0x100000001b3; };
    std::for_each(name.begin(), name.end(), [&](char c) { add(static_cast<unsigned char>(c)); });
    const auto time = static_cast<std::uint64_t>(slot.time_since_epoch().count());
    for (unsigned shift = 0; shift < 64; shift += 8) {
        add(static_cast<unsigned char>(time >> shift));
    }
    hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccd;
    hash = (hash ^ hash >> 33) * 0xc4ceb9fe1a85ec53;
    return hash ^ hash >> 33;
}

// In [0, most], the same for the same name and slot.
Duration share(std::string_view name, Instant slot, Duration most) {
    const auto parts = static_cast<std::uint64_t>(most.count()) + 1;
    return Duration(static_cast<std::int64_t>(hashOf(name, slot) % parts));
}

// One call of decide. Facts: doc/features.md G3.
class Deciding {
public:
    Deciding(const Recurrence& recurrence, const SlotPolicy& policy, std::string_view name,
        const SlotState& state, bool running, Instant now)
        : m_recurrence(recurrence), m_policy(policy), m_name(name), m_running(running), m_now(now) {
        m_out.state = state;
    }

    SlotDecisions run() {
        if (m_policy.paused) {
            decideAll(Decision::Paused, m_now);
            m_out.state.catchUpAt.reset();
            m_out.lookAt = next();
            return std::move(m_out);
        }
        decideAll(Decision::MissedDeadline, m_now - m_policy.jitter - m_policy.epsilon - kTick);
        if (decideLate()) {
            m_out.state.catchUpAt.reset();
            decideOnTime();
        }
        return std::move(m_out);
    }

private:
    std::optional<Instant> next() const { return m_recurrence.next(m_out.state.decided); }

    void decideAll(Decision decision, Instant until) {
        auto& decided = m_out.state.decided;
        const auto last = m_recurrence.fromEnd(decided, until, 0);
        if (last) {
            m_out.records.push_back({decision, *next(), *last, m_recurrence.count(decided, until)});
            decided = *last;
        }
    }

    void start(Instant slot) {
        const bool overlaps = m_running && !m_policy.concurrent;
        m_out.records.push_back({overlaps ? Decision::SkippedOverlap : Decision::Run, slot, slot});
        m_out.state.decided = slot;
        m_running = true;
    }

    Instant opening(Instant at) const {
        return m_policy.window ? m_policy.window->openAt(m_recurrence.zone(), at) : at;
    }
    Instant due(Instant slot) const { return opening(slot + share(m_name, slot, m_policy.jitter)); }
    Instant tooLate(Instant slot) const {
        return slot + m_policy.jitter + m_policy.epsilon + kTick;
    }

    // Whether no late slot is left that waits.
    bool decideLate() {
        const auto until = m_now - m_policy.jitter - kOnTime - kTick;
        auto late = m_recurrence.count(m_out.state.decided, until);
        if (late == 0) {
            return true;
        }
        // They start before the next one is due, or not at all: no slot is late because of them.
        const auto following = m_recurrence.next(until);
        const auto end = following ? due(*following) : kLatest;
        if (end <= m_now || m_policy.catchUp == 0) {
            decideAll(Decision::MissedDeadline, until);
            return true;
        }
        if (late > m_policy.catchUp) {
            decideAll(Decision::MissedDeadline,
                *m_recurrence.fromEnd(m_out.state.decided, until, m_policy.catchUp));
            late = m_policy.catchUp;
        }
        const auto step = [&] {
            return std::min(m_policy.spread, (end - m_now) / static_cast<std::int64_t>(late + 1));
        };
        auto& at = m_out.state.catchUpAt;
        if (!at || *at > m_now + m_policy.spread) { // as where the clock was set back
            at = m_now + share(m_name, *next(), step());
        }
        const auto opens = [&] { return opening(std::max(*at, m_now)); };
        for (; late > 0 && opens() <= m_now; --late) {
            start(*next());
            at = m_now + step();
        }
        if (late > 0) {
            m_out.lookAt = std::min({opens(), tooLate(*next()), end});
        }
        return late == 0;
    }

    void decideOnTime() {
        for (auto slot = next(); slot; slot = next()) {
            if (const auto at = due(*slot); at > m_now) {
                m_out.lookAt = std::min(at, tooLate(*slot));
                return;
            }
            start(*slot);
        }
    }

    const Recurrence& m_recurrence;
    const SlotPolicy& m_policy;
    std::string_view m_name;
    bool m_running;
    Instant m_now;
    SlotDecisions m_out;
};

Status checkRange(std::string_view what, Duration value, Duration most) {
    return value >= Duration(0) && value <= most
        ? Status()
        : failure(fmt::format(
            "{} must be between 0 and {}, not {}", what, durationText(most), durationText(value)));
}

} // namespace

std::string_view decisionName(Decision decision) {
    switch (decision) {
    case Decision::Run:
        return "RUN";
    case Decision::SkippedOverlap:
        return "SKIPPED_OVERLAP";
    case Decision::MissedDeadline:
        return "MISSED_DEADLINE";
    case Decision::Paused:
        return "PAUSED";
    }
    return "";
}

Status validate(const SlotPolicy& policy) {
    auto valid = checkRange("epsilon", policy.epsilon, kLongestEpsilon);
    valid = valid ? checkRange("The jitter", policy.jitter, kLongestJitter) : valid;
    valid = valid ? checkRange("The spread of a catch-up", policy.spread, kLongestSpread) : valid;
    if (valid && policy.catchUp > kMostCatchUp) {
        return failure(fmt::format(
            "A catch-up must be of 0 to {} runs, not {}", kMostCatchUp, policy.catchUp));
    }
    return valid;
}

SlotState firstState(const Recurrence& recurrence, const SlotPolicy& policy, Instant now) {
    return {recurrence.hasStart() ? now - policy.jitter - policy.epsilon - kTick : now, {}};
}

SlotDecisions decide(const Recurrence& recurrence, const SlotPolicy& policy, std::string_view name,
    SlotState state, bool running, Instant now) {
    return Deciding(recurrence, policy, name, state, running, now).run();
}

} // namespace muster::schedule
