// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/executor_host.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/kernel/node/exit_status.h"

namespace muster::node {
namespace {

Executor::Share shareOf(const Task& task) {
    return {task.info().resources, task.gpus(), task.group()};
}

cluster::TaskStatus endOfEndingExecutor() {
    cluster::TaskStatus status{.state = TaskState::Dropped, .source = StatusSource::Agent};
    status.reason = Reason::ExecutorTerminated;
    status.message = "Executor terminating";
    return status;
}

} // namespace

void ExecutorHost::recover(Task& task) {
    if (auto* executor = m_tables.executors.find(executorOf(task))) {
        const bool told = task.updates().latest().state != TaskState::Staging;
        executor->recover(task.info().id, shareOf(task), told);
    } else {
        m_reporter.refuse(task, endOfUnbegun(task.killed().has_value()));
    }
}

void ExecutorHost::on(const cluster::ToExecutor& command) {
    const auto* executor
        = m_tables.executors.find(ExecutorKey{command.framework, command.executor});
    if (executor && executor->isSubscribed()) {
        tell(*executor, TellExecutor::Message{command.data});
    }
}

void ExecutorHost::run(const cluster::RunGroup& command, bool together) {
    auto* executor
        = m_tables.executors.find(ExecutorKey{command.framework.id, command.executor.id});
    const bool ending = executor && executor->isEnding();
    const bool fresh = !executor;
    Resources wanted;
    for (const auto& info : command.tasks) {
        wanted += info.resources;
    }
    Result<std::vector<GpuUuid>> gpus = std::vector<GpuUuid>{}; // of the tasks
    if (fresh) {
        ExecutorCheckpoint made{
            m_tables.tasks.newContainer(), command.framework, command.executor, {}, {}};
        gpus = m_tables.capacity.claim(holderOf(made), command.executor.resources + wanted);
        if (gpus) {
            made.gpus = *gpus;
            executor = &m_tables.executors.add(std::move(made));
            gpus = executor->spareGpus(m_tables.capacity.gpusIn(command.executor.resources));
        }
    } else if (!ending) {
        gpus = grow(*executor, wanted);
    }
    std::vector<Task*> tasks;
    for (auto info : command.tasks) {
        info.executor = command.executor;
        tasks.push_back(&m_tables.tasks.add(command.framework, info, m_outbox.now));
        m_reporter.stage(*tasks.back());
        if (together) {
            tasks.back()->joinGroupOf(*tasks.front());
        }
    }
    if (!gpus || ending) {
        for (auto* task : tasks) {
            m_reporter.refuse(*task, ending ? endOfEndingExecutor() : endOfClaim(gpus.error()));
        }
        return;
    }
    m_reporter.announce();
    save(*executor);
    m_tables.capacity.shareOut(*gpus, tasks);
    for (const auto* task : tasks) {
        executor->give(task->info().id, shareOf(*task), fresh);
        m_reporter.save(*task);
    }
    if (fresh) {
        m_outbox.put(LaunchExecutor{executor->container(), executor->framework(), executor->info(),
            executor->resources(), m_tables.gpus.infos(executor->gpus())});
    } else {
        resize(*executor);
    }
}

Result<std::vector<GpuUuid>> ExecutorHost::grow(Executor& executor, const Resources& wanted) {
    if (const auto valid = validateGpus(wanted); !valid) {
        return tl::unexpected(valid.error());
    }
    auto gpus = executor.spareGpus(m_tables.capacity.gpusIn(executor.info().resources));
    const auto count = m_tables.capacity.gpusIn(wanted);
    gpus.resize(std::min(gpus.size(), count));
    auto rest = wanted;
    if (!m_tables.options.onlyCountsGpus) {
        rest.setScalar(
            Resources::Gpus, Milli::whole(static_cast<std::int64_t>(count - gpus.size())));
    }
    const auto more = m_tables.capacity.claim(executor.holder(), rest);
    if (!more) {
        return more;
    }
    executor.addGpus(*more);
    gpus.insert(gpus.end(), more->begin(), more->end());
    return gpus;
}

void ExecutorHost::kill(Task& task) {
    auto& executor = *m_tables.executors.find(executorOf(task));
    if (executor.isUndelivered(task.info().id)) {
        // As Mesos: a group is launched whole or not at all.
        for (auto* peer : m_tables.tasks.peers(task)) {
            end(*peer, endOfLaunch("", true));
        }
        return end(task, endOfLaunch("", true));
    }
    if (executor.isSubscribed()) {
        tell(executor, TellExecutor::Kill{task.info().id, task.killGrace()});
    }
}

void ExecutorHost::shutDown(Executor& executor) {
    switch (executor.shutDown(m_outbox.now.uptime)) {
    case Executor::Shutdown::Nothing:
        return;
    case Executor::Shutdown::Tell:
        return tell(executor, TellExecutor::Shutdown{});
    case Executor::Shutdown::Destroy:
        return destroy(executor);
    }
}

void ExecutorHost::removeFramework(const FrameworkId& framework) {
    for (auto& [key, executor] : m_tables.executors.all()) {
        if (key.framework == framework && executor.remove()) {
            save(executor);
            shutDown(executor);
        }
    }
}

void ExecutorHost::onStarted(Executor& executor, std::optional<int> pid) {
    if (!executor.start(pid, m_outbox.now.uptime)) {
        return;
    }
    if (executor.isShuttingDown() || executor.isRemoved()) {
        return destroy(executor);
    }
    resize(executor);
}

void ExecutorHost::onFailed(Executor& executor, const ContainerFailed& failed) {
    m_tables.troubles.onLaunchFailed(failed, executor.gpus(), m_outbox.now.uptime);
    executor.fail(endOfLaunch(failed.message, false, failed.fault, failed.step));
    destroy(executor);
}

void ExecutorHost::onExited(Executor& executor, const Exit& exit) {
    executor.onExit(exit);
    destroy(executor);
}

void ExecutorHost::onDestroyed(const ExecutorKey& key) {
    const auto gone = m_tables.executors.take(key);
    m_tables.gpus.free(gone.holder());
    for (auto* task : tasksOf(gone)) {
        end(*task, gone.endOfTasks());
    }
    if (!gone.isRemoved()) {
        m_reporter.send(cluster::ExecutorEnded{
            key.framework, key.executor, m_reporter.id(), gone.waitStatus()});
    }
    m_outbox.put(ForgetExecutor{gone.container()});
}

void ExecutorHost::on(const ContainerResized& input) {
    auto* executor = m_tables.executors.find(input.container);
    if (!executor) {
        return;
    }
    for (const auto& id : executor->finishResize()) {
        if (!input.problem.empty()) {
            end(taskOf(*executor, id), endOfLaunch(input.problem, false));
        }
    }
    resize(*executor);
    deliver(*executor);
}

void ExecutorHost::on(const ExecutorSubscribed& input) {
    auto* executor = m_tables.executors.find(input.container);
    if (!executor || !executor->subscribe(input.tasks)) {
        return;
    }
    tell(*executor, TellExecutor::Subscribed{executor->framework(), executor->info()});
    for (const auto& status : input.updates) {
        take(*executor, status);
    }
    for (auto* task : tasksOf(*executor)) {
        if (task->killed() && executor->isDelivered(task->info().id)) {
            tell(*executor, TellExecutor::Kill{task->info().id, task->killGrace()});
        } else if (task->killed()) {
            end(*task, endOfLaunch("", true));
        }
    }
    deliver(*executor);
    if (executor->isShuttingDown()) {
        tell(*executor, TellExecutor::Shutdown{});
    }
}

void ExecutorHost::on(const ExecutorDisconnected& input) {
    if (auto* executor = m_tables.executors.find(input.container)) {
        executor->disconnect();
    }
}

void ExecutorHost::on(const ExecutorUpdate& input) {
    if (auto* executor = m_tables.executors.find(input.container)) {
        take(*executor, input.status);
    }
}

void ExecutorHost::on(const ExecutorMessage& input) {
    const auto* executor = m_tables.executors.find(input.container);
    if (executor && !executor->isRemoved()) {
        m_reporter.send(cluster::FromExecutor{
            executor->framework().id, executor->info().id, m_reporter.id(), input.data});
    }
}

void ExecutorHost::tick() {
    for (auto& [key, executor] : m_tables.executors.all()) {
        if (executor.takeOverdue(m_outbox.now.uptime)) {
            destroy(executor);
        }
    }
}

void ExecutorHost::resize(Executor& executor) {
    if (executor.startResize()) {
        m_outbox.put(ResizeContainer{
            executor.container(), executor.resources(), m_tables.gpus.infos(executor.gpus())});
    }
}

void ExecutorHost::deliver(Executor& executor) {
    const auto info
        = [&](const TaskId& id) -> const cluster::TaskInfo& { return taskOf(executor, id).info(); };
    const auto delivery = executor.deliver();
    for (const auto& id : delivery.alone) {
        tell(executor, TellExecutor::Launch{info(id)});
    }
    for (const auto& group : delivery.groups) {
        TellExecutor::LaunchGroup launch;
        std::ranges::transform(group, std::back_inserter(launch.tasks), info);
        tell(executor, std::move(launch));
    }
}

// Acknowledged once it is saved: from then on it is the agent's to bring it to the framework.
void ExecutorHost::take(Executor& executor, const cluster::TaskStatus& status) {
    auto* task = m_tables.tasks.find(TaskKey{executor.framework().id, status.task});
    if (!task || !status.uuid || !task->info().executor
        || task->info().executor->id != executor.info().id) {
        return;
    }
    if (!task->updates().knows(*status.uuid) && task->isLive() && !task->isRemoved()) {
        executor.onHeardOf(status.task);
        auto stamped = m_reporter.stamp(*task, status);
        stamped.uuid = status.uuid;
        stamped.source = StatusSource::Executor;
        if (isTerminal(stamped.state)) {
            end(*task, std::move(stamped));
        } else {
            task->runInExecutor();
            m_reporter.tell(*task, std::move(stamped));
        }
    }
    tell(executor, TellExecutor::Acknowledged{status.task, *status.uuid});
}

// Its GPUs stay with the executor, whose container can open them.
void ExecutorHost::end(Task& task, cluster::TaskStatus status) {
    if (!status.uuid) {
        status = m_reporter.stamp(task, std::move(status));
    }
    if (auto* executor = m_tables.executors.find(executorOf(task))) {
        executor->drop(task.info().id);
    }
    task.finish();
    if (task.isRemoved()) {
        return m_reporter.forget(task);
    }
    m_reporter.announce();
    m_reporter.tell(task, std::move(status));
}

void ExecutorHost::destroy(Executor& executor) {
    executor.onDestroy();
    m_outbox.put(Destroy{executor.container()});
}

std::vector<Task*> ExecutorHost::tasksOf(const Executor& executor) {
    std::vector<Task*> out;
    for (const auto& id : executor.tasks()) {
        out.push_back(&taskOf(executor, id));
    }
    return out;
}

Task& ExecutorHost::taskOf(const Executor& executor, const TaskId& id) {
    return *m_tables.tasks.find(TaskKey{executor.framework().id, id});
}

void ExecutorHost::tell(const Executor& executor, TellExecutor::Event event) {
    auto& telling = m_outbox.outputs.emplace_back(std::in_place_type<TellExecutor>);
    std::get<TellExecutor>(telling) = {executor.container(), std::move(event)};
}

} // namespace muster::node
