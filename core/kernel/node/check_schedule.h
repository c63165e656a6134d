// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/kernel/base/now.h"
#include "core/kernel/cluster/messages.h"

namespace muster::node {

// When a check is made: after the delay, then after each end again, never two at once.
class CheckSchedule {
public:
    CheckSchedule(const cluster::CheckTimes& times, Uptime now)
        : m_interval(times.interval), m_due(now + times.delay) { }

    const std::optional<Uptime>& due() const { return m_due; } // none: it is under way
    bool take(Uptime now); // whether it is to be made now
    bool finish(Uptime now); // false: none was under way

private:
    Duration m_interval;
    std::optional<Uptime> m_due;
};

// What the results of a health check mean (Mesos' HealthChecker): a success tells once, every
// failure tells, except before the first success within the grace period.
class HealthWatch {
public:
    // `known`: it was healthy or not in an earlier life of the agent, which ends the grace period.
    HealthWatch(const cluster::HealthCheck& check, bool known, Uptime now)
        : schedule(check.times, now), m_failuresToKill(check.failures),
          m_graceUntil(now + check.grace), m_initializing(!known) { }

    struct Verdict {
        bool healthy = false;
        bool kill = false;
    };
    std::optional<Verdict> judge(bool passed, Uptime now); // nothing: nothing new

    CheckSchedule schedule;

private:
    unsigned m_failuresToKill;
    Uptime m_graceUntil;
    bool m_initializing;
    unsigned m_failures = 0; // in a row
};

} // namespace muster::node
