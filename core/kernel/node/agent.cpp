// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/agent.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include "core/kernel/node/agent_state.h"
#include "core/kernel/node/exit_status.h"

namespace muster::node {
namespace {

std::map<TaskKey, std::vector<GpuUuid>> heldGpus(const RecoveredAgent& recovered) {
    std::map<TaskKey, std::vector<GpuUuid>> held;
    for (const auto& executor : recovered.executors) {
        held[holderOf(executor)] = executor.gpus;
    }
    for (const auto& task : recovered.tasks) {
        if (!isTerminal(task.latest.state) && hasOwnContainer(task.info) && !task.gpus.empty()) {
            held[{task.framework.id, task.info.id}] = task.gpus;
        }
    }
    return held;
}

} // namespace

Agent::State::State(AgentOptions options, RecoveredAgent recovered, Now now)
    : m_options(std::move(options)), m_id(recovered.id), m_uuids(m_options.seed),
      m_gpus({.found = m_options.info.gpus,
          .owned = m_options.owned,
          .ownsLater = m_options.ownsLaterGpus,
          .restrictions = recovered.restrictions,
          .held = heldGpus(recovered)}),
      m_troubles(m_gpus, {m_options.firstProbe, m_options.lastProbe, m_options.rulesAlert}),
      m_now(now) {
    for (auto& saved : recovered.tasks) {
        Task task{.saved = std::move(saved)};
        if (isTerminal(task.saved.latest.state)) {
            task.phase = Phase::Ended;
        } else if (task.saved.end) {
            task.phase = Phase::Ending;
        }
        task.delivered = task.saved.latest.state != TaskState::Staging;
        task.waits = !task.delivered;
        if (task.saved.completeBy) {
            task.completeBy = m_now.uptimeAt(
                *task.saved.completeBy, task.saved.info.maxCompletionTime.value_or(Duration(0)));
        }
        if (hasOwnContainer(task.saved.info)) {
            m_containers[task.saved.container] = task.key();
        }
        task.rebooted = recovered.rebooted.contains(task.saved.container);
        m_tasks.emplace(task.key(), std::move(task));
    }
    for (auto& saved : recovered.executors) {
        Executor executor;
        executor.saved = std::move(saved);
        executor.recovered = true;
        if (recovered.rebooted.contains(executor.saved.container)) {
            executor.cause = endOfReboot(false);
        }
        m_executors.emplace(executor.key(), std::move(executor));
    }
    for (auto& [key, task] : m_tasks) {
        if (!hasOwnContainer(task.saved.info) && task.phase != Phase::Ended
            && !m_executors.contains({key.framework, task.saved.info.executor->id})) {
            task.phase = Phase::Ended;
            tell(task, stamp(task, endOfUnbegun(task.saved.killed.has_value())));
        }
    }
}

void Agent::State::on(const MasterConnected&) {
    m_orderDone = 0;
    m_gpus.withhold(GpuLedger::Cause::Claimed, {}); // the master says it anew
    registerWithMaster();
}

void Agent::State::on(const MasterLost&) {
    m_registered = false;
    for (auto& [key, task] : m_tasks) {
        task.resendAt.reset();
    }
}

void Agent::State::on(const FromMaster& input) {
    std::visit([this](const auto& command) { on(command); }, input.command);
}

void Agent::State::on(const ContainerStarted& input) {
    if (auto* executor = findExecutor(input.container)) {
        return started(*executor, input.pid);
    }
    auto* task = find(input.container);
    if (!task || task->phase == Phase::Ended) {
        // A container that no task has would hold a GPU behind our back.
        m_out.push_back(Destroy{input.container});
        return;
    }
    if (task->phase != Phase::Launching) {
        return;
    }
    task->phase = Phase::Running;
    task->pid = input.pid;
    task->ip = input.ip;
    if (task->saved.removed) {
        m_out.push_back(Signal{input.container, SIGKILL});
    } else if (task->saved.killed) {
        terminate(*task);
    } else {
        begin(*task);
    }
}

// Told only when the master has taken what it was told before: progress is not worth a queue. It is
// TASK_STARTING without a process, as frameworks know no update to TASK_STAGING.
void Agent::State::on(const ContainerProgress& input) {
    auto* task = find(input.container);
    if (!task || task->phase != Phase::Launching || task->saved.killed || task->saved.removed
        || !task->saved.pending.empty()) {
        return;
    }
    cluster::TaskStatus status{.state = TaskState::Starting, .source = StatusSource::Executor};
    status.message = input.message;
    tell(*task, stamp(*task, std::move(status)));
}

void Agent::State::on(const ContainerFailed& input) {
    if (auto* executor = findExecutor(input.container)) {
        m_troubles.onLaunchFailed(input, executor->saved.gpus, m_now.uptime);
        executor->cause = endOfLaunch(input.message, false, input.fault);
        destroy(*executor);
    }
    if (auto* task = find(input.container)) {
        m_troubles.onLaunchFailed(input, task->saved.gpus, m_now.uptime);
        decideEnd(*task, endOfLaunch(input.message, task->saved.killed.has_value(), input.fault));
    }
}

void Agent::State::on(const ContainerExited& input) {
    if (auto* executor = findExecutor(input.container)) {
        executor->exit = input.exit;
        return destroy(*executor);
    }
    auto* task = find(input.container);
    if (!task) {
        m_out.push_back(Destroy{input.container});
        return;
    }
    const auto& killed = task->saved.killed;
    decideEnd(*task,
        task->rebooted && mayBeOfShutdown(input.exit)
            ? endOfReboot(killed.has_value())
            : endOf(input.exit, killed, task->saved.info.resources.total("mem")));
}

void Agent::State::on(const ContainerDestroyed& input) {
    m_troubles.onDestroyed(input.container);
    if (auto* executor = findExecutor(input.container)) {
        return end(*executor);
    }
    auto* task = find(input.container);
    if (!task || task->phase == Phase::Ended) {
        return;
    }
    if (!task->saved.end) {
        const auto told = task->saved.latest.state;
        const bool never = task->phase == Phase::Launching
            && (told == TaskState::Staging || told == TaskState::Starting);
        const bool killed = task->saved.killed.has_value();
        task->saved.end = stamp(*task,
            never                ? endOfUnbegun(killed)
                : task->rebooted ? endOfReboot(killed)
                                 : endOfLost(killed));
    }
    finish(*task);
}

void Agent::State::on(const GpusReported& input) {
    m_gpus.report(input.gpus);
    m_troubles.onGpus(input);
    if (!input.driverVersion.empty()) {
        m_options.info.driverVersion = input.driverVersion;
        m_options.info.cudaVersion = input.cudaVersion;
    }
}

void Agent::State::on(const StrayFound& input) {
    m_troubles.onStray(input);
}

void Agent::State::on(const DriverChecked& input) {
    m_troubles.onDriver(input);
}

void Agent::State::on(const DiskChecked& input) {
    m_troubles.onDisk(input, m_now.uptime);
}

void Agent::State::on(const LaunchProbed& input) {
    m_troubles.onProbed(input, m_now.uptime);
}

void Agent::State::on(const DeviceRulesChanged& input) {
    std::string whose = "container " + input.container.value;
    if (const auto* task = find(input.container)) {
        whose = fmt::format("task {}", task->saved.info.id.value);
    } else if (const auto* executor = findExecutor(input.container)) {
        whose = fmt::format("executor {}", executor->saved.info.id.value);
    }
    m_troubles.onRulesChanged(std::move(whose), input, m_now);
}

void Agent::State::on(const Tick&) {
    if (m_gpus.expire(m_now)) {
        m_out.push_back(SaveRestrictions{m_gpus.restrictions()});
    }
    tickExecutors();
    if (auto probe = m_troubles.tick(m_now.uptime)) {
        m_out.push_back(std::move(*probe));
    }
    for (auto& [key, task] : m_tasks) {
        if (task.killAt && *task.killAt <= m_now.uptime) {
            task.killAt.reset();
            m_out.push_back(Signal{task.saved.container, SIGKILL});
        }
        runDueChecks(task);
        if (task.resendAt && *task.resendAt <= m_now.uptime) {
            send(task, task.saved.pending.front());
            task.resendAfter = std::min(task.resendAfter * 2, m_options.lastRetry);
            task.resendAt = m_now.uptime + task.resendAfter;
        }
    }
}

void Agent::State::on(const cluster::Registered& command) {
    m_registered = true;
    if (m_id != command.id) {
        m_id = command.id;
        m_out.push_back(SaveId{m_id});
        // The master offers nothing of us before it knows that we keep the id.
        sendDescription(describe());
    }
    announce();
    for (auto& [key, task] : m_tasks) {
        sendOldest(task);
    }
}

void Agent::State::on(const cluster::RunTask& command) {
    if (auto* known = find(TaskKey{command.framework.id, command.task.id})) {
        return repeat(*known);
    }
    if (!hasOwnContainer(command.task)) {
        return runInExecutor({command.framework, *command.task.executor, {command.task}}, false);
    }
    if (const auto& executor = command.task.executor) {
        return on(cluster::RunGroup{command.framework, *executor, {command.task}});
    }
    const auto gpus = claim({command.framework.id, command.task.id}, command.task.resources);
    auto& task = add(command.framework, command.task);
    if (!gpus) {
        return refuse(task, gpus.error());
    }
    task.saved.gpus = *gpus;
    announce();
    stage(task);
    save(task);
    m_out.push_back(
        Launch{task.saved.container, task.saved.framework, task.saved.info, m_gpus.infos(*gpus)});
}

void Agent::State::on(const cluster::KillTask& command) {
    if (auto* task = find(command.task)) {
        kill(*task, command.grace, command.by);
    }
}

void Agent::State::on(const cluster::AcknowledgeStatus& command) {
    if (auto* task = find(command.task)) {
        acknowledge(*task, command.uuid);
    }
}

void Agent::State::on(const cluster::RestrictGpu& command) {
    // Also of a GPU that is not there now: the driver may come later.
    if (m_gpus.restrict(command.restriction)) {
        m_out.push_back(SaveRestrictions{m_gpus.restrictions()});
    }
    confirm(command.order);
}

void Agent::State::on(const cluster::ReleaseGpu& command) {
    if (m_gpus.release(command.gpu)) {
        m_out.push_back(SaveRestrictions{m_gpus.restrictions()});
    }
    confirm(command.order);
}

void Agent::State::on(const cluster::RemoveFramework& command) {
    std::vector<TaskKey> keys;
    for (const auto& [key, task] : m_tasks) {
        if (key.framework == command.framework) {
            keys.push_back(key);
        }
    }
    for (const auto& key : keys) {
        remove(m_tasks.at(key));
    }
    for (auto& [key, executor] : m_executors) {
        if (key.framework == command.framework && !executor.saved.removed) {
            executor.saved.removed = true;
            save(executor);
            shutDown(executor);
        }
    }
    // Even if nothing changed: by it the master knows that what these tasks still use is counted.
    if (m_registered) {
        sendDescription(describe());
    }
}

void Agent::State::on(const cluster::WithholdGpus& command) {
    std::map<GpuUuid, std::string> problems;
    for (const auto& item : command.gpus) {
        problems[item.gpu] = item.problem;
    }
    m_gpus.withhold(GpuLedger::Cause::Claimed, std::move(problems));
    // Even if nothing changed: by it the master knows that they are out.
    if (m_registered) {
        sendDescription(describe());
    }
}

std::optional<Uptime> Agent::State::nextDeadline() const {
    std::optional<Uptime> next;
    if (const auto expiry = m_gpus.nextExpiry()) {
        next = m_now.lookAt(*expiry);
    }
    takeEarlier(next, m_troubles.nextDeadline());
    for (const auto& [key, task] : m_tasks) {
        takeEarlier(next, task.killAt);
        takeEarlier(next, nextCheck(task));
        takeEarlier(next, task.resendAt);
    }
    for (const auto& [key, executor] : m_executors) {
        takeEarlier(next, executor.registerBy);
        takeEarlier(next, executor.destroyAt);
    }
    return next;
}

Agent::Agent(AgentOptions options, RecoveredAgent recovered, Now now)
    : m_state(std::make_unique<State>(std::move(options), std::move(recovered), now)) { }
Agent::~Agent() = default;
Agent::Agent(Agent&&) noexcept = default;

std::vector<AgentOutput> Agent::apply(AgentInput input, Now now) {
    m_state->m_now = now;
    std::visit([this](const auto& one) { m_state->on(one); }, input);
    m_state->announce();
    return std::exchange(m_state->m_out, {});
}

std::optional<Uptime> Agent::nextDeadline() const {
    return m_state->nextDeadline();
}

std::vector<Agent::TaskView> Agent::tasks() const {
    std::vector<TaskView> out;
    for (const auto& [key, task] : m_state->m_tasks) {
        out.push_back(
            {key, task.saved.container, m_state->m_gpus.heldBy(key), task.saved.latest.state});
    }
    return out;
}

std::vector<Agent::ExecutorView> Agent::executors() const {
    std::vector<ExecutorView> out;
    for (const auto& [key, executor] : m_state->m_executors) {
        out.push_back({key.framework, key.executor, executor.saved.container, executor.subscribed});
    }
    return out;
}

std::vector<cluster::GpuStatus> Agent::gpus() const {
    return m_state->m_gpus.rows();
}

} // namespace muster::node
