// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/task_lifecycle.h"

#include <algorithm>
#include <utility>

#include "core/kernel/cluster/told_states.h"

namespace muster::cluster {

TaskEntry& TaskLifecycle::add(Task task) {
    TaskEntry& added = m_tasks.add(std::move(task));
    m_agents.find(added.info.agent)->tasks.insert(added.key());
    m_frameworks.find(added.framework)->tasks.insert(added.info.id);
    m_outbox.tell(TaskAdded{added.key()});
    return added;
}

void TaskLifecycle::keepEnded(Task task) {
    TaskEntry& entry = m_tasks.add(std::move(task));
    entry.ended = entry.ended.value_or(entry.latest.at);
    m_tasks.retire(entry);
}

void TaskLifecycle::account(TaskEntry& task) {
    if (!std::exchange(task.accounted, true)) {
        m_holdings.use(*m_agents.find(task.info.agent), *m_frameworks.find(task.framework),
            task.info.role, task.info.resources);
    }
}

void TaskLifecycle::unaccount(TaskEntry& task) {
    if (std::exchange(task.accounted, false)) {
        m_holdings.free(*m_agents.find(task.info.agent), *m_frameworks.find(task.framework),
            task.info.role, task.info.resources);
    }
}

void TaskLifecycle::setStatus(TaskEntry& task, TaskStatus status, Instant now) {
    m_outbox.tell(TaskUpdated{task.key(), task.latest.state});
    if (!task.statuses.empty() && task.statuses.back().state == status.state) {
        task.statuses.pop_back();
    }
    task.statuses.push_back(status);
    task.latest = std::move(status);
    if (task.latest.state == TaskState::Running && !task.started) {
        task.started = std::max(now, task.created);
    }
    if (isTerminal(task.latest.state)) {
        end(task, now);
    }
}

void TaskLifecycle::end(TaskEntry& task, Instant now) {
    AgentEntry& agent = *m_agents.find(task.info.agent);
    FrameworkEntry& framework = *m_frameworks.find(task.framework);
    unaccount(task);
    agent.tasks.erase(task.key());
    framework.tasks.erase(task.info.id);
    task.wantedKill.reset();
    task.ended = std::max(now, task.started.value_or(task.created));
    m_holdings.noteChanged(agent, framework);
    m_tasks.retire(task);
}

void TaskLifecycle::update(TaskEntry& task, TaskState state, Reason reason, std::string message,
    Instant now, std::optional<KilledBy> by) {
    FrameworkEntry& framework = *m_frameworks.find(task.framework);
    TaskStatus status;
    status.task = task.info.id;
    status.state = stateKnownTo(framework.info, state);
    status.reason = reason;
    status.message = std::move(message);
    status.at = now;
    status.agent = task.info.agent;
    status.killedBy = std::move(by);
    setStatus(task, status, now);
    tell(framework, std::move(status));
}

void TaskLifecycle::tell(const FrameworkEntry& framework, TaskStatus status) {
    status.state = stateKnownTo(framework.info, status.state);
    m_outbox.send(framework.link, Update{std::move(status)});
}

void TaskLifecycle::kill(TaskEntry& task, std::optional<Duration> grace, KilledBy by) {
    // Who comes second, to hurry it, is not who had it ended.
    task.wantedKill
        = KillTask{task.key(), grace, task.wantedKill ? task.wantedKill->by : std::move(by)};
    m_outbox.send(m_agents.find(task.info.agent)->link, *task.wantedKill);
    m_outbox.tell(TaskKillWanted{task.key()});
}

} // namespace muster::cluster
