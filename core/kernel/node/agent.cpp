// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/agent.h"

#include <csignal>
#include <utility>

#include <fmt/format.h>

#include "core/kernel/node/executor_host.h"
#include "core/kernel/node/exit_status.h"

namespace muster::node {

// What follows from each input. Here are the tasks with containers of their own and their groups;
// ExecutorHost has the others. The order of the outputs is such that a crash may come at any point.
struct Agent::State {
    using Phase = Task::Phase;

    State(AgentOptions options, RecoveredAgent recovered, Now now);
    std::vector<AgentOutput> apply(const AgentInput& input, Now now);
    std::optional<Uptime> nextDeadline() const;

    void on(const Tick&);

    // ---- the node
    void on(const GpusReported& input);
    void on(const StrayFound& input) { m_tables.troubles.onStray(input); }
    void on(const DriverChecked& input) { m_tables.troubles.onDriver(input); }
    void on(const DiskChecked& input) { m_tables.troubles.onDisk(input, m_outbox.now.uptime); }
    void on(const LaunchProbed& input) { m_tables.troubles.onProbed(input, m_outbox.now.uptime); }
    void on(const DeviceRulesChanged& input);
    void on(const cluster::RestrictGpu& command);
    void on(const cluster::ReleaseGpu& command);
    void on(const cluster::WithholdGpus& command);

    // ---- the connection to the master
    void on(const MasterConnected&);
    void on(const MasterLost&) { m_reporter.onLost(); }
    void on(const cluster::Registered& command) { m_reporter.onRegistered(command.id); }
    void on(const FromMaster& input);

    // ---- containers
    void on(const ContainerStarted& input);
    void on(const ContainerProgress& input);
    void on(const ContainerFailed& input);
    void on(const ContainerExited& input);
    void on(const ContainerDestroyed& input);
    void on(const ContainerResized& input) { m_executors.on(input); }
    void on(const CheckResult& input);

    // ---- tasks
    void on(const cluster::RunTask& command);
    void on(const cluster::KillTask& command);
    void on(const cluster::AcknowledgeStatus& command);
    void on(const cluster::RemoveFramework& command);
    void launch(const Task& task, const std::vector<GpuUuid>& gpus); // that it may open
    void begin(Task& task); // it runs
    void kill(Task& task, std::optional<Duration> grace, cluster::KilledBy by,
        KillCause cause = KillCause::Asked);
    void terminate(Task& task); // SIGTERM, and SIGKILL later
    void remove(Task& task);
    void decideEnd(Task& task, cluster::TaskStatus end);
    void finish(Task& task); // its container is gone

    // ---- task groups on the default executor, which is no program here: each task has a container
    // of its own, and what Mesos' executor would do for them is done by the agent
    void on(const cluster::RunGroup& command);
    Result<std::vector<GpuUuid>> claimGroup(const cluster::RunGroup& command);
    void endPeers(const Task& task);
    void giveUpGpus(const Task& task);
    void tellExecutorEnd(const Task& task); // if it was the last one's

    // ---- executors
    void on(const cluster::ShutdownExecutor& command);
    void on(const cluster::ToExecutor& command) { m_executors.on(command); }
    void on(const ExecutorSubscribed& input) { m_executors.on(input); }
    void on(const ExecutorDisconnected& input) { m_executors.on(input); }
    void on(const ExecutorUpdate& input) { m_executors.on(input); }
    void on(const ExecutorMessage& input) { m_executors.on(input); }

    NodeTables m_tables;
    Outbox m_outbox;
    Reporter m_reporter;
    ExecutorHost m_executors;
};

Agent::State::State(AgentOptions options, RecoveredAgent recovered, Now now)
    : m_tables(std::move(options), recovered), m_outbox{now, {}},
      m_reporter(m_tables, m_outbox, recovered.id), m_executors(m_tables, m_outbox, m_reporter) {
    for (auto& saved : recovered.executors) {
        const bool rebooted = recovered.rebooted.contains(saved.container);
        m_tables.executors.recover(std::move(saved), rebooted);
    }
    for (auto& saved : recovered.tasks) {
        const bool rebooted = recovered.rebooted.contains(saved.container);
        m_tables.tasks.recover(std::move(saved), now, rebooted);
    }
    for (auto& [key, task] : m_tables.tasks.all()) {
        if (!task.hasOwnContainer() && task.isLive()) {
            m_executors.recover(task);
        }
    }
}

std::vector<AgentOutput> Agent::State::apply(const AgentInput& input, Now now) {
    m_outbox.now = now;
    std::visit([this](const auto& one) { on(one); }, input);
    m_reporter.announce();
    return std::exchange(m_outbox.outputs, {});
}

std::optional<Uptime> Agent::State::nextDeadline() const {
    std::optional<Uptime> next;
    if (const auto expiry = m_tables.gpus.nextExpiry()) {
        next = m_outbox.now.lookAt(*expiry);
    }
    takeEarlier(next, m_tables.troubles.nextDeadline());
    for (const auto& [key, task] : m_tables.tasks.all()) {
        takeEarlier(next, task.nextDeadline());
    }
    for (const auto& [key, executor] : m_tables.executors.all()) {
        takeEarlier(next, executor.nextDeadline());
    }
    return next;
}

void Agent::State::on(const Tick&) {
    if (m_tables.gpus.expire(m_outbox.now)) {
        m_outbox.put(SaveRestrictions{m_tables.gpus.restrictions()});
    }
    m_executors.tick();
    if (auto probe = m_tables.troubles.tick(m_outbox.now.uptime)) {
        m_outbox.put(std::move(*probe));
    }
    for (auto& [key, task] : m_tables.tasks.all()) {
        if (task.takeKill(m_outbox.now.uptime)) {
            m_outbox.put(Signal{task.container(), SIGKILL});
        }
        for (const auto kind : task.takeDueChecks(m_outbox.now.uptime)) {
            m_outbox.put(RunCheck{task.container(), kind, task.info()});
        }
        if (task.isOvertime(m_outbox.now.uptime)) {
            const auto limit = task.info().maxCompletionTime.value_or(Duration(0));
            kill(task, Duration(0),
                {"muster", fmt::format("time limit of {} reached", durationText(limit))},
                KillCause::Overtime);
        }
        m_reporter.resend(task);
    }
}

// ---- the node

void Agent::State::on(const GpusReported& input) {
    m_tables.gpus.report(input.gpus);
    m_tables.troubles.onGpus(input);
    if (!input.driverVersion.empty()) {
        m_tables.options.info.driverVersion = input.driverVersion;
        m_tables.options.info.cudaVersion = input.cudaVersion;
    }
}

void Agent::State::on(const DeviceRulesChanged& input) {
    std::string whose = "container " + input.container.value;
    if (const auto* task = m_tables.tasks.find(input.container)) {
        whose = fmt::format("task {}", task->info().id.value);
    } else if (const auto* executor = m_tables.executors.find(input.container)) {
        whose = fmt::format("executor {}", executor->info().id.value);
    }
    m_tables.troubles.onRulesChanged(std::move(whose), input, m_outbox.now);
}

void Agent::State::on(const cluster::RestrictGpu& command) {
    // Also of a GPU that is not there now: the driver may come later.
    if (m_tables.gpus.restrict(command.restriction)) {
        m_outbox.put(SaveRestrictions{m_tables.gpus.restrictions()});
    }
    m_reporter.confirm(command.order);
}

void Agent::State::on(const cluster::ReleaseGpu& command) {
    if (m_tables.gpus.release(command.gpu)) {
        m_outbox.put(SaveRestrictions{m_tables.gpus.restrictions()});
    }
    m_reporter.confirm(command.order);
}

void Agent::State::on(const cluster::WithholdGpus& command) {
    std::map<GpuUuid, std::string> problems;
    for (const auto& item : command.gpus) {
        problems[item.gpu] = item.problem;
    }
    m_tables.gpus.withhold(GpuLedger::Cause::Claimed, std::move(problems));
    m_reporter.announceAnyway(); // by it the master knows that they are out
}

// ---- the connection to the master

void Agent::State::on(const MasterConnected&) {
    m_tables.gpus.withhold(GpuLedger::Cause::Claimed, {}); // the master says it anew
    m_reporter.onConnected();
}

void Agent::State::on(const FromMaster& input) {
    std::visit([this](const auto& command) { on(command); }, input.command);
}

// ---- containers

void Agent::State::on(const ContainerStarted& input) {
    if (auto* executor = m_tables.executors.find(input.container)) {
        return m_executors.onStarted(*executor, input.pid);
    }
    auto* task = m_tables.tasks.find(input.container);
    if (!task || !task->isLive()) {
        // A container that no task has would hold a GPU behind our back.
        m_outbox.put(Destroy{input.container});
        return;
    }
    if (!task->start(input.pid, input.ip)) {
        return;
    }
    if (task->isRemoved()) {
        m_outbox.put(Signal{input.container, SIGKILL});
    } else if (task->killed()) {
        terminate(*task);
    } else {
        begin(*task);
    }
}

// Told only when the master has taken what it was told before: progress is not worth a queue. It is
// TASK_STARTING without a process, as frameworks know no update to TASK_STAGING.
void Agent::State::on(const ContainerProgress& input) {
    auto* task = m_tables.tasks.find(input.container);
    if (!task || task->phase() != Phase::Launching || task->killed() || task->isRemoved()
        || !task->updates().pending().empty()) {
        return;
    }
    cluster::TaskStatus status{.state = TaskState::Starting, .source = StatusSource::Executor};
    status.message = input.message;
    m_reporter.tell(*task, std::move(status));
}

void Agent::State::on(const ContainerFailed& input) {
    if (auto* executor = m_tables.executors.find(input.container)) {
        m_executors.onFailed(*executor, input);
    }
    if (auto* task = m_tables.tasks.find(input.container)) {
        m_tables.troubles.onLaunchFailed(input, task->gpus(), m_outbox.now.uptime);
        decideEnd(
            *task, endOfLaunch(input.message, task->killed().has_value(), input.fault, input.step));
    }
}

void Agent::State::on(const ContainerExited& input) {
    if (auto* executor = m_tables.executors.find(input.container)) {
        return m_executors.onExited(*executor, input.exit);
    }
    if (auto* task = m_tables.tasks.find(input.container)) {
        return decideEnd(*task, task->endOf(input.exit));
    }
    m_outbox.put(Destroy{input.container});
}

void Agent::State::on(const ContainerDestroyed& input) {
    m_tables.troubles.onDestroyed(input.container);
    if (const auto* executor = m_tables.executors.find(input.container)) {
        return m_executors.onDestroyed(executor->key());
    }
    auto* task = m_tables.tasks.find(input.container);
    if (!task || !task->isLive()) {
        return;
    }
    if (!task->decidedEnd()) {
        task->decideEnd(m_reporter.stamp(*task, task->endOfGone()));
    }
    finish(*task);
}

void Agent::State::on(const CheckResult& input) {
    auto* task = m_tables.tasks.find(input.container);
    auto news = task ? task->finishCheck(input, m_outbox.now.uptime) : std::nullopt;
    if (!news) {
        return;
    }
    m_reporter.tellCheckNews(*task, std::move(news->status));
    if (news->kill) {
        kill(*task, std::nullopt,
            {"muster",
                fmt::format("its health check failed {} times in a row",
                    task->info().healthCheck->failures)},
            KillCause::Unhealthy);
    }
}

// ---- tasks

void Agent::State::on(const cluster::RunTask& command) {
    if (auto* known = m_tables.tasks.find(TaskKey{command.framework.id, command.task.id})) {
        return m_reporter.repeat(*known);
    }
    if (!hasOwnContainer(command.task)) {
        return m_executors.run({command.framework, *command.task.executor, {command.task}}, false);
    }
    if (const auto& executor = command.task.executor) {
        return on(cluster::RunGroup{command.framework, *executor, {command.task}});
    }
    const auto gpus
        = m_tables.capacity.claim({command.framework.id, command.task.id}, command.task.resources);
    auto& task = m_tables.tasks.add(command.framework, command.task, m_outbox.now);
    if (!gpus) {
        return m_reporter.refuse(task, endOfClaim(gpus.error()));
    }
    task.setGpus(*gpus);
    m_reporter.announce();
    m_reporter.stage(task);
    m_reporter.save(task);
    launch(task, *gpus);
}

void Agent::State::on(const cluster::KillTask& command) {
    if (auto* task = m_tables.tasks.find(command.task)) {
        kill(*task, command.grace, command.by);
    }
}

void Agent::State::on(const cluster::AcknowledgeStatus& command) {
    if (auto* task = m_tables.tasks.find(command.task)) {
        m_reporter.acknowledge(*task, command.uuid);
    }
}

void Agent::State::on(const cluster::RemoveFramework& command) {
    for (const auto& key : m_tables.tasks.of(command.framework)) {
        remove(*m_tables.tasks.find(key));
    }
    m_executors.removeFramework(command.framework);
    m_reporter
        .announceAnyway(); // by it the master knows that what these tasks still use is counted
}

void Agent::State::launch(const Task& task, const std::vector<GpuUuid>& gpus) {
    m_outbox.put(
        Launch{task.container(), task.framework(), task.info(), m_tables.gpus.infos(gpus)});
}

void Agent::State::begin(Task& task) {
    task.startChecks(m_outbox.now.uptime);
    std::vector<cluster::TaskStatus> news;
    const auto told = task.updates().latest().state;
    if (told == TaskState::Staging) {
        news.push_back({.state = TaskState::Starting, .source = StatusSource::Executor});
    }
    if (told == TaskState::Staging || told == TaskState::Starting) {
        task.startTimeLimit(m_outbox.now);
        news.push_back({.state = TaskState::Running, .source = StatusSource::Executor});
    }
    m_reporter.tell(task, std::move(news));
}

void Agent::State::kill(
    Task& task, std::optional<Duration> grace, cluster::KilledBy by, KillCause cause) {
    switch (task.kill(cause, std::move(by), grace, m_outbox.now.uptime)) {
    case Task::KillOutcome::Ignored:
        return;
    case Task::KillOutcome::Hastened:
        return m_reporter.save(task);
    case Task::KillOutcome::Begun:
        break;
    }
    // Mesos' default executor, which runs groups, does not tell.
    if (cause != KillCause::Overtime && !task.info().executor
        && task.framework().has(cluster::Capability::TaskKillingState)) {
        m_reporter.tell(task, {.state = TaskState::Killing, .source = StatusSource::Executor});
    } else {
        m_reporter.save(task);
    }
    if (!task.hasOwnContainer()) {
        m_executors.kill(task);
    } else if (task.phase() == Phase::Running) {
        terminate(task);
    } else {
        m_outbox.put(CancelLaunch{task.container()});
    }
}

void Agent::State::terminate(Task& task) {
    task.terminate(m_outbox.now.uptime);
    m_outbox.put(Signal{task.container(), SIGTERM});
}

void Agent::State::remove(Task& task) {
    if (!task.isLive()) {
        return m_reporter.forget(task);
    }
    if (!task.remove()) {
        return;
    }
    m_reporter.save(task);
    if (!task.hasOwnContainer()) {
        return;
    }
    if (task.phase() == Phase::Running) {
        m_outbox.put(Signal{task.container(), SIGKILL});
    } else if (task.phase() == Phase::Launching) {
        m_outbox.put(CancelLaunch{task.container()});
    }
}

// The status is told only when the container is destroyed, for it tells the master that the GPUs
// are free. Saved before the container goes, for with it goes the only other record of the exit.
void Agent::State::decideEnd(Task& task, cluster::TaskStatus end) {
    if (!task.isLive()) {
        return;
    }
    if (!task.decidedEnd()) {
        task.decideEnd(m_reporter.stamp(task, std::move(end)));
        m_reporter.save(task);
    }
    endPeers(task);
    m_outbox.put(Destroy{task.container()});
}

void Agent::State::finish(Task& task) {
    giveUpGpus(task);
    endPeers(task);
    if (task.isRemoved()) {
        return m_reporter.forget(task);
    }
    task.finish();
    // A total that fell meanwhile must reach the master before `used` falls.
    m_reporter.announce();
    m_reporter.tell(task, *task.decidedEnd());
    tellExecutorEnd(task);
}

// ---- task groups on the default executor

void Agent::State::on(const cluster::RunGroup& command) {
    bool known = command.tasks.empty();
    for (const auto& info : command.tasks) {
        if (auto* task = m_tables.tasks.find(TaskKey{command.framework.id, info.id})) {
            m_reporter.repeat(*task);
            known = true;
        }
    }
    if (known) {
        return;
    }
    if (command.executor.type == cluster::ExecutorInfo::Type::Custom) {
        return m_executors.run(command, true);
    }
    const auto gpus = claimGroup(command);
    std::vector<Task*> tasks;
    for (auto info : command.tasks) {
        info.executor = command.executor;
        tasks.push_back(&m_tables.tasks.add(command.framework, info, m_outbox.now));
        tasks.back()->joinGroupOf(*tasks.front());
    }
    if (!gpus) {
        for (auto* task : tasks) {
            m_reporter.refuse(*task, endOfClaim(gpus.error()));
        }
        return;
    }
    m_tables.capacity.shareOut(*gpus, tasks);
    for (const auto* task : tasks) {
        if (task != tasks.front()) { // in whose name all are held
            m_tables.gpus.pass(tasks.front()->key(), task->key(), task->gpus());
        }
    }
    m_reporter.announce();
    // All are saved before the first is launched: after a crash between there are all or none.
    for (auto* task : tasks) {
        m_reporter.stage(*task);
        m_reporter.save(*task);
    }
    for (const auto* task : tasks) {
        launch(*task, *gpus);
    }
}

Result<std::vector<GpuUuid>> Agent::State::claimGroup(const cluster::RunGroup& command) {
    if (command.executor.resources.gpus() > Milli{}) {
        return failure("The default executor uses no GPUs: ask for them in the tasks");
    }
    Resources wanted;
    if (!m_tables.capacity.hasExecutor({command.framework.id, command.executor.id})) {
        wanted = command.executor.resources;
    }
    for (const auto& info : command.tasks) {
        if (const auto valid = validateGpus(info.resources); !valid) {
            return tl::unexpected(valid.error());
        }
        wanted += info.resources;
    }
    return m_tables.capacity.claim({command.framework.id, command.tasks.front().id}, wanted);
}

// Mesos' default executor: a task that did not finish takes its group with it.
void Agent::State::endPeers(const Task& task) {
    if (task.decidedEnd()->state != TaskState::Finished) {
        for (auto* peer : m_tables.tasks.peers(task)) {
            kill(*peer, std::nullopt,
                {"muster", fmt::format("{} of its group did not finish", task.info().id.value)});
        }
    }
}

// The containers of its group can still open the GPUs of a task that has ended: they are free only
// with the last of the group.
void Agent::State::giveUpGpus(const Task& task) {
    const auto heirs = m_tables.tasks.peers(task);
    const auto gpus = m_tables.gpus.heldBy(task.key());
    if (heirs.empty() || gpus.empty()) {
        m_tables.gpus.free(task.key());
        return;
    }
    auto& heir = *heirs.front();
    m_tables.gpus.pass(task.key(), heir.key(), gpus);
    heir.setGpus(m_tables.gpus.heldBy(heir.key()));
    m_reporter.save(heir);
}

void Agent::State::tellExecutorEnd(const Task& task) {
    const auto& executor = task.info().executor;
    if (executor && !task.isRemoved() && !m_tables.capacity.hasExecutor(executorOf(task))) {
        m_reporter.send(
            cluster::ExecutorEnded{task.framework().id, executor->id, m_reporter.id(), 0});
    }
}

// ---- executors

void Agent::State::on(const cluster::ShutdownExecutor& command) {
    if (auto* own = m_tables.executors.find(ExecutorKey{command.framework, command.executor})) {
        return m_executors.shutDown(*own);
    }
    for (auto& [key, task] : m_tables.tasks.all()) {
        const auto& executor = task.info().executor;
        const auto& id = executor ? executor->id.value : key.task.value; // a command's is its own
        if (key.framework == command.framework && id == command.executor.value) {
            kill(task, std::nullopt, command.by);
        }
    }
}

// ---- the contract

Agent::Agent(AgentOptions options, RecoveredAgent recovered, Now now)
    : m_state(std::make_unique<State>(std::move(options), std::move(recovered), now)) { }
Agent::~Agent() = default;
Agent::Agent(Agent&&) noexcept = default;

std::vector<AgentOutput> Agent::apply(AgentInput input, Now now) {
    return m_state->apply(input, now);
}

std::optional<Uptime> Agent::nextDeadline() const {
    return m_state->nextDeadline();
}

std::vector<Agent::TaskView> Agent::tasks() const {
    std::vector<TaskView> out;
    for (const auto& [key, task] : m_state->m_tables.tasks.all()) {
        out.push_back({key, task.container(), m_state->m_tables.gpus.heldBy(key),
            task.updates().latest().state});
    }
    return out;
}

bool Agent::lives(const TaskKey& task) const {
    const auto* found = m_state->m_tables.tasks.find(task);
    return found != nullptr && !isTerminal(found->updates().latest().state);
}

std::vector<Agent::ExecutorView> Agent::executors() const {
    std::vector<ExecutorView> out;
    for (const auto& [key, executor] : m_state->m_tables.executors.all()) {
        out.push_back({key.framework, key.executor, executor.container(), executor.isSubscribed()});
    }
    return out;
}

bool Agent::hasExecutor(const FrameworkId& framework, const ExecutorId& executor) const {
    return m_state->m_tables.capacity.hasExecutor({framework, executor});
}

std::vector<cluster::GpuStatus> Agent::gpus() const {
    return m_state->m_tables.gpus.rows();
}

} // namespace muster::node
