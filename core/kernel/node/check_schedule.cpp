// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/check_schedule.h"

namespace muster::node {

bool CheckSchedule::take(Uptime now) {
    if (!m_due || *m_due > now) {
        return false;
    }
    m_due.reset();
    return true;
}

bool CheckSchedule::finish(Uptime now) {
    if (m_due) {
        return false;
    }
    m_due = now + m_interval;
    return true;
}

std::optional<HealthWatch::Verdict> HealthWatch::judge(bool passed, Uptime now) {
    if (passed) {
        const bool news = m_initializing || m_failures > 0;
        m_initializing = false;
        m_failures = 0;
        return news ? std::optional(Verdict{.healthy = true}) : std::nullopt;
    }
    if (m_initializing && now <= m_graceUntil) {
        return std::nullopt;
    }
    ++m_failures;
    return Verdict{.healthy = false, .kill = m_failures >= m_failuresToKill};
}

} // namespace muster::node
