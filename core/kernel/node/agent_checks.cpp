// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/agent_state.h"

#include <fmt/format.h>

namespace muster::node {
namespace {

bool isCheckNews(const cluster::TaskStatus& status) {
    return status.reason == Reason::TaskCheckStatusUpdated
        || status.reason == Reason::TaskHealthCheckStatusUpdated;
}

} // namespace

void Agent::State::beginChecks(Task& task) {
    const auto& info = task.saved.info;
    if (info.check) {
        task.check.emplace(info.check->times, m_now.uptime);
    }
    if (info.healthCheck) {
        task.health.emplace(*info.healthCheck, task.saved.latest.healthy.has_value(), m_now.uptime);
    }
}

void Agent::State::runDueChecks(Task& task) {
    if (!task.isUnhindered()) {
        return;
    }
    if (task.check && task.check->take(m_now.uptime)) {
        m_out.push_back(RunCheck{task.saved.container, CheckKind::Check, task.saved.info});
    }
    if (task.health && task.health->schedule.take(m_now.uptime)) {
        m_out.push_back(RunCheck{task.saved.container, CheckKind::Health, task.saved.info});
    }
    if (task.completeBy && *task.completeBy <= m_now.uptime) {
        const auto limit = task.saved.info.maxCompletionTime.value_or(Duration(0));
        kill(task, Duration(0),
            {"muster", fmt::format("time limit of {} reached", durationText(limit))},
            KillCause::Overtime);
    }
}

std::optional<Uptime> Agent::State::nextCheck(const Task& task) const {
    if (!task.isUnhindered()) {
        return std::nullopt;
    }
    auto next = task.completeBy;
    if (task.check) {
        takeEarlier(next, task.check->due());
    }
    if (task.health) {
        takeEarlier(next, task.health->schedule.due());
    }
    return next;
}

void Agent::State::on(const CheckResult& input) {
    auto* task = find(input.container);
    if (!task || !task->isUnhindered()) {
        return;
    }
    auto& latest = task->saved.latest;
    if (input.kind == CheckKind::Check && task->check && task->check->finish(m_now.uptime)) {
        const auto& payload = input.payload.empty() ? task->saved.info.check->none : input.payload;
        if (latest.payload != payload) {
            latest.payload = payload;
            tellChange(*task, Reason::TaskCheckStatusUpdated);
        }
    }
    if (input.kind == CheckKind::Health && task->health
        && task->health->schedule.finish(m_now.uptime)) {
        if (const auto verdict = task->health->judge(input.passed, m_now.uptime)) {
            latest.healthy = verdict->healthy;
            tellChange(*task, Reason::TaskHealthCheckStatusUpdated);
            if (verdict->kill) {
                kill(*task, std::nullopt,
                    {"muster",
                        fmt::format("its health check failed {} times in a row",
                            task->saved.info.healthCheck->failures)},
                    KillCause::Unhealthy);
            }
        }
    }
}

// All that the latest status says stands but for what changed. News that nobody was told yet is
// overtaken: a check that changes its mind while the master is away must not fill the disk.
void Agent::State::tellChange(Task& task, Reason reason) {
    auto status = task.saved.latest;
    status.reason = reason;
    auto& pending = task.saved.pending;
    if (pending.size() > 1 && isCheckNews(pending.back())) {
        pending.pop_back();
    }
    tell(task, stamp(task, std::move(status)));
}

} // namespace muster::node
