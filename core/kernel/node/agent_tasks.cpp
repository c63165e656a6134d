// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/agent_state.h"

#include <algorithm>
#include <array>
#include <csignal>

#include <fmt/format.h>

#include "core/kernel/node/exit_status.h"

namespace muster::node {

// All or nothing. The master counts too, but a RunTask that was under way while the agent changed
// must not over-commit the machine.
Result<std::vector<GpuUuid>> Agent::State::claim(const TaskKey& key, const Resources& wanted) {
    if (const auto valid = validateGpus(wanted); !valid) {
        return tl::unexpected(valid.error());
    }
    for (const std::string_view name : {"cpus", "mem", "disk", "gpus"}) {
        if (name == "gpus" && !m_options.onlyCountsGpus) {
            continue; // the ledger knows which
        }
        auto free = m_options.info.total.total(name);
        for (const auto& [other, task] : m_tasks) {
            if (task.phase != Phase::Ended) {
                free -= task.saved.info.resources.total(name);
            }
        }
        for (const bool removed : {false, true}) {
            for (const auto& [other, executor] : liveExecutors(removed)) {
                free -= executor->resources.total(name);
            }
        }
        if (wanted.total(name) > free) {
            return failure(fmt::format("Requested {} {} but only {} available",
                               wanted.total(name).text(), name, std::max(free, Milli{}).text()),
                Error::Kind::Conflict);
        }
    }
    return m_gpus.allocate(key, gpusIn(wanted));
}

std::size_t Agent::State::gpusIn(const Resources& resources) const {
    return m_options.onlyCountsGpus ? 0 : static_cast<std::size_t>(resources.gpus().wholeUnits());
}

Agent::State::Task& Agent::State::add(
    const cluster::FrameworkInfo& framework, const cluster::TaskInfo& info) {
    Task task;
    task.saved.container = newContainer();
    task.saved.framework = framework;
    task.saved.info = info;
    if (hasOwnContainer(info)) {
        m_containers[task.saved.container] = task.key();
    }
    return m_tasks.emplace(task.key(), std::move(task)).first->second;
}

void Agent::State::refuse(Task& task, const Error& why) {
    task.phase = Phase::Ended;
    tell(task, stamp(task, endOfClaim(why)));
}

void Agent::State::stage(Task& task) {
    task.saved.latest = stamp(task, {.state = TaskState::Staging, .source = StatusSource::Agent});
    task.saved.latest.uuid.reset();
}

void Agent::State::repeat(Task& task) {
    if (!task.saved.pending.empty()) {
        sendOldest(task);
    } else if (!task.saved.removed && task.saved.latest.state != TaskState::Staging) {
        send(task, task.saved.latest);
    }
}

void Agent::State::begin(Task& task) {
    beginChecks(task);
    if (task.saved.latest.state == TaskState::Staging) {
        tell(task, stamp(task, {.state = TaskState::Starting, .source = StatusSource::Executor}));
    }
    if (task.saved.latest.state == TaskState::Starting) {
        if (const auto most = task.saved.info.maxCompletionTime) {
            task.saved.completeBy = m_now.wall + *most;
            task.completeBy = m_now.uptime + *most;
        }
        tell(task, stamp(task, {.state = TaskState::Running, .source = StatusSource::Executor}));
    }
}

void Agent::State::kill(
    Task& task, std::optional<Duration> grace, cluster::KilledBy by, KillCause cause) {
    if (task.phase == Phase::Ending || task.phase == Phase::Ended || task.saved.removed) {
        return;
    }
    if (task.saved.killed) {
        // Asked again: nothing new, unless it is to be sooner.
        if (grace && task.killAt) {
            task.killAt = std::min(*task.killAt, m_now.uptime + *grace);
        } else if (grace) {
            task.saved.grace = std::min(*grace, task.saved.grace.value_or(*grace));
            save(task);
        }
        return;
    }
    task.saved.killed = cause;
    task.saved.killedBy = std::move(by);
    task.saved.grace = grace;
    // Mesos' default executor, which runs groups, does not tell.
    if (cause != KillCause::Overtime && !task.saved.info.executor
        && task.saved.framework.has(cluster::Capability::TaskKillingState)) {
        tell(task, stamp(task, {.state = TaskState::Killing, .source = StatusSource::Executor}));
    } else {
        save(task);
    }
    if (!hasOwnContainer(task.saved.info)) {
        killInExecutor(task);
    } else if (task.phase == Phase::Running) {
        terminate(task);
    } else {
        m_out.push_back(CancelLaunch{task.saved.container});
    }
}

void Agent::State::terminate(Task& task) {
    const auto grace
        = task.saved.grace.value_or(task.saved.info.killGrace.value_or(m_options.killGrace));
    task.killAt = m_now.uptime + grace;
    m_out.push_back(Signal{task.saved.container, SIGTERM});
}

void Agent::State::remove(Task& task) {
    if (task.phase == Phase::Ended) {
        forget(task.key());
        return;
    }
    if (task.saved.removed) {
        return;
    }
    task.saved.removed = true;
    task.saved.pending.clear();
    task.resendAt.reset();
    task.killAt.reset();
    save(task);
    if (!hasOwnContainer(task.saved.info)) {
        return;
    }
    if (task.phase == Phase::Running) {
        m_out.push_back(Signal{task.saved.container, SIGKILL});
    } else if (task.phase == Phase::Launching) {
        m_out.push_back(CancelLaunch{task.saved.container});
    }
}

// The status is told only when the container is destroyed, for it tells the master that the GPUs
// are free. Saved before the container goes, for with it goes the only other record of the exit.
void Agent::State::decideEnd(Task& task, cluster::TaskStatus end) {
    if (task.phase == Phase::Ended) {
        return;
    }
    if (!task.saved.end) {
        task.saved.end = stamp(task, std::move(end));
        task.phase = Phase::Ending;
        task.killAt.reset();
        save(task);
    }
    endPeers(task);
    m_out.push_back(Destroy{task.saved.container});
}

void Agent::State::finish(Task& task) {
    giveUpGpus(task);
    endPeers(task);
    task.killAt.reset();
    if (task.saved.removed) {
        forget(task.key());
        return;
    }
    task.phase = Phase::Ended;
    // A total that fell meanwhile must reach the master before `used` falls.
    announce();
    tell(task, *task.saved.end);
    tellExecutorEnd(task);
}

void Agent::State::forget(const TaskKey& key) {
    const auto container = m_tasks.at(key).saved.container;
    m_out.push_back(ForgetTask{container});
    m_containers.erase(container);
    m_tasks.erase(key);
}

Agent::State::Task* Agent::State::find(const ContainerId& container) {
    const auto found = m_containers.find(container);
    return found == m_containers.end() ? nullptr : find(found->second);
}

Agent::State::Task* Agent::State::find(const TaskKey& key) {
    const auto found = m_tasks.find(key);
    return found == m_tasks.end() ? nullptr : &found->second;
}

ContainerId Agent::State::newContainer() {
    ContainerId container;
    do {
        container.value = "muster-" + m_uuids.next().text();
    } while (m_containers.contains(container));
    return container;
}

} // namespace muster::node
