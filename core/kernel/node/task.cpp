// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/task.h"

#include <algorithm>
#include <utility>

#include "core/kernel/node/exit_status.h"

namespace muster::node {

Task::Task(TaskCheckpoint saved, const Timing& timing, Now now, bool rebooted)
    : m_saved(std::move(saved)),
      m_updates(timing.retry, std::exchange(m_saved.pending, {}), std::move(m_saved.latest)),
      m_defaultGrace(timing.killGrace), m_rebooted(rebooted) {
    if (isTerminal(m_updates.latest().state)) {
        m_phase = Phase::Ended;
    } else if (m_saved.end) {
        m_phase = Phase::Ending;
    }
    if (m_saved.completeBy) {
        m_completeBy = now.uptimeAt(
            *m_saved.completeBy, m_saved.info.maxCompletionTime.value_or(Duration(0)));
    }
}

TaskCheckpoint Task::checkpoint() const {
    auto out = m_saved;
    out.pending = m_updates.pending();
    out.latest = m_updates.latest();
    return out;
}

cluster::TaskStatus Task::describe(cluster::TaskStatus status) const {
    const auto& info = m_saved.info;
    status.task = info.id;
    status.executor = info.executor ? info.executor->id : ExecutorId{info.id.value};
    if (hasOwnContainer() && isLive()) {
        status.container = {m_saved.container, m_ip, m_pid};
    }
    const bool comesOfKill = status.state == TaskState::Killing
        || (isTerminal(status.state) && status.state != TaskState::Finished);
    if (m_saved.killed && comesOfKill) {
        status.killedBy = m_saved.killedBy;
    }
    if (info.check && status.payload.empty()) {
        const auto& known = m_updates.latest().payload;
        status.payload = known.empty() ? info.check->none : known;
    }
    return status;
}

bool Task::start(std::optional<int> pid, std::string ip) {
    if (m_phase != Phase::Launching) {
        return false;
    }
    m_phase = Phase::Running;
    m_pid = pid;
    m_ip = std::move(ip);
    return true;
}

void Task::startTimeLimit(Now now) {
    if (const auto most = m_saved.info.maxCompletionTime) {
        m_saved.completeBy = now.wall + *most;
        m_completeBy = now.uptime + *most;
    }
}

Task::KillOutcome Task::kill(
    KillCause cause, cluster::KilledBy by, std::optional<Duration> grace, Uptime now) {
    if (m_phase == Phase::Ending || m_phase == Phase::Ended || m_saved.removed) {
        return KillOutcome::Ignored;
    }
    if (m_saved.killed) {
        // Asked again: nothing new, unless it is to be sooner.
        if (!grace) {
            return KillOutcome::Ignored;
        }
        if (m_killAt) {
            m_killAt = std::min(*m_killAt, now + *grace);
            return KillOutcome::Ignored;
        }
        m_saved.grace = std::min(*grace, m_saved.grace.value_or(*grace));
        return KillOutcome::Hastened;
    }
    m_saved.killed = cause;
    m_saved.killedBy = std::move(by);
    m_saved.grace = grace;
    return KillOutcome::Begun;
}

void Task::terminate(Uptime now) {
    m_killAt = now + m_saved.grace.value_or(m_saved.info.killGrace.value_or(m_defaultGrace));
}

bool Task::takeKill(Uptime now) {
    if (!m_killAt || *m_killAt > now) {
        return false;
    }
    m_killAt.reset();
    return true;
}

bool Task::remove() {
    if (m_saved.removed) {
        return false;
    }
    m_saved.removed = true;
    m_updates.clear();
    m_killAt.reset();
    return true;
}

bool Task::decideEnd(cluster::TaskStatus end) {
    if (m_saved.end) {
        return false;
    }
    m_saved.end = std::move(end);
    m_phase = Phase::Ending;
    m_killAt.reset();
    return true;
}

cluster::TaskStatus Task::endOfGone() const {
    const auto told = m_updates.latest().state;
    const bool never = m_phase == Phase::Launching
        && (told == TaskState::Staging || told == TaskState::Starting);
    const bool killed = m_saved.killed.has_value();
    return never ? endOfUnbegun(killed) : m_rebooted ? endOfReboot(killed) : endOfLost(killed);
}

cluster::TaskStatus Task::endOf(const Exit& exit) const {
    return m_rebooted && mayBeOfShutdown(exit)
        ? endOfReboot(m_saved.killed.has_value())
        : node::endOf(exit, m_saved.killed, m_saved.info.resources.total("mem"));
}

void Task::finish() {
    m_phase = Phase::Ended;
    m_killAt.reset();
}

bool Task::isUnhindered() const {
    return m_phase == Phase::Running && !m_saved.killed && !m_saved.removed;
}

void Task::startChecks(Uptime now) {
    const auto& info = m_saved.info;
    if (info.check) {
        m_check.emplace(info.check->times, now);
    }
    if (info.healthCheck) {
        m_health.emplace(*info.healthCheck, m_updates.latest().healthy.has_value(), now);
    }
}

std::vector<CheckKind> Task::takeDueChecks(Uptime now) {
    std::vector<CheckKind> out;
    if (!isUnhindered()) {
        return out;
    }
    if (m_check && m_check->take(now)) {
        out.push_back(CheckKind::Check);
    }
    if (m_health && m_health->schedule.take(now)) {
        out.push_back(CheckKind::Health);
    }
    return out;
}

std::optional<Task::CheckNews> Task::finishCheck(const CheckResult& result, Uptime now) {
    if (!isUnhindered()) {
        return std::nullopt;
    }
    CheckNews news{.status = m_updates.latest()};
    if (result.kind == CheckKind::Check && m_check && m_check->finish(now)) {
        const auto& payload = result.payload.empty() ? m_saved.info.check->none : result.payload;
        if (news.status.payload != payload) {
            news.status.payload = payload;
            news.status.reason = Reason::TaskCheckStatusUpdated;
            return news;
        }
    }
    if (result.kind == CheckKind::Health && m_health && m_health->schedule.finish(now)) {
        if (const auto verdict = m_health->judge(result.passed, now)) {
            news.status.healthy = verdict->healthy;
            news.status.reason = Reason::TaskHealthCheckStatusUpdated;
            news.kill = verdict->kill;
            return news;
        }
    }
    return std::nullopt;
}

bool Task::isOvertime(Uptime now) const {
    return isUnhindered() && m_completeBy && *m_completeBy <= now;
}

std::optional<Uptime> Task::nextDeadline() const {
    auto next = m_killAt;
    takeEarlier(next, m_updates.due());
    if (isUnhindered()) {
        takeEarlier(next, m_completeBy);
        if (m_check) {
            takeEarlier(next, m_check->due());
        }
        if (m_health) {
            takeEarlier(next, m_health->schedule.due());
        }
    }
    return next;
}

} // namespace muster::node
