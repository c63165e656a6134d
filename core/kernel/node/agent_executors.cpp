// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/agent_state.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/kernel/node/exit_status.h"

namespace muster::node {
namespace {

cluster::TaskStatus agentsEnd(TaskState state, Reason reason, std::string message) {
    cluster::TaskStatus status;
    status.state = state;
    status.source = StatusSource::Agent;
    status.reason = reason;
    status.message = std::move(message);
    return status;
}

int waitStatus(const Exit& exit) {
    return exit.signal.value_or(0) | exit.code.value_or(0) << 8;
}

} // namespace

void Agent::State::runInExecutor(const cluster::RunGroup& command, bool together) {
    const auto known = m_executors.find({command.framework.id, command.executor.id});
    auto* executor = known == m_executors.end() ? nullptr : &known->second;
    const bool ending = executor && (executor->phase == Phase::Ending || executor->shutDown);
    Resources wanted;
    for (const auto& info : command.tasks) {
        wanted += info.resources;
    }
    Result<std::vector<GpuUuid>> gpus = std::vector<GpuUuid>{};
    const bool fresh = !executor;
    if (fresh) {
        Executor made{.saved = {newContainer(), command.framework, command.executor, {}, {}}};
        gpus = claim(made.holder(), command.executor.resources + wanted);
        if (gpus) {
            made.saved.gpus = *gpus;
            const auto own = static_cast<std::ptrdiff_t>(gpusIn(command.executor.resources));
            gpus->erase(gpus->begin(), gpus->begin() + own);
            executor = &m_executors.emplace(made.key(), std::move(made)).first->second;
        }
    } else if (!ending) {
        gpus = growExecutor(*executor, wanted);
    }
    const auto tasks = addStaging(command, together);
    if (!gpus || ending) {
        for (auto* task : tasks) {
            task->phase = Phase::Ended;
            tell(*task,
                stamp(*task,
                    ending ? agentsEnd(
                        TaskState::Dropped, Reason::ExecutorTerminated, "Executor terminating")
                           : endOfClaim(gpus.error())));
        }
        return;
    }
    announce();
    save(*executor);
    auto next = gpus->begin();
    for (auto* task : tasks) {
        const auto last = next + static_cast<std::ptrdiff_t>(gpusIn(task->saved.info.resources));
        task->saved.gpus.assign(next, last);
        next = last;
        task->waits = !fresh;
        save(*task);
    }
    if (fresh) {
        m_out.push_back(LaunchExecutor{executor->saved.container, executor->saved.framework,
            executor->saved.info, resourcesOf(*executor), m_gpus.infos(executor->saved.gpus)});
    } else {
        resize(*executor);
    }
}

std::vector<Agent::State::Task*> Agent::State::addStaging(
    const cluster::RunGroup& command, bool together) {
    std::vector<Task*> out;
    for (const auto& info : command.tasks) {
        auto inExecutor = info;
        inExecutor.executor = command.executor;
        auto& task = add(command.framework, inExecutor);
        stage(task);
        out.push_back(&task);
        if (together) {
            task.saved.group = out.front()->saved.container.value;
        }
    }
    return out;
}

Result<std::vector<GpuUuid>> Agent::State::growExecutor(
    Executor& executor, const Resources& wanted) {
    if (const auto valid = validateGpus(wanted); !valid) {
        return tl::unexpected(valid.error());
    }
    auto spare = executor.saved.gpus;
    const auto own = static_cast<std::ptrdiff_t>(gpusIn(executor.saved.info.resources));
    spare.erase(spare.begin(), spare.begin() + own);
    for (const auto* task : tasksOf(executor)) {
        for (const auto& gpu : task->saved.gpus) {
            std::erase(spare, gpu);
        }
    }
    const auto count = gpusIn(wanted);
    spare.resize(std::min(spare.size(), count));
    auto rest = wanted;
    if (!m_options.onlyCountsGpus) {
        rest.setScalar(
            Resources::Gpus, Milli::whole(static_cast<std::int64_t>(count - spare.size())));
    }
    const auto more = claim(executor.holder(), rest);
    if (!more) {
        return more;
    }
    executor.saved.gpus.insert(executor.saved.gpus.end(), more->begin(), more->end());
    spare.insert(spare.end(), more->begin(), more->end());
    return spare;
}

void Agent::State::started(Executor& executor, std::optional<int> pid) {
    if (executor.phase != Phase::Launching) {
        return;
    }
    executor.phase = Phase::Running;
    executor.pid = pid;
    if (executor.shutDown || executor.saved.removed) {
        return destroy(executor);
    }
    executor.registerBy = m_now.uptime
        + (executor.recovered ? m_options.executorReregistration : m_options.executorRegistration);
    resize(executor);
}

void Agent::State::destroy(Executor& executor) {
    executor.phase = Phase::Ending;
    executor.subscribed = false;
    executor.registerBy.reset();
    executor.destroyAt.reset();
    m_out.push_back(Destroy{executor.saved.container});
}

void Agent::State::resize(Executor& executor) {
    if (executor.phase != Phase::Running || executor.resizing) {
        return;
    }
    for (auto* task : tasksOf(executor)) {
        task->asked = task->waits;
        executor.resizing |= task->waits;
    }
    if (!executor.resizing) {
        return;
    }
    m_out.push_back(ResizeContainer{
        executor.saved.container, resourcesOf(executor), m_gpus.infos(executor.saved.gpus)});
}

void Agent::State::on(const ContainerResized& input) {
    auto* executor = findExecutor(input.container);
    if (!executor) {
        return;
    }
    executor->resizing = false;
    for (auto* task : tasksOf(*executor)) {
        if (!task->asked) {
            continue;
        }
        task->waits = task->asked = false;
        if (!input.problem.empty() && !task->delivered) {
            endInExecutor(*task, endOfLaunch(input.problem, false));
        }
    }
    resize(*executor);
    deliver(*executor);
}

void Agent::State::on(const ExecutorSubscribed& input) {
    auto* executor = findExecutor(input.container);
    if (!executor || executor->phase == Phase::Ending) {
        return;
    }
    executor->subscribed = true;
    executor->registerBy.reset();
    tellExecutor(
        *executor, TellExecutor::Subscribed{executor->saved.framework, executor->saved.info});
    for (auto* task : tasksOf(*executor)) {
        if (input.tasks.contains(task->saved.info.id)) {
            task->delivered = true;
        }
    }
    for (const auto& status : input.updates) {
        take(*executor, status);
    }
    for (auto* task : tasksOf(*executor)) {
        if (task->saved.killed && task->delivered) {
            tellExecutor(*executor, TellExecutor::Kill{task->saved.info.id, task->saved.grace});
        } else if (task->saved.killed) {
            endInExecutor(*task, endOfLaunch("", true));
        }
    }
    executor->recovered = false;
    deliver(*executor);
    if (executor->shutDown) {
        tellExecutor(*executor, TellExecutor::Shutdown{});
    }
}

void Agent::State::on(const ExecutorDisconnected& input) {
    if (auto* executor = findExecutor(input.container)) {
        executor->subscribed = false;
    }
}

void Agent::State::deliver(Executor& executor) {
    if (!executor.subscribed || executor.shutDown) {
        return;
    }
    std::map<std::string, TellExecutor::LaunchGroup> groups; // whole: they wait for the same resize
    for (auto* task : tasksOf(executor)) {
        if (task->waits || task->delivered || task->saved.killed) {
            continue;
        }
        task->delivered = true;
        if (task->saved.group.empty()) {
            tellExecutor(executor, TellExecutor::Launch{task->saved.info});
        } else {
            groups[task->saved.group].tasks.push_back(task->saved.info);
        }
    }
    for (auto& [group, launch] : groups) {
        tellExecutor(executor, std::move(launch));
    }
}

void Agent::State::on(const ExecutorUpdate& input) {
    if (auto* executor = findExecutor(input.container)) {
        take(*executor, input.status);
    }
}

// Acknowledged once it is saved: from then on it is the agent's to bring it to the framework.
void Agent::State::take(Executor& executor, cluster::TaskStatus status) {
    auto* task = find(TaskKey{executor.saved.framework.id, status.task});
    if (!task || !status.uuid || !task->saved.info.executor
        || task->saved.info.executor->id != executor.saved.info.id) {
        return;
    }
    const TellExecutor::Acknowledged taken{status.task, *status.uuid};
    const auto& uuid = taken.uuid;
    const bool again = task->saved.latest.uuid == uuid
        || std::ranges::any_of(
            task->saved.pending, [&](const auto& one) { return one.uuid == uuid; });
    if (!again && task->phase != Phase::Ended && !task->saved.removed) {
        task->delivered = true;
        status = stamp(*task, std::move(status));
        status.uuid = uuid;
        status.source = StatusSource::Executor;
        if (isTerminal(status.state)) {
            endInExecutor(*task, std::move(status));
        } else {
            task->phase = Phase::Running;
            tell(*task, std::move(status));
        }
    }
    tellExecutor(executor, taken);
}

// Its GPUs stay with the executor, whose container can open them.
void Agent::State::endInExecutor(Task& task, cluster::TaskStatus end) {
    const bool stamped = end.uuid.has_value();
    auto status = stamped ? std::move(end) : stamp(task, std::move(end));
    task.phase = Phase::Ended;
    if (task.saved.removed) {
        return forget(task.key());
    }
    announce();
    tell(task, std::move(status));
}

void Agent::State::killInExecutor(Task& task) {
    auto& executor = m_executors.at({task.saved.framework.id, task.saved.info.executor->id});
    if (!task.delivered && !executor.recovered) {
        for (auto* peer : peers(task)) { // as Mesos: a group is launched whole or not at all
            endInExecutor(*peer, endOfLaunch("", true));
        }
        return endInExecutor(task, endOfLaunch("", true));
    }
    if (executor.subscribed) {
        tellExecutor(executor, TellExecutor::Kill{task.saved.info.id, task.saved.grace});
    }
}

void Agent::State::on(const ExecutorMessage& input) {
    const auto* executor = findExecutor(input.container);
    if (executor && m_registered && !executor->saved.removed) {
        m_out.push_back(ToMaster{cluster::FromExecutor{
            executor->saved.framework.id, executor->saved.info.id, m_id, input.data}});
    }
}

void Agent::State::on(const cluster::ToExecutor& command) {
    const auto found = m_executors.find({command.framework, command.executor});
    if (found != m_executors.end() && found->second.subscribed) {
        tellExecutor(found->second, TellExecutor::Message{command.data});
    }
}

void Agent::State::shutDown(Executor& executor) {
    if (executor.phase == Phase::Ending || executor.shutDown) {
        return;
    }
    executor.shutDown = true;
    if (executor.subscribed) {
        executor.destroyAt = m_now.uptime
            + executor.saved.info.shutdownGrace.value_or(m_options.executorShutdownGrace);
        tellExecutor(executor, TellExecutor::Shutdown{});
    } else if (executor.phase == Phase::Running) {
        destroy(executor);
    }
}

void Agent::State::tickExecutors() {
    for (auto& [key, executor] : m_executors) {
        if (executor.registerBy && *executor.registerBy <= m_now.uptime) {
            const auto limit = executor.recovered ? m_options.executorReregistration
                                                  : m_options.executorRegistration;
            executor.cause = agentsEnd(TaskState::Failed,
                executor.recovered ? Reason::ExecutorReregistrationTimeout
                                   : Reason::ExecutorRegistrationTimeout,
                fmt::format("Executor did not {} within {}",
                    executor.recovered ? "reregister" : "register", durationText(limit)));
            executor.destroyAt = m_now.uptime;
        }
        if (executor.destroyAt && *executor.destroyAt <= m_now.uptime) {
            destroy(executor);
        }
    }
}

void Agent::State::end(Executor& executor) {
    const Executor gone = executor;
    const auto tasks = tasksOf(gone);
    m_gpus.free(gone.holder());
    m_executors.erase(gone.key());
    auto end = gone.cause.value_or(endOfLost(false));
    if (!gone.cause && gone.exit && gone.exit->outOfMemory) {
        end = endOf(*gone.exit, std::nullopt, gone.saved.info.resources.total("mem"));
    }
    for (auto* task : tasks) {
        endInExecutor(*task, end);
    }
    if (m_registered && !gone.saved.removed) {
        m_out.push_back(ToMaster{cluster::ExecutorEnded{gone.saved.framework.id, gone.saved.info.id,
            m_id, waitStatus(gone.exit.value_or(Exit{.signal = 9}))}});
    }
    m_out.push_back(ForgetExecutor{gone.saved.container});
}

Agent::State::Executor* Agent::State::findExecutor(const ContainerId& container) {
    const auto found = std::ranges::find_if(
        m_executors, [&](const auto& entry) { return entry.second.saved.container == container; });
    return found == m_executors.end() ? nullptr : &found->second;
}

std::vector<Agent::State::Task*> Agent::State::tasksOf(const Executor& executor) {
    std::vector<Task*> out;
    for (auto& [key, task] : m_tasks) {
        if (key.framework == executor.saved.framework.id && task.phase != Phase::Ended
            && !hasOwnContainer(task.saved.info)
            && task.saved.info.executor->id == executor.saved.info.id) {
            out.push_back(&task);
        }
    }
    return out;
}

Resources Agent::State::resourcesOf(const Executor& executor) {
    auto out = executor.saved.info.resources;
    for (const auto* task : tasksOf(executor)) {
        out += task->saved.info.resources;
    }
    return out;
}

void Agent::State::save(const Executor& executor) {
    m_out.push_back(SaveExecutor{executor.saved});
}

void Agent::State::tellExecutor(const Executor& executor, TellExecutor::Event event) {
    auto& telling = m_out.emplace_back(std::in_place_type<TellExecutor>);
    std::get<TellExecutor>(telling) = {executor.saved.container, std::move(event)};
}

} // namespace muster::node
