// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/kernel/cluster/messages.h"

namespace muster::node {

// When a check is made: after the delay, then after each end again, never two at once.
class CheckSchedule {
public:
    CheckSchedule(const cluster::CheckTimes& times, Instant now)
        : m_interval(times.interval), m_due(now + times.delay) { }

    const std::optional<Instant>& due() const { return m_due; } // none: it is under way
    bool take(Instant now); // whether it is to be made now
    bool finish(Instant now); // false: none was under way

private:
    Duration m_interval;
    std::optional<Instant> m_due;
};

// What the results of a health check mean (Mesos' HealthChecker): a success tells once, every
// failure tells, except before the first success within the grace period.
class HealthWatch {
public:
    // `known`: it was healthy or not in an earlier life of the agent, which ends the grace period.
    HealthWatch(const cluster::HealthCheck& check, bool known, Instant now)
        : schedule(check.times, now), m_failuresToKill(check.failures),
          m_graceUntil(now + check.grace), m_initializing(!known) { }

    struct Verdict {
        bool healthy = false;
        bool kill = false;
    };
    std::optional<Verdict> judge(bool passed, Instant now); // nothing: nothing new

    CheckSchedule schedule;

private:
    unsigned m_failuresToKill;
    Instant m_graceUntil;
    bool m_initializing;
    unsigned m_failures = 0; // in a row
};

} // namespace muster::node
