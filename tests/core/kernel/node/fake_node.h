// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/kernel/node/agent.h"

namespace muster::node {

// The shell around an Agent, by hand: keeps what it saved, notes what it sent and launched, and can
// lose power. All state is public.
struct FakeNode {
    AgentOptions options;
    std::optional<Agent> agent;
    Instant now{std::chrono::hours(1)};
    Duration wallStep{}; // by which somebody has set the wall clock

    std::map<ContainerId, TaskCheckpoint> saved;
    std::map<ContainerId, ExecutorCheckpoint> savedExecutors;
    std::vector<Restriction> restrictions;
    AgentId id;
    int restrictionSaves = 0;

    std::optional<cluster::Register> registration;
    std::vector<cluster::StatusUpdate> updates;
    std::vector<cluster::AgentUpdate> agentUpdates;
    std::vector<cluster::ExecutorEnded> executorEnds;
    std::vector<cluster::FromExecutor> fromExecutors;
    std::vector<LaunchExecutor> executorLaunches;
    std::vector<ResizeContainer> resizes;
    std::vector<TellExecutor> tellings;
    std::vector<Launch> launches;
    std::vector<ContainerId> cancels;
    std::vector<Signal> signals;
    std::vector<ContainerId> destroys;
    std::vector<RunCheck> checks;
    std::vector<ProbeLaunch> probes;
    std::vector<AgentOutput> last; // of the last input

    explicit FakeNode(unsigned gpus = 4, const std::string& total = "cpus:8;mem:4096;disk:1000") {
        options.info.hostname = "node-7";
        options.info.total = *Resources::parse(total);
        options.info.total.setScalar(Resources::Gpus, Milli::whole(gpus));
        for (unsigned minor = 0; minor < gpus; ++minor) {
            options.info.gpus.push_back(gpu(minor));
            options.owned.push_back(gpu(minor).uuid);
        }
        agent.emplace(options, RecoveredAgent{}, time());
    }

    static GpuInfo gpu(unsigned minor) {
        GpuInfo info;
        info.uuid = {fmt::format("GPU-{}", minor)};
        info.index = minor;
        info.minor = minor;
        return info;
    }

    static std::vector<GpuReport> healthy(unsigned count) {
        std::vector<GpuReport> reports;
        for (unsigned minor = 0; minor < count; ++minor) {
            reports.push_back({gpu(minor), GpuState::Free, ""});
        }
        return reports;
    }

    Now time() const { return {now + wallStep, Now(now).uptime}; }
    void apply(AgentInput input) {
        last = agent->apply(std::move(input), time());
        for (const auto& output : last) {
            std::visit([this](const auto& one) { note(one); }, output);
        }
    }
    void command(AgentCommand command) { apply(FromMaster{std::move(command)}); }
    void connect() {
        apply(MasterConnected{});
        command(cluster::Registered{AgentId{"M-S0"}});
    }
    void pass(Duration time) {
        now += time;
        apply(Tick{});
    }
    // A new life from what was saved; the containers go on.
    void restart(bool reboot = false) {
        ++options.seed;
        RecoveredAgent recovered{id, restrictions, {}, {}, {}};
        for (const auto& [container, executor] : savedExecutors) {
            recovered.executors.push_back(executor);
        }
        for (const auto& [container, task] : saved) {
            recovered.tasks.push_back(task);
        }
        for (const auto& [container, task] : saved) {
            if (reboot) {
                recovered.rebooted.insert(container);
            }
        }
        for (const auto& [container, executor] : savedExecutors) {
            if (reboot) {
                recovered.rebooted.insert(container);
            }
        }
        agent.emplace(options, recovered, time());
    }

    static cluster::FrameworkInfo framework(bool hearsKilling = true) {
        cluster::FrameworkInfo info;
        info.id = {"M-0000"};
        if (hearsKilling) {
            info.capabilities.insert(cluster::Capability::TaskKillingState);
        }
        return info;
    }
    static TaskKey key(const std::string& task) { return {{"M-0000"}, {task}}; }
    void run(const std::string& task, const std::string& resources = "cpus:1;mem:64;gpus:1",
        bool hearsKilling = true) {
        command(cluster::RunTask{framework(hearsKilling), info(task, resources)});
    }
    void runGroupIn(
        const cluster::ExecutorInfo& executor, const std::vector<cluster::TaskInfo>& tasks) {
        command(cluster::RunGroup{framework(), executor, tasks});
    }
    void runGroup(const std::vector<cluster::TaskInfo>& tasks) {
        cluster::ExecutorInfo executor;
        executor.id = {"default"};
        executor.type = cluster::ExecutorInfo::Type::Default;
        executor.resources = *Resources::parse("cpus:0.1;mem:32");
        command(cluster::RunGroup{framework(), executor, tasks});
    }
    static cluster::ExecutorInfo customExecutor(const std::string& id = "e") {
        cluster::ExecutorInfo executor;
        executor.id = {id};
        executor.resources = *Resources::parse("cpus:0.1;mem:32");
        return executor;
    }
    void runIn(const cluster::ExecutorInfo& executor, const std::string& task,
        const std::string& resources = "cpus:1;mem:64;gpus:1") {
        auto info = FakeNode::info(task, resources);
        info.executor = executor;
        command(cluster::RunTask{framework(), info});
    }
    static cluster::TaskInfo info(
        const std::string& task, const std::string& resources = "cpus:1;mem:64") {
        cluster::TaskInfo info;
        info.id = {task};
        info.resources = *Resources::parse(resources);
        return info;
    }
    ContainerId container(const std::string& task) const {
        for (const auto& view : agent->tasks()) {
            if (view.key == key(task)) {
                return view.container;
            }
        }
        return {};
    }
    void start(const std::string& task) { apply(ContainerStarted{container(task), 4711}); }
    void exit(const std::string& task, Exit how) { apply(ContainerExited{container(task), how}); }
    void destroyed(const std::string& task) { apply(ContainerDestroyed{container(task)}); }
    void end(const std::string& task, Exit how = {.code = 0}) {
        exit(task, how);
        destroyed(task);
    }
    void kill(const std::string& task, std::optional<Duration> grace = {}) {
        command(cluster::KillTask{key(task), grace});
    }
    void acknowledge(const cluster::TaskStatus& status) {
        command(cluster::AcknowledgeStatus{key(status.task.value), *status.uuid});
    }
    void acknowledgeLast() { acknowledge(cluster::TaskStatus(updates.back().status)); }
    // Until nothing new is sent.
    void acknowledgeAll() {
        for (std::size_t i = 0; i < updates.size(); ++i) {
            acknowledge(cluster::TaskStatus(updates[i].status));
        }
    }
    std::vector<TaskState> states() const {
        std::vector<TaskState> out;
        for (const auto& update : updates) {
            out.push_back(update.status.state);
        }
        return out;
    }
    Milli offeredGpus() const {
        return agentUpdates.empty() ? registration->info.total.gpus()
                                    : agentUpdates.back().info.total.gpus();
    }
    GpuState gpuState(unsigned minor) const { return agent->gpus().at(minor).state; }
    Restriction restriction(unsigned minor, std::optional<Instant> until = {}) const {
        return {gpu(minor).uuid, "fan", "alice", now, until};
    }
    template <typename T>
    std::ptrdiff_t position() const { // of the first output of that kind; -1 if there is none
        const auto found = std::ranges::find_if(
            last, [](const auto& output) { return std::holds_alternative<T>(output); });
        return found == last.end() ? -1 : found - last.begin();
    }

    void note(const ToMaster& output) {
        if (const auto* update = std::get_if<cluster::StatusUpdate>(&output.message)) {
            updates.push_back(*update);
        } else if (const auto* change = std::get_if<cluster::AgentUpdate>(&output.message)) {
            agentUpdates.push_back(*change);
        } else if (const auto* end = std::get_if<cluster::ExecutorEnded>(&output.message)) {
            executorEnds.push_back(*end);
        } else if (const auto* data = std::get_if<cluster::FromExecutor>(&output.message)) {
            fromExecutors.push_back(*data);
        } else {
            registration = std::get<cluster::Register>(output.message);
        }
    }
    void note(const Launch& output) { launches.push_back(output); }
    void note(const CancelLaunch& output) { cancels.push_back(output.container); }
    void note(const LaunchExecutor& output) { executorLaunches.push_back(output); }
    void note(const ResizeContainer& output) { resizes.push_back(output); }
    void note(const TellExecutor& output) { tellings.push_back(output); }
    void note(const SaveExecutor& output) {
        savedExecutors[output.executor.container] = output.executor;
    }
    void note(const ForgetExecutor& output) { savedExecutors.erase(output.container); }
    void note(const Signal& output) { signals.push_back(output); }
    void note(const RunCheck& output) { checks.push_back(output); }
    void note(const ProbeLaunch& output) { probes.push_back(output); }
    void note(const Destroy& output) { destroys.push_back(output.container); }
    // Whatever happens, the updates of one life of a task are a chain with one end.
    void note(const SaveTask& output) {
        const auto& pending = output.task.pending;
        for (std::size_t i = 0; i + 1 < pending.size(); ++i) {
            EXPECT_FALSE(isTerminal(pending[i].state)) << "an update follows the end";
        }
        if (!pending.empty()) {
            EXPECT_EQ(pending.back(), output.task.latest);
        }
        const auto before = saved.find(output.task.container);
        if (before != saved.end() && isTerminal(before->second.latest.state)) {
            EXPECT_EQ(before->second.latest, output.task.latest) << "two ends";
        }
        saved[output.task.container] = output.task;
    }
    void note(const ForgetTask& output) { saved.erase(output.container); }
    void note(const SaveRestrictions& output) {
        restrictions = output.restrictions;
        ++restrictionSaves;
    }
    void note(const SaveId& output) { id = output.id; }
};

} // namespace muster::node
